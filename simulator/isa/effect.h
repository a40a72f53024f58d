// Facts about an instruction beyond its result: for the decoder, the engine and observers (trace,
// origins, races). Only the instruction's row holds them.
#pragma once

#include <cstdint>

#include "simulator/types.h"

namespace simulator {

struct Warp;
struct Code;

enum class Kind : std::uint8_t {
    compute,  // on registers only
    load,
    store,
    atomic,  // with a result or without
    shuffle,
    vote,     // and other results that all lanes of a warp find together
    meeting,  // lanes of a warp wait for each other, nothing else
    barrier,  // of the block
    fence,
    sleep,  // lets other warps run
    control,
    call,
    hint,  // no effect here
};

// How the result depends on the operands. Of an atomic: the value left in memory; the old value is
// one of the operands.
enum class Origin : std::uint8_t {
    nothing,  // on no data
    join,     // on all operands
    copy,     // one operand, bit by bit; of an atomic: the new operand alone
    address,  // one operand, as an address of another space
    convert,  // one or two operands, in another type
    alter,    // one operand, with another sign
    product,  // all operands, but a constant zero among the first two excludes both
    choice,   // one of the first two, chosen by the third; of an atomic: if it equals the old value
    least,    // the smaller of two
    greatest,
    truth,  // a condition on all operands
    lost,   // unknown
};

// How an instruction ends its basic block.
enum class Ending : std::uint8_t {
    next,
    jump,
    branch,
    table,
    barrier,
    call,  // of a function after the kernel's own text
    back,  // the return of such a function
    exit,
    trap
};

// What threads do at a barrier; the last three also reduce the threads' predicates.
enum class BarrierKind : std::uint8_t { wait, arrive, count, all, any };

/// Of a shuffle: each lane's source lane, its own if that is out of range.
using SourceLanes = void (*)(const Warp&, const Code&, std::uint8_t* lanes);

/// Of an atomic: the bits left in place of `old`. `global`: in global memory.
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
    bool sums = false;  // an atomic that adds its operand to the old value

    // Values for a row. On registers only:
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
    /// Whether registers may be wider than the type: PTX allows that in loads, stores and
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

// A texture's texels come from the host.
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
