// See kernel_kinds.h.
#include "lab/time/kernel_kinds.h"

#include <algorithm>

namespace lab {
namespace {

using simulator::Counters;

std::uint64_t requests(const Counters& c) {
    return c.global_load_requests + c.global_store_requests;
}

// The factors of docs/measuring.md, from 3930 recorded settings of 121 kernels.
constexpr KernelKind kinds[] = {
    {"kernels that wait for other threads", [](const Counters& c) { return c.polls > 0; }, 100},
    {"kernels that read textures", [](const Counters& c) { return c.texture_instructions > 0; },
     100},
    {"kernels whose atomics meet at one address",
     [](const Counters& c) { return c.atomic_passes * 10 > c.warp_instructions; }, 20},
    {"kernels with local memory",
     [](const Counters& c) { return c.local_load_requests + c.local_store_requests > 0; }, 5},
    {"kernels whose lanes are far apart",
     [](const Counters& c) {
         return c.bytes_asked > 3 * c.bytes_requested && requests(c) * 20 > c.warp_instructions;
     },
     4},
    {"kernels that compute more than they load",
     [](const Counters& c) { return c.warp_instructions > 64 * requests(c); }, 5},
    {"kernels whose lanes are side by side", [](const Counters&) { return true; }, 2},
};

}  // namespace

std::span<const KernelKind> kernel_kinds() { return kinds; }

const KernelKind& kind_of(const Counters& counters) {
    return *std::ranges::find_if(kinds, [&](const KernelKind& kind) { return kind.has(counters); });
}

}  // namespace lab
