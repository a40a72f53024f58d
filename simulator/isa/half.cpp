// Rows on f16 and bf16, single and in pairs. Computed in double and rounded once. Both values of a
// pair are adjacent in a register, so a body needs only the number of values.
#include "simulator/isa/comparing.h"
#include "simulator/isa/converting.h"
#include "simulator/isa/functions.h"
#include "simulator/isa/halves.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr auto add = [](f64 a, f64 b) { return odd_sum(a, b); };
constexpr auto subtract = [](f64 a, f64 b) { return odd_sum(a, -b); };
constexpr auto multiply = [](f64 a, f64 b) { return a * b; };
constexpr auto multiply_add = [](f64 a, f64 b, f64 c) { return odd_sum(a * b, c); };
constexpr auto negate = [](f64 a) { return -a; };
constexpr auto magnitude = [](f64 a) { return __builtin_fabs(a); };
constexpr auto exponential = [](f64 a) { return power(a); };
constexpr auto tangent = [](f64 a) { return hyperbolic_tangent(a); };
constexpr auto smaller = [](f64 a, f64 b) {
    const f64 less = a < b || (a == b && __builtin_signbit(a)) ? a : b;
    return b != b ? a : a != a ? b : less;
};
constexpr auto larger = [](f64 a, f64 b) {
    const f64 more = a > b || (a == b && !__builtin_signbit(a)) ? a : b;
    return b != b ? a : a != a ? b : more;
};
constexpr auto smaller_or_nan = [](f64 a, f64 b) {
    return a != a ? a : b != b ? b : smaller(a, b);
};
constexpr auto larger_or_nan = [](f64 a, f64 b) { return a != a ? a : b != b ? b : larger(a, b); };

// Applies .sat and .relu (NaN stays or becomes 0), then rounds to 16 bits.
template <class Format>
u16 finished(f64 value, unsigned flags) {
    if (flags & saturate) value = saturated(value);
    if (flags & clamp_negative && value <= 0) value = 0;
    return narrowed<Format>(value, flags);
}

// The values of a source as floats; `count`: 32, or 64 for pairs.
template <class Format>
[[gnu::noinline]] void widen(const u16* from, f32* to, int count, bool flush) {
    if (flush) {
        for (int k = 0; k < count; ++k) to[k] = widened<Format>(flushed_16<Format>(from[k]));
    } else {
        for (int k = 0; k < count; ++k) to[k] = widened<Format>(from[k]);
    }
}

template <class Format>
[[gnu::noinline]] void narrow(const f32* from, u16* to, int count, unsigned flags) {
    const bool saturates = flags & saturate, relu = flags & clamp_negative;
    for (int k = 0; k < count; ++k) {
        f32 x = saturates ? saturated(from[k]) : from[k];
        x = (relu & (x <= 0)) ? 0.0f : x;
        to[k] = nearest_16<Format>(x);
    }
    if (!(flags & flush_subnormals)) return;
    for (int k = 0; k < count; ++k) to[k] = flushed_16<Format>(to[k]);
}

// Widens, computes, narrows: three loops that vectorize.
template <class Format, int count, auto op>
void body(Warp& warp, const Code& code) {
    alignas(64) f32 a[count], b[count], c[count], d[count];
    const bool flush = code.flags & flush_subnormals;
    widen<Format>(lanes<const u16>(warp, code.a), a, count, flush);
    if constexpr (requires { op(1.0); }) {
        for (int k = 0; k < count; ++k) d[k] = to_odd(op(a[k]));
    } else {
        widen<Format>(lanes<const u16>(warp, code.b), b, count, flush);
        if constexpr (requires { op(1.0, 1.0); }) {
            for (int k = 0; k < count; ++k) d[k] = to_odd(op(a[k], b[k]));
        } else {
            widen<Format>(lanes<const u16>(warp, code.c), c, count, flush);
            for (int k = 0; k < count; ++k) d[k] = to_odd(op(a[k], b[k], c[k]));
        }
    }
    narrow<Format>(d, lanes<u16>(warp, code.d), count, code.flags);
}

template <auto op>
Bodies halves(const Match& match) {
    if (match.flags & directions) return {};
    switch (match.type) {
        case Type::f16: return rare<body<Half, 32, op>, u16>();
        case Type::bf16: return rare<body<Brain, 32, op>, u16>();
        case Type::f16x2: return rare<body<Half, 64, op>, u32>();
        case Type::bf16x2: return rare<body<Brain, 64, op>, u32>();
        default: return {};
    }
}

template <auto op, auto op_nan>
Bodies extremes(const Match& match) {
    return match.flags & propagate_nan ? halves<op_nan>(match) : halves<op>(match);
}

// ---- comparisons

template <class Format, auto op>
u32 compared(Warp& warp, const Code& code, int first, int stride) {
    const u16* a = lanes<const u16>(warp, code.a);
    const u16* b = lanes<const u16>(warp, code.b);
    alignas(64) f32 x[2 * warp_size], y[2 * warp_size];
    widen<Format>(a, x, stride * warp_size, code.flags & flush_subnormals);
    widen<Format>(b, y, stride * warp_size, code.flags & flush_subnormals);
    return mask_where(
        [&](int lane) { return op(x[first + stride * lane], y[first + stride * lane]); });
}

template <class Format, auto op>
void compare_single(Warp& warp, const Code& code) {
    set_predicates(warp, code, compared<Format, op>(warp, code, 0, 1));
}

// p: the low halves; q: the high halves.
template <class Format, auto op>
void compare_pairs(Warp& warp, const Code& code) {
    const u32 p = combined(warp, code, compared<Format, op>(warp, code, 0, 2));
    const u32 q = combined(warp, code, compared<Format, op>(warp, code, 1, 2));
    set_predicate(warp, code.d, p);
    if (code.d2 != nowhere) set_predicate(warp, code.d2, q);
}

template <auto op>
Bodies comparing(const Match& match) {
    switch (match.type) {
        case Type::f16: return {compare_single<Half, op>, compare_single<Half, op>};
        case Type::bf16: return {compare_single<Brain, op>, compare_single<Brain, op>};
        case Type::f16x2: return {compare_pairs<Half, op>, compare_pairs<Half, op>};
        case Type::bf16x2: return {compare_pairs<Brain, op>, compare_pairs<Brain, op>};
        default: return {};
    }
}

// set: 1.0 in the destination's format where the comparison holds, or all ones in an integer.
u32 truth_of(Type type) {
    if (type == Type::f16) return 0x3c00;
    if (type == Type::f16x2) return 0x3c003c00;
    if (type == Type::bf16) return 0x3f80;
    return type == Type::bf16x2 ? 0x3f803f80 : ~0u;
}

template <class Format, auto op>
void set_single(Warp& warp, const Code& code) {
    const u32 holds = combined(warp, code, compared<Format, op>(warp, code, 0, 1));
    const u32 truth = truth_of(code.type);
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 value = holds >> lane & 1 ? truth : 0;
        if (bytes_of(code.type) == 2)
            lanes<u16>(warp, code.d)[lane] = u16(value);
        else
            lanes<u32>(warp, code.d)[lane] = value;
    }
}

template <class Format, auto op>
void set_pairs(Warp& warp, const Code& code) {
    const u32 low = combined(warp, code, compared<Format, op>(warp, code, 0, 2));
    const u32 high = combined(warp, code, compared<Format, op>(warp, code, 1, 2));
    const u32 truth = truth_of(code.type);
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 value =
            (low >> lane & 1 ? truth & 0xffff : 0) | (high >> lane & 1 ? truth & 0xffff0000 : 0);
        lanes<u32>(warp, code.d)[lane] = value;
    }
}

// A comparison of pairs gives a pair of the same format, or the halves of a u32.
template <auto op>
Bodies setting(const Match& match) {
    const bool into_pair = match.type == match.from || match.type == Type::u32;
    const bool narrow = bytes_of(match.type) == 2;
    switch (match.from) {
        case Type::f16:
            return narrow ? rare<set_single<Half, op>, u16>() : rare<set_single<Half, op>, u32>();
        case Type::bf16:
            return narrow ? rare<set_single<Brain, op>, u16>() : rare<set_single<Brain, op>, u32>();
        case Type::f16x2: return into_pair ? rare<set_pairs<Half, op>, u32>() : Bodies{};
        case Type::bf16x2: return into_pair ? rare<set_pairs<Brain, op>, u32>() : Bodies{};
        default: return {};
    }
}

// ---- conversions: any type to double, double to any type

template <class T>
f64 exact_of(T x) {
    if constexpr (sizeof(T) == 8 && !is_float<T>) {
        // An integer of more than 53 bits keeps a bit for the cut digits, so that it rounds
        // correctly.
        const T top = T((x >> 11) | ((x & 0x7ff) != 0));
        const bool wide = x > T(1) << 53 || (T(-1) < T(0) && x < -(T(1) << 53));
        return wide ? f64(top) * 2048 : f64(x);
    } else
        return f64(x);
}

f64 load_value(const void* from, Type type, int lane) {
    switch (type) {
        case Type::f16: return widened<Half>(static_cast<const u16*>(from)[lane]);
        case Type::bf16: return widened<Brain>(static_cast<const u16*>(from)[lane]);
        case Type::f32: return static_cast<const f32*>(from)[lane];
        case Type::f64: return static_cast<const f64*>(from)[lane];
        case Type::u8: return static_cast<const u8*>(from)[lane];
        case Type::s8: return static_cast<const s8*>(from)[lane];
        case Type::u16: return static_cast<const u16*>(from)[lane];
        case Type::s16: return static_cast<const s16*>(from)[lane];
        case Type::u32: return static_cast<const u32*>(from)[lane];
        case Type::s32: return static_cast<const s32*>(from)[lane];
        case Type::u64: return exact_of(static_cast<const u64*>(from)[lane]);
        default: return exact_of(static_cast<const s64*>(from)[lane]);
    }
}

template <class T>
void store_as(void* to, int lane, T value) {
    static_cast<T*>(to)[lane] = value;
}

// A double NaN keeps its sign and the bits that fit, made quiet; others become nan_16.
template <class Format>
u16 from_double(f64 x, unsigned flags) {
    if (x == x || flags & (saturate | clamp_negative)) return finished<Format>(x, flags);
    const u64 bits = __builtin_bit_cast(u64, x);
    const u32 payload = u32(bits >> (52 - Format::mantissa)) & (0x7fff & ~infinity<Format>);
    const u32 quiet = 1u << (Format::mantissa - 1);
    return u16((bits >> 63 << 15) | infinity<Format> | quiet | payload);
}

template <class Format>
u16 half_of(f64 x, Type from, unsigned flags) {
    return from == Type::f64 ? from_double<Format>(x, flags) : finished<Format>(x, flags);
}

// A float is wide enough for a half. A bf16 is the upper half of an f32, also for NaN.
void store_value(void* to, const Code& code, int lane, f64 value) {
    const f32 small = static_cast<f32>(value);
    switch (code.type) {
        case Type::f16: return store_as(to, lane, half_of<Half>(value, code.from, code.flags));
        case Type::bf16: return store_as(to, lane, half_of<Brain>(value, code.from, code.flags));
        case Type::f32: return store_as(to, lane, one_nan(small));
        case Type::f64: return store_as(to, lane, value);
        case Type::u8: return store_as(to, lane, held<u8>(small));
        case Type::s8: return store_as(to, lane, held<s8>(small));
        case Type::u16: return store_as(to, lane, held<u16>(small));
        case Type::s16: return store_as(to, lane, held<s16>(small));
        case Type::u32: return store_as(to, lane, held<u32>(small));
        case Type::s32: return store_as(to, lane, held<s32>(small));
        case Type::u64: return store_as(to, lane, held<u64>(small));
        default: return store_as(to, lane, held<s64>(small));
    }
}

void convert_lanes(Warp& warp, const Code& code) {
    std::byte *from = warp.registers + code.a, *to = warp.registers + code.d;
    const unsigned flags = code.flags;
    alignas(64) f64 values[warp_size];
    for (int lane = 0; lane < warp_size; ++lane) {
        f64 value = load_value(from, code.from, lane);
        if (flags & flush_subnormals && code.from == Type::f32) value = flushed(f32(value));
        if (flags & to_integer) value = whole(value, flags);
        values[lane] = flags & saturate && is_real(code.type) ? saturated(value) : value;
    }
    for (int lane = 0; lane < warp_size; ++lane) {
        store_value(to, code, lane, values[lane]);
    }
}

constexpr auto upper_half = [](u16 a) { return u32{a} << 16; };
constexpr auto upper_half_flushed = [](u16 a) {
    const f32 value = __builtin_bit_cast(f32, u32{a} << 16);
    return __builtin_bit_cast(u32, one_nan(flushed(value)));
};
Bodies brain_to_single(const Match& match) {
    return match.flags ? Loop<upper_half_flushed, u32, u16>::bodies()
                       : Loop<upper_half, u32, u16>::bodies();
}

bool is_one_half(Type type) { return type == Type::f16 || type == Type::bf16; }
bool is_single_value(Type type) {
    return (type >= Type::u8 && type <= Type::s64) || is_one_half(type) || type == Type::f32 ||
           type == Type::f64;
}

Bodies of_size(Type type) {
    switch (bytes_of(type)) {
        case 1: return rare<convert_lanes, u8>();
        case 2: return rare<convert_lanes, u16>();
        case 4: return rare<convert_lanes, u32>();
        default: return rare<convert_lanes, u64>();
    }
}

Bodies to_half(const Match& match) {
    return is_single_value(match.from) && match.from != match.type ? of_size(match.type) : Bodies{};
}
Bodies from_half(const Match& match) {
    if (match.from == Type::bf16 && match.type == Type::f32) return brain_to_single(match);
    return is_one_half(match.from) && match.from != match.type ? of_size(match.type) : Bodies{};
}
Bodies half_to_whole(const Match& match) {
    return match.from == match.type ? of_size(match.type) : Bodies{};
}

// d = {a in the high half, b in the low half}
template <class Format>
void convert_pair(Warp& warp, const Code& code) {
    u32* d = lanes<u32>(warp, code.d);
    const f32* a = lanes<const f32>(warp, code.a);
    const f32* b = lanes<const f32>(warp, code.b);
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 high = finished<Format>(a[lane], code.flags);
        d[lane] = high << 16 | finished<Format>(b[lane], code.flags);
    }
}
Bodies to_pair(const Match& match) {
    if (match.from != Type::f32) return {};
    return match.type == Type::f16x2 ? rare<convert_pair<Half>, u32>()
                                     : rare<convert_pair<Brain>, u32>();
}

constexpr Type all[] = {Type::f16, Type::f16x2, Type::bf16, Type::bf16x2};
constexpr Type single[] = {Type::f16, Type::bf16};
constexpr Type pairs[] = {Type::f16x2, Type::bf16x2};
constexpr Type truths[] = {Type::f16, Type::f16x2, Type::bf16, Type::bf16x2,
                           Type::u16, Type::s16,   Type::u32,  Type::s32};

// clang-format off
#define COMPARE(name, op, words)                                                                  \
    {"setp." name "{.bool}{.ftz}.type p|q, a, b, <c:pred>", all, Unit::half, Effect::truth,       \
     comparing<op>, "p = " words ", q = not p; of pairs p compares low, q high halves"},          \
    {"set." name "{.bool}{.ftz}.type.from d, a:from, b:from, <c:pred>", truths, Unit::half,       \
     Effect::truth, setting<op>, "d = 1.0, or ones, where " words ", else 0"}

constexpr Row rows[] = {
    {"add{.rnd}{.ftz}{.sat}.type d, a, b", all, Unit::half, Effect::join, halves<add>,
     "d = a + b, rounded"},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b", all, Unit::half, Effect::join, halves<subtract>,
     "d = a - b, rounded"},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b", all, Unit::half, Effect::product, halves<multiply>,
     "d = a * b, rounded"},
    {"fma.rnd{.ftz}{.sat}{.relu}.type d, a, b, c", all, Unit::half, Effect::product,
     halves<multiply_add>, "d = a * b + c, rounded once; .relu: 0 where negative"},
    {"neg{.ftz}.type d, a", all, Unit::half, Effect::alter, halves<negate>, "d = -a"},
    {"abs{.ftz}.type d, a", all, Unit::half, Effect::alter, halves<magnitude>, "d = |a|"},
    {"min{.ftz}{.NaN}.type d, a, b", all, Unit::half, Effect::least,
     extremes<smaller, smaller_or_nan>, "d = the smaller of a and b; the number where one is NaN "
                                        "(.NaN: NaN)"},
    {"max{.ftz}{.NaN}.type d, a, b", all, Unit::half, Effect::greatest,
     extremes<larger, larger_or_nan>, "d = the larger of a and b; the number where one is NaN "
                                      "(.NaN: NaN)"},
    {"ex2.approx{.ftz}.type d, a", all, Unit::special, Effect::join, halves<exponential>,
     "d = 2 to the power of a"},
    {"tanh.approx.type d, a", all, Unit::special, Effect::join, halves<tangent>,
     "d = hyperbolic tangent of a"},
    COMPARE("eq", equal, "a == b"),
    COMPARE("ne", not_equal, "a != b, both numbers"),
    COMPARE("lt", less, "a < b"),
    COMPARE("le", less_equal, "a <= b"),
    COMPARE("gt", greater, "a > b"),
    COMPARE("ge", greater_equal, "a >= b"),
    COMPARE("equ", equal_or, "a == b or either is NaN"),
    COMPARE("neu", not_equal_or, "a != b or either is NaN"),
    COMPARE("ltu", less_or, "a < b or either is NaN"),
    COMPARE("leu", less_equal_or, "a <= b or either is NaN"),
    COMPARE("gtu", greater_or, "a > b or either is NaN"),
    COMPARE("geu", greater_equal_or, "a >= b or either is NaN"),
    COMPARE("num", both_numbers, "a and b are numbers"),
    COMPARE("nan", any_nan, "a or b is NaN"),
    {"cvt.rnd{.ftz}{.sat}{.relu}.type.from d, a:from", single, Unit::convert, Effect::convert,
     converting<to_half>, "d = a, rounded to a half"},
    {"cvt.irnd{.ftz}.type.from d, a:from", single, Unit::convert, Effect::convert, half_to_whole,
     "d = a rounded to a whole number, still a half"},
    {"cvt{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::convert, from_half,
     "d = the half a, in a wider type"},
    {"cvt.irnd.type.from d, a:from", all_integers, Unit::convert, Effect::convert,
     converting<from_half>, "d = the half a rounded to an integer, clamped to the type"},
    {"cvt.rnd{.relu}.type.from d, a:from, b:from", pairs, Unit::convert, Effect::convert, to_pair,
     "d = a and b rounded to halves, a in the high half"},
};
// clang-format on

const Family family{"half", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
