// The limits of a device. refusal() compares settings with them before any launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "simulator/limits.h"

namespace lab {

struct DeviceLimits {
    std::string name = "a GPU of compute capability 9.0";
    simulator::Limits launch;  // threads, block and grid dimensions, shared memory by opt-in
    std::uint32_t static_shared_bytes = 48 * 1024;  // for arrays of a size known at compile time
    std::uint64_t memory_bytes = std::uint64_t{80} << 30;  // of the device
    int architecture = 90;                                 // of compute capability 9.0
};

/// Bytes of dynamic shared memory that a block has without cudaFuncSetAttribute, in a kernel with
/// `static_bytes` of static shared memory.
inline std::int64_t dynamic_shared_unasked(std::int64_t static_bytes) {
    const std::int64_t both = DeviceLimits{}.static_shared_bytes;
    return std::max<std::int64_t>(0, both - static_bytes);
}

/// The limits of the simulated card, on every machine and with any GPU: refusals are the same
/// everywhere.
inline const DeviceLimits& device_limits() {
    static const DeviceLimits limits;
    return limits;
}

}  // namespace lab
