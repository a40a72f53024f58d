// jemalloc keeps blocks of one size together: a live block keeps few pages.
#include <jemalloc/jemalloc.h>

#include <cstdint>

#include "platform/heap.h"

// jemalloc reads this before main. Freed pages go back within half a second. Few arenas, since each
// keeps pages of its own.
extern "C" const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:500,muzzy_decay_ms:0,narenas:4";

namespace platform {

namespace {

std::size_t stat(const char* name) {
    std::size_t bytes = 0, size = sizeof bytes;
    mallctl(name, &bytes, &size, nullptr, 0);
    return bytes;
}

}  // namespace

void return_freed_memory() {}  // malloc_conf does it

void give_back_freed(std::size_t bytes) {
    std::uint64_t epoch = 1;  // refreshes the statistics
    mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
    const std::size_t used = stat("stats.active") + stat("stats.metadata");
    if (stat("stats.resident") < used + bytes) return;
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // 4096: all arenas
}

}  // namespace platform
