// What a run of somebody's own kernel left in its arrays, in a few numbers, to tell whether two
// kernels, or two shapes of a block, did the same work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace lab {

struct ArrayResult {
    std::string array;
    simulator::Type type{};
    std::uint64_t count = 0;
    std::uint64_t hash = 0;  // of whole numbers: all bits; of floats: where they are not finite
    double length = 0;       // of floats: square root of the sum of all squares
    std::array<double, 4> sums{};  // of floats: with signs that a hash of the index gives
};

/// Of one array's bytes.
ArrayResult array_result(std::string array, simulator::Type type, std::span<const std::byte>);

/// Of all arrays of a plan, whose bytes `contents` gives.
std::vector<ArrayResult> arrays_left(
    const class Plan&, const std::function<std::span<const std::byte>(const struct Buffer&)>&);

/// The first array in which two runs left other values; empty: none. Floats may differ by some
/// 1e-4 of all, as sums in another order do; one missing element of 10^7 is more. nullopt where
/// they did not have the same arrays.
std::optional<std::string> differing_array(const std::vector<ArrayResult>&,
                                           const std::vector<ArrayResult>&);

}  // namespace lab
