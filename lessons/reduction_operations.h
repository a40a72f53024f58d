// Operations that join many numbers to one: their knob, numbers that suit each, and the same by the
// CPU. Part of reduction.cpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lab/lesson.h"
#include "lessons/reading.h"

namespace lessons {

// For kernels whose numbers have no other type.
inline const Real whole_number{lab::Type::u32, "unsigned int", 4, 32};

enum Operation : std::int64_t { adds, multiplies, ands, ors, least, largest };
inline lab::Knob any_operation() {
    lab::Knob knob = lab::at_some_rungs(
        lab::choice(
            "operation", "Operation",
            {{"add", "a + b", "Digits from 0 to 9. Places without a number get 0."},
             {"multiply", "a · b",
              "The odd numbers from 3 on. Products keep their lower bits. Places without a number "
              "get 1."},
             {"and", "a & b",
              "Whole numbers that share their upper bits. Places without a number get all bits."},
             {"or", "a | b",
              "Whole numbers that share their upper bits. Places without a number get 0."},
             {"min", "min",
              "The smallest of numbers above 0. Places without a number get infinity."},
             {"max", "max",
              "The largest of numbers below 0. Places without a number get minus infinity."}}),
        "This kernel only adds.");
    knob.preset = multiplies;
    return knob;
}

inline bool of_whole_numbers(Operation by) { return by == multiplies || by == ands || by == ors; }

inline lab::Fill numbers_for(Operation by) {
    // Eight bits that all numbers share, 1010 0101, above eight bits by chance: neither "and" nor
    // "or" of many numbers is 0 or has all bits.
    constexpr double shared_bits = 0xA500, with_all_below = 0xA5FF;
    constexpr double most_digits = 1 << 24;  // whole numbers up to here are exact in a float
    switch (by) {
        // Odd numbers have an odd product, whose lower bits are exact in any order.
        case multiplies: return {.kind = lab::Fill::Kind::iota, .a = 3, .b = 2};
        case ands:
        case ors: return lab::Fill::digits(shared_bits, with_all_below);
        case least: return lab::Fill::digits(1, most_digits);
        case largest: return lab::Fill::digits(-most_digits, -1);
        case adds: break;
    }
    return lab::Fill::digits(0, 9);
}

inline std::uint64_t joined(Operation by, std::uint64_t a, std::uint64_t b) {
    return by == multiplies ? a * b : by == ands ? a & b : a | b;
}

inline double joined(Operation by, double a, double b) {
    return by == least ? std::min(a, b) : std::max(a, b);
}

// One number after the other, in their own type: numbers, total, n.
template <class Real>
void add_in_turn(const std::uint64_t* word) {
    const auto* numbers = reinterpret_cast<const Real*>(word[0]);
    Real sum = 0;
    for (std::int64_t i = 0; i < std::int64_t(word[2]); ++i) sum += numbers[i];
    *reinterpret_cast<Real*>(word[1]) = sum;
}

}  // namespace lessons
