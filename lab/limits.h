// What a device can take: refusals are made from it before any launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "simulator/limits.h"

namespace lab {

struct DeviceLimits {
    std::string name = "a GPU of compute capability 9.0";
    simulator::Limits launch;  // threads, block and grid dimensions, shared memory by opt-in
    std::uint32_t static_shared_bytes = 48 * 1024;  // of arrays whose size is known to the compiler
    std::uint64_t memory_bytes = std::uint64_t{80} << 30;  // of the device
};

/// Bytes of dynamic shared memory that a block of a kernel with so many static ones has without
/// cudaFuncSetAttribute.
inline std::int64_t dynamic_shared_unasked(std::int64_t static_bytes) {
    const std::int64_t both = DeviceLimits{}.static_shared_bytes;
    return std::max<std::int64_t>(0, both - static_bytes);
}

/// Limits of the card that is simulated, whatever GPU is here: what is refused and why is the same
/// on every machine.
const DeviceLimits& device_limits();

}  // namespace lab
