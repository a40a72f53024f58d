// See live_form.h.
#include "lab/cuda/live_form.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace lab::cuda {
namespace {

constexpr std::uint64_t most_bars = 1024, most_side = 2048;
constexpr int height_of_bars = 256;

}  // namespace

LiveForm live_form(std::uint64_t count, Dim3 shape) {
    const std::uint64_t lines = std::uint64_t{shape.y} * shape.z;
    const bool shaped = lines > 1 && shape.x > 1 && shape.count() == count;
    if (shaped && shape.x <= most_side && lines <= most_side)
        return {.columns = int(shape.x), .rows = int(lines)};
    if (!shaped && count <= most_bars)
        return {.columns = int(count), .rows = height_of_bars, .bars = true};
    std::uint64_t columns = 1;
    while (columns < most_side && columns * columns < count) columns *= 2;
    const std::uint64_t most = columns * most_side, each = (count + most - 1) / most,
                        cells = (count + each - 1) / each;
    return {.columns = int(columns), .rows = int((cells + columns - 1) / columns), .each = each};
}

std::string live_type(Type type) {
    switch (type) {
        case Type::b8: return "u8";
        case Type::b16: return "u16";
        case Type::b32: return "u32";
        case Type::b64: return "u64";
        case Type::u8:
        case Type::s8:
        case Type::u16:
        case Type::s16:
        case Type::u32:
        case Type::s32:
        case Type::u64:
        case Type::s64:
        case Type::f32:
        case Type::f64: return std::string(simulator::name_of(type));
        default: return "";
    }
}

LiveTurns::Turn LiveTurns::next() {
    const std::size_t turn = at_++;
    if (turn < launches_) return Turn::launch;
    if (turn < launches_ + rests) return Turn::rest;
    reset();
    return Turn::reset;
}

std::vector<std::vector<std::size_t>> live_steps(const Plan& plan) {
    std::vector<std::vector<std::size_t>> turns;
    std::vector<std::size_t> before;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        if (!is_timed(plan.steps[step])) continue;
        before.push_back(step);
        if (std::holds_alternative<Launch>(plan.steps[step]))
            turns.push_back(std::exchange(before, {}));
    }
    if (!turns.empty()) std::ranges::copy(before, std::back_inserter(turns.back()));
    return turns;
}

}  // namespace lab::cuda
