// What must be known of an instruction beyond running it: by the decoder, by the engine, and by
// those who look on (trace, origins, races). It stands in the instruction's row, and nowhere else.
#pragma once

#include <cstdint>

#include "simulator/types.h"

namespace simulator {

struct Warp;
struct Code;

enum class Kind : std::uint8_t {
    compute,  // works on registers alone
    load,
    store,
    atomic,  // with a result or without
    shuffle,
    vote,     // and what else all lanes of a warp find out together
    meeting,  // lanes of a warp wait for each other, and do nothing
    barrier,  // of the block
    fence,
    sleep,  // gives others time
    control,
    call,
    hint,  // nothing that could be seen here
};

// How what is written comes from what is read. Of an atomic: what stays in memory, where the old
// value counts as one of the operands.
enum class Origin : std::uint8_t {
    nothing,  // comes from no data
    join,     // from all operands
    copy,     // from one, bit by bit; of an atomic: from the operand alone
    address,  // from one, as an address of another space
    convert,  // from one or two, in another type
    alter,    // from one, with another sign
    product,  // from all, but a constant zero among the first two keeps both of them out
    choice,   // from one of the first two, as the third says; of an atomic: if it is what stood
              // there
    least,    // from the smaller of two
    greatest,
    truth,  // a condition on all operands
    lost,   // nobody knows
};

// How an instruction ends its basic block.
enum class Ending : std::uint8_t {
    next,
    jump,
    branch,
    table,
    barrier,
    call,  // of a function that stands behind the kernel's own text
    back,  // the return of such a function
    exit,
    trap
};

// What threads do at a barrier; the last three: they also vote.
enum class BarrierKind : std::uint8_t { wait, arrive, count, all, any };

/// Of a shuffle: the lane whose value each lane gets, its own where that one is out of range.
using SourceLanes = void (*)(const Warp&, const Code&, std::uint8_t* lanes);

/// Of an atomic: the bits that it leaves where `old` stood. `global`: in global memory.
using Leaves = std::uint64_t (*)(Type, bool global, std::uint64_t old, std::uint64_t b,
                                 std::uint64_t c);

struct Effect {
    Kind kind = Kind::compute;
    Origin origin = Origin::join;
    Ending ending = Ending::next;
    BarrierKind at_barrier = BarrierKind::wait;
    bool together =
        false;  // the lanes that operand e names wait for each other, then do it at once
    SourceLanes source_lanes = nullptr;
    Leaves leaves = nullptr;
    bool sums = false;  // an atomic that adds its operand to what stands there

    // What a row may say. Registers alone:
    static const Effect join, copy, address, convert, alter, product, choice, least, greatest,
        truth, nothing;
    // the others:
    static const Effect sample, load, store, vote, reduce, meeting, fence, sleep, hint, call;
    static const Effect branch, table, exit, trap;
    static constexpr Effect shuffle(SourceLanes);
    static constexpr Effect atomic(Leaves, Origin = Origin::join);
    static constexpr Effect sum(Leaves);
    static constexpr Effect barrier(BarrierKind);

    constexpr bool is_memory() const {
        return kind == Kind::load || kind == Kind::store || kind == Kind::atomic;
    }
    /// Whether registers may be wider than the type: PTX allows it to loads, stores and
    /// conversions.
    constexpr bool takes_wider() const {
        return kind == Kind::load || kind == Kind::store || origin == Origin::convert;
    }
};

inline constexpr Effect Effect::join{};
inline constexpr Effect Effect::copy{.origin = Origin::copy};
inline constexpr Effect Effect::address{.origin = Origin::address};
inline constexpr Effect Effect::convert{.origin = Origin::convert};
inline constexpr Effect Effect::alter{.origin = Origin::alter};
inline constexpr Effect Effect::product{.origin = Origin::product};
inline constexpr Effect Effect::choice{.origin = Origin::choice};
inline constexpr Effect Effect::least{.origin = Origin::least};
inline constexpr Effect Effect::greatest{.origin = Origin::greatest};
inline constexpr Effect Effect::truth{.origin = Origin::truth};
inline constexpr Effect Effect::nothing{.origin = Origin::nothing};

// What stands in a texture is the host's.
inline constexpr Effect Effect::sample{.origin = Origin::lost};
inline constexpr Effect Effect::load{.kind = Kind::load};
inline constexpr Effect Effect::store{.kind = Kind::store};
inline constexpr Effect Effect::vote{.kind = Kind::vote, .origin = Origin::truth, .together = true};
inline constexpr Effect Effect::reduce{.kind = Kind::vote, .together = true};
inline constexpr Effect Effect::meeting{
    .kind = Kind::meeting, .origin = Origin::nothing, .together = true};
inline constexpr Effect Effect::fence{.kind = Kind::fence, .origin = Origin::nothing};
inline constexpr Effect Effect::sleep{.kind = Kind::sleep, .origin = Origin::nothing};
inline constexpr Effect Effect::hint{.kind = Kind::hint, .origin = Origin::nothing};
inline constexpr Effect Effect::call{.kind = Kind::call, .origin = Origin::nothing};

inline constexpr Effect Effect::branch{
    .kind = Kind::control, .origin = Origin::nothing, .ending = Ending::branch};
inline constexpr Effect Effect::table{
    .kind = Kind::control, .origin = Origin::nothing, .ending = Ending::table};
inline constexpr Effect Effect::exit{
    .kind = Kind::control, .origin = Origin::nothing, .ending = Ending::exit};
inline constexpr Effect Effect::trap{
    .kind = Kind::control, .origin = Origin::nothing, .ending = Ending::trap};

constexpr Effect Effect::shuffle(SourceLanes lanes) {
    return {.kind = Kind::shuffle, .together = true, .source_lanes = lanes};
}
constexpr Effect Effect::atomic(Leaves leaves, Origin origin) {
    return {.kind = Kind::atomic, .origin = origin, .leaves = leaves};
}
constexpr Effect Effect::sum(Leaves leaves) {
    return {.kind = Kind::atomic, .leaves = leaves, .sums = true};
}
constexpr Effect Effect::barrier(BarrierKind kind) {
    return {.kind = Kind::barrier,
            .origin = Origin::truth,
            .ending = Ending::barrier,
            .at_barrier = kind};
}

}  // namespace simulator
