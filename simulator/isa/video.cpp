// Rows that work on the bytes and halves of a word: dot products and video instructions.
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

// Field k of a word: Part is s8, u8, s16 or u16.
template <class Part>
constexpr s32 field(u32 word, int k) {
    return Part(word >> 8 * sizeof(Part) * k);
}

template <class A, class B>
constexpr auto dot_bytes = [](u32 a, u32 b, u32 c) {
    u32 sum = c;
    for (int k = 0; k < 4; ++k) sum += u32(field<A>(a, k) * field<B>(b, k));
    return sum;
};
// Two halves of a times two bytes of b: the low two or the high two.
template <class A, class B, int first>
constexpr auto dot_halves = [](u32 a, u32 b, u32 c) {
    u32 sum = c;
    for (int k = 0; k < 2; ++k) sum += u32(field<A>(a, k) * field<B>(b, first + k));
    return sum;
};

template <auto signed_signed, auto signed_natural, auto natural_signed, auto natural_natural>
Bodies by_signs(const Match& match) {
    if (match.from != Type::s32 && match.from != Type::u32) return {};
    if (match.type == Type::s32) {
        return match.from == Type::s32 ? Loop<signed_signed, u32, u32, u32, u32>::bodies()
                                       : Loop<signed_natural, u32, u32, u32, u32>::bodies();
    }
    return match.from == Type::s32 ? Loop<natural_signed, u32, u32, u32, u32>::bodies()
                                   : Loop<natural_natural, u32, u32, u32, u32>::bodies();
}

template <int first>
constexpr Pick dot_of_halves = by_signs<dot_halves<s16, s8, first>, dot_halves<s16, u8, first>,
                                        dot_halves<u16, s8, first>, dot_halves<u16, u8, first>>;

// Video: an operation on each field; the results are truncated, clamped (.sat), or all added to c.
constexpr auto plus = [](s32 a, s32 b) { return a + b; };
constexpr auto difference = [](s32 a, s32 b) { return a < b ? b - a : a - b; };
constexpr auto lesser = [](s32 a, s32 b) { return a < b ? a : b; };
constexpr auto greater = [](s32 a, s32 b) { return a > b ? a : b; };

enum class Result { cut, held, added };

template <class Part>
constexpr s32 lowest = Part(-1) < Part(0) ? -(1 << (8 * sizeof(Part) - 1)) : 0;
template <class Part>
constexpr s32 highest = lowest<Part> + (1 << 8 * sizeof(Part)) - 1;

template <auto op, class Part, Result result>
constexpr auto on_fields = [](u32 a, u32 b, u32 c) {
    constexpr int width = 8 * sizeof(Part);
    u32 d = result == Result::added ? c : 0;
    for (int k = 0; k < 32 / width; ++k) {
        s32 x = op(field<Part>(a, k), field<Part>(b, k));
        if (result == Result::added)
            d += u32(x);
        else {
            if (result == Result::held) {
                x = x < lowest<Part> ? lowest<Part> : x > highest<Part> ? highest<Part> : x;
            }
            d |= (u32(x) & ((1u << width) - 1)) << width * k;
        }
    }
    return d;
};

template <auto op, class Part, Result result>
Bodies each(const Match&) {
    return rare<Loop<on_fields<op, Part, result>, u32, u32, u32, u32>::full, u32>();
}
template <auto op, class Part>
constexpr auto on_halves = [](u32 a, u32 b) { return on_fields<op, Part, Result::cut>(a, b, 0); };
template <auto op, class Part>
Bodies both(const Match&) {
    return rare<Loop<on_halves<op, Part>, u32, u32, u32>::full, u32>();
}

template <auto op, class Part>
Bodies held_or_cut(const Match& match) {
    return match.flags & saturate ? each<op, Part, Result::held>(match)
                                  : each<op, Part, Result::cut>(match);
}

// The four rows of a video instruction: unsigned and signed fields, separate and summed.
// clang-format off
#define VIDEO(name, op, natural, integer, words)                                                  \
    {name ".u32.u32.u32{.sat} d:u32, a:u32, b:u32, c:u32", {}, Unit::alu, Effect::join,           \
     held_or_cut<op, natural>,                                                                    \
     "d = " words ", field by field, unsigned; .sat: clamped to the field"},                     \
    {name ".u32.u32.u32.add d:u32, a:u32, b:u32, c:u32", {}, Unit::alu, Effect::join,             \
     each<op, natural, Result::added>, "d = c + the sum of " words " of unsigned fields"},        \
    {name ".s32.s32.s32{.sat} d:s32, a:s32, b:s32, c:s32", {}, Unit::alu, Effect::join,           \
     held_or_cut<op, integer>,                                                                    \
     "d = " words ", field by field, signed; .sat: clamped to the field"},                       \
    {name ".s32.s32.s32.add d:s32, a:s32, b:s32, c:s32", {}, Unit::alu, Effect::join,             \
     each<op, integer, Result::added>, "d = c + the sum of " words " of signed fields"}

constexpr Row rows[] = {
    {"dp4a.type.from d, a, b:from, c", words_32, Unit::alu, Effect::product,
     by_signs<dot_bytes<s8, s8>, dot_bytes<s8, u8>, dot_bytes<u8, s8>, dot_bytes<u8, u8>>,
     "d = c + the four products of the bytes of a and b"},
    {"dp2a.lo.type.from d, a, b:from, c", words_32, Unit::alu, Effect::product, dot_of_halves<0>,
     "d = c + the products of a's halves and b's two low bytes"},
    {"dp2a.hi.type.from d, a, b:from, c", words_32, Unit::alu, Effect::product, dot_of_halves<2>,
     "d = c + the products of a's halves and b's two high bytes"},
    {"add.u16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<plus, u16>,
     "d = a + b in both halves"},
    {"min.u16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<lesser, u16>,
     "d = the smaller of a and b in both halves, unsigned"},
    {"min.s16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<lesser, s16>,
     "d = the smaller of a and b in both halves, signed"},
    {"max.u16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<greater, u16>,
     "d = the larger of a and b in both halves, unsigned"},
    {"max.s16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<greater, s16>,
     "d = the larger of a and b in both halves, signed"},
    {"add.s16x2 d:u32, a:u32, b:u32", {}, Unit::alu, Effect::join, both<plus, s16>,
     "d = a + b in both halves"},
    VIDEO("vabsdiff2", difference, u16, s16, "|a - b|"),
    VIDEO("vabsdiff4", difference, u8, s8, "|a - b|"),
};
// clang-format on

const Family family{"video", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
