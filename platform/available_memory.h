// How much memory this process can still be given.
#pragma once

#include <cstdint>

namespace platform {

/// Bytes that the system has left, and that the limits of this process and of its group leave of
/// them.
std::uint64_t available_memory();

/// Bytes of arrays that a run may fill so that counts stand beside a picture at the size that was
/// asked for: a page is not to take what other pages need. All where nothing but the machine
/// limits them.
std::uint64_t memory_for_counts();

}  // namespace platform
