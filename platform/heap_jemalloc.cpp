// With jemalloc, which keeps blocks of one size together: few pages are held by a block that is
// left.
#include <jemalloc/jemalloc.h>

#include <cstdint>

#include "platform/heap.h"

// Read by jemalloc before main. Freed pages go back after half a second at the latest; few arenas,
// since each keeps pages of its own.
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

void return_freed_memory() {}  // by malloc_conf

void give_back_freed(std::size_t bytes) {
    std::uint64_t epoch = 1;  // what the counters say is of the last one
    mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
    const std::size_t used = stat("stats.active") + stat("stats.metadata");
    if (stat("stats.resident") < used + bytes) return;
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // 4096: all of them
}

}  // namespace platform
