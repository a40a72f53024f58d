// The comparisons of PTX, and how setp and set use them. For compare.cpp and half.cpp.
#pragma once

#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {

template <class T>
constexpr bool unordered(T a, T b) {
    return a != a || b != b;
}

constexpr auto equal = [](auto a, auto b) { return a == b; };
constexpr auto not_equal = [](auto a, auto b) { return !unordered(a, b) && a != b; };
constexpr auto less = [](auto a, auto b) { return a < b; };
constexpr auto less_equal = [](auto a, auto b) { return a <= b; };
constexpr auto greater = [](auto a, auto b) { return a > b; };
constexpr auto greater_equal = [](auto a, auto b) { return a >= b; };
// True if a or b is NaN.
constexpr auto equal_or = [](auto a, auto b) { return unordered(a, b) || a == b; };
constexpr auto not_equal_or = [](auto a, auto b) { return a != b; };
constexpr auto less_or = [](auto a, auto b) { return !(a >= b); };
constexpr auto less_equal_or = [](auto a, auto b) { return !(a > b); };
constexpr auto greater_or = [](auto a, auto b) { return !(a <= b); };
constexpr auto greater_equal_or = [](auto a, auto b) { return !(a < b); };
constexpr auto both_numbers = [](auto a, auto b) { return !unordered(a, b); };
constexpr auto any_nan = [](auto a, auto b) { return unordered(a, b); };

#if defined(__AVX512F__)
/// The AVX-512 code of an integer comparison, from its results for less, equal and greater.
template <auto op>
constexpr int number_of_comparison = [] {
    constexpr int numbers[] = {3, 6, 0, 5, 1, 4, 2, 7};  // never > = >= < != <= always
    return numbers[op(0, 1) << 2 | op(0, 0) << 1 | op(1, 0)];
}();

/// The lanes where op(a, b) holds for 32-bit integers, by the processor's mask instructions.
template <auto op, class T>
[[gnu::always_inline]] inline u32 mask_of_comparison(const T* a, const T* b) {
    constexpr int number = number_of_comparison<op>;
    const auto half = [&](int first) -> u32 {
        const __m512i x = _mm512_load_si512(a + first), y = _mm512_load_si512(b + first);
        if constexpr (std::is_signed_v<T>) return _mm512_cmp_epi32_mask(x, y, number);
        return _mm512_cmp_epu32_mask(x, y, number);
    };
    return half(0) | half(warp_size / 2) << (warp_size / 2);
}
#endif

/// The lanes where a comparison holds, combined with the predicate c if there is one.
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
