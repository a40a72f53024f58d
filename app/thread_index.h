// What a kernel's code calls the number of a thread: among all along an axis, or in its block where
// it never asks for the block. Read from the very text that runs. Called by the first minute.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct ThreadIndex {
    std::string name;  // "i"
    char axis = 'x';
    bool in_grid = true;  // i = blockIdx * blockDim + threadIdx; else t = threadIdx
    int apart = 0;        // from block to block, where that is written as a number
    bool operator==(const ThreadIndex&) const = default;
};

/// At most one for each axis, x first; those of the grid, where there is any. Empty where the
/// kernel is not in the text, or computes its places in another way.
std::vector<ThreadIndex> thread_indices(std::string_view source, const std::string& kernel);

}  // namespace app
