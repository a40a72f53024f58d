// What every block of a launch did at each step, under Order::in_step: in one step, each warp of
// all resident blocks issues one instruction. Pictures of waves, and of chains of blocks that wait
// for each other, are drawn from this. A model: every instruction takes one step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace simulator {

// If the warps of a block do different things in one step, the block's phase is the last of these.
enum class Phase : std::uint8_t {
    nothing,
    at_barrier,
    waits,     // in a loop, until another block writes a value
    computes,  // and anything else within the block
    stores,    // to global memory, atomics included
    loads,     // from global memory
};

// Steps [from, to) of one launch.
struct Stretch {
    Phase phase{};
    std::uint32_t from = 0, to = 0;
    std::int64_t awaited = -1;  // Phase::waits: the block that it waits for; -1: unknown
    bool operator==(const Stretch&) const = default;
};

struct BlockTimes {
    std::uint64_t block = 0;           // linear index in the grid
    std::uint32_t multiprocessor = 0;  // that runs the block
    std::uint32_t wave = 0;            // number of earlier blocks at its place
    std::uint32_t from = 0, to = 0;    // steps
    std::vector<Stretch> stretches;    // in order, without gaps unless `cut`
    bool ended = false;                // false: the launch stopped before the block ended
    bool cut = false;                  // the block took more steps than are kept
};

// What one lane read in a loop that waits for other blocks.
struct Asked {
    std::uint64_t block = 0;  // the reading block
    std::uint32_t step = 0;
    std::uint32_t thread = 0;   // linear, in the block
    std::uint32_t buffer = 0;   // index into LaunchTimes::asked_buffers
    std::uint64_t element = 0;  // of that buffer
    std::uint64_t bits = 0;     // the value that was read
    bool operator==(const Asked&) const = default;
};

struct LaunchTimes {
    int launch = 0;
    std::string kernel;  // plain name
    Dim3 grid, block;
    std::uint64_t blocks = 0;
    std::uint32_t multiprocessors = 1, places = 1;  // places: blocks that all of them hold at once
    std::uint32_t waves = 0, steps = 0;
    std::vector<BlockTimes> kept;  // by block: the first and the last ones, see first_blocks_kept
    std::vector<Asked> asked;      // reads by kept blocks, in order of steps
    std::vector<std::string> asked_buffers;  // the host's names
};

// The step at which a warp of a watched block ran a traced instruction: memory, shuffle, vote or
// barrier. Of polls that found nothing new, only the last is here.
struct WatchedStep {
    std::uint16_t launch = 0;
    std::uint32_t warp = 0;
    std::uint64_t block = 0;
    std::uint32_t instruction = 0;  // index into Program::code
    std::uint32_t step = 0;
};

struct BlocksOverTime {
    std::vector<LaunchTimes> launches;  // the first most_launches_kept
    int launches_run = 0;
    std::vector<WatchedStep> watched;  // in the order in which they ran
};

constexpr std::uint64_t first_blocks_kept = 96, last_blocks_kept = 32;  // of each launch
constexpr std::uint32_t most_steps_kept = 1 << 16;                      // of each block
constexpr std::size_t most_launches_kept = 64, most_stretches_kept = 1 << 19;
constexpr std::size_t most_asked_kept = 1 << 18;  // of each launch
constexpr std::size_t most_watched_steps_kept = 1 << 18;

}  // namespace simulator
