// How much memory this process can still be given.
#pragma once

#include <cstdint>

namespace platform {

/// Bytes that the system has left, and that the limits of this process and of its group leave of
/// them.
std::uint64_t available_memory();

}  // namespace platform
