// Rows of comparisons, and of choices by a comparison.
#include "simulator/isa/comparing.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

template <auto op, class T>
[[gnu::always_inline]] inline u32 compared(Warp& warp, const Code& code) {
    const T* a = lanes<const T>(warp, code.a);
    const T* b = lanes<const T>(warp, code.b);
    if constexpr (sizeof(T) == 4 && is_float<T>) {
        if (code.flags & flush_subnormals) [[unlikely]] {
            alignas(64) f32 flushed_a[warp_size], flushed_b[warp_size];
            flush_lanes(a, flushed_a);
            flush_lanes(b, flushed_b);
            return mask_where([&](int lane) { return op(flushed_a[lane], flushed_b[lane]); });
        }
    }
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 4 && !is_float<T>) return mask_of_comparison<op>(a, b);
#endif
    return mask_where([&](int lane) { return op(a[lane], b[lane]); });
}

template <auto op, class T>
void setp_body(Warp& warp, const Code& code) {
    const u32 holds = compared<op, T>(warp, code);
    if (code.c == nowhere && code.d2 == nowhere) return set_predicate(warp, code.d, holds);
    set_predicates(warp, code, holds);
}

// The value that set writes where the comparison holds.
u32 truth_of(Type type) { return type == Type::f32 ? 0x3f800000u : ~0u; }

template <auto op, class T>
void set_body(Warp& warp, const Code& code) {
    const u32 holds = combined(warp, code, compared<op, T>(warp, code));
    u32* d = lanes<u32>(warp, code.d);
    const u32 truth = truth_of(code.type);
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 value = holds >> lane & 1 ? truth : 0;
        d[lane] = warp.lanes32[lane] ? value : d[lane];
    }
}

// Only a combination has a third operand: Code::c tells.
template <auto op, class... T>
Bodies comparing(List<T...>, Type type) {
    Bodies found;
    ((carries<T>(type) ? void(found = {setp_body<op, T>, setp_body<op, T>}) : void()), ...);
    return found;
}

template <auto op, class L>
Bodies comparing(const Match& match) {
    return comparing<op>(L{}, match.type);
}

template <auto op, class... T>
Bodies setting(List<T...>, Type from) {
    Bodies found;
    ((carries<T>(from) ? void(found = {set_body<op, T>, set_body<op, T>}) : void()), ...);
    return found;
}

template <auto op, class L>
Bodies setting(const Match& match) {
    return setting<op>(L{}, match.from);
}

template <class T>
struct Table {
    alignas(64) T at[warp_size];
};
template <class T>
constexpr Table<T> bit_of_lane = [] {
    Table<T> bits{};
    for (int lane = 0; lane < warp_size; ++lane) bits.at[lane] = T(1) << lane;
    return bits;
}();

template <class T, bool masked>
void select_body(Warp& warp, const Code& code) {
    T* d = lanes<T>(warp, code.d);
    const T* a = lanes<const T>(warp, code.a);
    const T* b = lanes<const T>(warp, code.b);
    const auto* on = lanes_on<T>(warp);
    using Wide = decltype(T() + 0u);
    const Wide choice = warp.predicate(code.c);
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const T value = choice & Wide(bit_of_lane<Wide>.at[lane]) ? a[lane] : b[lane];
        d[lane] = !masked || on[lane] ? value : d[lane];
    }
}

Bodies selecting(const Match& match) {
    switch (bytes_of(match.type)) {
        case 2: return rare<select_body<u16, false>, u16>();
        case 4: return {select_body<u32, false>, select_body<u32, true>};
        case 8: return {select_body<u64, false>, select_body<u64, true>};
        default: return {};
    }
}

// slct: a where c >= 0, else b. -0 counts as 0; with .ftz a subnormal c does too.
constexpr auto where_not_negative = [](auto a, auto b, s32 c) { return c >= 0 ? a : b; };
constexpr auto where_not_less = [](auto a, auto b, f32 c) { return c >= 0 ? a : b; };
constexpr auto where_not_less_flushed = [](auto a, auto b, f32 c) {
    return flushed(c) >= 0 ? a : b;
};

template <class T>
Bodies by_sign(const Match& match) {
    if (match.from == Type::s32) return Loop<where_not_negative, T, T, T, s32>::bodies();
    if (match.from != Type::f32) return {};
    if (!(match.flags & flush_subnormals)) return Loop<where_not_less, T, T, T, f32>::bodies();
    return Loop<where_not_less_flushed, T, T, T, f32>::bodies();
}

Bodies selecting_by_sign(const Match& match) {
    switch (bytes_of(match.type)) {
        case 2: return by_sign<u16>(match);
        case 4: return by_sign<u32>(match);
        case 8: return by_sign<u64>(match);
        default: return {};
    }
}

using Ordered = List<u16, u32, u64, s16, s32, s64, f32, f64>;
using Unsigned = Words;
constexpr Type any[] = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64,
                        Type::s16, Type::s32, Type::s64, Type::f32, Type::f64};
constexpr Type numbers[] = {Type::u16, Type::u32, Type::u64, Type::s16,
                            Type::s32, Type::s64, Type::f32, Type::f64};
constexpr Type naturals[] = {Type::u16, Type::u32, Type::u64};
constexpr Type truths[] = {Type::u32, Type::s32, Type::f32};

// The rows of setp and set differ only in their results.
// clang-format off
#define COMPARE(name, op, list, types, words)                                                     \
    {"setp." name "{.bool}{.ftz}.type p|q, a, b, <c:pred>", types, Unit::alu, Effect::truth,      \
     comparing<op, list>, "p = " words ", q = not p; with .bool each is combined with c"},        \
    {"set." name "{.bool}{.ftz}.type.from d, a:from, b:from, <c:pred>", truths, Unit::alu,        \
     Effect::truth, setting<op, list>,                                                            \
     "d = all ones (1.0 for .f32) where " words ", else 0; with .bool combined with c"}

constexpr Row rows[] = {
    COMPARE("eq", equal, Ordered, any, "a == b"),
    COMPARE("ne", not_equal, Ordered, any, "a != b, both numbers"),
    COMPARE("lt", less, Ordered, numbers, "a < b"),
    COMPARE("le", less_equal, Ordered, numbers, "a <= b"),
    COMPARE("gt", greater, Ordered, numbers, "a > b"),
    COMPARE("ge", greater_equal, Ordered, numbers, "a >= b"),
    COMPARE("lo", less, Unsigned, naturals, "a < b, unsigned"),
    COMPARE("ls", less_equal, Unsigned, naturals, "a <= b, unsigned"),
    COMPARE("hi", greater, Unsigned, naturals, "a > b, unsigned"),
    COMPARE("hs", greater_equal, Unsigned, naturals, "a >= b, unsigned"),
    COMPARE("equ", equal_or, Reals, reals, "a == b or either is NaN"),
    COMPARE("neu", not_equal_or, Reals, reals, "a != b or either is NaN"),
    COMPARE("ltu", less_or, Reals, reals, "a < b or either is NaN"),
    COMPARE("leu", less_equal_or, Reals, reals, "a <= b or either is NaN"),
    COMPARE("gtu", greater_or, Reals, reals, "a > b or either is NaN"),
    COMPARE("geu", greater_equal_or, Reals, reals, "a >= b or either is NaN"),
    COMPARE("num", both_numbers, Reals, reals, "a and b are numbers"),
    COMPARE("nan", any_nan, Reals, reals, "a or b is NaN"),
    {"selp.type d, a, b, c:pred", any, Unit::alu, Effect::choice, selecting,
     "d = a where c, else b"},
    {"slct{.ftz}.type.from d, a, b, c:from", any, Unit::alu, Effect::join, selecting_by_sign,
     "d = a where c >= 0, else b"},
};
// clang-format on

const Family family{"compare", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
