// The effects of .ftz, .sat and directed rounding on floats, and the hardware's one NaN. For the
// families that compute with floats.
#pragma once

#if !defined(__x86_64__)
#include <cfenv>
#endif

#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {

/// A subnormal becomes a zero of the same sign.
[[gnu::always_inline]] inline f32 flushed(f32 x) {
    const u32 bits = __builtin_bit_cast(u32, x);
    const u32 kept = (bits & 0x7f800000u) == 0 ? 0x80000000u : ~0u;
    return __builtin_bit_cast(f32, bits & kept);
}

[[gnu::always_inline]] inline void flush_lanes(const f32* from, f32* to) {
    for (int lane = 0; lane < warp_size; ++lane) to[lane] = flushed(from[lane]);
}

/// .sat: within 0 and 1; NaN becomes 0.
[[gnu::always_inline]] inline f32 saturated(f32 x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
[[gnu::always_inline]] inline f64 saturated(f64 x) { return x > 0 ? (x < 1 ? x : 1.0) : 0.0; }

/// Float arithmetic returns one NaN for every NaN. Double arithmetic passes a NaN on, made quiet,
/// as this processor does.
[[gnu::always_inline]] inline f32 one_nan(f32 x) {
    return x == x ? x : __builtin_bit_cast(f32, 0x7fffffffu);
}
[[gnu::always_inline]] inline f64 one_nan(f64 x) { return x; }

constexpr unsigned directions = round_zero | round_down | round_up;

// The neighbour of x above it (up) or below it.
template <class Bits, class F>
[[gnu::always_inline]] inline F neighbour_by_bits(F x, bool up) {
    const Bits bits = __builtin_bit_cast(Bits, x), sign = Bits(1) << (8 * sizeof(F) - 1);
    if (x == 0) return __builtin_bit_cast(F, up ? Bits(1) : Bits(sign | 1));
    return __builtin_bit_cast(F, bool(bits & sign) == up ? bits - 1 : bits + 1);
}
[[gnu::always_inline]] inline f32 neighbour(f32 x, bool up) {
    return neighbour_by_bits<u32>(x, up);
}
[[gnu::always_inline]] inline f64 neighbour(f64 x, bool up) {
    return neighbour_by_bits<u64>(x, up);
}

// While one lives, the processor rounds as the flags say. Operations can't leave its scope: they
// read and write memory, and the compiler may not move that across either end.
class Rounding {
public:
#if defined(__x86_64__)
    explicit Rounding(unsigned flags) : before_(__builtin_ia32_stmxcsr()) {
        const unsigned mode = flags & round_zero   ? 0x6000
                              : flags & round_up   ? 0x4000
                              : flags & round_down ? 0x2000
                                                   : 0;
        __builtin_ia32_ldmxcsr((before_ & ~0x6000u) | mode);
        asm volatile("" ::: "memory");
    }
    ~Rounding() {
        asm volatile("" ::: "memory");
        __builtin_ia32_ldmxcsr(before_);
    }
#else
    explicit Rounding(unsigned flags) : before_(std::fegetround()) {
        std::fesetround(flags & round_zero   ? FE_TOWARDZERO
                        : flags & round_up   ? FE_UPWARD
                        : flags & round_down ? FE_DOWNWARD
                                             : FE_TONEAREST);
    }
    ~Rounding() { std::fesetround(before_); }
#endif
    Rounding(const Rounding&) = delete;
    Rounding& operator=(const Rounding&) = delete;

private:
    unsigned before_;
};

/// Runs a body in its instruction's rounding mode.
template <Body body>
static void directed(Warp& warp, const Code& code) {
    const Rounding mode(code.flags);
    body(warp, code);
}

}  // namespace simulator::WARPLENS_LEVEL
