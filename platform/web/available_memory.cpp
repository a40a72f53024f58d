// Memory that WebAssembly may still get: its addresses have 32 bits, and a page shares the machine.
#include "platform/available_memory.h"

#include <emscripten/heap.h>

namespace platform {

std::uint64_t available_memory() {
    const std::uint64_t most = emscripten_get_heap_max(), used = emscripten_get_heap_size();
    return most > used ? most - used : 0;
}

std::uint64_t memory_for_counts() { return 40 << 20; }

}  // namespace platform
