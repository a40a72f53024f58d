// Rows of cvt between integers and floats (halves: half.cpp), and of mov, packing and unpacking.
#include "simulator/isa/converting.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

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
void clamp_lanes(Warp& warp, const Code& code) {
    Loop<clamp<D, S>, D, S>::full(warp, code);
}

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

// The nearest D, moved in the direction of the flags if it is inexact.
template <class D, class S>
D converted(S a, unsigned flags) {
    const D nearest = static_cast<D>(a);
    const D end = D(2) * D(u64(1) << (8 * sizeof(S) - 1 - has_sign<S>));
    const bool above = nearest < end && static_cast<S>(nearest) < a;
    const bool below = nearest >= end || static_cast<S>(nearest) > a;
    const bool down = flags & round_down || (flags & round_zero && a > 0);
    const bool up = flags & round_up || (flags & round_zero && a < 0);
    return down && below ? neighbour(nearest, false)
           : up && above ? neighbour(nearest, true)
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
    // A subnormal becomes 0 with .ftz or without.
    const bool cuts = match.flags & round_zero;
    return with_type(AllIntegers{}, match.type, [&]<class D>(D) {
        return cuts ? Loop<cut<D, F>, D, F>::bodies() : rare<round_lanes<D, F>, D>();
    });
}

Bodies float_to_integer(const Match& match) {
    if (match.from == Type::f64) return from_float<f64>(match);
    return match.from == Type::f32 ? from_float<f32>(match) : Bodies{};
}

// ---- copies

constexpr auto copy = [](auto a) { return a; };

Bodies moving(const Match& match) {
    switch (bytes_of(match.type)) {
        case 2: return Loop<copy, u16, u16>::bodies();
        case 4: return Loop<copy, u32, u32>::bodies();
        case 8: return Loop<copy, u64, u64>::bodies();
        default: return {};
    }
}

// ---- float to float

// One type: rounding to integers, .ftz and .sat.
template <class F>
void round_to_whole(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    F* d = lanes<F>(warp, code.d);
    const F* a = lanes<const F>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        F x = a[lane];
        if constexpr (sizeof(F) == 4) x = flags & flush_subnormals ? flushed(x) : x;
        if (flags & to_integer) x = x == x ? whole(x, flags) : x + x;
        d[lane] = flags & saturate ? saturated(x) : one_nan(x);
    }
}

void narrow(Warp& warp, const Code& code) {
    const bool flush = code.flags & flush_subnormals, saturates = code.flags & saturate;
    f32* d = lanes<f32>(warp, code.d);
    const f64* a = lanes<const f64>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        f32 x = static_cast<f32>(a[lane]);
        x = flush ? flushed(x) : x;
        d[lane] = saturates ? saturated(x) : x;  // NaN keeps the bits that fit
    }
}

void widen(Warp& warp, const Code& code) {
    const unsigned flags = code.flags;
    f64* d = lanes<f64>(warp, code.d);
    const f32* a = lanes<const f32>(warp, code.a);
    for (int lane = 0; lane < warp_size; ++lane) {
        const f64 x = flags & flush_subnormals ? one_nan(flushed(a[lane])) : a[lane];
        d[lane] = flags & saturate ? saturated(x) : x;
    }
}

constexpr auto nearest_single = [](f64 a) { return static_cast<f32>(a); };
constexpr auto as_double = [](f32 a) { return static_cast<f64>(a); };

Bodies float_to_whole(const Match& match) {
    if (match.from != match.type) return {};
    if (!match.flags) return moving(match);
    if (match.type == Type::f64) return rare<round_to_whole<f64>, f64>();
    return match.type == Type::f32 ? rare<round_to_whole<f32>, f32>() : Bodies{};
}

Bodies float_to_float(const Match& match) {
    if (match.from == match.type) return float_to_whole(match);
    if (match.type == Type::f32 && match.from == Type::f64) {
        return match.flags ? rare<directed<narrow>, f32>()
                           : Loop<nearest_single, f32, f64>::bodies();
    }
    if (match.type != Type::f64 || match.from != Type::f32) return {};
    return match.flags ? rare<widen, f64>() : Loop<as_double, f64, f32>::bodies();
}

// ---- mov

void move_predicate(Warp& warp, const Code& code) {
    set_predicate(warp, code.d, warp.predicate(code.a));
}

Bodies moving_predicate(const Match&) { return {move_predicate, move_predicate}; }

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
    if (bytes == 2 && match.count == 2) return {pack<u16, u8>, pack<u16, u8>};
    return {};
}

Bodies unpacking(const Match& match) {
    const int bytes = bytes_of(match.type);
    if (bytes == 8 && match.count == 2) return {unpack<u64, u32>, unpack<u64, u32>};
    if (bytes == 8 && match.count == 4) return {unpack<u64, u16>, unpack<u64, u16>};
    if (bytes == 4 && match.count == 2) return {unpack<u32, u16>, unpack<u32, u16>};
    if (bytes == 4 && match.count == 4) return {unpack<u32, u8>, unpack<u32, u8>};
    if (bytes == 2 && match.count == 2) return {unpack<u16, u8>, unpack<u16, u8>};
    return {};
}

constexpr Type movable[] = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64,
                            Type::s16, Type::s32, Type::s64, Type::f32, Type::f64};

// clang-format off
constexpr Row rows[] = {
    {"cvt{.sat}.type.from d, a:from", all_integers, Unit::convert, Effect::convert,
     converting<integer_to_integer>, "d = a, truncated or extended; .sat: clamped to the type"},
    {"cvt.rnd{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::convert,
     converting<integer_to_float>, "d = the integer a, rounded to a float"},
    {"cvt.irnd{.ftz}{.sat}.type.from d, a:from", all_integers, Unit::convert, Effect::convert,
     converting<float_to_integer>,
     "d = a rounded to an integer, clamped to the type; NaN: 0 (64 bits: the highest bit)"},
    {"cvt.irnd{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::convert,
     float_to_whole, "d = a rounded to a whole number, still a float"},
    {"cvt{.rnd}{.ftz}{.sat}.type.from d, a:from", reals, Unit::convert, Effect::convert,
     float_to_float, "d = a in another float type, rounded where it is narrower"},
    {"mov.type d, a", movable, Unit::move, Effect::copy, moving, "d = a"},
    {"mov.type p, a", predicates, Unit::move, Effect::copy, moving_predicate, "p = a"},
    {"mov.type d, {a}", bits, Unit::move, Effect::copy, packing,
     "d = the elements of a side by side, the first lowest"},
    {"mov.type {d}, a", bits, Unit::move, Effect::copy, unpacking,
     "the elements of d = the pieces of a, the lowest first"},
};
// clang-format on

const Family family{"convert", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
