// Whom a block asks where it looks back, and what each had said by then: from what its lanes read
// in the run of all blocks in step. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/lesson_more.h"
#include "simulator/blocks.h"

namespace app {

// What a block said, in the order of how much it knows.
enum class Says : std::uint8_t { nothing_yet, its_own, all_so_far };

struct AskedBlock {
    std::uint64_t block = 0;
    Says says{};
    std::uint32_t step = 0;  // when it was asked last
    bool joined = false;     // what it said is part of what stands before the asker
    bool operator==(const AskedBlock&) const = default;
};

// A lesson's words, at one setting.
struct LookBackWords {
    std::string buffer;
    std::int64_t of_block = 0;  // 0: nobody looks back
    int shift = 0;
    explicit operator bool() const { return of_block > 0; }
};
LookBackWords look_back_words(const lab::Settings&);

/// Whom `asker` has asked up to that step, each with its last answer; the first block first.
std::vector<AskedBlock> asked_until(const simulator::LaunchTimes&, const LookBackWords&,
                                    std::uint64_t asker, std::int64_t step);
/// Whose questions title, sentence and window tell of: the watched block's, where it ever asks;
/// else those of the block that asks most of all.
std::uint64_t told_of(const simulator::LaunchTimes&, const LookBackWords&, std::uint64_t watched);
/// The step at which it asks first; -1: it never does.
std::int64_t first_asked(const simulator::LaunchTimes&, const LookBackWords&, std::uint64_t asker);
/// The block that has asked most others up to that step, the last of those; nullopt where none has.
std::optional<std::uint64_t> asks_most(const simulator::LaunchTimes&, const LookBackWords&,
                                       std::int64_t step);
/// How many answers all blocks have had up to that step, one of each that they asked.
std::size_t answers_until(const simulator::LaunchTimes&, const LookBackWords&, std::int64_t step);
/// Whether anybody asks in this launch.
bool anybody_asks(const simulator::LaunchTimes&, const LookBackWords&);

}  // namespace app
