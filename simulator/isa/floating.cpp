// Rows of IEEE arithmetic on f32 and f64: every rounding mode, .ftz and .sat.
#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

#ifndef __wasm__
f32 multiplied_added(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
#else
// WebAssembly has no fma instruction. The product is exact in double. The sum is rounded to odd if
// inexact, and then rounds to float as the exact sum would. Unlike a library call, this vectorizes.
f32 multiplied_added(f32 a, f32 b, f32 c) {
    const f64 product = f64(a) * f64(b), sum = product + f64(c), back = sum - product;
    const f64 lost = (product - (sum - back)) + (f64(c) - back);
    const u64 bits = __builtin_bit_cast(u64, sum);
    const bool inexact = lost < 0 || lost > 0, away = (lost > 0) == (sum > 0);
    const u64 towards = away ? 1 : ~u64{0};
    return f32(__builtin_bit_cast(f64, bits + (inexact && !(bits & 1) ? towards : 0)));
}
#endif
f64 multiplied_added(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
f32 root(f32 a) { return __builtin_sqrtf(a); }
f64 root(f64 a) { return __builtin_sqrt(a); }

constexpr auto add = [](auto a, auto b) { return one_nan(a + b); };
constexpr auto subtract = [](auto a, auto b) { return one_nan(a - b); };
constexpr auto multiply = [](auto a, auto b) { return one_nan(a * b); };
constexpr auto multiply_add = [](auto a, auto b, auto c) {
    return one_nan(multiplied_added(a, b, c));
};
constexpr auto divide = [](auto a, auto b) { return one_nan(a / b); };
constexpr auto square_root = [](auto a) { return one_nan(root(a)); };
constexpr auto reciprocal = []<class T>(T a) { return one_nan(T(1) / a); };

// .sat and .ftz, read from the flags.
template <auto op, class... F>
struct Modified {
    [[gnu::always_inline]] static f32 value(unsigned flags, F... x) {
        const bool flush = flags & flush_subnormals;
        f32 result = op((flush ? flushed(x) : x)...);
        result = flush ? flushed(result) : result;
        return flags & saturate ? saturated(result) : result;
    }
    [[gnu::always_inline]] static void run(f32* d, unsigned flags, const F*... source) {
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane) d[lane] = value(flags, source[lane]...);
    }
    static void full(Warp& warp, const Code& code) {
        f32* d = lanes<f32>(warp, code.d);
        const f32* a = lanes<const f32>(warp, code.a);
        if constexpr (sizeof...(F) == 1)
            return run(d, code.flags, a);
        else {
            const f32* b = lanes<const f32>(warp, code.b);
            if constexpr (sizeof...(F) == 2)
                return run(d, code.flags, a, b);
            else
                return run(d, code.flags, a, b, lanes<const f32>(warp, code.c));
        }
    }
};

template <auto op, class... D>
Bodies on_doubles(const Match& match) {
    using Doubles = Loop<op, f64, D...>;
    if (match.flags & (flush_subnormals | saturate)) return {};
    return match.flags & directions ? rare<directed<Doubles::full>, f64>() : Doubles::bodies();
}

template <auto op, class... F>
Bodies on_floats(const Match& match) {
    static constexpr auto flush = [](F... x) { return flushed(op(flushed(x)...)); };
    using Plain = Loop<op, f32, F...>;
    switch (match.flags) {
        case 0: return Plain::bodies();
        case flush_subnormals: return Loop<flush, f32, F...>::bodies();
        case round_zero:
        case round_down:
        case round_up: return rare<directed<Plain::full>, f32>();
        default: return rare<directed<Modified<op, F...>::full>, f32>();
    }
}

template <auto op>
Bodies arithmetic(const Match& match) {
    if constexpr (requires { op(1.0f); }) {
        return match.type == Type::f64 ? on_doubles<op, f64>(match) : on_floats<op, f32>(match);
    } else if constexpr (requires { op(1.0f, 1.0f); }) {
        return match.type == Type::f64 ? on_doubles<op, f64, f64>(match)
                                       : on_floats<op, f32, f32>(match);
    } else {
        return match.type == Type::f64 ? on_doubles<op, f64, f64, f64>(match)
                                       : on_floats<op, f32, f32, f32>(match);
    }
}

// A sign is a bit, but a double NaN is passed on, made quiet.
constexpr auto negate_single = [](u32 a) { return a ^ 0x80000000u; };
constexpr auto negate_double = [](f64 a) { return a != a ? a + a : -a; };
constexpr auto clear_single = [](u32 a) { return a & 0x7fffffffu; };
constexpr auto clear_double = [](f64 a) { return a != a ? a + a : __builtin_fabs(a); };
constexpr auto copy_single = [](u32 a, u32 b) { return (a & 0x80000000u) | (b & 0x7fffffffu); };
constexpr auto copy_double = [](u64 a, u64 b) {
    return (a & 0x8000000000000000ull) | (b & 0x7fffffffffffffffull);
};
constexpr auto negate_flushed = [](f32 a) { return one_nan(-flushed(a)); };
constexpr auto clear_flushed = [](f32 a) { return one_nan(__builtin_fabsf(flushed(a))); };

template <auto single, auto flush, auto wide>
Bodies signing(const Match& match) {
    if (match.type == Type::f64) {
        return match.flags == 0 ? Loop<wide, f64, f64>::bodies() : Bodies{};
    }
    if (match.flags & flush_subnormals) return Loop<flush, f32, f32>::bodies();
    return Loop<single, u32, u32>::bodies();
}

Bodies copying_sign(const Match& match) {
    if (match.type == Type::f64) return Loop<copy_double, u64, u64, u64>::bodies();
    return Loop<copy_single, u32, u32, u32>::bodies();
}

// A number wins over NaN, and -0 is less than +0: signs of equal values are combined by or / and.
template <class F, class Bits>
F with_any_sign(F a, F b) {
    return __builtin_bit_cast(F, __builtin_bit_cast(Bits, a) | __builtin_bit_cast(Bits, b));
}
template <class F, class Bits>
F with_common_sign(F a, F b) {
    return __builtin_bit_cast(F, __builtin_bit_cast(Bits, a) & __builtin_bit_cast(Bits, b));
}
template <class F>
struct BitsOf {
    using type = u32;
};
template <>
struct BitsOf<f64> {
    using type = u64;
};
constexpr auto smaller = []<class F>(F a, F b) {
    const F equal = with_any_sign<F, typename BitsOf<F>::type>(a, b);
    const F less = a < b ? a : a == b ? equal : b;
    return one_nan(b != b ? a : a != a ? b : less);
};
constexpr auto larger = []<class F>(F a, F b) {
    const F equal = with_common_sign<F, typename BitsOf<F>::type>(a, b);
    const F more = a > b ? a : a == b ? equal : b;
    return one_nan(b != b ? a : a != a ? b : more);
};

template <auto op, class F>
Bodies extremum(const Match& match) {
    static constexpr auto strict = [](F a, F b) {
        return a != a || b != b ? one_nan(a + b) : op(a, b);
    };
    if constexpr (sizeof(F) == 8) {
        return match.flags == 0 ? Loop<op, F, F, F>::bodies() : Bodies{};
    } else {
        static constexpr auto flush = [](F a, F b) { return op(flushed(a), flushed(b)); };
        static constexpr auto flush_strict = [](F a, F b) {
            return strict(flushed(a), flushed(b));
        };
        switch (match.flags) {
            case 0: return Loop<op, F, F, F>::bodies();
            case flush_subnormals: return Loop<flush, F, F, F>::bodies();
            case propagate_nan: return rare<Loop<strict, F, F, F>::full, F>();
            default: return rare<Loop<flush_strict, F, F, F>::full, F>();
        }
    }
}

template <auto op>
Bodies choosing(const Match& match) {
    return match.type == Type::f64 ? extremum<op, f64>(match) : extremum<op, f32>(match);
}

// testp.op: the class of a number, from its bits.
constexpr auto is_finite = [](auto a) { return __builtin_isfinite(a); };
constexpr auto is_infinite = [](auto a) { return !__builtin_isfinite(a) && a == a; };
constexpr auto is_number = [](auto a) { return a == a; };
constexpr auto is_nan = [](auto a) { return a != a; };
constexpr auto is_normal = [](auto a) { return __builtin_isnormal(a) || a == 0; };
constexpr auto is_subnormal = [](auto a) {
    return __builtin_isfinite(a) && a != 0 && !__builtin_isnormal(a);
};

template <auto op, class T>
void test(Warp& warp, const Code& code) {
    const T* a = lanes<const T>(warp, code.a);
    set_predicate(warp, code.d, mask_where([&](int lane) { return op(a[lane]); }));
}
template <auto op>
Bodies testing(const Match& match) {
    if (match.type == Type::f64) return {test<op, f64>, test<op, f64>};
    return {test<op, f32>, test<op, f32>};
}

constexpr Unit pipe = Unit::fma;

// clang-format off
constexpr Row rows[] = {
    {"add{.rnd}{.ftz}{.sat}.type d, a, b", reals, pipe, Effect::join, arithmetic<add>,
     "d = a + b, rounded"},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b", reals, pipe, Effect::join, arithmetic<subtract>,
     "d = a - b, rounded"},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b", reals, pipe, Effect::product, arithmetic<multiply>,
     "d = a * b, rounded"},
    {"fma.rnd{.ftz}{.sat}.type d, a, b, c", reals, pipe, Effect::product, arithmetic<multiply_add>,
     "d = a * b + c, rounded once"},
    {"mad.rnd{.ftz}{.sat}.type d, a, b, c", reals, pipe, Effect::product, arithmetic<multiply_add>,
     "d = a * b + c, rounded once"},
    {"div.rnd{.ftz}.type d, a, b", reals, pipe, Effect::join, arithmetic<divide>,
     "d = a / b, rounded"},
    {"rcp.rnd{.ftz}.type d, a", reals, pipe, Effect::join, arithmetic<reciprocal>,
     "d = 1 / a, rounded"},
    {"sqrt.rnd{.ftz}.type d, a", reals, pipe, Effect::join, arithmetic<square_root>,
     "d = square root of a, rounded"},
    {"neg{.ftz}.type d, a", reals, Unit::alu, Effect::alter,
     signing<negate_single, negate_flushed, negate_double>, "d = -a"},
    {"abs{.ftz}.type d, a", reals, Unit::alu, Effect::alter,
     signing<clear_single, clear_flushed, clear_double>, "d = |a|"},
    {"copysign.type d, a, b", reals, Unit::alu, Effect::join, copying_sign,
     "d = b with the sign of a"},
    {"min{.ftz}{.NaN}.type d, a, b", reals, Unit::alu, Effect::least, choosing<smaller>,
     "d = the smaller of a and b; the number where one is NaN (.NaN: NaN)"},
    {"max{.ftz}{.NaN}.type d, a, b", reals, Unit::alu, Effect::greatest, choosing<larger>,
     "d = the larger of a and b; the number where one is NaN (.NaN: NaN)"},
    {"testp.finite.type p, a", reals, Unit::alu, Effect::truth, testing<is_finite>,
     "p = a is neither infinite nor NaN"},
    {"testp.infinite.type p, a", reals, Unit::alu, Effect::truth, testing<is_infinite>,
     "p = a is infinite"},
    {"testp.number.type p, a", reals, Unit::alu, Effect::truth, testing<is_number>,
     "p = a is not NaN"},
    {"testp.notanumber.type p, a", reals, Unit::alu, Effect::truth, testing<is_nan>,
     "p = a is NaN"},
    {"testp.normal.type p, a", reals, Unit::alu, Effect::truth, testing<is_normal>,
     "p = a is finite and not subnormal"},
    {"testp.subnormal.type p, a", reals, Unit::alu, Effect::truth, testing<is_subnormal>,
     "p = a is subnormal"},
};
// clang-format on

const Family family{"floating", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
