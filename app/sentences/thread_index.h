// The variable for a thread's index in a kernel's code: in the grid along an axis, or in its block
// where the kernel never reads the block. Read from the text that runs. Called by the first minute.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct ThreadIndex {
    std::string name;  // "i"
    char axis = 'x';
    bool in_grid = true;  // i = blockIdx * blockDim + threadIdx; else t = threadIdx
    int apart = 0;        // distance of blocks, where the code has it as a number
    bool operator==(const ThreadIndex&) const = default;
};

/// The indices, at most one per axis, x first; those of the grid where there are any. Empty where
/// the text has no such kernel, or computes indices in another way.
std::vector<ThreadIndex> thread_indices(std::string_view source, const std::string& kernel);

}  // namespace app
