// Rows of integer arithmetic.
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

template <class T>
constexpr bool has_sign = T(-1) < T(0);
template <class T>
constexpr T least = has_sign<T> ? T(T(1) << (8 * sizeof(T) - 1)) : T(0);
template <class T>
constexpr T most = T(~least<T>);

// The type with twice the bits, where products and sums are exact.
template <class T>
struct Twice;
// clang-format off
template <> struct Twice<u16> { using type = u32; };
template <> struct Twice<s16> { using type = s32; };
template <> struct Twice<u32> { using type = u64; };
template <> struct Twice<s32> { using type = s64; };
template <> struct Twice<u64> { using type = unsigned __int128; };
template <> struct Twice<s64> { using type = __int128; };
// clang-format on
template <class T>
using twice = typename Twice<T>::type;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto subtract = [](auto a, auto b) { return a - b; };
constexpr auto negate = [](auto a) { return -a; };
constexpr auto magnitude = [](auto a) { return a < 0 ? -a : a; };
constexpr auto smaller = [](auto a, auto b) { return a < b ? a : b; };
constexpr auto larger = [](auto a, auto b) { return a > b ? a : b; };
constexpr auto multiply = []<class T>(T a, T b) { return T(u64(a) * u64(b)); };
constexpr auto multiply_add = []<class T>(T a, T b, T c) { return T(u64(a) * u64(b) + u64(c)); };

template <class T>
constexpr T high(T a, T b) {
    return T(twice<T>(twice<T>(a) * b) >> (8 * sizeof(T)));
}
constexpr auto multiply_high = [](auto a, auto b) { return high(a, b); };
constexpr auto multiply_high_add = []<class T>(T a, T b, T c) { return T(high(a, b) + c); };
constexpr auto multiply_wide = []<class T>(T a, T b) { return twice<T>(a) * twice<T>(b); };
constexpr auto multiply_wide_add = []<class T>(T a, T b, twice<T> c) {
    return twice<T>(a) * twice<T>(b) + c;
};

constexpr s32 clamp_32(s64 x) {
    return x > most<s32> ? most<s32> : x < least<s32> ? least<s32> : s32(x);
}
constexpr auto add_saturated = [](s32 a, s32 b) { return clamp_32(s64{a} + b); };
constexpr auto subtract_saturated = [](s32 a, s32 b) { return clamp_32(s64{a} - b); };
constexpr auto multiply_high_add_saturated = [](s32 a, s32 b, s32 c) {
    return clamp_32(s64{high(a, b)} + c);
};

// Products of 24-bit factors: bits 0 to 31 and 16 to 47.
template <class T>
constexpr s64 product_24(T a, T b) {
    return s64(T(a << 8) >> 8) * s64(T(b << 8) >> 8);
}
constexpr auto multiply_24_low = [](auto a, auto b) { return product_24(a, b); };
constexpr auto multiply_24_high = [](auto a, auto b) { return product_24(a, b) >> 16; };
constexpr auto multiply_add_24_low = [](auto a, auto b, auto c) { return product_24(a, b) + c; };
constexpr auto multiply_add_24_high = [](auto a, auto b, auto c) {
    return (product_24(a, b) >> 16) + c;
};
constexpr auto multiply_add_24_high_saturated = [](s32 a, s32 b, s32 c) {
    return clamp_32(s64{s32(product_24(a, b) >> 16)} + c);
};

// A truncated double quotient of 32-bit integers is exact: a/b is at least 1/b below the next
// integer, far more than a double's rounding error. For b = 0 the hardware returns all ones, for
// quotient and remainder.
template <class T>
constexpr T quotient(T a, T b) {
    const bool overflows = has_sign<T> && a == least<T> && b == T(-1);
    const T divisor = b == 0 || overflows ? T(1) : b;
    T q;
    if constexpr (sizeof(T) == 8)
        q = T(a / divisor);
    else
        q = T(f64(a) / f64(divisor));
    return b == 0 ? T(-1) : q;
}
constexpr auto divide = [](auto a, auto b) { return quotient(a, b); };
constexpr auto remainder = []<class T>(T a, T b) {
    return b == 0 ? T(-1) : T(a - T(u64(quotient(a, b)) * u64(b)));
};

// c + |a - b|
constexpr auto sum_of_difference = []<class T>(T a, T b, T c) {
    return a < b ? T(b - a + c) : T(a - b + c);
};

template <auto op>
Bodies widening(const Match& match) {
    switch (match.type) {
        case Type::u16: return Loop<op, u32, u16, u16>::bodies();
        case Type::s16: return Loop<op, s32, s16, s16>::bodies();
        case Type::u32: return Loop<op, u64, u32, u32>::bodies();
        case Type::s32: return Loop<op, s64, s32, s32>::bodies();
        default: return {};
    }
}

template <auto op>
Bodies widening_add(const Match& match) {
    switch (match.type) {
        case Type::u16: return Loop<op, u32, u16, u16, u32>::bodies();
        case Type::s16: return Loop<op, s32, s16, s16, s32>::bodies();
        case Type::u32: return Loop<op, u64, u32, u32, u64>::bodies();
        case Type::s32: return Loop<op, s64, s32, s32, s64>::bodies();
        default: return {};
    }
}

using Both32 = List<u32, s32>;

// clang-format off
constexpr Row rows[] = {
    {"add.type d, a, b", integers, Unit::alu, Effect::join, lanewise<add, Words>, "d = a + b"},
    {"add.sat.type d, a, b", only_s32, Unit::alu, Effect::join, fixed<add_saturated, s32, s32, s32>,
     "d = a + b, clamped to 32 bits"},
    {"sub.type d, a, b", integers, Unit::alu, Effect::join, lanewise<subtract, Words>, "d = a - b"},
    {"sub.sat.type d, a, b", only_s32, Unit::alu, Effect::join,
     fixed<subtract_saturated, s32, s32, s32>, "d = a - b, clamped to 32 bits"},
    {"mul.lo.type d, a, b", integers, Unit::fma, Effect::product, lanewise<multiply, Words>,
     "d = low half of a * b"},
    {"mul.hi.type d, a, b", integers, Unit::fma, Effect::product, lanewise<multiply_high, Integers>,
     "d = high half of a * b"},
    {"mul.wide.type d:wide, a, b", narrow_integers, Unit::fma, Effect::product,
     widening<multiply_wide>, "d = a * b, twice as wide"},
    {"mad.lo.type d, a, b, c", integers, Unit::fma, Effect::product, lanewise<multiply_add, Words>,
     "d = low half of a * b, plus c"},
    {"mad.hi.type d, a, b, c", integers, Unit::fma, Effect::product,
     lanewise<multiply_high_add, Integers>, "d = high half of a * b, plus c"},
    {"mad.hi.sat.type d, a, b, c", only_s32, Unit::fma, Effect::product,
     fixed<multiply_high_add_saturated, s32, s32, s32, s32>,
     "d = high half of a * b, plus c, clamped to 32 bits"},
    {"mad.wide.type d:wide, a, b, c:wide", narrow_integers, Unit::fma, Effect::product,
     widening_add<multiply_wide_add>, "d = a * b + c, twice as wide"},
    {"mul24.lo.type d, a, b", words_32, Unit::fma, Effect::product,
     lanewise<multiply_24_low, Both32>, "d = bits 0 to 31 of a * b, factors of 24 bits"},
    {"mul24.hi.type d, a, b", words_32, Unit::fma, Effect::product,
     lanewise<multiply_24_high, Both32>, "d = bits 16 to 47 of a * b, factors of 24 bits"},
    {"mad24.lo.type d, a, b, c", words_32, Unit::fma, Effect::product,
     lanewise<multiply_add_24_low, Both32>, "d = bits 0 to 31 of a * b (24 bits each), plus c"},
    {"mad24.hi.type d, a, b, c", words_32, Unit::fma, Effect::product,
     lanewise<multiply_add_24_high, Both32>, "d = bits 16 to 47 of a * b (24 bits each), plus c"},
    {"mad24.hi.sat.type d, a, b, c", only_s32, Unit::fma, Effect::product,
     fixed<multiply_add_24_high_saturated, s32, s32, s32, s32>,
     "d = bits 16 to 47 of a * b (24 bits each), plus c, clamped to 32 bits"},
    {"div.type d, a, b", integers, Unit::alu, Effect::join, lanewise<divide, Integers>,
     "d = a / b, rounded towards zero; all ones where b is 0"},
    {"rem.type d, a, b", integers, Unit::alu, Effect::join, lanewise<remainder, Integers>,
     "d = remainder of a / b, with the sign of a; all ones where b is 0"},
    {"neg.type d, a", signed_integers, Unit::alu, Effect::alter, lanewise<negate, Words>, "d = -a"},
    {"abs.type d, a", signed_integers, Unit::alu, Effect::alter, lanewise<magnitude, Signed>,
     "d = |a|"},
    {"min.type d, a, b", integers, Unit::alu, Effect::least, lanewise<smaller, Integers>,
     "d = the smaller of a and b"},
    {"max.type d, a, b", integers, Unit::alu, Effect::greatest, lanewise<larger, Integers>,
     "d = the larger of a and b"},
    {"sad.type d, a, b, c", integers, Unit::alu, Effect::join,
     lanewise<sum_of_difference, Integers>, "d = c + |a - b|"},
};
// clang-format on

const Family family{"integer", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
