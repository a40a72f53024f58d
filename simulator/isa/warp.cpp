// Instructions across the lanes of a warp: shuffles, votes, matches, reductions.
#include "simulator/isa/environment.h"
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr Type numbers[] = {Type::u32, Type::s32};

// A lane's source, by the manual's formula: c holds the segment's mask and its last lane.
struct Source {
    u32 lane;
    bool valid;
};
using FindSource = Source (*)(u32 lane, u32 b, u32 first, u32 last, u32 outside);

[[gnu::always_inline]] inline Source above(u32 lane, u32 b, u32, u32 last, u32) {
    return {lane - b, static_cast<s32>(lane - b) >= static_cast<s32>(last)};
}
[[gnu::always_inline]] inline Source below(u32 lane, u32 b, u32, u32 last, u32) {
    return {lane + b, lane + b <= last};
}
[[gnu::always_inline]] inline Source across(u32 lane, u32 b, u32, u32 last, u32) {
    return {lane ^ b, (lane ^ b) <= last};
}
[[gnu::always_inline]] inline Source chosen(u32, u32 b, u32 first, u32 last, u32 outside) {
    return {first | (b & outside), (first | (b & outside)) <= last};
}

template <FindSource find>
[[gnu::always_inline]] inline void find_sources(Warp& warp, const Code& code, u32* source,
                                                u32* valid) {
    const u32* b = lanes<const u32>(warp, code.b);
    const u32* c = lanes<const u32>(warp, code.c);
    for (u32 lane = 0; lane < warp_size; ++lane) {
        const u32 segment = c[lane] >> 8 & 31, outside = ~segment & 31;
        const u32 first = lane & segment, last = first | (c[lane] & outside);
        const Source found = find(lane, b[lane] & 31, first, last, outside);
        source[lane] = (found.valid ? found.lane : lane) & 31;
        valid[lane] = found.valid ? 1 : 0;
    }
}

template <FindSource find>
void tell_sources(const Warp& warp, const Code& code, u8* told) {
    alignas(64) u32 source[warp_size], valid[warp_size];
    find_sources<find>(const_cast<Warp&>(warp), code, source, valid);
    for (int lane = 0; lane < warp_size; ++lane) told[lane] = static_cast<u8>(source[lane]);
}

template <FindSource find>
void shuffle(Warp& warp, const Code& code) {
    const u32* a = lanes<const u32>(warp, code.a);
    alignas(64) u32 source[warp_size], valid[warp_size], value[warp_size];
    find_sources<find>(warp, code, source, valid);
    for (int lane = 0; lane < warp_size; ++lane) value[lane] = a[source[lane]];
    u32* d = lanes<u32>(warp, code.d);
    for (int lane = 0; lane < warp_size; ++lane) {
        d[lane] = warp.lanes32[lane] ? value[lane] : d[lane];
    }
    if (code.d2 == nowhere) return;
    set_predicate(warp, code.d2, mask_where([&](int lane) { return valid[lane] != 0; }));
}

template <FindSource find>
constexpr Effect reads = Effect::shuffle(tell_sources<find>);

template <FindSource find>
Bodies pick_shuffle(const Match&) {
    return {shuffle<find>, shuffle<find>};
}

u32 members_of(Warp& warp, const Code& code, int lane) {
    const u32 named = code.e == nowhere ? ~0u : lanes<const u32>(warp, code.e)[lane];
    return named & warp.mask;
}

u32 votes(Warp& warp, const Code& code) {
    const u32 predicate = warp.predicate(code.a);
    return code.flags & negated_predicate ? ~predicate : predicate;
}

void ballot(Warp& warp, const Code& code) {
    const u32 yes = votes(warp, code);
    u32* d = lanes<u32>(warp, code.d);
    for (u32 rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        d[lane] = yes & members_of(warp, code, lane);
    }
}

using Verdict = bool (*)(u32 yes, u32 members);
bool all_yes(u32 yes, u32 members) { return yes == members; }
bool any_yes(u32 yes, u32) { return yes != 0; }
bool same_yes(u32 yes, u32 members) { return yes == 0 || yes == members; }

template <Verdict verdict>
void vote(Warp& warp, const Code& code) {
    const u32 yes = votes(warp, code);
    u32 result = 0;
    for (u32 rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const u32 members = members_of(warp, code, lane);
        result |= static_cast<u32>(verdict(yes & members, members)) << lane;
    }
    set_predicate(warp, code.d, result);
}

template <Body body>
Bodies pick_same(const Match&) {
    return {body, body};
}

void active_mask(Warp& warp, const Code& code) {
    u32* d = lanes<u32>(warp, code.d);
    for (int lane = 0; lane < warp_size; ++lane) d[lane] = warp.lanes32[lane] ? warp.mask : d[lane];
}

template <class T, bool all>
void match(Warp& warp, const Code& code) {
    const T* a = lanes<const T>(warp, code.a);
    alignas(64) u32 found[warp_size];
    u32 agree = 0;
    for (u32 rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const u32 members = members_of(warp, code, lane);
        u32 same = 0;
        for (u32 other = members; other; other &= other - 1) {
            const int index = __builtin_ctz(other);
            same |= static_cast<u32>(a[index] == a[lane]) << index;
        }
        if (same == members) agree |= 1u << lane;
        found[lane] = !all || same == members ? same : 0;
    }
    u32* d = lanes<u32>(warp, code.d);
    for (u32 rest = warp.mask; rest; rest &= rest - 1)
        d[__builtin_ctz(rest)] = found[__builtin_ctz(rest)];
    if (all && code.d2 != nowhere) set_predicate(warp, code.d2, agree);
}

template <bool all>
Bodies pick_match(const Match& found) {
    if (found.type == Type::b64) return {match<u64, all>, match<u64, all>};
    return {match<u32, all>, match<u32, all>};
}

constexpr auto sum = [](auto x, auto y) { return x + y; };
constexpr auto least = [](auto x, auto y) { return x < y ? x : y; };
constexpr auto greatest = [](auto x, auto y) { return x > y ? x : y; };
constexpr auto both = [](auto x, auto y) { return x & y; };
constexpr auto either = [](auto x, auto y) { return x | y; };
constexpr auto odd = [](auto x, auto y) { return x ^ y; };

template <class T, auto combine>
void reduce(Warp& warp, const Code& code) {
    const T* a = lanes<const T>(warp, code.a);
    alignas(64) T value[warp_size];
    for (u32 rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        u32 members = members_of(warp, code, lane) | 1u << lane;
        T result = a[__builtin_ctz(members)];
        for (members &= members - 1; members; members &= members - 1) {
            result = combine(result, a[__builtin_ctz(members)]);
        }
        value[lane] = result;
    }
    T* d = lanes<T>(warp, code.d);
    for (u32 rest = warp.mask; rest; rest &= rest - 1)
        d[__builtin_ctz(rest)] = value[__builtin_ctz(rest)];
}

template <auto combine>
Bodies pick_reduction(const Match& found) {
    if (found.type == Type::s32) return {reduce<s32, combine>, reduce<s32, combine>};
    return {reduce<u32, combine>, reduce<u32, combine>};
}

void elect(Warp& warp, const Code& code) {
    const u32 leader = static_cast<u32>(__builtin_ctz(warp.mask));
    u32* d = lanes<u32>(warp, code.d);
    for (int lane = 0; lane < warp_size; ++lane) d[lane] = warp.lanes32[lane] ? leader : d[lane];
    if (code.d2 != nowhere) set_predicate(warp, code.d2, 1u << leader);
}

// clang-format off
constexpr Row rows[] = {
    {"shfl.sync.up.type d|p, a, b:u32, c:u32, e:u32", only_b32, Unit::shuffle, reads<above>,
     pick_shuffle<above>, "d = a of the lane whose number is smaller by b"},
    {"shfl.sync.down.type d|p, a, b:u32, c:u32, e:u32", only_b32, Unit::shuffle, reads<below>,
     pick_shuffle<below>, "d = a of the lane whose number is larger by b"},
    {"shfl.sync.bfly.type d|p, a, b:u32, c:u32, e:u32", only_b32, Unit::shuffle, reads<across>,
     pick_shuffle<across>, "d = a of the lane whose number differs in the bits of b"},
    {"shfl.sync.idx.type d|p, a, b:u32, c:u32, e:u32", only_b32, Unit::shuffle, reads<chosen>,
     pick_shuffle<chosen>, "d = a of lane b"},
    {"vote.sync.ballot.type d, a:pred, e:u32", only_b32, Unit::vote, Effect::vote,
     pick_same<ballot>, "d = mask of the lanes where a is true"},
    {"vote.sync.all.pred p, a:pred, e:u32", {}, Unit::vote, Effect::vote, pick_same<vote<all_yes>>,
     "p = whether a is true in all lanes"},
    {"vote.sync.any.pred p, a:pred, e:u32", {}, Unit::vote, Effect::vote, pick_same<vote<any_yes>>,
     "p = whether a is true in a lane"},
    {"vote.sync.uni.pred p, a:pred, e:u32", {}, Unit::vote, Effect::vote, pick_same<vote<same_yes>>,
     "p = whether a is the same in all lanes"},
    {"activemask.type d", only_b32, Unit::vote, Effect::nothing, pick_same<active_mask>,
     "d = mask of the lanes that run this together"},
    {"match.any.sync.type d:b32, a, e:u32", bits_32_64, Unit::vote, Effect::vote, pick_match<false>,
     "d = mask of the lanes with the same a"},
    {"match.all.sync.type d:b32|p, a, e:u32", bits_32_64, Unit::vote, Effect::vote,
     pick_match<true>, "d = mask of all lanes if they have the same a, else 0"},
    {"redux.sync.add.type d, a, e:u32", numbers, Unit::vote, Effect::reduce, pick_reduction<sum>,
     "d = sum of the lanes' a"},
    {"redux.sync.min.type d, a, e:u32", numbers, Unit::vote, Effect::reduce, pick_reduction<least>,
     "d = smallest of the lanes' a"},
    {"redux.sync.max.type d, a, e:u32", numbers, Unit::vote, Effect::reduce,
     pick_reduction<greatest>, "d = largest of the lanes' a"},
    {"redux.sync.and.type d, a, e:u32", only_b32, Unit::vote, Effect::reduce, pick_reduction<both>,
     "d = bits that are set in a of all lanes"},
    {"redux.sync.or.type d, a, e:u32", only_b32, Unit::vote, Effect::reduce, pick_reduction<either>,
     "d = bits that are set in a of some lane"},
    {"redux.sync.xor.type d, a, e:u32", only_b32, Unit::vote, Effect::reduce, pick_reduction<odd>,
     "d = bits that are set in a of an odd number of lanes"},
    {"elect.sync d:b32|p, e:u32", {}, Unit::vote, Effect::vote, pick_same<elect>,
     "d = the chosen lane, p = whether it is this lane"},
    {"bar.warp.sync e:u32", {}, Unit::barrier, Effect::meeting, nullptr,
     "waits for the lanes of e"},
};
// clang-format on

void spread_mask(SpreadMask& spread, u32 mask) {
    for (int lane = 0; lane < warp_size; ++lane) {
        spread.lanes32[lane] = -static_cast<s32>(mask >> lane & 1);
    }
    for (int lane = 0; lane < warp_size; ++lane) spread.lanes64[lane] = spread.lanes32[lane];
}

const Spreader spreader{Level::WARPLENS_LEVEL, spread_mask};
const Family family{"warp", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
