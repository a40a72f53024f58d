// What the picture of blocks over time is made of: whose blocks, which of them have a row, where
// launches stand. Knows the width and height that there are, and no colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/view.h"
#include "lab/simulation.h"

namespace app {

// The run whose blocks are shown: as many as were asked for where that is few, else those of the
// run that is traced.
struct ShownBlocks {
    const lab::Run* run = nullptr;
    const simulator::BlocksOverTime* times = nullptr;
    double behind = 1;  // part that is done of the run asked for, while another stands in for it
    explicit operator bool() const { return times && !times->launches.empty(); }
};
ShownBlocks shown_blocks(const DrawContext&);

/// All blocks of a run in step. Made once and kept with the run.
const simulator::BlocksOverTime& blocks_over_time(const lab::Run&, std::uint64_t watched);

// Where the watched block stands: a step of one launch.
struct BlockPlace {
    int launch = 0;
    std::uint64_t block = 0;
    std::int64_t step = -1;  // -1: before its first
};
BlockPlace block_place(const ShownBlocks&, const lab::Run& traced, int step);
/// The same for every step of the traced run.
std::vector<BlockPlace> block_places(const ShownBlocks&, const lab::Run& traced);

/// Whether blocks of this run wait for each other, or several of them are handed from one kernel to
/// another: what a picture of one block can't show.
bool is_about_blocks(const lab::Run&);
/// Whether such blocks of somebody's own kernel race with each other.
bool is_about_a_race(const lab::Run&);

/// Whether the kernel that the rung is about runs with several blocks: others may have them where
/// it has one, and then there is nobody to hand over to.
bool own_kernel_has_several_blocks(const lab::Run&);

/// What a block does at a step; nullopt before it begins and after it has ended.
std::optional<simulator::Stretch> doing(const simulator::BlockTimes&, std::int64_t step);
const simulator::BlockTimes* find_block(const simulator::LaunchTimes&, std::uint64_t block);

// The longest that a block waits for one other.
struct LongestWait {
    int launch = 0;
    std::uint64_t block = 0;
    std::int64_t awaited = -1;
    std::uint32_t steps = 0;
};
LongestWait longest_wait(const simulator::BlocksOverTime&);

// Rows for blocks: all of them, or the first and the last with a line between.
struct BlockRows {
    int lines = 0, first = 0, last = 0;  // last 0: a row for each block
    /// The line of a block of a launch of so many; -1 where it has none.
    int line_of(std::uint64_t block, std::uint64_t blocks) const;
    /// The block on a line of such a launch; nullopt where it has none: behind its blocks, and on
    /// the line between.
    std::optional<std::uint64_t> block_at(int line, std::uint64_t blocks) const;
    /// Blocks of such a launch that have no line.
    std::uint64_t left_out(std::uint64_t blocks) const;
};
BlockRows rows_for(std::uint64_t most_blocks, int most_lines);

// What a block does in a part of its time, as shares of its model steps; the rest it computes.
struct PhaseShares {
    double from = 0, to = 0;  // model steps of the launch
    float loads = 0, stores = 0, at_barrier = 0;
};
/// The block's steps cut into bands of `steps` each, from the launch's first step on.
std::vector<PhaseShares> bands_of(const simulator::BlockTimes&, double steps);
/// Model steps of a band where the launch is so many pixels wide.
double steps_of_band(const simulator::LaunchTimes&, float width);

struct LaunchColumn {
    int launch = 0;  // into BlocksOverTime::launches
    float left = 0, width = 0;
    float drawn = 0;  // of its width, what its steps take: a step is as wide in every launch
};
/// As many launches as have `narrowest` for their words, `now` among them, drawn as wide as they
/// have steps.
std::vector<LaunchColumn> columns_for(const simulator::BlocksOverTime&, int now, float width,
                                      float gap, float narrowest);
/// Two in step have one scale of time: how much of the width the steps of this run take, a third
/// at least. 1 where it is drawn alone.
float share_of_steps(const DrawContext&, const ShownBlocks&);

/// Whether blocks change so often that single stretches can't be told apart.
bool is_too_dense(const simulator::BlocksOverTime&, const std::vector<LaunchColumn>&);

}  // namespace app
