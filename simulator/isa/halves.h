// The 16-bit formats f16 and bf16, and conversions to and from them. For half.cpp. Arithmetic is
// written without branches, for vectorization.
#pragma once

#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {

// IEEE half; and the upper half of a float.
struct Half {
    static constexpr int mantissa = 10, least_exponent = -14;
};
struct Brain {
    static constexpr int mantissa = 7, least_exponent = -126;
};
template <class Format>
constexpr u16 infinity = u16(0x7fffu >> Format::mantissa << Format::mantissa);
constexpr u16 nan_16 = 0x7fff;

template <class Format>
[[gnu::always_inline]] inline u16 flushed_16(u16 x) {
    return x & infinity<Format> ? x : u16(x & 0x8000);
}

/// The exact value of 16 bits; NaN keeps its bits.
template <class Format>
[[gnu::always_inline]] inline f32 widened(u16 x) {
    if constexpr (Format::mantissa == 7) return __builtin_bit_cast(f32, u32(x) << 16);
    const u32 size = u32(x & 0x7fff) << 13, sign = u32(x & 0x8000) << 16;
    const f32 scaled = __builtin_bit_cast(f32, size) * 0x1p112f;
    const u32 bits = size >= 0x0f800000u ? size | 0x7f800000u : __builtin_bit_cast(u32, scaled);
    return __builtin_bit_cast(f32, bits | sign);
}

/// A double as a float whose last bit is set if the conversion is inexact. Rounding that float to
/// 16 bits then gives the same as rounding the double.
[[gnu::always_inline]] inline f32 to_odd(f64 x) {
    const f32 nearest = static_cast<f32>(x);
    const f64 back = nearest;
    const u32 too_far = __builtin_fabs(back) > __builtin_fabs(x) ? 1u : 0u;
    const u32 inexact = back != x ? 1u : 0u;
    return __builtin_bit_cast(f32, (__builtin_bit_cast(u32, nearest) - too_far) | inexact);
}

/// The same for a sum of doubles.
[[gnu::always_inline]] inline f64 odd_sum(f64 a, f64 b) {
    const f64 sum = a + b, of_b = sum - a, of_a = sum - of_b;
    const f64 missing = (a - of_a) + (b - of_b);
    const u64 bits = __builtin_bit_cast(u64, sum);
    const u64 inward = (missing > 0) == (sum > 0) ? 0 : 1;  // 1: the sum is too large
    const u64 odd = (bits - inward) | 1;
    return __builtin_bit_cast(f64, ((missing > 0) | (missing < 0)) ? odd : bits);
}

/// The nearest 16-bit value, ties to even; NaN becomes nan_16.
template <class Format>
[[gnu::always_inline]] inline u16 nearest_16(f32 x) {
    const u32 bits = __builtin_bit_cast(u32, x), size = bits & 0x7fffffffu;
    u32 value;
    if constexpr (Format::mantissa == 7) {
        value = (size + 0x7fffu + (size >> 16 & 1)) >> 16;
    } else {
        const u32 normal = ((size + 0xfffu + (size >> 13 & 1)) >> 13) - 0x1c000u;
        const f32 moved = __builtin_bit_cast(f32, size) + 0.5f;  // its last place is that of a half
        const u32 small = __builtin_bit_cast(u32, moved) - 0x3f000000u;
        value = size < 0x38800000u ? small : size >= 0x477ff000u ? 0x7c00u : normal;
    }
    const u32 number = value | bits >> 31 << 15;
    return u16(size > 0x7f800000u ? u32(nan_16) : number);
}

// Whether the kept digits are rounded up, given the digits cut off.
inline bool rounds_up(u64 kept, u64 cut, u64 half, bool negative, unsigned flags) {
    if (flags & round_zero) return false;
    if (flags & round_down) return negative && cut;
    if (flags & round_up) return !negative && cut;
    return cut > half || (cut == half && kept & 1);
}

/// A double as 16 bits, in any rounding mode.
template <class Format>
static u16 narrowed(f64 x, unsigned flags) {
    if (x != x) return nan_16;
    const u64 bits = __builtin_bit_cast(u64, x), size = bits & ~(u64(1) << 63);
    const bool negative = bits >> 63;
    const u16 sign = negative ? 0x8000 : 0;
    if (size == 0 || x - x != 0) return u16(sign | (size ? infinity<Format> : 0));
    const s32 exponent = s32(size >> 52) - 1023, above = exponent - Format::least_exponent;
    const s32 wanted = 52 - Format::mantissa - (above < 0 ? above : 0);
    const s32 drop = wanted < 60 ? wanted : 60;
    const u64 whole = (size & 0xfffffffffffffull) | u64(1) << 52;
    const u64 kept = whole >> drop, cut = whole & ((u64(1) << drop) - 1);
    u64 value = kept + rounds_up(kept, cut, u64(1) << (drop - 1), negative, flags);
    value += above > 0 ? u64(above) << Format::mantissa : 0;
    if (value >= infinity<Format>) {
        const bool finite = flags & round_zero || (flags & round_down && !negative) ||
                            (flags & round_up && negative);
        value = infinity<Format> - finite;
    }
    return u16(sign | value);
}

}  // namespace simulator::WARPLENS_LEVEL
