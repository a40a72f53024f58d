// What was freed goes back to the system, so that a long lecture does not take more and more of it.
#pragma once

#include <cstddef>

namespace platform {

/// From now on what is freed goes back to the system: else the memory of a run with long arrays
/// would stay with this process, whatever comes after it. Called first in main.
void return_freed_memory();
/// Gives back what was freed and is still held here, if it is more than `bytes`. Takes some 10 ms
/// for 64 MB, in which others may wait for memory.
void give_back_freed(std::size_t bytes);

}  // namespace platform
