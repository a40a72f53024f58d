// With glibc's allocator, small live blocks keep whole pages of freed memory.
#include "platform/heap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace platform {

void return_freed_memory() {
#ifdef __GLIBC__
    constexpr int large = 1 << 20;  // bytes; fixed: else it grows with the largest freed block
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, large);
    mallopt(M_ARENA_MAX, 8);  // with fewer arenas, parallel threads wait for each other
#endif
}

void give_back_freed(std::size_t bytes) {
#ifdef __GLIBC__
    if (mallinfo2().fordblks > bytes) malloc_trim(0);
#else
    (void)bytes;
#endif
}

}  // namespace platform
