// How many blocks the simulated device holds at once. See limits.h.
#include "simulator/limits.h"

#include <algorithm>

namespace simulator {

std::uint32_t places_on_each(const Limits& limits, std::uint64_t threads,
                             std::uint32_t shared_bytes) {
    const std::uint64_t warps = std::max<std::uint64_t>((threads + warp_size - 1) / warp_size, 1);
    std::uint64_t most =
        std::min<std::uint64_t>(limits.blocks_on_each, limits.warps_on_each / warps);
    if (shared_bytes) most = std::min<std::uint64_t>(most, limits.shared_on_each / shared_bytes);
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(most, 1));
}

std::uint64_t places_in_all(const Limits& limits, std::uint64_t threads,
                            std::uint32_t shared_bytes) {
    return std::uint64_t{limits.multiprocessors_in_all} *
           places_on_each(limits, threads, shared_bytes);
}

}  // namespace simulator
