// The comparisons of PTX, and what setp and set make of one. For compare.cpp and half.cpp.
#pragma once

#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {

template <class T>
constexpr bool unordered(T a, T b) { return a != a || b != b; }

constexpr auto equal = [](auto a, auto b) { return a == b; };
constexpr auto not_equal = [](auto a, auto b) { return !unordered(a, b) && a != b; };
constexpr auto less = [](auto a, auto b) { return a < b; };
constexpr auto less_equal = [](auto a, auto b) { return a <= b; };
constexpr auto greater = [](auto a, auto b) { return a > b; };
constexpr auto greater_equal = [](auto a, auto b) { return a >= b; };
// True where a or b is not a number.
constexpr auto equal_or = [](auto a, auto b) { return unordered(a, b) || a == b; };
constexpr auto not_equal_or = [](auto a, auto b) { return a != b; };
constexpr auto less_or = [](auto a, auto b) { return !(a >= b); };
constexpr auto less_equal_or = [](auto a, auto b) { return !(a > b); };
constexpr auto greater_or = [](auto a, auto b) { return !(a <= b); };
constexpr auto greater_equal_or = [](auto a, auto b) { return !(a < b); };
constexpr auto both_numbers = [](auto a, auto b) { return !unordered(a, b); };
constexpr auto any_nan = [](auto a, auto b) { return unordered(a, b); };

/// The lanes for which a comparison holds, combined with the predicate c where there is one.
[[gnu::always_inline]] inline u32 combined(Warp& warp, const Code& code, u32 holds) {
    if (code.c == nowhere) return holds;
    const u32 c = warp.predicate(code.c) ^ (code.flags & negated_predicate ? ~0u : 0u);
    if (code.flags & combine_and) return holds & c;
    return code.flags & combine_or ? holds | c : holds ^ c;
}

/// "p|q" of setp: p = holds .bool c, q = !holds .bool c.
[[gnu::always_inline]] inline void set_predicates(Warp& warp, const Code& code, u32 holds) {
    const u32 p = combined(warp, code, holds), q = combined(warp, code, ~holds);
    set_predicate(warp, code.d, p);
    if (code.d2 != nowhere) set_predicate(warp, code.d2, q);
}

}  // namespace simulator::WARPLENS_LEVEL
