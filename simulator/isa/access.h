// Loads and stores of a whole warp: where the lanes' data are, the hardware's counts, and the
// copying. The usual patterns, a row in memory and one address for all, have closed forms. Counts
// of other patterns are kept from the instruction's last request. An access outside one buffer or
// shared memory goes lane by lane: access_each.
#pragma once

#include "simulator/isa/environment.h"
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {

// The lanes' places: offsets in a buffer or in shared memory. Lanes that are off have the place of
// the first lane that is on.
struct alignas(64) Places {
    u32 at[warp_size];
};

// A piece of host memory.
struct Stretch {
    std::byte* host;
    u64 bytes;
};

template <bool full>
[[gnu::always_inline]] inline u32 mask_of(const Warp& warp) {
    return full ? ~0u : warp.mask;
}

template <bool full>
[[gnu::always_inline]] inline int first_lane(const Warp& warp) {
    return full ? 0 : __builtin_ctz(warp.mask);
}

/// Fills in the places of global addresses; false if one is not within 4 GiB above `base`.
template <bool full>
[[gnu::always_inline]] inline bool place_wide(const Warp& warp, const Code& code, Address base,
                                              Places& places) {
    const u64* address = lanes<const u64>(const_cast<Warp&>(warp), code.a);
    const u64 shift = static_cast<u64>(code.offset) - base;
    const u64 first = address[first_lane<full>(warp)] + shift;
    u64 high = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        u64 at = address[lane] + shift;
        if (!full) at = warp.lanes64[lane] ? at : first;
        high |= at;
        places.at[lane] = static_cast<u32>(at);
    }
    return high >> 32 == 0;
}

template <bool full>
[[gnu::always_inline]] inline void place_narrow(const Warp& warp, const Code& code,
                                                Places& places) {
    const u32* address = lanes<const u32>(const_cast<Warp&>(warp), code.a);
    const u32 shift = static_cast<u32>(code.offset);
    const u32 first = address[first_lane<full>(warp)] + shift;
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 at = address[lane] + shift;
        places.at[lane] = full || warp.lanes32[lane] ? at : first;
    }
}

/// Whether each lane i that is on is `bytes` after lane i - 1.
template <bool full, int bytes>
[[gnu::always_inline]] inline bool in_a_row(const Warp& warp, const Places& places) {
    const int first = first_lane<full>(warp);
    const u32 zeroth = places.at[first] - static_cast<u32>(first * bytes);
    u32 differs = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 difference = places.at[lane] ^ (zeroth + static_cast<u32>(lane * bytes));
        differs |= full ? difference : difference & static_cast<u32>(warp.lanes32[lane]);
    }
    return differs == 0;
}

struct Extent {
    u32 low, high, all;  // all: the bitwise or of all places
};

[[gnu::always_inline]] inline Extent extent_of(const Places& places) {
    Extent extent{~0u, 0, 0};
    for (int lane = 0; lane < warp_size; ++lane) {
        const u32 at = places.at[lane];
        extent.low = at < extent.low ? at : extent.low;
        extent.high = at > extent.high ? at : extent.high;
        extent.all |= at;
    }
    return extent;
}

[[gnu::always_inline]] inline bool is_known(const Pattern& pattern, u32 mask, u32 first, u32 phase,
                                            const Places& places) {
    u32 differs = (pattern.mask ^ mask) | (pattern.phase ^ phase);
    for (int lane = 0; lane < warp_size; ++lane) {
        differs |= (places.at[lane] - first) ^ pattern.offsets[lane];
    }
    return differs == 0;
}

/// Whether the mask has no holes.
[[gnu::always_inline]] inline bool is_run(u32 mask) {
    const u32 from_first = mask >> __builtin_ctz(mask);
    return (from_first & (from_first + 1)) == 0;
}

// Counting. `first` is the place of the first lane that is on.
template <Counted space>
struct Count;

template <>
struct Count<Counted::global> {
    template <int bytes>
    static void row(Tally& tally, u32 mask, u32 first, const Places& places, bool) {
        if (!is_run(mask)) return scattered<bytes>(tally, mask, first, places, true);
        const u32 lanes_on = static_cast<u32>(__builtin_popcount(mask));
        const u32 last = first + lanes_on * bytes - 1;
        ++tally.requests;
        tally.units += last / 32 - first / 32 + 1;
        tally.bytes += lanes_on * bytes;
    }
    template <int bytes>
    static void one_place(Tally& tally, u32, bool) {
        ++tally.requests;
        ++tally.units;
        tally.bytes += bytes;
    }
    template <int bytes>
    static void scattered(Tally& tally, u32 mask, u32 first, const Places& places, bool load) {
        if (!is_known(tally.pattern, mask, first, first % 32, places)) {
            learn_pattern(tally, Counted::global, load, mask, bytes, places.at);
        }
        ++tally.requests;
        tally.units += tally.pattern.units;
        tally.bytes += tally.pattern.distinct_bytes;
    }
};

template <>
struct Count<Counted::constant> {
    static void add(Tally& tally, u32 units) {
        ++tally.requests;
        tally.units += units;
    }
    template <int bytes>
    static void row(Tally& tally, u32 mask, u32, const Places&, bool) {
        add(tally, static_cast<u32>(__builtin_popcount(mask)));
    }
    template <int bytes>
    static void one_place(Tally& tally, u32, bool) {
        add(tally, 1);
    }
    template <int bytes>
    static void scattered(Tally& tally, u32 mask, u32 first, const Places& places, bool load) {
        if (!is_known(tally.pattern, mask, first, first % 32, places)) {
            learn_pattern(tally, Counted::constant, load, mask, bytes, places.at);
        }
        add(tally, tally.pattern.units);
    }
};

template <>
struct Count<Counted::shared> {
    static void add(Tally& tally, u32 units, u32 best) {
        ++tally.requests;
        tally.units += units;
        tally.best += best;
    }
    template <int bytes>
    static void row(Tally& tally, u32 mask, u32 first, const Places& places, bool load) {
        constexpr u32 groups = bytes <= 4 ? 1 : bytes / 4;
        if (groups == 1 || mask == ~0u) return add(tally, groups, groups);
        scattered<bytes>(tally, mask, first, places, load);
    }
    template <int bytes>
    static void one_place(Tally& tally, u32 mask, bool load) {
        if (bytes <= 4) return add(tally, 1, 1);
        u32 groups = 0;  // a load joins two halves, or two quarters
        const int width = (bytes == 8 ? 16 : 8) * (load ? 2 : 1);
        for (int lane = 0; lane < warp_size; lane += width) {
            groups += (mask >> lane & ~0u >> (warp_size - width)) != 0;
        }
        add(tally, groups, groups);
    }
    template <int bytes>
    static void scattered(Tally& tally, u32 mask, u32 first, const Places& places, bool load) {
        if (!is_known(tally.pattern, mask, first, first % 4, places)) {
            learn_pattern(tally, Counted::shared, load, mask, bytes, places.at);
        }
        add(tally, tally.pattern.units, tally.pattern.best);
    }
};

// Copying. M: an element in memory; R: in its register; count: elements of a lane.
template <class M, class R, bool load, bool full, int count>
struct Move {
    [[gnu::always_inline]] static R* element(Warp& warp, const Code& code, int i) {
        return lanes<R>(warp, code.elements[i]);
    }

    /// Lanes in a row from `zeroth`, the place of lane 0.
    [[gnu::always_inline]] static void row(Warp& warp, const Code& code, std::byte* zeroth) {
        M* memory = reinterpret_cast<M*>(zeroth);
        const auto* on = lanes_on<R>(warp);
        for (int i = 0; i < count; ++i) {
            R* value = element(warp, code, i);
#pragma GCC ivdep
            for (int lane = 0; lane < warp_size; ++lane) {
                const bool moves = full || on[lane];
                M& cell = memory[lane * count + i];
                if (load)
                    value[lane] = moves ? static_cast<R>(cell) : value[lane];
                else
                    cell = moves ? static_cast<M>(value[lane]) : cell;
            }
        }
    }

    [[gnu::always_inline]] static void one_place(Warp& warp, const Code& code, std::byte* place) {
        M* memory = reinterpret_cast<M*>(place);
        const auto* on = lanes_on<R>(warp);
        const int last = full ? warp_size - 1 : warp_size - 1 - __builtin_clz(warp.mask);
        for (int i = 0; i < count; ++i) {
            R* value = element(warp, code, i);
            if (!load) {
                memory[i] = static_cast<M>(value[last]);
                continue;
            }
            const R all = static_cast<R>(memory[i]);
            for (int lane = 0; lane < warp_size; ++lane) {
                value[lane] = full || on[lane] ? all : value[lane];
            }
        }
    }

    [[gnu::always_inline]] static void scattered(Warp& warp, const Code& code, std::byte* host,
                                                 const Places& places) {
        for (int i = 0; i < count; ++i) {
            R* value = element(warp, code, i);
            std::byte* from = host + i * sizeof(M);
            if (full) {
#pragma GCC unroll 8
                for (int lane = 0; lane < warp_size; ++lane)
                    one(value[lane], from + places.at[lane]);
            } else {
                for (u32 rest = warp.mask; rest; rest &= rest - 1) {
                    const int lane = __builtin_ctz(rest);
                    one(value[lane], from + places.at[lane]);
                }
            }
        }
    }
    [[gnu::always_inline]] static void one(R& value, std::byte* place) {
        M& cell = *reinterpret_cast<M*>(place);
        if (load)
            value = static_cast<R>(cell);
        else
            cell = static_cast<M>(value);
    }
};

/// Copies and counts if all lanes' places are within `memory`; else false, and nothing done.
template <Counted space, class M, class R, bool load, bool full, int count>
[[gnu::always_inline]] inline bool access_places(Warp& warp, const Code& code, Tally& tally,
                                                 Stretch memory, const Places& places) {
    using Mover = Move<M, R, load, full, count>;
    using Counter = Count<space>;
    constexpr int bytes = sizeof(M) * count;
    const u32 mask = mask_of<full>(warp);
    const u32 first = places.at[first_lane<full>(warp)];
    const int last_lane = full ? warp_size - 1 : warp_size - 1 - __builtin_clz(mask);
    if (in_a_row<full, bytes>(warp, places)) {
        const u64 end = u64{places.at[last_lane]} + bytes;
        const s64 zeroth = s64{first} - s64{first_lane<full>(warp)} * bytes;
        if (end > memory.bytes || first > end || first % bytes) return false;
        Counter::template row<bytes>(tally, mask, first, places, load);
        const bool all_inside =
            full || (zeroth >= 0 && zeroth + warp_size * bytes <= s64(memory.bytes));
        if (all_inside)
            Mover::row(warp, code, memory.host + zeroth);
        else
            Mover::scattered(warp, code, memory.host, places);
        return true;
    }
    const Extent extent = extent_of(places);
    if (u64{extent.high} + bytes > memory.bytes || extent.all % bytes) return false;
    if (extent.low == extent.high) {
        Counter::template one_place<bytes>(tally, mask, load);
        Mover::one_place(warp, code, memory.host + first);
        return true;
    }
    const bool one_wavefront =
        space == Counted::shared && bytes <= 4 && extent.high / 4 - extent.low / 4 < 32;
    if (one_wavefront)
        Counter::template one_place<bytes>(tally, mask, load);
    else
        Counter::template scattered<bytes>(tally, mask, first, places, load);
    Mover::scattered(warp, code, memory.host, places);
    return true;
}

template <class M, class R, bool load>
constexpr bool extends_sign = load && (M(-1) < M(0)) && sizeof(M) < sizeof(R);

// Global or constant memory.
template <Counted space, class M, class R, bool load, bool full, int count>
static void access_buffer(Warp& warp, const Code& code) {
    Tally& tally = warp.environment->tallies[static_cast<int>(space)][code.tally];
    Places places;
    for (int attempt = 0; attempt < 2 && code.wide_address; ++attempt) {
        const Region& region = tally.region;
        if (place_wide<full>(warp, code, region.base, places)) {
            const Stretch memory{region.host, region.end - region.base};
            if (region.host &&
                access_places<space, M, R, load, full, count>(warp, code, tally, memory, places))
                return;
        }
        const Address first = lane_address(warp, code, first_lane<full>(warp));
        if (attempt == 0 && !enter_region(warp, tally, first, !load)) break;
    }
    access_each(warp, code, load, sizeof(M), sizeof(R), extends_sign<M, R, load>);
}

template <class M, class R, bool load, bool full, int count>
static void access_shared(Warp& warp, const Code& code) {
    Environment& around = *warp.environment;
    Tally& tally = around.tallies[static_cast<int>(Counted::shared)][code.tally];
    Places places;
    bool placed = true;
    if (code.wide_address)
        placed = place_wide<full>(warp, code, 0, places);
    else
        place_narrow<full>(warp, code, places);
    const Stretch memory{around.shared, around.shared_bytes};
    if (placed &&
        access_places<Counted::shared, M, R, load, full, count>(warp, code, tally, memory, places))
        return;
    access_each(warp, code, load, sizeof(M), sizeof(R), extends_sign<M, R, load>);
}

template <class M, class R, bool load>
static void access_rarely(Warp& warp, const Code& code) {
    access_each(warp, code, load, sizeof(M), sizeof(R), extends_sign<M, R, load>);
}

template <class M, class R, bool load, int count>
Bodies bodies_in(Space space) {
    switch (space) {
        case Space::constant:
            if constexpr (load) {
                return {access_buffer<Counted::constant, M, R, load, true, count>,
                        access_buffer<Counted::constant, M, R, load, false, count>};
            }
            [[fallthrough]];
        case Space::none:
        case Space::generic:
        case Space::global:
            return {access_buffer<Counted::global, M, R, load, true, count>,
                    access_buffer<Counted::global, M, R, load, false, count>};
        case Space::shared:
            return {access_shared<M, R, load, true, count>,
                    access_shared<M, R, load, false, count>};
        default: return {access_rarely<M, R, load>, access_rarely<M, R, load>};
    }
}

/// Bodies for elements of type M in memory and R in registers.
template <class M, class R, bool load>
Bodies bodies_of(const Match& match) {
    if constexpr (sizeof(M) == sizeof(R) && sizeof(R) >= 4) {
        if (match.count == 2) return bodies_in<M, R, load, 2>(match.space);
        if (match.count == 4 && sizeof(R) == 4) return bodies_in<M, R, load, 4>(match.space);
        if (match.count == 1) return bodies_in<M, R, load, 1>(match.space);
        return {};
    } else {
        if (match.count == 1) return bodies_in<M, R, load, 1>(match.space);
        return {access_rarely<M, R, load>, access_rarely<M, R, load>};
    }
}

template <class M, bool load>
Bodies bodies_for_register(const Match& match, int register_bytes) {
    switch (register_bytes) {
        case 1:
            if constexpr (sizeof(M) == 1) return bodies_of<M, u8, load>(match);
            break;
        case 2:
            if constexpr (sizeof(M) <= 2) return bodies_of<M, u16, load>(match);
            break;
        case 4:
            if constexpr (sizeof(M) <= 4) return bodies_of<M, u32, load>(match);
            break;
        case 8: return bodies_of<M, u64, load>(match);
        default: break;
    }
    return {};
}

template <bool load>
Bodies pick_access(const Match& match) {
    const int bytes = bytes_of(match.type);
    const int wider = load ? match.d_bytes : match.a_bytes;
    const int in_register = wider ? wider : bytes;
    const bool extend = load && is_signed(match.type);
    switch (bytes) {
        case 1:
            return extend ? bodies_for_register<s8, load>(match, in_register)
                          : bodies_for_register<u8, load>(match, in_register);
        case 2:
            return extend ? bodies_for_register<s16, load>(match, in_register)
                          : bodies_for_register<u16, load>(match, in_register);
        case 4:
            return extend ? bodies_for_register<s32, load>(match, in_register)
                          : bodies_for_register<u32, load>(match, in_register);
        case 8: return bodies_for_register<u64, load>(match, in_register);
        default: return {};
    }
}

}  // namespace simulator::WARPLENS_LEVEL
