// Rows of the special function unit. The hardware approximates by tables; results here are
// correctly rounded. They may differ by 2 units in the last place.
#include "simulator/isa/functions.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr auto reciprocal = [](f32 a) { return one_nan(1.0f / a); };
constexpr auto root = [](f32 a) { return one_nan(__builtin_sqrtf(a)); };
constexpr auto reciprocal_root = [](f32 a) {
    return one_nan(static_cast<f32>(1.0 / __builtin_sqrt(f64{a})));
};
constexpr auto exponential = [](f32 a) { return one_nan(static_cast<f32>(power(a))); };
constexpr auto logarithm_2 = [](f32 a) { return one_nan(static_cast<f32>(logarithm(a))); };
constexpr auto tangent = [](f32 a) { return one_nan(static_cast<f32>(hyperbolic_tangent(a))); };
constexpr auto quotient = [](f32 a, f32 b) { return one_nan(a / b); };
// a * (1 / b); the reciprocal underflows to 0 if |b| is above 2^126.
constexpr auto quick_quotient = [](f32 a, f32 b) {
    const f32 size = __builtin_fabsf(b);
    const bool lost = size > 0x1p126f && size < __builtin_inff();
    return one_nan(lost ? a * __builtin_copysignf(0.0f, b) : a / b);
};
template <u64 ahead>
constexpr auto sine =
    [](f32 a) { return one_nan(static_cast<f32>(a == 0 && !ahead ? a : near_sine(a, ahead))); };

// Angles beyond far_out, and infinities.
template <bool cosine>
void far_angles(const f32* a, f32* d) {
    for (int lane = 0; lane < warp_size; ++lane) {
        const f64 angle = a[lane];
        if (__builtin_fabs(angle) < far_out || angle != angle) continue;
        d[lane] = one_nan(static_cast<f32>(cosine ? __builtin_cos(angle) : __builtin_sin(angle)));
    }
}

template <bool cosine>
void angle_lanes(Warp& warp, const Code& code) {
    alignas(64) f32 a[warp_size];
    f32* d = lanes<f32>(warp, code.d);
    const f32* source = lanes<const f32>(warp, code.a);
    const bool flush = code.flags & flush_subnormals;
    bool far = false;
    for (int lane = 0; lane < warp_size; ++lane) {
        a[lane] = flush ? flushed(source[lane]) : source[lane];
        far |= !(__builtin_fabsf(a[lane]) < f32(far_out));
    }
    for (int lane = 0; lane < warp_size; ++lane) {
        const f32 near = __builtin_fabsf(a[lane]) < f32(far_out) ? a[lane] : 0.0f;
        const f32 value = sine<cosine>(near);
        d[lane] = a[lane] != a[lane] ? one_nan(a[lane]) : flush ? flushed(value) : value;
    }
    if (far) far_angles<cosine>(a, d);
}
template <bool cosine>
Bodies angle(const Match&) {
    return rare<angle_lanes<cosine>, f32>();
}

template <auto op>
Bodies approximate(const Match& match) {
    if constexpr (requires { op(0.0f, 0.0f); }) {
        static constexpr auto flush = [](f32 a, f32 b) {
            return flushed(op(flushed(a), flushed(b)));
        };
        return match.flags ? Loop<flush, f32, f32, f32>::bodies()
                           : Loop<op, f32, f32, f32>::bodies();
    } else {
        static constexpr auto flush = [](f32 a) { return flushed(op(flushed(a))); };
        return match.flags ? Loop<flush, f32, f32>::bodies() : Loop<op, f32, f32>::bodies();
    }
}

// Doubles: the hardware gives only the high half.
constexpr f64 high_half(f64 x) {
    const u64 bits = x == x ? __builtin_bit_cast(u64, x) : 0x7fffffff00000000ull;
    return __builtin_bit_cast(f64, bits & 0xffffffff00000000ull);
}
constexpr f64 flushed_double(f64 x) {
    return __builtin_fabs(x) < 0x1p-1022 ? __builtin_copysign(0.0, x) : x;
}
constexpr auto reciprocal_double = [](f64 a) {
    return high_half(flushed_double(1.0 / flushed_double(a)));
};
constexpr auto reciprocal_root_double = [](f64 a) { return high_half(1.0 / __builtin_sqrt(a)); };
constexpr auto reciprocal_root_flushed = [](f64 a) {
    return high_half(1.0 / __builtin_sqrt(flushed_double(a)));
};
Bodies root_of_double(const Match& match) {
    return match.flags ? Loop<reciprocal_root_flushed, f64, f64>::bodies()
                       : Loop<reciprocal_root_double, f64, f64>::bodies();
}

// clang-format off
constexpr Row rows[] = {
    {"rcp.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, approximate<reciprocal>,
     "d = 1 / a, may differ by 1 ulp"},
    {"rcp.approx.ftz.type d, a", doubles, Unit::special, Effect::join,
     fixed<reciprocal_double, f64, f64>, "d = 1 / a; hardware: accurate to 20 bits"},
    {"sqrt.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, approximate<root>,
     "d = square root of a, may differ by 1 ulp"},
    {"rsqrt.approx{.ftz}.type d, a", singles, Unit::special, Effect::join,
     approximate<reciprocal_root>, "d = 1 / square root of a, may differ by 2 ulp"},
    {"rsqrt.approx{.ftz}.type d, a", doubles, Unit::special, Effect::join, root_of_double,
     "d = 1 / square root of a; hardware: accurate to 20 bits"},
    {"div.approx{.ftz}.type d, a, b", singles, Unit::special, Effect::join,
     approximate<quick_quotient>, "d = a / b, may differ by 2 ulp; 0 where |b| is above 2^126"},
    {"div.full{.ftz}.type d, a, b", singles, Unit::special, Effect::join, approximate<quotient>,
     "d = a / b, may differ by 2 ulp"},
    {"ex2.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, approximate<exponential>,
     "d = 2 to the power of a, may differ by 2 ulp"},
    {"lg2.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, approximate<logarithm_2>,
     "d = logarithm of a to base 2, may differ by 2 ulp"},
    {"sin.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, angle<false>,
     "d = sine of a; hardware: accurate to 2^-20 near 0"},
    {"cos.approx{.ftz}.type d, a", singles, Unit::special, Effect::join, angle<true>,
     "d = cosine of a; hardware: accurate to 2^-20 near 0"},
    {"tanh.approx.type d, a", singles, Unit::special, Effect::join, approximate<tangent>,
     "d = hyperbolic tangent of a; hardware: accurate to 2^-11"},
};
// clang-format on

const Family family{"special", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
