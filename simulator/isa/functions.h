// Elementary functions in double, accurate to about 1e-14, without branches, so that compilers can
// vectorize them. Results rounded to float are (all but) correctly rounded. The hardware's tables
// may be 2 units in the last place off.
#pragma once

#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {

// x + this has x as an integer in the low bits; subtracted again it gives x rounded.
constexpr f64 whole_number = 6755399441055744.0;  // 1.5 * 2^52

[[gnu::always_inline]] inline f64 power_of_two(f64 whole) {
    const u64 bits = __builtin_bit_cast(u64, whole + whole_number);
    return __builtin_bit_cast(f64, (bits + 1023) << 52);
}

// 2^x - 1 for |x| <= 1/2, by the series of the exponential function.
[[gnu::always_inline]] inline f64 small_power_less_one(f64 x) {
    const f64 y = x * 0.69314718055994530942;
    f64 sum = 1.0;
    for (int k = 13; k > 1; --k) sum = 1.0 + y * (1.0 / k) * sum;
    return y * sum;
}

/// 2^x - 1, with a relative error of about 1e-14.
[[gnu::always_inline]] inline f64 power_less_one(f64 x) {
    const f64 held = x < -1000 ? -1000 : x > 1000 ? 1000 : x;
    const f64 whole = (held + whole_number) - whole_number;
    const f64 scale = power_of_two(whole);
    return (scale - 1) + scale * small_power_less_one(held - whole);
}

/// 2^x
[[gnu::always_inline]] inline f64 power(f64 x) {
    const f64 held = x < -1000 ? -1000 : x > 1000 ? 1000 : x;
    const f64 whole = (held + whole_number) - whole_number;
    const f64 scale = power_of_two(whole);
    return x != x ? x : scale + scale * small_power_less_one(held - whole);
}

/// Base-2 logarithm of a normal double. Infinity and zero: their limits; negative x: NaN.
[[gnu::always_inline]] inline f64 logarithm(f64 x) {
    const u64 bits = __builtin_bit_cast(u64, x);
    // Mantissas from sqrt(1/2) to sqrt(2), so that the logarithm is small where x is near 1.
    const u64 shifted = bits - 0x3fe6a09e667f3bcdull;
    const f64 exponent = f64(s32(s64(shifted) >> 52));
    const f64 mantissa =
        __builtin_bit_cast(f64, (shifted & 0xfffffffffffffull) + 0x3fe6a09e667f3bcdull);
    const f64 t = (mantissa - 1) / (mantissa + 1), square = t * t;
    f64 sum = 0;
    for (int k = 21; k > 0; k -= 2) sum = sum * square + 1.0 / k;
    const f64 result = exponent + 2.8853900817779268147 * (t * sum);
    const f64 infinity = __builtin_inf();
    return x > 0 ? (x < infinity ? result : infinity) : x == 0 ? -infinity : __builtin_nan("");
}

/// Beyond this |x|, the library computes sine and cosine: the quarter turns no longer fit.
constexpr f64 far_out = 1 << 20;

struct Turn {
    f64 rest;  // within an eighth of a turn
    u64 quarters;
};
[[gnu::always_inline]] inline Turn turn(f64 x) {
    const f64 quarters = x * 0.63661977236758134308 + whole_number, k = quarters - whole_number;
    // A quarter turn in three pieces of 33 bits, so that k times a piece is exact.
    const f64 rest = ((x - k * 1.57079632673412561417) - k * 6.07710050630396597660e-11) -
                     k * 2.02226624879595063154e-21;
    return {rest, __builtin_bit_cast(u64, quarters) & 3};
}
[[gnu::always_inline]] inline f64 small_sine(f64 x) {
    const f64 square = x * x;
    f64 sum = 1;
    for (int k = 16; k > 0; k -= 2) sum = 1 - square * (1.0 / (k * (k + 1))) * sum;
    return x * sum;
}
[[gnu::always_inline]] inline f64 small_cosine(f64 x) {
    const f64 square = x * x;
    f64 sum = 1;
    for (int k = 17; k > 0; k -= 2) sum = 1 - square * (1.0 / (k * (k + 1))) * sum;
    return sum;
}
/// Sine of x, or (ahead = 1) of x plus a quarter turn: the cosine. For |x| below far_out.
[[gnu::always_inline]] inline f64 near_sine(f64 x, u64 ahead) {
    const Turn angle = turn(x);
    const u64 quarter = angle.quarters + ahead;
    const f64 value = quarter & 1 ? small_cosine(angle.rest) : small_sine(angle.rest);
    return quarter & 2 ? -value : value;
}

/// Hyperbolic tangent.
[[gnu::always_inline]] inline f64 hyperbolic_tangent(f64 x) {
    const f64 e = power_less_one((x < -40 ? -40 : x > 40 ? 40 : x) * 2.8853900817779268147);
    return x != x || x == 0 ? x : e / (e + 2);
}

}  // namespace simulator::WARPLENS_LEVEL
