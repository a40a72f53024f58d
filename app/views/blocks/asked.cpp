// Finds which block asked which. See asked.h.
#include "app/views/blocks/asked.h"

#include <algorithm>
#include <map>
#include <set>

#include "lab/features/look_back.h"
#include "lab/subject.h"

namespace app {

using simulator::LaunchTimes;

namespace {

// The block whose first word this access read; -1: another word was read.
std::int64_t asked_block(const LaunchTimes& launch, const LookBackWords& words,
                         const simulator::Asked& one) {
    if (launch.asked_buffers[one.buffer] != words.buffer) return -1;
    const auto each = static_cast<std::uint64_t>(words.of_block);
    return one.element % each == 0 ? static_cast<std::int64_t>(one.element / each) : -1;
}

Says says_of(const LookBackWords& words, std::uint64_t bits) {
    return static_cast<Says>(std::min<std::uint64_t>(bits >> words.shift, 2));
}

// Marks joined blocks: from the nearest back to one that knows all so far, while each has spoken.
void join(std::vector<AskedBlock>& blocks) {
    for (auto one = blocks.rbegin(); one != blocks.rend(); ++one) {
        if (one->says == Says::nothing_yet) return;
        one->joined = true;
        if (one->says == Says::all_so_far) return;
    }
}

}  // namespace

LookBackWords look_back_words(const lab::Settings& settings) {
    const lab::LookBack& more = lab::feature<lab::LookBack>(settings);
    if (more.words.empty()) return {};
    return {more.words, more.of_block(settings), more.shift};
}

std::vector<AskedBlock> asked_until(const LaunchTimes& launch, const LookBackWords& words,
                                    std::uint64_t asker, std::int64_t step) {
    std::map<std::uint64_t, AskedBlock> last;
    for (const simulator::Asked& one : launch.asked) {
        if (!words || one.block != asker || one.step > step) continue;
        const std::int64_t block = asked_block(launch, words, one);
        if (block < 0) continue;
        const auto number = static_cast<std::uint64_t>(block);
        last[number] = {number, says_of(words, one.bits), one.step};
    }
    std::vector<AskedBlock> blocks;
    for (const auto& [number, one] : last) blocks.push_back(one);
    join(blocks);
    return blocks;
}

std::int64_t first_asked(const LaunchTimes& launch, const LookBackWords& words,
                         std::uint64_t asker) {
    for (const simulator::Asked& one : launch.asked)
        if (words && one.block == asker && asked_block(launch, words, one) >= 0) return one.step;
    return -1;
}

namespace {

// The blocks that each asker has asked.
std::map<std::uint64_t, std::set<std::int64_t>> asked_by(const LaunchTimes& launch,
                                                         const LookBackWords& words,
                                                         std::int64_t step) {
    std::map<std::uint64_t, std::set<std::int64_t>> asked;
    for (const simulator::Asked& one : launch.asked) {
        if (!words || one.step > step) continue;
        const std::int64_t block = asked_block(launch, words, one);
        if (block >= 0) asked[one.block].insert(block);
    }
    return asked;
}

}  // namespace

std::optional<std::uint64_t> asks_most(const LaunchTimes& launch, const LookBackWords& words,
                                       std::int64_t step) {
    std::pair<std::size_t, std::uint64_t> most{0, 0};
    for (const auto& [asker, asked] : asked_by(launch, words, step))
        most = std::max(most, {asked.size(), asker});
    return most.first > 0 ? std::optional(most.second) : std::nullopt;
}

std::uint64_t told_of(const LaunchTimes& launch, const LookBackWords& words,
                      std::uint64_t watched) {
    if (first_asked(launch, words, watched) >= 0) return watched;
    return asks_most(launch, words, launch.steps).value_or(watched);
}

std::size_t answers_until(const LaunchTimes& launch, const LookBackWords& words,
                          std::int64_t step) {
    std::size_t answers = 0;
    for (const auto& [asker, asked] : asked_by(launch, words, step)) answers += asked.size();
    return answers;
}

bool anybody_asks(const LaunchTimes& launch, const LookBackWords& words) {
    return words && std::ranges::any_of(launch.asked, [&](const simulator::Asked& one) {
               return asked_block(launch, words, one) >= 0;
           });
}

}  // namespace app
