// The memory that this process can still get.
#pragma once

#include <cstdint>

namespace platform {

/// Bytes that are free in the system and within the limits of this process and its control group.
std::uint64_t available_memory();

/// Bytes of arrays that a run may fill for exact counts beside a picture. Limited in a web page,
/// since other pages need memory; else unlimited.
std::uint64_t memory_for_counts();

}  // namespace platform
