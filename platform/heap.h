// Returns freed memory to the system, so that this program does not grow during a long lecture.
#pragma once

#include <cstddef>

namespace platform {

/// From now on freed memory goes back to the system: else this process would keep the memory of a
/// run with long arrays. Call first in main.
void return_freed_memory();
/// Returns freed memory to the system now, if more than `bytes` of it is held. Takes some 10 ms for
/// 64 MB; other threads may wait for memory meanwhile.
void give_back_freed(std::size_t bytes);

}  // namespace platform
