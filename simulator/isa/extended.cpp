// Rows of extended precision: sums and products with a carry for each lane, in or out. The carry is
// a mask of the warp, like a predicate; only these rows use it.
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

template <class T>
struct Twice;
// clang-format off
template <> struct Twice<u32> { using type = u64; };
template <> struct Twice<s32> { using type = s64; };
template <> struct Twice<u64> { using type = unsigned __int128; };
template <> struct Twice<s64> { using type = __int128; };
// clang-format on
template <class T>
using twice = typename Twice<T>::type;
template <class T>
struct WithoutSign {
    using type = T;
};
template <>
struct WithoutSign<s32> {
    using type = u32;
};
template <>
struct WithoutSign<s64> {
    using type = u64;
};

// Results are sums in twice the width; the bit above the value is the carry. Subtraction adds the
// complement, as the hardware does: a set carry means no borrow.
constexpr auto add = []<class T>(T a, T b, T, bool carry) { return twice<T>(a) + b + carry; };
constexpr auto subtract = []<class T>(T a, T b, T, bool carry) {
    return twice<T>(a) + T(~b) + carry;
};
constexpr auto multiply_low = []<class T>(T a, T b, T c, bool carry) {
    return twice<T>(T(a * b)) + c + carry;
};
constexpr auto multiply_high = []<class T>(T a, T b, T c, bool carry) {
    using Bits = typename WithoutSign<T>::type;
    const T high = T((twice<T>(a) * b) >> (8 * sizeof(T)));
    return twice<Bits>(Bits(high)) + Bits(c) + carry;
};

// `first`: the carry if none is taken in.
template <auto op, class T, bool takes, bool gives, bool first>
void body(Warp& warp, const Code& code) {
    T* d = lanes<T>(warp, code.d);
    const T* a = lanes<const T>(warp, code.a);
    const T* b = lanes<const T>(warp, code.b);
    const T* c = code.c == nowhere ? b : lanes<const T>(warp, code.c);
    u32 carries = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        const bool carry = takes ? warp.carry >> lane & 1 : first;
        const auto sum = op(a[lane], b[lane], c[lane], carry);
        carries |= u32(sum >> (8 * sizeof(T)) & 1) << lane;
        d[lane] = warp.lanes32[lane] ? T(sum) : d[lane];
    }
    if (gives) warp.carry = (warp.carry & ~warp.mask) | (carries & warp.mask);
}

// S32 and S64: signed types for rows where the sign matters; else unsigned ones.
template <auto op, bool takes, bool gives, bool first = false, class S32 = u32, class S64 = u64>
Bodies carrying(const Match& match) {
    Body found = nullptr;
    switch (match.type) {
        case Type::u32: found = body<op, u32, takes, gives, first>; break;
        case Type::u64: found = body<op, u64, takes, gives, first>; break;
        case Type::s32: found = body<op, S32, takes, gives, first>; break;
        case Type::s64: found = body<op, S64, takes, gives, first>; break;
        default: break;
    }
    return {found, found};
}

constexpr Type wide_integers[] = {Type::u32, Type::u64, Type::s32, Type::s64};

// clang-format off
constexpr Row rows[] = {
    {"add.cc.type d, a, b", wide_integers, Unit::alu, Effect::join, carrying<add, false, true>,
     "d = a + b; carry = the bit that did not fit"},
    {"addc.type d, a, b", wide_integers, Unit::alu, Effect::join, carrying<add, true, false>,
     "d = a + b + carry"},
    {"addc.cc.type d, a, b", wide_integers, Unit::alu, Effect::join, carrying<add, true, true>,
     "d = a + b + carry; carry = the bit that did not fit"},
    {"sub.cc.type d, a, b", wide_integers, Unit::alu, Effect::join,
     carrying<subtract, false, true, true>, "d = a - b; carry = 1 without a borrow, else 0"},
    {"subc.type d, a, b", wide_integers, Unit::alu, Effect::join, carrying<subtract, true, false>,
     "d = a - b, minus 1 if carry is 0"},
    {"subc.cc.type d, a, b", wide_integers, Unit::alu, Effect::join, carrying<subtract, true, true>,
     "d = a - b, minus 1 if carry is 0; carry = 1 without a borrow, else 0"},
    {"mad.lo.cc.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_low, false, true>, "d = low half of a * b, plus c; carry out"},
    {"madc.lo.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_low, true, false>, "d = low half of a * b, plus c and carry"},
    {"madc.lo.cc.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_low, true, true>, "d = low half of a * b, plus c and carry; carry out"},
    {"mad.hi.cc.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_high, false, true, false, s32, s64>,
     "d = high half of a * b, plus c; carry out"},
    {"madc.hi.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_high, true, false, false, s32, s64>,
     "d = high half of a * b, plus c and carry"},
    {"madc.hi.cc.type d, a, b, c", wide_integers, Unit::fma, Effect::product,
     carrying<multiply_high, true, true, false, s32, s64>,
     "d = high half of a * b, plus c and carry; carry out"},
};
// clang-format on

const Family family{"extended", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
