// The layout of blocks over time: which blocks are shown, which have a row, where launches are.
// Knows width and height, and no colours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/view.h"
#include "lab/running/simulation.h"

namespace app {

// The run whose blocks are shown: the requested one where it is cheap enough, else the traced one.
struct ShownBlocks {
    const lab::Run* run = nullptr;
    const simulator::BlocksOverTime* times = nullptr;
    double behind = 1;  // finished share of the requested run; below 1, another stands in
    explicit operator bool() const { return times && !times->launches.empty(); }
};
ShownBlocks shown_blocks(const DrawContext&);

/// All blocks of a run, step by step. Made once and kept with the run.
const simulator::BlocksOverTime& blocks_over_time(const lab::Run&, std::uint64_t watched);

// The watched block's place: a step of a launch.
struct BlockPlace {
    int launch = 0;
    std::uint64_t block = 0;
    std::int64_t step = -1;  // -1: before its first step
};
BlockPlace block_place(const ShownBlocks&, const lab::Run& traced, int step);
/// The same for every step of the traced run.
std::vector<BlockPlace> block_places(const ShownBlocks&, const lab::Run& traced);

/// Whether blocks wait for each other, or several blocks pass data from one kernel to the next: a
/// picture of one block can't show that.
bool is_about_blocks(const lab::Run&);
/// Whether such blocks of the user's own kernel race with each other.
bool is_about_a_race(const lab::Run&);

/// Whether the rung's own kernel runs with several blocks. Other kernels of the run do not count:
/// with one block of its own kernel, nothing is passed on.
bool own_kernel_has_several_blocks(const lab::Run&);

/// What a block does at a step; nullopt before it begins and after it ends.
std::optional<simulator::Stretch> doing(const simulator::BlockTimes&, std::int64_t step);
const simulator::BlockTimes* find_block(const simulator::LaunchTimes&, std::uint64_t block);

// The longest wait of one block for one other.
struct LongestWait {
    int launch = 0;
    std::uint64_t block = 0;
    std::int64_t awaited = -1;
    std::uint32_t steps = 0;
};
LongestWait longest_wait(const simulator::BlocksOverTime&);

// Rows for blocks: one for each, or for the first and the last ones with a line between.
struct BlockRows {
    int lines = 0, first = 0, last = 0;  // last 0: a row for each block
    /// Line of a block in a launch of `blocks`; -1: none.
    int line_of(std::uint64_t block, std::uint64_t blocks) const;
    /// The block on a line of such a launch; nullopt after its last block and on the line between.
    std::optional<std::uint64_t> block_at(int line, std::uint64_t blocks) const;
    /// Number of blocks of such a launch without a line.
    std::uint64_t left_out(std::uint64_t blocks) const;
};
BlockRows rows_for(std::uint64_t most_blocks, int most_lines);

// What a block does in a part of its time, as shares of its model steps; in the rest it computes.
struct PhaseShares {
    double from = 0, to = 0;  // model steps of the launch
    float loads = 0, stores = 0, at_barrier = 0;
};
/// A block's steps in bands of `steps` each, counted from the launch's first step.
std::vector<PhaseShares> bands_of(const simulator::BlockTimes&, double steps);
/// Model steps of a band in a launch `width` pixels wide.
double steps_of_band(const simulator::LaunchTimes&, float width);

struct LaunchColumn {
    int launch = 0;  // index into BlocksOverTime::launches
    float left = 0, width = 0;
    float drawn = 0;  // part of `width` for its steps; a step has one width in all launches
};
/// As many launches as fit at `narrowest` pixels, with `now`; each is as wide as its steps.
std::vector<LaunchColumn> columns_for(const simulator::BlocksOverTime&, int now, float width,
                                      float gap, float narrowest);
/// The share of the width that this run's steps take: two results in step have one scale of time.
/// At least a third; 1 for a single result.
float share_of_steps(const DrawContext&, const ShownBlocks&);

/// Whether blocks change so often that stretches can't be told apart.
bool is_too_dense(const simulator::BlocksOverTime&, const std::vector<LaunchColumn>&);

}  // namespace app
