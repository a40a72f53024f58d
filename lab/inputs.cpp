// An input's values by element, as the device will hold them. References on the CPU walk over many of them.
#include <cmath>

#include "lab/lesson.h"

namespace lab {

std::function<double(std::uint64_t index)> Inputs::values(std::string_view name) const {
    for (const Allocation& allocation : plan_->allocations) {
        if (!allocation.input || allocation.name != name) continue;
        const std::uint64_t seed = buffer_seed(seed_, allocation.buffer);
        return [fill = allocation.fill, type = allocation.buffer.type, seed](std::uint64_t index) {
            const double value = fill_value(fill, seed, index);
            return type == Type::f32 ? static_cast<double>(static_cast<float>(value)) : value;
        };
    }
    return [](std::uint64_t) { return std::nan(""); };
}

}  // namespace lab
