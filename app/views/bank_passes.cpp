// Takes one request of shared memory apart. See bank_passes.h.
#include "app/views/bank_passes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "app/views/moment.h"

namespace app {
namespace {

using simulator::Event;

// Whether lanes i and i^apart want the same address, in all pairs that are on and in `among`.
bool agree(const Wants& request, std::uint32_t among, int apart) {
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        const std::uint32_t both = 1u << lane | 1u << (lane ^ apart);
        if ((request.mask & among & both) == both &&
            request.address[lane] != request.address[lane ^ apart])
            return false;
    }
    return true;
}

bool merges(const Wants& request, std::uint32_t among) {
    return request.load && (agree(request, among, 1) || agree(request, among, 2));
}

std::vector<std::uint32_t> groups_of(const Wants& request) {
    constexpr std::uint32_t half[] = {0x0000ffff, 0xffff0000};
    constexpr std::uint32_t quarter[] = {0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000};
    if (request.bytes <= 4) return {~0u};
    if (request.bytes == 8) {
        if (merges(request, ~0u)) return {~0u};
        return {half[0], half[1]};
    }
    std::vector<std::uint32_t> groups;
    for (int i = 0; i < 2; ++i) {
        if (merges(request, half[i]))
            groups.push_back(half[i]);
        else
            groups.insert(groups.end(), {quarter[2 * i], quarter[2 * i + 1]});
    }
    return groups;
}

// Words that a group wants of each bank, in order of the first lane that wants them.
using Words = std::array<std::vector<BankUse>, bank_count>;
Words words_of(const Wants& request, std::uint32_t group) {
    Words banks;
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        if (!(request.mask & group & 1u << lane)) continue;
        const std::int64_t first = request.address[lane] / 4;
        const std::int64_t last = (request.address[lane] + request.bytes - 1) / 4;
        for (std::int64_t word = first; word <= last; ++word) {
            auto& uses = banks[word % bank_count];
            const auto same = [&](const BankUse& use) { return use.word == word; };
            auto use = std::find_if(uses.begin(), uses.end(), same);
            if (use == uses.end()) use = uses.insert(uses.end(), {0, word});
            use->lanes |= 1u << lane;
        }
    }
    return banks;
}

}  // namespace

Wants wants_of(const simulator::Trace& trace, const Event& event) {
    Wants made{.bytes = size_of(event.type) * event.count,
               .load = event.kind == simulator::EventKind::load};
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        if (const simulator::Slot* slot = trace.slot(event, lane)) {
            made.address[std::size_t(lane)] = slot->address;
            made.mask |= 1u << lane;
        }
    return made;
}

BankPasses passes_of(const simulator::Trace& trace, const Event& event) {
    const Wants request = wants_of(trace, event);
    BankPasses made;
    std::uint32_t used = 0;
    std::map<std::int64_t, std::uint32_t> by_word;
    for (const std::uint32_t group : groups_of(request)) {
        if (!(request.mask & group)) continue;
        const Words banks = words_of(request, group);
        std::size_t most = 0;
        for (const auto& uses : banks) most = std::max(most, uses.size());
        for (std::size_t pass = 0; pass < most; ++pass) {
            Pass next{
                .banks = {}, .extra = pass > 0, .group = static_cast<int>(made.groups.size())};
            for (int bank = 0; bank < bank_count; ++bank)
                if (pass < banks[bank].size()) {
                    next.banks[bank] = banks[bank][pass];
                    used |= 1u << bank;
                    by_word[banks[bank][pass].word] |= banks[bank][pass].lanes;
                }
            made.passes.push_back(next);
        }
        made.groups.push_back(group);
    }
    made.ideal = static_cast<int>(made.groups.size());
    made.banks_used = std::popcount(used);
    made.words = static_cast<int>(by_word.size());
    for (const auto& [word, lanes] : by_word)
        if (std::popcount(lanes) > 1) made.broadcast += std::popcount(lanes);
    return made;
}

const BankPasses& passes_of(const lab::Run& run, const Event& event) {
    return run.derived(number_of(run, event), [&] { return passes_of(*run.trace, event); });
}

}  // namespace app
