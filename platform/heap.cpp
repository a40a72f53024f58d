// With the C library's own allocator: small blocks that are kept hold whole pages of freed ones.
#include "platform/heap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace platform {

void return_freed_memory() {
#ifdef __GLIBC__
    constexpr int large = 1 << 20;  // bytes; fixed, or it would grow with the largest block so far
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, large);
    mallopt(M_ARENA_MAX, 8);  // threads that work side by side wait for each other in fewer
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
