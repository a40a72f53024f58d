// The machinery of the rows: makes bodies for 32 lanes from a lambda on one lane, for all lanes
// (full) or those of the mask (masked). Only the families include this; they are compiled once for
// each level of vector instructions. So everything is in the level's own namespace, and shared code
// of the standard library is not used.
#pragma once

#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "simulator/isa/row.h"

namespace simulator::WARPLENS_LEVEL {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

// Types that a row may have, in the order of the manual.
inline constexpr Type integers[] = {Type::u16, Type::u32, Type::u64,
                                    Type::s16, Type::s32, Type::s64};
inline constexpr Type narrow_integers[] = {Type::u16, Type::u32, Type::s16, Type::s32};
inline constexpr Type signed_integers[] = {Type::s16, Type::s32, Type::s64};
inline constexpr Type words_32[] = {Type::u32, Type::s32};
inline constexpr Type words_64[] = {Type::u64, Type::s64};
inline constexpr Type bits[] = {Type::b16, Type::b32, Type::b64};
inline constexpr Type bits_32_64[] = {Type::b32, Type::b64};
inline constexpr Type reals[] = {Type::f32, Type::f64};
inline constexpr Type singles[] = {Type::f32};
inline constexpr Type doubles[] = {Type::f64};
inline constexpr Type only_b32[] = {Type::b32};
inline constexpr Type only_u32[] = {Type::u32};
inline constexpr Type only_s32[] = {Type::s32};
inline constexpr Type predicates[] = {Type::pred};

// C++ types in which a row computes. A row on `Words` treats signed and unsigned values alike.
template <class... T>
struct List {};
using Words = List<u16, u32, u64>;
using Integers = List<u16, u32, u64, s16, s32, s64>;
using Signed = List<s16, s32, s64>;
using Reals = List<f32, f64>;

constexpr int bytes_of(Type type) {
    constexpr int bytes[] = {0, 1, 2, 4, 8, 16, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 2, 4, 4, 8, 4};
    return bytes[static_cast<int>(type)];
}
constexpr bool is_real(Type type) { return type >= Type::f16 && type <= Type::f64; }
constexpr bool is_half(Type type) { return type >= Type::f16 && type <= Type::bf16x2; }
constexpr bool is_signed(Type type) { return type >= Type::s8 && type <= Type::s64; }

template <class T>
constexpr bool is_float = false;
template <>
inline constexpr bool is_float<f32> = true;
template <>
inline constexpr bool is_float<f64> = true;

/// Whether values of `type` are computed in T: exactly, or (unsigned T) as bits of that width.
template <class T>
constexpr bool carries(Type type) {
    if (bytes_of(type) != static_cast<int>(sizeof(T)) || is_half(type)) return false;
    if (is_float<T>) return is_real(type);
    return T(-1) > T(0) || is_signed(type);
}

template <class T>
[[gnu::always_inline]] inline T* lanes(Warp& warp, Place place) {
    return static_cast<T*>(
        __builtin_assume_aligned(warp.registers + place, 32 * sizeof(T) < 64 ? 32 : 64));
}

/// -1 for lanes that are on, 0 for others, as wide as T where possible.
template <class T>
[[gnu::always_inline]] inline const auto* lanes_on(const Warp& warp) {
    if constexpr (sizeof(T) == 8)
        return &warp.lanes64[0];
    else
        return &warp.lanes32[0];
}

inline constexpr Member<Code, Place> sources[] = {&Code::a, &Code::b, &Code::c, &Code::e};

template <int...>
struct Positions {};

// Runs a full body, then restores the lanes that are off.
template <class D>
[[gnu::noinline]] static void keep_others(Warp& warp, const Code& code, Body full) {
    alignas(64) D before[warp_size];
    D* d = lanes<D>(warp, code.d);
    for (int lane = 0; lane < warp_size; ++lane) before[lane] = d[lane];
    full(warp, code);
    const auto* on = lanes_on<D>(warp);
    for (int lane = 0; lane < warp_size; ++lane) d[lane] = on[lane] ? d[lane] : before[lane];
}

template <Body body, class D>
static void kept(Warp& warp, const Code& code) {
    keep_others<D>(warp, code, body);
}

/// Bodies made from a full one, for instructions too rare for two loops.
template <Body body, class D>
Bodies rare() {
    return {body, kept<body, D>};
}

// Both bodies of an operation: D from one source lane of each type S.
template <auto op, class D, class... S>
struct Loop {
    template <bool masked, int... i>
    [[gnu::always_inline]] static void run(Warp& warp, const Code& code, Positions<i...>) {
        run<masked>(warp, lanes<D>(warp, code.d), lanes<const S>(warp, code.*sources[i])...);
    }
    template <bool masked>
    [[gnu::always_inline]] static void run(Warp& warp, D* d, const S*... source) {
        const auto* on = lanes_on<D>(warp);
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane) {
            const D value = static_cast<D>(op(source[lane]...));
            d[lane] = !masked || on[lane] ? value : d[lane];
        }
    }
    static constexpr auto positions() {
        if constexpr (sizeof...(S) == 1)
            return Positions<0>{};
        else if constexpr (sizeof...(S) == 2)
            return Positions<0, 1>{};
        else if constexpr (sizeof...(S) == 3)
            return Positions<0, 1, 2>{};
        else
            return Positions<0, 1, 2, 3>{};
    }
    static void full(Warp& warp, const Code& code) { run<false>(warp, code, positions()); }
    static void masked(Warp& warp, const Code& code) { run<true>(warp, code, positions()); }
    /// Narrow values are rare, and masked loops on them break some compilers.
    static Bodies bodies() {
        if constexpr (sizeof(D) < 4)
            return rare<full, D>();
        else
            return {full, masked};
    }
};

// d, a, b, c of one type.
template <auto op, class T, int operands>
struct Alike;
template <auto op, class T>
struct Alike<op, T, 1> : Loop<op, T, T> {};
template <auto op, class T>
struct Alike<op, T, 2> : Loop<op, T, T, T> {};
template <auto op, class T>
struct Alike<op, T, 3> : Loop<op, T, T, T, T> {};

template <auto op, class T>
constexpr int operands_of_lambda() {
    if constexpr (requires(T x) { op(x); })
        return 1;
    else if constexpr (requires(T x) { op(x, x); })
        return 2;
    else
        return 3;
}

/// d = op(a, b, c), all of the row's type.
template <auto op, class L>
Bodies lanewise(const Match& match) {
    return []<class... T>(List<T...>, Type type) {
        Bodies found;
        ((carries<T>(type) ? void(found = Alike<op, T, operands_of_lambda<op, T>()>::bodies())
                           : void()),
         ...);
        return found;
    }(L{}, match.type);
}

/// d = op(a, b), where b is a 32-bit count.
template <auto op, class L>
Bodies shifting(const Match& match) {
    return []<class... T>(List<T...>, Type type) {
        Bodies found;
        ((carries<T>(type) ? void(found = Loop<op, T, T, u32>::bodies()) : void()), ...);
        return found;
    }(L{}, match.type);
}

/// D = op(a): a 32-bit number about a value.
template <auto op, class L>
Bodies counting(const Match& match) {
    return []<class... T>(List<T...>, Type type) {
        Bodies found;
        ((carries<T>(type) ? void(found = Loop<op, u32, T>::bodies()) : void()), ...);
        return found;
    }(L{}, match.type);
}

/// One loop whose types do not depend on the match.
template <auto op, class D, class... S>
Bodies fixed(const Match&) {
    return Loop<op, D, S...>::bodies();
}

/// Writes a predicate for the lanes that are on.
[[gnu::always_inline]] inline void set_predicate(Warp& warp, Place place, u32 value) {
    u32& predicate = warp.predicate(place);
    predicate = (predicate & ~warp.mask) | (value & warp.mask);
}

/// The signs of 32 numbers as a mask; 16 or 8 in one instruction where the processor has it.
[[gnu::always_inline]] inline u32 signs_of(const s32* numbers) {
#if defined(__AVX512DQ__)
    const u32 low = _mm512_movepi32_mask(_mm512_load_si512(numbers));
    return low | u32(_mm512_movepi32_mask(_mm512_load_si512(numbers + 16))) << 16;
#elif defined(__AVX2__)
    u32 mask = 0;
    const auto* signs = reinterpret_cast<const f32*>(numbers);
    for (int lane = 0; lane < warp_size; lane += 8)
        mask |= u32(_mm256_movemask_ps(_mm256_load_ps(signs + lane))) << lane;
    return mask;
#else
    u32 mask = 0;
    for (int lane = 0; lane < warp_size; ++lane) mask |= u32(numbers[lane] < 0) << lane;
    return mask;
#endif
}

/// The mask of lanes where `holds(lane)`.
template <class Test>
[[gnu::always_inline]] inline u32 mask_where(Test holds) {
    alignas(64) s32 truth[warp_size];
    for (int lane = 0; lane < warp_size; ++lane) truth[lane] = holds(lane) ? -1 : 0;
    return signs_of(truth);
}

}  // namespace simulator::WARPLENS_LEVEL
