// Atomic operations. Lanes run in ascending order. Lanes on one address queue there, and a
// request's passes are its longest queue. Each operation is defined once: for running it, and for
// observers.
#include "simulator/isa/environment.h"
#include "simulator/isa/halves.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr Type sums[] = {Type::u32, Type::s32, Type::u64, Type::s64, Type::f32, Type::f64};
constexpr Type ordered[] = {Type::u32, Type::s32, Type::u64, Type::s64};
constexpr Type swapped[] = {Type::b16, Type::b32, Type::b64, Type::u32, Type::s32,
                            Type::u64, Type::s64, Type::f32, Type::f64};

constexpr auto add = [](auto old, auto b, auto) {
    if constexpr (is_float<decltype(old)>)
        return one_nan(old + b);
    else
        return old + b;
};
constexpr auto least = [](auto old, auto b, auto) { return b < old ? b : old; };
constexpr auto greatest = [](auto old, auto b, auto) { return b > old ? b : old; };
constexpr auto all_bits = [](auto old, auto b, auto) { return old & b; };
constexpr auto any_bits = [](auto old, auto b, auto) { return old | b; };
constexpr auto odd_bits = [](auto old, auto b, auto) { return old ^ b; };
constexpr auto exchange = [](auto, auto b, auto) { return b; };
constexpr auto compare_and_swap = [](auto old, auto b, auto c) { return old == b ? c : old; };
constexpr auto increment = [](auto old, auto b, auto) {
    return old >= b ? decltype(old)(0) : old + 1;
};
constexpr auto decrement = [](auto old, auto b, auto) { return old == 0 || old > b ? b : old - 1; };

// Sums of floats in global memory flush subnormals; those in shared memory do not.
template <class T, auto operation>
constexpr bool flushes = false;
template <>
constexpr bool flushes<f32, add> = true;
template <class T>
T flush(T x) {
    if constexpr (sizeof(T) == 4 && is_float<T>)
        return flushed(x);
    else
        return x;
}

// The value in memory after a lane's turn.
template <class T, auto operation>
[[gnu::always_inline]] inline T after_turn(T old, T b, T c, bool global) {
    if (!flushes<T, operation> || !global) return static_cast<T>(operation(old, b, c));
    return flush(static_cast<T>(operation(flush(old), flush(b), c)));
}

template <class T>
[[gnu::always_inline]] inline T of_bits(u64 bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

template <class T, auto operation>
u64 left_behind(bool global, u64 old, u64 b, u64 c) {
    const T left = after_turn<T, operation>(of_bits<T>(old), of_bits<T>(b), of_bits<T>(c), global);
    u64 bits = 0;
    __builtin_memcpy(&bits, &left, sizeof(T));
    return bits;
}

template <auto operation, class L>
u64 tell_left(Type type, bool global, u64 old, u64 b, u64 c) {
    return [&]<class... T>(List<T...>) {
        u64 left = old;
        ((carries<T>(type) ? void(left = left_behind<T, operation>(global, old, b, c)) : void()),
         ...);
        return left;
    }(L{});
}

using Sums = List<u32, u64, s32, s64, f32, f64>;

// `origin`: whether the old value is a source of the new one.
template <auto operation, class L, Origin origin = Origin::join>
constexpr Effect leaves = Effect::atomic(tell_left<operation, L>, origin);
constexpr Effect adds = Effect::sum(tell_left<add, Sums>);

// Sums of 16 bits, alone or in pairs. A float holds the sum of two halves precisely enough to be
// rounded again.
constexpr Type halves[] = {Type::f16, Type::f16x2};
constexpr auto add_halves = [](auto old, auto b, auto) {
    const auto sum = [](auto x, auto y) {
        return nearest_16<Half>(widened<Half>(u16(x)) + widened<Half>(u16(y)));
    };
    if constexpr (sizeof(old) == 2)
        return sum(old, b);
    else
        return u32(sum(old, b)) | u32(sum(old >> 16, b >> 16)) << 16;
};
u64 halves_left(Type type, bool global, u64 old, u64 b, u64 c) {
    return type == Type::f16 ? left_behind<u16, add_halves>(global, old, b, c)
                             : left_behind<u32, add_halves>(global, old, b, c);
}

// A lane's place; fast if it is in shared memory or the last used buffer.
template <class T>
[[gnu::always_inline]] inline T* find(Warp& warp, const Code& code, int lane, Address address,
                                      Counted& counted) {
    Environment& around = *warp.environment;
    if (code.space == Space::shared) {
        counted = Counted::shared;
        if (address < around.shared_bytes && sizeof(T) <= around.shared_bytes - address &&
            address % sizeof(T) == 0) {
            return reinterpret_cast<T*>(around.shared + address);
        }
    }
    const Reached found = reach(warp, code, lane, sizeof(T), true);
    counted = found.space == Space::shared ? Counted::shared : Counted::global;
    return reinterpret_cast<T*>(found.host);
}

template <class T, auto operation, bool returns>
void atomic(Warp& warp, const Code& code) {
    Environment& around = *warp.environment;
    const T* b = lanes<const T>(warp, code.b);
    const T* c = code.c == nowhere ? b : lanes<const T>(warp, code.c);
    alignas(64) T olds[warp_size];
    Address addresses[warp_size];
    u32 in_space[spaces_counted] = {};
    for (u32 rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        addresses[lane] = lane_address(warp, code, lane);
        Counted counted;
        T* place = find<T>(warp, code, lane, addresses[lane], counted);
        const T old = *place;
        const T value = after_turn<T, operation>(old, b[lane], c[lane], counted == Counted::global);
        *around.changes += __builtin_memcmp(&old, &value, sizeof(T)) != 0;
        *place = value;
        olds[lane] = old;
        in_space[static_cast<int>(counted)] |= 1u << lane;
    }
    if (returns && code.d != nowhere) {
        T* d = lanes<T>(warp, code.d);
        for (u32 rest = warp.mask; rest; rest &= rest - 1)
            d[__builtin_ctz(rest)] = olds[__builtin_ctz(rest)];
    }
    for (int space = 0; space < spaces_counted; ++space) {
        if (!in_space[space]) continue;
        Tally& tally = around.tallies[space][code.tally];
        ++tally.requests;
        const AtomicRequest request = count_atomic(code, in_space[space], addresses);
        tally.passes += request.passes;
        tally.units += request.sectors;
    }
}

template <auto operation, bool returns, class L>
Bodies pick(const Match& match) {
    return []<class... T>(List<T...>, Type type) {
        Bodies found;
        ((carries<T>(type)
              ? void(found = {atomic<T, operation, returns>, atomic<T, operation, returns>})
              : void()),
         ...);
        return found;
    }(L{}, match.type);
}

template <bool returns>
Bodies pick_halves(const Match& match) {
    if (match.type == Type::f16)
        return {atomic<u16, add_halves, returns>, atomic<u16, add_halves, returns>};
    return {atomic<u32, add_halves, returns>, atomic<u32, add_halves, returns>};
}

using Ordered = List<u32, u64, s32, s64>;
using Swapped = List<u16, u32, u64>;
using Pair = List<u32, u64>;
using Counter = List<u32>;

// clang-format off
constexpr Row rows[] = {
    {"atom{.sem}{.scope}{.space}.add{.sem}{.scope}{.space}{.cache}.type d, [a], b", sums,
     Unit::atomic, adds, pick<add, true, Sums>, "d = memory at a, which grows by b"},
    {"atom{.sem}{.scope}{.space}.add.noftz{.sem}{.scope}{.space}{.cache}.type d, [a], b", halves,
     Unit::atomic, Effect::atomic(halves_left), pick_halves<true>,
     "d = memory at a, which grows by b; each half of a pair does so separately"},
    {"atom{.sem}{.scope}{.space}.min{.sem}{.scope}{.space}{.cache}.type d, [a], b", ordered,
     Unit::atomic, leaves<least, Ordered>, pick<least, true, Ordered>,
     "d = memory at a, which becomes at most b"},
    {"atom{.sem}{.scope}{.space}.max{.sem}{.scope}{.space}{.cache}.type d, [a], b", ordered,
     Unit::atomic, leaves<greatest, Ordered>, pick<greatest, true, Ordered>,
     "d = memory at a, which becomes at least b"},
    {"atom{.sem}{.scope}{.space}.and{.sem}{.scope}{.space}{.cache}.type d, [a], b", bits_32_64,
     Unit::atomic, leaves<all_bits, Pair>, pick<all_bits, true, Pair>,
     "d = memory at a, which keeps only the bits of b"},
    {"atom{.sem}{.scope}{.space}.or{.sem}{.scope}{.space}{.cache}.type d, [a], b", bits_32_64,
     Unit::atomic, leaves<any_bits, Pair>, pick<any_bits, true, Pair>,
     "d = memory at a, which gets the bits of b too"},
    {"atom{.sem}{.scope}{.space}.xor{.sem}{.scope}{.space}{.cache}.type d, [a], b", bits_32_64,
     Unit::atomic, leaves<odd_bits, Pair>, pick<odd_bits, true, Pair>,
     "d = memory at a, where the bits of b are inverted"},
    {"atom{.sem}{.scope}{.space}.exch{.sem}{.scope}{.space}{.cache}.type d, [a], b", swapped,
     Unit::atomic, leaves<exchange, Swapped, Origin::copy>, pick<exchange, true, Swapped>,
     "d = memory at a, which becomes b"},
    {"atom{.sem}{.scope}{.space}.cas{.sem}{.scope}{.space}{.cache}.type d, [a], b, c", swapped,
     Unit::atomic, leaves<compare_and_swap, Swapped, Origin::choice>,
     pick<compare_and_swap, true, Swapped>, "d = memory at a, which becomes c if it was b"},
    {"atom{.sem}{.scope}{.space}.inc{.sem}{.scope}{.space}{.cache}.type d, [a], b", only_u32,
     Unit::atomic, leaves<increment, Counter>, pick<increment, true, Counter>,
     "d = memory at a, which grows by 1; after b it is 0 again"},
    {"atom{.sem}{.scope}{.space}.dec{.sem}{.scope}{.space}{.cache}.type d, [a], b", only_u32,
     Unit::atomic, leaves<decrement, Counter>, pick<decrement, true, Counter>,
     "d = memory at a, which falls by 1; after 0 it is b again"},
    {"red{.sem}{.scope}{.space}.add{.sem}{.scope}{.space}{.cache}.type [a], b", sums, Unit::atomic,
     adds, pick<add, false, Sums>, "memory at a grows by b"},
    {"red{.sem}{.scope}{.space}.add.noftz{.sem}{.scope}{.space}{.cache}.type [a], b", halves,
     Unit::atomic, Effect::atomic(halves_left), pick_halves<false>,
     "memory at a grows by b; each half of a pair does so separately"},
    {"red{.sem}{.scope}{.space}.min{.sem}{.scope}{.space}{.cache}.type [a], b", ordered,
     Unit::atomic, leaves<least, Ordered>, pick<least, false, Ordered>,
     "memory at a becomes at most b"},
    {"red{.sem}{.scope}{.space}.max{.sem}{.scope}{.space}{.cache}.type [a], b", ordered,
     Unit::atomic, leaves<greatest, Ordered>, pick<greatest, false, Ordered>,
     "memory at a becomes at least b"},
    {"red{.sem}{.scope}{.space}.and{.sem}{.scope}{.space}{.cache}.type [a], b", bits_32_64,
     Unit::atomic, leaves<all_bits, Pair>, pick<all_bits, false, Pair>,
     "memory at a keeps only the bits of b"},
    {"red{.sem}{.scope}{.space}.or{.sem}{.scope}{.space}{.cache}.type [a], b", bits_32_64,
     Unit::atomic, leaves<any_bits, Pair>, pick<any_bits, false, Pair>,
     "memory at a gets the bits of b too"},
    {"red{.sem}{.scope}{.space}.xor{.sem}{.scope}{.space}{.cache}.type [a], b", bits_32_64,
     Unit::atomic, leaves<odd_bits, Pair>, pick<odd_bits, false, Pair>,
     "the bits of b are inverted in memory at a"},
    {"red{.sem}{.scope}{.space}.inc{.sem}{.scope}{.space}{.cache}.type [a], b", only_u32,
     Unit::atomic, leaves<increment, Counter>, pick<increment, false, Counter>,
     "memory at a grows by 1; after b it is 0 again"},
    {"red{.sem}{.scope}{.space}.dec{.sem}{.scope}{.space}{.cache}.type [a], b", only_u32,
     Unit::atomic, leaves<decrement, Counter>, pick<decrement, false, Counter>,
     "memory at a falls by 1; after 0 it is b again"},
};
// clang-format on

const Family family{"atomic", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
