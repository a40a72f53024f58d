// Which blocks a block asks in a look-back, and what each has said by then, from what its lanes
// read in the run of all blocks in step. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/blocks.h"

namespace app {

// What a block said, ordered by how much it knows.
enum class Says : std::uint8_t { nothing_yet, its_own, all_so_far };

struct AskedBlock {
    std::uint64_t block = 0;
    Says says{};
    std::uint32_t step = 0;  // step of the last question
    bool joined = false;     // the asker uses what it said
    bool operator==(const AskedBlock&) const = default;
};

// The words of global memory in which a lesson's blocks tell their state, at one setting.
struct LookBackWords {
    std::string buffer;
    std::int64_t of_block = 0;  // words of a block; 0: no look-back
    int shift = 0;
    explicit operator bool() const { return of_block > 0; }
};
LookBackWords look_back_words(const lab::Settings&);

/// The blocks that `asker` has asked up to a step, each with its last answer; lowest block first.
std::vector<AskedBlock> asked_until(const simulator::LaunchTimes&, const LookBackWords&,
                                    std::uint64_t asker, std::int64_t step);
/// The block whose questions the title, the sentence and the window show: the watched one where it
/// ever asks, else the one that asks most blocks.
std::uint64_t told_of(const simulator::LaunchTimes&, const LookBackWords&, std::uint64_t watched);
/// The step of the asker's first question; -1: none.
std::int64_t first_asked(const simulator::LaunchTimes&, const LookBackWords&, std::uint64_t asker);
/// The block that has asked most others up to a step, the last of several; nullopt where none has.
std::optional<std::uint64_t> asks_most(const simulator::LaunchTimes&, const LookBackWords&,
                                       std::int64_t step);
/// Number of answers that all blocks have had up to a step; a repeated question counts once.
std::size_t answers_until(const simulator::LaunchTimes&, const LookBackWords&, std::int64_t step);
/// Whether any block asks in this launch.
bool anybody_asks(const simulator::LaunchTimes&, const LookBackWords&);

}  // namespace app
