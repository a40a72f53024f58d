// See array_results.h.
#include "lab/own/array_results.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lab/plan.h"
#include "simulator/hash.h"
#include "simulator/shuffle.h"

namespace lab {
namespace {

bool of_floats(simulator::Type type) { return simulator::name_of(type)[0] == 'f'; }

// Rounding adds up to far less along each direction; a missing or another element to more.
constexpr double as_rounded = 1e-4;

bool agree(const ArrayResult& a, const ArrayResult& b) {
    if (a.hash != b.hash) return false;
    const double most = as_rounded * std::max(a.length, b.length);
    for (std::size_t i = 0; i < a.sums.size(); ++i)
        if (std::abs(a.sums[i] - b.sums[i]) > most) return false;
    return true;
}

}  // namespace

ArrayResult array_result(std::string array, simulator::Type type,
                         std::span<const std::byte> bytes) {
    const auto size = static_cast<std::size_t>(simulator::size_of(type));
    ArrayResult made{std::move(array), type, bytes.size() / size};
    simulator::Hash hash;
    if (!of_floats(type)) {
        hash.add(bytes);
        made.hash = hash.value();
        return made;
    }
    double squares = 0;
    for (std::uint64_t i = 0; i < made.count; ++i) {
        const double value = load_value(type, bytes.data() + i * size);
        if (!std::isfinite(value)) {
            hash.add(i);
            continue;
        }
        squares += value * value;
        std::uint64_t signs = simulator::mixed(i);
        for (double& sum : made.sums) sum += signs & 1 ? value : -value, signs >>= 1;
    }
    made.hash = hash.value();
    made.length = std::sqrt(squares);
    return made;
}

std::vector<ArrayResult> arrays_left(
    const Plan& plan, const std::function<std::span<const std::byte>(const Buffer&)>& contents) {
    std::vector<ArrayResult> all;
    for (const Allocation& each : plan.allocations)
        all.push_back(array_result(each.name, each.buffer.type, contents(each.buffer)));
    return all;
}

std::optional<std::string> differing_array(const std::vector<ArrayResult>& one,
                                           const std::vector<ArrayResult>& other) {
    if (one.empty() || one.size() != other.size()) return std::nullopt;
    for (std::size_t i = 0; i < one.size(); ++i)
        if (one[i].array != other[i].array || one[i].count != other[i].count) return std::nullopt;
    const auto [a, b] = std::ranges::mismatch(one, other, agree);
    return a == one.end() ? std::string() : a->array;
}

}  // namespace lab
