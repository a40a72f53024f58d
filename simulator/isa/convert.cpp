// Rows of cvt between integers and floats (halves: half.cpp), and of mov, packing and unpacking.
#include "simulator/isa/rounding.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

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

// ---- integer to integer

template <class D>
constexpr auto resize = [](auto a) { return static_cast<D>(a); };

template <class D, class S>
constexpr auto clamp = [](S a) {
    if constexpr (has_sign<S> && !has_sign<D>) {
        if (a < 0) return D(0);
        return u64(a) > u64(most<D>) ? most<D> : D(a);
    } else if constexpr (!has_sign<S>) {
        return u64(a) > u64(most<D>) ? most<D> : D(a);
    } else {
        return s64(a) < s64(least<D>) ? least<D> : s64(a) > s64(most<D>) ? most<D> : D(a);
    }
};

template <class D, class S>
void clamp_lanes(Warp& warp, const Code& code) { Loop<clamp<D, S>, D, S>::full(warp, code); }

Bodies integer_to_integer(const Match& match) {
    const bool clamps = match.flags & saturate;
    return with_type(AllIntegers{}, match.from, [&]<class S>(S) {
        if (!clamps) {
            return with_type(Sizes{}, match.type,
                             []<class D>(D) { return Loop<resize<D>, D, S>::bodies(); });
        }
        return with_type(AllIntegers{}, match.type,
                         []<class D>(D) { return rare<clamp_lanes<D, S>, D>(); });
    });
}

// ---- integer to float

// The nearest D, moved in the direction of the flags where it is not `a` itself.
template <class D, class S>
D converted(S a, unsigned flags) {
    const D nearest = static_cast<D>(a);
    const D end = D(2) * D(u64(1) << (8 * sizeof(S) - 1 - has_sign<S>));
    const bool above = nearest < end && static_cast<S>(nearest) < a;
    const bool below = nearest >= end || static_cast<S>(nearest) > a;
    const bool down = flags & round_down || (flags & round_zero && a > 0);
    const bool up = flags & round_up || (flags & round_zero && a < 0);
    return down && below ? neighbour(nearest, false) : up && above ? neighbour(nearest, true)
                                                                   : nearest;
}

template <class D, class S>
void convert_directed(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    D* d = lanes<D>(warp, code.d);
    const S* a = lanes<const S>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        const D value = converted<D, S>(a[lane], flags);
        d[lane] = flags & saturate ? saturated(value) : value;
    }
}

template <class D>
Bodies integer_to(const Match& match) {
    return with_type(AllIntegers{}, match.from, [&]<class S>(S) {
        if (match.flags & (directions | saturate)) return rare<convert_directed<D, S>, D>();
        return Loop<resize<D>, D, S>::bodies();
    });
}

Bodies integer_to_float(const Match& match) {
    if (match.type == Type::f64) return integer_to<f64>(match);
    return match.type == Type::f32 ? integer_to<f32>(match) : Bodies{};
}

// ---- float to integer

template <class F>
[[gnu::always_inline]] inline F whole(F x, unsigned flags) {
    if constexpr (sizeof(F) == 4) {
        return flags & round_zero ? __builtin_truncf(x)
               : flags & round_down ? __builtin_floorf(x)
               : flags & round_up ? __builtin_ceilf(x) : __builtin_rintf(x);
    } else {
        return flags & round_zero ? __builtin_trunc(x)
               : flags & round_down ? __builtin_floor(x)
               : flags & round_up ? __builtin_ceil(x) : __builtin_rint(x);
    }
}

// What NaN becomes: 0, or the highest bit alone where 64 bits take part.
template <class D, class F>
constexpr D of_nan = sizeof(D) == 8 || sizeof(F) == 8 ? D(u64(1) << (8 * sizeof(D) - 1)) : D(0);

// Held within D; the fraction is cut off.
template <class D, class F>
[[gnu::always_inline]] inline D held(F x) {
    constexpr F low = F(least<D>), end = F(2) * F(u64(1) << (8 * sizeof(D) - 1 - has_sign<D>));
    const bool inside = x > low - 1 && x < end;
    const D value = static_cast<D>(inside || x == low ? x : F(0));
    const D outside = x != x ? of_nan<D, F> : x < 0 ? least<D> : most<D>;
    return inside ? value : outside;
}

template <class D, class F>
constexpr auto cut = [](F a) { return held<D>(a); };

template <class D, class F>
void round_lanes(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    D* d = lanes<D>(warp, code.d);
    const F* a = lanes<const F>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        F x = a[lane];
        if constexpr (sizeof(F) == 4) x = flags & flush_subnormals ? flushed(x) : x;
        d[lane] = held<D>(whole(x, flags));
    }
}

template <class F>
Bodies from_float(const Match& match) {
    // A subnormal is cut to 0 with .ftz or without.
    const bool cuts = match.flags & round_zero;
    return with_type(AllIntegers{}, match.type, [&]<class D>(D) {
        return cuts ? Loop<cut<D, F>, D, F>::bodies() : rare<round_lanes<D, F>, D>();
    });
}

Bodies float_to_integer(const Match& match) {
    if (match.from == Type::f64) return from_float<f64>(match);
    return match.from == Type::f32 ? from_float<f32>(match) : Bodies{};
}

// ---- float to float

// The same type: whole numbers, .ftz and .sat.
template <class F>
void round_to_whole(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    F* d = lanes<F>(warp, code.d);
    const F* a = lanes<const F>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        F x = a[lane];
        if constexpr (sizeof(F) == 4) x = flags & flush_subnormals ? flushed(x) : x;
        if (flags & to_integer) x = whole(x, flags);
        d[lane] = flags & saturate ? saturated(x) : one_nan(x);
    }
}

void narrow(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    f32* d = lanes<f32>(warp, code.d);
    const f64* a = lanes<const f64>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        f32 x = rounded(static_cast<f32>(a[lane]), {a[lane], 0}, flags);
        if (flags & flush_subnormals) x = flushed(x);
        d[lane] = flags & saturate ? saturated(x) : one_nan(x);
    }
}

void widen(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    f64* d = lanes<f64>(warp, code.d);
    const f32* a = lanes<const f32>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        const f64 x = flags & flush_subnormals ? flushed(a[lane]) : a[lane];
        d[lane] = flags & saturate ? saturated(x) : one_nan(x);
    }
}

constexpr auto nearest_single = [](f64 a) { return one_nan(static_cast<f32>(a)); };
constexpr auto as_double = [](f32 a) { return one_nan(static_cast<f64>(a)); };

Bodies float_to_whole(const Match& match) {
    if (match.from != match.type) return {};
    if (match.type == Type::f64) return rare<round_to_whole<f64>, f64>();
    return match.type == Type::f32 ? rare<round_to_whole<f32>, f32>() : Bodies{};
}

Bodies float_to_float(const Match& match) {
    if (match.from == match.type) return float_to_whole(match);
    if (match.type == Type::f32 && match.from == Type::f64) {
        return match.flags ? rare<narrow, f32>() : Loop<nearest_single, f32, f64>::bodies();
    }
    if (match.type != Type::f64 || match.from != Type::f32) return {};
    return match.flags ? rare<widen, f64>() : Loop<as_double, f64, f32>::bodies();
}

// ---- registers that are wider than the types of cvt

template <class To, class From>
void resize_lanes(const void* from, void* to) {
    for (int lane = 0; lane < warp_size; ++lane) {
        static_cast<To*>(to)[lane] = static_cast<To>(static_cast<const From*>(from)[lane]);
    }
}

// Cuts registers R down to values of so many bytes.
template <class R>
void cut_lanes(const void* from, void* to, int bytes) {
    constexpr auto by_size = [](int size) {
        return size == 1 ? resize_lanes<u8, R> : size == 2 ? resize_lanes<u16, R>
               : size == 4 ? resize_lanes<u32, R> : resize_lanes<u64, R>;
    };
    by_size(bytes)(from, to);
}

// Extends values of `type` to registers R, by their sign if they have one.
template <class R>
void extend_lanes(const void* from, void* to, Type type) {
    constexpr auto by_type = [](int bytes, bool sign) {
        return bytes == 1 ? (sign ? resize_lanes<R, s8> : resize_lanes<R, u8>)
               : bytes == 2 ? (sign ? resize_lanes<R, s16> : resize_lanes<R, u16>)
               : bytes == 4 ? (sign ? resize_lanes<R, s32> : resize_lanes<R, u32>)
                            : resize_lanes<R, u64>;
    };
    by_type(bytes_of(type), is_signed(type))(from, to);
}

// Runs the conversion of values on registers of its own, between those that the code names.
template <class D, class A, Pick pick>
void through_wider(Warp& warp, const Code& code) {
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

/// `pick` for registers as wide as the types, and around it for wider ones.
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
        return with_type(Sizes{}, bits_of(a), []<class A>(A) {
            return rare<through_wider<D, A, pick>, D>();
        });
    });
}

// ---- mov

constexpr auto copy = [](auto a) { return a; };

void move_predicate(Warp& warp, const Code& code) {
    set_predicate(warp, code.d, warp.predicate(code.a));
}

Bodies moving_predicate(const Match&) { return {move_predicate, move_predicate}; }

Bodies moving(const Match& match) {
    switch (bytes_of(match.type)) {
        case 2: return Loop<copy, u16, u16>::bodies();
        case 4: return Loop<copy, u32, u32>::bodies();
        case 8: return Loop<copy, u64, u64>::bodies();
        default: return {};
    }
}

// The first element has the lowest bits.
template <class Whole, class Element>
void pack(Warp& warp, const Code& code) {
    Whole* d = lanes<Whole>(warp, code.d);
    const auto* on = lanes_on<Whole>(warp);
    alignas(64) Whole packed[warp_size] = {};
    for (int k = 0; k < int(sizeof(Whole) / sizeof(Element)); ++k) {
        const Element* element = lanes<const Element>(warp, code.elements[k]);
        for (int lane = 0; lane < warp_size; ++lane) {
            packed[lane] = Whole(packed[lane] | Whole(element[lane]) << 8 * sizeof(Element) * k);
        }
    }
    for (int lane = 0; lane < warp_size; ++lane) d[lane] = on[lane] ? packed[lane] : d[lane];
}

template <class Whole, class Element>
void unpack(Warp& warp, const Code& code) {
    const Whole* a = lanes<const Whole>(warp, code.a);
    const auto* on = lanes_on<Element>(warp);
    for (int k = 0; k < int(sizeof(Whole) / sizeof(Element)); ++k) {
        Element* element = lanes<Element>(warp, code.elements[k]);
        for (int lane = 0; lane < warp_size; ++lane) {
            const Element value = static_cast<Element>(a[lane] >> 8 * sizeof(Element) * k);
            element[lane] = on[lane] ? value : element[lane];
        }
    }
}

Bodies packing(const Match& match) {
    const int bytes = bytes_of(match.type);
    if (bytes == 8 && match.count == 2) return {pack<u64, u32>, pack<u64, u32>};
    if (bytes == 8 && match.count == 4) return {pack<u64, u16>, pack<u64, u16>};
    if (bytes == 4 && match.count == 2) return {pack<u32, u16>, pack<u32, u16>};
    if (bytes == 4 && match.count == 4) return {pack<u32, u8>, pack<u32, u8>};
    return {};
}

Bodies unpacking(const Match& match) {
    const int bytes = bytes_of(match.type);
    if (bytes == 8 && match.count == 2) return {unpack<u64, u32>, unpack<u64, u32>};
    if (bytes == 8 && match.count == 4) return {unpack<u64, u16>, unpack<u64, u16>};
    if (bytes == 4 && match.count == 2) return {unpack<u32, u16>, unpack<u32, u16>};
    if (bytes == 4 && match.count == 4) return {unpack<u32, u8>, unpack<u32, u8>};
    return {};
}

constexpr Type all_integers[] = {Type::u8, Type::u16, Type::u32, Type::u64,
                                 Type::s8, Type::s16, Type::s32, Type::s64};
constexpr Type movable[] = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64,
                            Type::s16, Type::s32, Type::s64, Type::f32, Type::f64};

constexpr Row rows[] = {
    {"cvt{.sat}.type.from d, a:from", all_integers, Unit::convert, Effect::move,
     converting<integer_to_integer>, "d = a, cut or extended; .sat: held within the type"},
    {"cvt.rnd{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::move,
     converting<integer_to_float>, "d = the integer a, rounded to a float"},
    {"cvt.irnd{.ftz}{.sat}.type.from d, a:from", all_integers, Unit::convert, Effect::move,
     converting<float_to_integer>,
     "d = a rounded to an integer, held within the type; NaN: 0 (64 bits: the highest bit)"},
    {"cvt.irnd{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::move,
     float_to_whole, "d = a rounded to a whole number, still a float"},
    {"cvt{.rnd}{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::move,
     float_to_float, "d = a in another float type, rounded where it is narrower"},
    {"mov.type d, a", movable, Unit::move, Effect::move, moving, "d = a"},
    {"mov.type p, a", predicates, Unit::move, Effect::move, moving_predicate, "p = a"},
    {"mov.type d, {a}", bits_32_64, Unit::move, Effect::move, packing,
     "d = the elements of a side by side, the first lowest"},
    {"mov.type {d}, a", bits_32_64, Unit::move, Effect::move, unpacking,
     "the elements of d = the pieces of a, the lowest first"},
};

const Family family{"convert", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
