// The sizes of the simulated device.
#pragma once

#include <cstdint>

#include "simulator/types.h"

namespace simulator {

struct Limits {
    std::uint32_t threads_per_block = 1024;
    Dim3 block{1024, 1024, 64};
    Dim3 grid{2147483647u, 65535, 65535};
    std::uint32_t shared_per_block = 227 * 1024;
    std::uint32_t blocks_resident = 4;  // in orders that interleave blocks; more where all wait
    // of an H200: limits how many blocks may wait for each other
    std::uint32_t multiprocessors_in_all = 132;
    // of Order::in_step: a small GPU, so that few blocks make several waves
    std::uint32_t multiprocessors = 4;
    std::uint32_t warps_on_each = 64, blocks_on_each = 32, shared_on_each = 228 * 1024;
};

/// Blocks with so many threads and bytes of shared memory that one multiprocessor holds at once; at
/// least 1.
std::uint32_t places_on_each(const Limits&, std::uint64_t threads, std::uint32_t shared_bytes);
/// The same for the whole device (multiprocessors_in_all): no more blocks can wait for each other.
std::uint64_t places_in_all(const Limits&, std::uint64_t threads, std::uint32_t shared_bytes);

}  // namespace simulator
