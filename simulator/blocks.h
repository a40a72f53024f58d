// What every block of a launch did at which step, where Order::in_step runs them: each warp of all
// blocks that are there issues one instruction a step. Waves, and chains of blocks that wait for
// each other, are drawn from this. A model: no instruction takes longer than another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace simulator {

// Where warps of a block do several things at one step, the last of these is what the block does.
enum class Phase : std::uint8_t {
    nothing,
    at_barrier,
    waits,     // in a loop, for what another block writes
    computes,  // and whatever else stays within the block
    stores,    // to global memory, atomics too
    loads,     // from global memory
};

// Steps [from, to) of one launch.
struct Stretch {
    Phase phase{};
    std::uint32_t from = 0, to = 0;
    std::int64_t awaited = -1;  // Phase::waits: the block that it waits for; -1: not known
    bool operator==(const Stretch&) const = default;
};

struct BlockTimes {
    std::uint64_t block = 0;           // linear index in the grid
    std::uint32_t multiprocessor = 0;  // that it runs on
    std::uint32_t wave = 0;            // blocks that had its place before
    std::uint32_t from = 0, to = 0;    // steps
    std::vector<Stretch> stretches;    // in order, without gaps unless `cut`
    bool ended = false;                // false: the launch stopped before it did
    bool cut = false;                  // it took more steps than are kept
};

// What a lane read where its loop waits for other blocks.
struct Asked {
    std::uint64_t block = 0;  // that asks
    std::uint32_t step = 0;
    std::uint32_t thread = 0;   // linear, in the block
    std::uint32_t buffer = 0;   // LaunchTimes::asked_buffers
    std::uint64_t element = 0;  // of it
    std::uint64_t bits = 0;     // that it held
    bool operator==(const Asked&) const = default;
};

struct LaunchTimes {
    int launch = 0;
    std::string kernel;  // plain name
    Dim3 grid, block;
    std::uint64_t blocks = 0;
    std::uint32_t multiprocessors = 1, places = 1;  // places for blocks on all of them
    std::uint32_t waves = 0, steps = 0;
    std::vector<BlockTimes> kept;  // by block: the first and the last, see most_blocks_kept
    std::vector<Asked> asked;      // by blocks that are kept, in order of steps
    std::vector<std::string> asked_buffers;  // by the host's names
};

// When a warp of a watched block ran an instruction that traces hold too: memory, shuffles, votes,
// barriers. Of polls that found nothing new only the last is here.
struct WatchedStep {
    std::uint16_t launch = 0;
    std::uint32_t warp = 0;
    std::uint64_t block = 0;
    std::uint32_t instruction = 0;  // Program::code
    std::uint32_t step = 0;
};

struct BlocksOverTime {
    std::vector<LaunchTimes> launches;  // the first most_launches_kept
    int launches_run = 0;
    std::vector<WatchedStep> watched;  // as they ran
};

constexpr std::uint64_t first_blocks_kept = 96, last_blocks_kept = 32;  // of each launch
constexpr std::uint32_t most_steps_kept = 1 << 16;                      // of each block
constexpr std::size_t most_launches_kept = 64, most_stretches_kept = 1 << 19;
constexpr std::size_t most_asked_kept = 1 << 18;  // of each launch
constexpr std::size_t most_watched_steps_kept = 1 << 18;

}  // namespace simulator
