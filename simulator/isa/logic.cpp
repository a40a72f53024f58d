// Rows on bits: logic, shifts, fields, counts, permutations; and logic on predicates.
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

template <class T>
constexpr u32 width = 8 * sizeof(T);
template <class T>
constexpr T all_ones = T(~T(0));

constexpr auto conjunction = [](auto a, auto b) { return a & b; };
constexpr auto disjunction = [](auto a, auto b) { return a | b; };
constexpr auto exclusive = [](auto a, auto b) { return a ^ b; };
constexpr auto complement = [](auto a) { return ~a; };
constexpr auto is_zero = [](auto a) { return a == 0 ? 1 : 0; };

// A count of at least the width shifts all bits out.
template <class T>
constexpr T shifted_left(T a, u32 count) {
    return count < width<T> ? T(a << (count & (width<T> - 1))) : T(0);
}
template <class T>
constexpr T shifted_right(T a, u32 count) {
    if constexpr (T(-1) < T(0))
        return T(a >> (count < width<T> ? count : width<T> - 1));
    else
        return count < width<T> ? T(a >> (count & (width<T> - 1))) : T(0);
}
constexpr auto shift_left = [](auto a, u32 b) { return shifted_left(a, b); };
constexpr auto shift_right = [](auto a, u32 b) { return shifted_right(a, b); };

// The funnel shifts {b, a} by c bits: c modulo 32, or at most 32.
constexpr u64 joined(u32 low, u32 high) { return u64{high} << 32 | low; }
constexpr auto funnel_left_wrap = [](u32 a, u32 b, u32 c) {
    return u32(joined(a, b) << (c & 31) >> 32);
};
constexpr auto funnel_left_clamp = [](u32 a, u32 b, u32 c) {
    return u32(joined(a, b) << (c < 32 ? c : 32) >> 32);
};
constexpr auto funnel_right_wrap = [](u32 a, u32 b, u32 c) {
    return u32(joined(a, b) >> (c & 31));
};
constexpr auto funnel_right_clamp = [](u32 a, u32 b, u32 c) {
    return u32(joined(a, b) >> (c < 32 ? c : 32));
};

// Bit i of d is bit (4a + 2b + c) of the table, for bits i of a, b and c.
constexpr u32 choose(u32 bit, u32 one, u32 zero) { return (bit & one) | (~bit & zero); }
constexpr auto look_up = [](u32 a, u32 b, u32 c, u32 table) {
    const auto entry = [table](int k) { return u32(-s32(table >> k & 1)); };
    return choose(a, choose(b, choose(c, entry(7), entry(6)), choose(c, entry(5), entry(4))),
                  choose(b, choose(c, entry(3), entry(2)), choose(c, entry(1), entry(0))));
};

// The lowest `length` bits set.
template <class T>
constexpr T low_bits(u32 length) {
    return length < width<T> ? T((T(1) << (length & (width<T> - 1))) - 1) : all_ones<T>;
}
constexpr auto extract = []<class T>(T a, u32 b, u32 c) {
    const u32 position = b & 255, length = c & 255;
    const T field = shifted_right(a, position);
    if constexpr (T(-1) > T(0))
        return T(field & low_bits<T>(length));
    else {
        const u32 spare = length < width<T> ? width<T> - length : 0;
        const u32 safe = spare < width<T> ? spare : 0;
        return length == 0 ? T(0) : T(T(field << safe) >> safe);
    }
};
constexpr auto insert = []<class T>(T a, T b, u32 c, u32 e) {
    const T field = shifted_left(low_bits<T>(e & 255), c & 255);
    return T((b & ~field) | (shifted_left(a, c & 255) & field));
};

template <class T>
constexpr u32 ones_in(T x) {
    x = T(x - (x >> 1 & T(0x5555555555555555ull)));
    x = T((x & T(0x3333333333333333ull)) + (x >> 2 & T(0x3333333333333333ull)));
    x = T((x + (x >> 4)) & T(0x0f0f0f0f0f0f0f0full));
    x = T(x + (x >> 8));
    x = T(x + (x >> 16));
    if constexpr (sizeof(T) == 8) x = T(x + (x >> 32));
    return u32(x) & 127;
}
template <class T>
constexpr u32 zeros_above(T x) {
    for (u32 by = 1; by < width<T>; by *= 2) x = T(x | x >> by);
    return width<T> - ones_in(x);
}
template <class T>
constexpr T reversed(T x) {
    x = T((x >> 1 & T(0x5555555555555555ull)) | (x & T(0x5555555555555555ull)) << 1);
    x = T((x >> 2 & T(0x3333333333333333ull)) | (x & T(0x3333333333333333ull)) << 2);
    x = T((x >> 4 & T(0x0f0f0f0f0f0f0f0full)) | (x & T(0x0f0f0f0f0f0f0f0full)) << 4);
    x = T((x >> 8 & T(0x00ff00ff00ff00ffull)) | (x & T(0x00ff00ff00ff00ffull)) << 8);
    x = T((x >> 16 & T(0x0000ffff0000ffffull)) | (x & T(0x0000ffff0000ffffull)) << 16);
    if constexpr (sizeof(T) == 8) x = T(x >> 32 | x << 32);
    return x;
}
constexpr auto population = [](auto a) { return ones_in(a); };
constexpr auto leading_zeros = [](auto a) { return zeros_above(a); };
constexpr auto reverse = [](auto a) { return reversed(a); };

// The highest bit that differs from the sign; all ones if there is none.
template <class T>
constexpr u32 zeros_above_leading(T a) {
    if constexpr (T(-1) > T(0))
        return zeros_above(a);
    else if constexpr (sizeof(T) == 4)
        return zeros_above(u32(a < 0 ? ~a : a));
    else
        return zeros_above(u64(a < 0 ? ~a : a));
}
constexpr auto find_leading = []<class T>(T a) { return width<T> - 1 - zeros_above_leading(a); };
constexpr auto shift_to_leading = []<class T>(T a) {
    const u32 zeros = zeros_above_leading(a);
    return zeros == width<T> ? ~0u : zeros;
};

// The position of the nth set bit from `base` on, upwards (n > 0) or downwards (n < 0).
constexpr auto find_nth_set = [](u32 mask, u32 base, s32 n) -> u32 {
    if (n == 0) return base < 32 && mask >> base & 1 ? base : ~0u;
    const s32 step = n > 0 ? 1 : -1;
    s32 left = n > 0 ? n : -n;
    for (s32 at = s32(base); at >= 0 && at < 32; at += step) {
        if (mask >> at & 1 && --left == 0) return u32(at);
    }
    return ~0u;
};

constexpr auto mask_clamp = [](u32 a, u32 b) { return shifted_left(low_bits<u32>(b), a); };
constexpr auto mask_wrap = [](u32 a, u32 b) { return low_bits<u32>(b & 31) << (a & 31); };

// Keeps the lowest `length` bits; the highest of these is the sign.
template <class T>
constexpr T extended(T a, u32 length) {
    if (length >= 32) return a;
    const u32 spare = length == 0 ? 0 : 32 - length;
    return length == 0 ? T(0) : T(T(a << spare) >> spare);
}
constexpr auto extend_clamp = [](auto a, u32 b) { return extended(a, b); };
constexpr auto extend_wrap = [](auto a, u32 b) { return extended(a, b & 31); };

// prmt: byte k of d is byte `selector & 7` of {b, a}, or eight copies of its sign.
constexpr u32 selected_byte(u64 bytes, u32 selector) {
    const u32 byte = u32(bytes >> 8 * (selector & 7)) & 255;
    return selector & 8 ? (byte & 128 ? 255u : 0u) : byte;
}
constexpr u32 permuted(u32 a, u32 b, u32 selectors) {
    const u64 bytes = joined(a, b);
    u32 d = 0;
    for (int k = 0; k < 4; ++k) d |= selected_byte(bytes, selectors >> 4 * k & 15) << 8 * k;
    return d;
}
constexpr auto permute = [](u32 a, u32 b, u32 c) { return permuted(a, b, c); };
// The modes: the four selectors for each value of c's two low bits.
template <u32 zero, u32 one, u32 two, u32 three>
constexpr auto permute_mode = [](u32 a, u32 b, u32 c) {
    const u32 low = c & 1 ? one : zero, high = c & 1 ? three : two;
    return permuted(a, b, c & 2 ? high : low);
};
constexpr auto forward_4 = permute_mode<0x3210, 0x4321, 0x5432, 0x6543>;
constexpr auto backward_4 = permute_mode<0x5670, 0x6701, 0x7012, 0x0123>;
constexpr auto replicate_8 = permute_mode<0x0000, 0x1111, 0x2222, 0x3333>;
constexpr auto edge_left = permute_mode<0x3210, 0x3211, 0x3222, 0x3333>;
constexpr auto edge_right = permute_mode<0x0000, 0x1110, 0x2210, 0x3210>;
constexpr auto replicate_16 = permute_mode<0x1010, 0x3232, 0x1010, 0x3232>;

template <class... T, class F>
Bodies among(List<T...>, Type type, F bodies) {
    Bodies found;
    ((carries<T>(type) ? void(found = bodies(T{})) : void()), ...);
    return found;
}

Bodies extracting(const Match& match) {
    return among(List<u32, u64, s32, s64>{}, match.type,
                 []<class T>(T) { return Loop<extract, T, T, u32, u32>::bodies(); });
}

Bodies inserting(const Match& match) {
    return among(List<u32, u64>{}, match.type,
                 []<class T>(T) { return Loop<insert, T, T, T, u32, u32>::bodies(); });
}

template <auto op>
void on_predicates(Warp& warp, const Code& code) {
    if constexpr (requires { op(0u); }) {
        set_predicate(warp, code.d, op(warp.predicate(code.a)));
    } else {
        set_predicate(warp, code.d, op(warp.predicate(code.a), warp.predicate(code.b)));
    }
}

template <auto op>
Bodies predicate_logic(const Match&) {
    return {on_predicates<op>, on_predicates<op>};
}

using Wide = List<u32, u64>;
using WideIntegers = List<u32, u64, s32, s64>;
constexpr Type shiftable[] = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32,
                              Type::u64, Type::s16, Type::s32, Type::s64};
constexpr Type wide_integers[] = {Type::u32, Type::u64, Type::s32, Type::s64};
constexpr auto bitwise = Unit::alu;

// clang-format off
constexpr Row rows[] = {
    {"and.type d, a, b", bits, bitwise, Effect::product, lanewise<conjunction, Words>,
     "d = a and b, bit by bit"},
    {"or.type d, a, b", bits, bitwise, Effect::join, lanewise<disjunction, Words>,
     "d = a or b, bit by bit"},
    {"xor.type d, a, b", bits, bitwise, Effect::join, lanewise<exclusive, Words>,
     "d = a exclusive-or b, bit by bit"},
    {"not.type d, a", bits, bitwise, Effect::join, lanewise<complement, Words>,
     "d = a with every bit inverted"},
    {"and.type p, a, b", predicates, bitwise, Effect::product, predicate_logic<conjunction>,
     "p = a and b"},
    {"or.type p, a, b", predicates, bitwise, Effect::join, predicate_logic<disjunction>,
     "p = a or b"},
    {"xor.type p, a, b", predicates, bitwise, Effect::join, predicate_logic<exclusive>,
     "p = a exclusive-or b"},
    {"not.type p, a", predicates, bitwise, Effect::join, predicate_logic<complement>, "p = not a"},
    {"cnot.type d, a", bits, bitwise, Effect::join, lanewise<is_zero, Words>,
     "d = 1 where a is 0, else 0"},
    {"lop3.type d, a, b, c, e", only_b32, bitwise, Effect::join,
     fixed<look_up, u32, u32, u32, u32, u32>,
     "d = any function of three bits: bit 4a + 2b + c of the table e"},
    {"shl.type d, a, b:u32", bits, bitwise, Effect::join, shifting<shift_left, Words>,
     "d = a shifted left by b bits; 0 where b is the width or more"},
    {"shr.type d, a, b:u32", shiftable, bitwise, Effect::join, shifting<shift_right, Integers>,
     "d = a shifted right by b bits, filled with zeros or (signed) with the sign"},
    {"shf.l.wrap.type d, a, b, c:u32", only_b32, bitwise, Effect::join,
     fixed<funnel_left_wrap, u32, u32, u32, u32>,
     "d = high half of {b, a} shifted left by c mod 32"},
    {"shf.l.clamp.type d, a, b, c:u32", only_b32, bitwise, Effect::join,
     fixed<funnel_left_clamp, u32, u32, u32, u32>,
     "d = high half of {b, a} shifted left by c, at most 32"},
    {"shf.r.wrap.type d, a, b, c:u32", only_b32, bitwise, Effect::join,
     fixed<funnel_right_wrap, u32, u32, u32, u32>,
     "d = low half of {b, a} shifted right by c mod 32"},
    {"shf.r.clamp.type d, a, b, c:u32", only_b32, bitwise, Effect::join,
     fixed<funnel_right_clamp, u32, u32, u32, u32>,
     "d = low half of {b, a} shifted right by c, at most 32"},
    {"bfe.type d, a, b:u32, c:u32", wide_integers, bitwise, Effect::join, extracting,
     "d = the c bits of a from bit b on, extended by zeros or (signed) by their sign"},
    {"bfi.type d, a, b, c:u32, e:u32", bits_32_64, bitwise, Effect::join, inserting,
     "d = b with the low e bits of a inserted from bit c on"},
    {"bfind.type d:u32, a", wide_integers, bitwise, Effect::join,
     counting<find_leading, WideIntegers>,
     "d = the highest bit of a that differs from its sign; all ones where there is none"},
    {"bfind.shiftamt.type d:u32, a", wide_integers, bitwise, Effect::join,
     counting<shift_to_leading, WideIntegers>,
     "d = how far to shift a left to bring the highest bit that differs from its sign to the top"},
    {"brev.type d, a", bits_32_64, bitwise, Effect::join, lanewise<reverse, Wide>,
     "d = a's bits in reverse order"},
    {"popc.type d:u32, a", bits_32_64, bitwise, Effect::join, counting<population, Wide>,
     "d = number of set bits in a"},
    {"clz.type d:u32, a", bits_32_64, bitwise, Effect::join, counting<leading_zeros, Wide>,
     "d = number of zeros above a's highest set bit"},
    {"fns.type d, a, b, c:s32", only_b32, bitwise, Effect::join,
     fixed<find_nth_set, u32, u32, u32, s32>,
     "d = position of the c-th set bit of a, counted from bit b; all ones where there is none"},
    {"bmsk.clamp.type d, a, b", only_b32, bitwise, Effect::join, fixed<mask_clamp, u32, u32, u32>,
     "d = b ones from bit a on; both at most 32"},
    {"bmsk.wrap.type d, a, b", only_b32, bitwise, Effect::join, fixed<mask_wrap, u32, u32, u32>,
     "d = b ones from bit a on; both modulo 32"},
    {"szext.clamp.type d, a, b:u32", words_32, bitwise, Effect::join,
     shifting<extend_clamp, List<u32, s32>>, "d = the low b bits of a, extended; b at most 32"},
    {"szext.wrap.type d, a, b:u32", words_32, bitwise, Effect::join,
     shifting<extend_wrap, List<u32, s32>>, "d = the low b bits of a, extended; b modulo 32"},
    {"prmt.type d, a, b, c", only_b32, bitwise, Effect::join, fixed<permute, u32, u32, u32, u32>,
     "d = four bytes of {b, a}, each chosen by 4 bits of c (the highest: copy its sign)"},
    {"prmt.type.f4e d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<forward_4, u32, u32, u32, u32>, "d = four bytes of {b, a} from byte c on"},
    {"prmt.type.b4e d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<backward_4, u32, u32, u32, u32>, "d = four bytes of {b, a} from byte c backwards"},
    {"prmt.type.rc8 d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<replicate_8, u32, u32, u32, u32>, "d = four copies of byte c of a"},
    {"prmt.type.ecl d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<edge_left, u32, u32, u32, u32>, "d = a, its bytes below c replaced by byte c"},
    {"prmt.type.ecr d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<edge_right, u32, u32, u32, u32>, "d = a, its bytes above c replaced by byte c"},
    {"prmt.type.rc16 d, a, b, c", only_b32, bitwise, Effect::join,
     fixed<replicate_16, u32, u32, u32, u32>, "d = two copies of half c of a"},
};
// clang-format on

const Family family{"logic", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
