// What a lesson's parts are asked for: an input's values by element, as the device will hold them
// (references on the CPU walk over many), and the line of the source that a rung counts.
#include <algorithm>
#include <cmath>

#include "lab/subject.h"

namespace lab {

std::function<double(std::uint64_t index)> Inputs::values(std::string_view name) const {
    for (const Allocation& allocation : plan_->allocations) {
        if (!allocation.input || allocation.name != name) continue;
        const std::uint64_t seed = buffer_seed(seed_, allocation);
        return [fill = allocation.fill, type = allocation.buffer.type, seed](std::uint64_t index) {
            const double value = fill_value(fill, seed, index);
            return type == Type::f32 ? static_cast<double>(static_cast<float>(value)) : value;
        };
    }
    return [](std::uint64_t) { return std::nan(""); };
}

int counted_line(const Settings& settings, std::string_view source_text) {
    const Rung& rung = rung_of(settings);
    const std::string kernel = settings.kernel();
    const std::string head = " " + kernel.substr(0, kernel.find('<')) + "(";
    const auto start = source_text.find(head);
    if (rung.line.empty() || start == source_text.npos) return 0;
    const auto at = source_text.find(rung.line, start);
    if (at == source_text.npos || at > source_text.find("\n}", start)) return 0;
    return 1 + static_cast<int>(std::ranges::count(source_text.substr(0, at), '\n'));
}

}  // namespace lab
