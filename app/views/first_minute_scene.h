// What the figures of the first minute show.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "app/dealt_blocks.h"
#include "app/sentences/thread_index.h"

namespace app {

constexpr int minute_parts = 4;

// The thread that the figures follow, and the warp, block and launch that contain it.
struct MinuteScene {
    int threads = 0, warps = 0;  // number in a block
    int lane = 0, warp = 0;      // of the followed thread
    std::uint64_t block = 0;     // its block
    std::uint64_t blocks = 0;    // of the requested launch
    simulator::Dim3 block_shape, grid_shape;
    std::vector<ThreadIndex> indices;  // names of the thread's number in the code; may be empty
    std::string line;                  // the kernel's line that does the work
    int shown = minute_parts;          // uncovered parts, from the first on
    DealtBlocks dealt;
    int thread() const { return warp * simulator::warp_size + lane; }
    int lanes_of(int of) const {
        return std::clamp(threads - of * simulator::warp_size, 0, simulator::warp_size);
    }
};

}  // namespace app
