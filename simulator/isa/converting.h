// Shared by the rows of cvt: choosing a C++ type, rounding to integers, clamping a float to an
// integer type, and registers wider than the types. For convert.cpp and half.cpp.
#pragma once

#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {

using AllIntegers = List<u8, u16, u32, u64, s8, s16, s32, s64>;
using Sizes = List<u8, u16, u32, u64>;

template <class T>
constexpr bool has_sign = T(-1) < T(0);
template <class T>
constexpr T least = has_sign<T> ? T(T(1) << (8 * sizeof(T) - 1)) : T(0);
template <class T>
constexpr T most = T(~least<T>);

// Calls `then` with a value of the C++ type in the list that carries the integer `type`.
template <class... T, class F>
Bodies with_type(List<T...>, Type type, F then) {
    Bodies found;
    if (is_real(type)) return found;
    ((carries<T>(type) ? void(found = then(T{})) : void()), ...);
    return found;
}

template <class F>
[[gnu::always_inline]] inline F whole(F x, unsigned flags) {
    if constexpr (sizeof(F) == 4) {
        return flags & round_zero   ? __builtin_truncf(x)
               : flags & round_down ? __builtin_floorf(x)
               : flags & round_up   ? __builtin_ceilf(x)
                                    : __builtin_rintf(x);
    } else {
        return flags & round_zero   ? __builtin_trunc(x)
               : flags & round_down ? __builtin_floor(x)
               : flags & round_up   ? __builtin_ceil(x)
                                    : __builtin_rint(x);
    }
}

// The integer for NaN: 0, or only the highest bit if one of the types has 64 bits.
template <class D, class F>
constexpr D of_nan = sizeof(D) == 8 || sizeof(F) == 8 ? D(u64(1) << (8 * sizeof(D) - 1)) : D(0);

// Clamped to D; the fraction is cut off.
template <class D, class F>
[[gnu::always_inline]] inline D held(F x) {
    constexpr F low = F(least<D>), end = F(2) * F(u64(1) << (8 * sizeof(D) - 1 - has_sign<D>));
    const bool inside = (x >= low) & (x < end);
    const D value = static_cast<D>(inside ? x : F(0));
    const D outside = x != x ? of_nan<D, F> : x < 0 ? least<D> : most<D>;
    return inside ? value : outside;
}

// Converts between registers that are wider than the types of a cvt.

template <class To, class From>
static void resize_lanes(const void* from, void* to) {
    for (int lane = 0; lane < warp_size; ++lane) {
        static_cast<To*>(to)[lane] = static_cast<To>(static_cast<const From*>(from)[lane]);
    }
}

// Truncates registers R to values of so many bytes.
template <class R>
static void cut_lanes(const void* from, void* to, int bytes) {
    constexpr auto by_size = [](int size) {
        return size == 1   ? resize_lanes<u8, R>
               : size == 2 ? resize_lanes<u16, R>
               : size == 4 ? resize_lanes<u32, R>
                           : resize_lanes<u64, R>;
    };
    by_size(bytes)(from, to);
}

// Extends values of `type` to registers R, by their sign if they have one.
template <class R>
static void extend_lanes(const void* from, void* to, Type type) {
    constexpr auto by_type = [](int bytes, bool sign) {
        return bytes == 1   ? (sign ? resize_lanes<R, s8> : resize_lanes<R, u8>)
               : bytes == 2 ? (sign ? resize_lanes<R, s16> : resize_lanes<R, u16>)
               : bytes == 4 ? (sign ? resize_lanes<R, s32> : resize_lanes<R, u32>)
                            : resize_lanes<R, u64>;
    };
    by_type(bytes_of(type), is_signed(type))(from, to);
}

// Runs the conversion on temporary registers as wide as the types.
template <class D, class A, Pick pick>
static void through_wider(Warp& warp, const Code& code) {
    alignas(64) std::byte registers[2 * warp_size * 8];
    Warp inner;
    inner.registers = registers;
    Code same = code;
    same.d = 0;
    same.a = warp_size * 8;
    Match match{.type = code.type, .from = code.from, .flags = code.flags};
    cut_lanes<A>(warp.registers + code.a, registers + same.a, bytes_of(code.from));
    pick(match).full(inner, same);
    extend_lanes<D>(registers, warp.registers + code.d, code.type);
}

/// `pick` for registers as wide as the types, and through_wider() for wider ones.
template <Pick pick>
Bodies converting(const Match& match) {
    const Bodies direct = pick(match);
    const int d = match.d_bytes ? match.d_bytes : bytes_of(match.type);
    const int a = match.a_bytes ? match.a_bytes : bytes_of(match.from);
    if (!direct.full || (d == bytes_of(match.type) && a == bytes_of(match.from))) return direct;
    const auto bits_of = [](int size) {
        return size == 1 ? Type::b8 : size == 2 ? Type::b16 : size == 4 ? Type::b32 : Type::b64;
    };
    return with_type(Sizes{}, bits_of(d), [&]<class D>(D) {
        return with_type(Sizes{}, bits_of(a),
                         []<class A>(A) { return rare<through_wider<D, A, pick>, D>(); });
    });
}

inline constexpr Type all_integers[] = {Type::u8, Type::u16, Type::u32, Type::u64,
                                        Type::s8, Type::s16, Type::s32, Type::s64};
}  // namespace simulator::WARPLENS_LEVEL
