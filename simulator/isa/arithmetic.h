// The arithmetic of an instruction, by its opcode: for sentences about what a kernel does. Used by
// race_notes.cpp and address_made.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace simulator {

enum class Arithmetic : std::uint8_t {
    other,
    sum,
    difference,
    product,
    product_and_sum,
    power,  // multiplication by a power of two
    least,
    greatest,
    both_bits,
    any_bit,
    one_bit,  // exclusive or
    same,     // moves, conversions, choices
};

/// Of the opcode's first part, "mad" of "mad.lo.s32".
constexpr Arithmetic arithmetic_of(std::string_view word) {
    struct Row {
        std::string_view word;
        Arithmetic is;
    };
    constexpr Row rows[] = {
        {"add", Arithmetic::sum},
        {"sub", Arithmetic::difference},
        {"mul", Arithmetic::product},
        {"mad", Arithmetic::product_and_sum},
        {"fma", Arithmetic::product_and_sum},
        {"shl", Arithmetic::power},
        {"min", Arithmetic::least},
        {"max", Arithmetic::greatest},
        {"and", Arithmetic::both_bits},
        {"or", Arithmetic::any_bit},
        {"xor", Arithmetic::one_bit},
        {"mov", Arithmetic::same},
        {"cvt", Arithmetic::same},
        {"cvta", Arithmetic::same},
        {"selp", Arithmetic::same},
    };
    const auto* found = std::ranges::find(rows, word, &Row::word);
    return found == std::end(rows) ? Arithmetic::other : found->is;
}

/// Whether a product keeps only the width of its factors.
constexpr bool keeps_low_half(std::string_view part) { return part == "lo"; }

}  // namespace simulator
