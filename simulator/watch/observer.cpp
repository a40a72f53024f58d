// Queries of observers: places in memory and in the grid.
#include "simulator/watch/observer.h"

#include <cstring>

#include "simulator/decode/program.h"

namespace simulator {

Dim3 thread_index(const Dim3& shape, std::uint32_t linear) {
    return {linear % shape.x, linear / shape.x % shape.y, linear / shape.x / shape.y};
}

Dim3 block_index(const Dim3& shape, std::uint64_t linear) {
    return {static_cast<std::uint32_t>(linear % shape.x),
            static_cast<std::uint32_t>(linear / shape.x % shape.y),
            static_cast<std::uint32_t>(linear / shape.x / shape.y)};
}

Located located(const Moment& moment, const Code& code, int lane) {
    return resolve(code.space, lane_address(moment.warp, code, lane));
}

std::optional<std::uint64_t> memory_bits(const Moment& moment, Located at, int bytes, int lane) {
    const Environment& environment = *moment.warp.environment;
    std::uint64_t bits = 0;
    const auto within = [&](std::uint64_t size) {
        return at.address <= size && static_cast<std::uint64_t>(bytes) <= size - at.address;
    };
    const std::byte* from = nullptr;
    if (at.space == Space::shared && within(moment.shared.size())) {
        from = moment.shared.data() + at.address;
    } else if (at.space == Space::parameter && within(environment.parameter_bytes)) {
        from = environment.parameters + at.address;
    } else if (at.space == Space::global || at.space == Space::constant) {
        from = moment.scene.memory.host(at.address, bytes);
    } else if (at.space == Space::local && within(environment.local_bytes)) {
        for (int i = 0; i < bytes; ++i) {
            const std::uint64_t byte = local_offset(at.address + i, lane);
            bits |= static_cast<std::uint64_t>(environment.local[byte]) << i * 8;
        }
        return bits;
    }
    if (!from) return {};
    std::memcpy(&bits, from, bytes);
    return bits;
}

}  // namespace simulator
