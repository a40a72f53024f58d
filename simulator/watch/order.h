// Which accesses are ordered before others: by block barriers, by instructions that lanes execute
// together, and by fences with a flag or an atomic. Uses time stamps in place of vector clocks: a
// warp knows "everything of that warp up to this time". Used by races.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simulator/watch/shadow.h"

namespace simulator::checks {

// For each warp, the time up to which its accesses are known. Immutable and shared: a flag in
// memory carries it from its setters to those that see it set.
struct Knowledge {
    struct Entry {
        std::uint64_t warp = 0;  // block * 32 + warp in the block
        Time until = 0;
    };
    std::vector<Entry> entries;  // in order of warp
    Time until(std::uint64_t warp) const;
};
using Known = std::shared_ptr<const Knowledge>;

/// The union of both; either may be null.
Known joined(const Known& one, const Known& other);

// What the threads of one running block know of each other and of other blocks.
class BlockOrder {
public:
    BlockOrder(std::uint64_t block, std::uint32_t threads);

    /// Whether `before` is known to precede the current operation of `now`'s thread.
    bool knows(const Access& now, const Access& before) const;

    /// Lanes of a warp execute an instruction together; `live`: lanes that have not returned.
    void lanes_meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live, Time);
    /// Lanes of a warp arrive at a block barrier, which releases them in release().
    void arrive(std::uint32_t warp, int barrier, std::uint32_t lanes, std::uint32_t live);
    void release(Time);
    /// The warp's last thread has returned: barriers no longer wait for it.
    void warp_ends(std::uint32_t warp) { ended_ |= bit(warp); }

    /// `wide`: also for threads of other blocks.
    void fence(std::uint32_t warp, std::uint32_t lanes, bool wide, Time);
    /// Time of this thread's last fence (`wide`: of the last for other blocks too); 0: none.
    Time fenced(std::uint32_t warp, int lane, bool wide) const {
        return (wide ? wide_fences_ : fences_)[warp][lane];
    }
    /// The knowledge that a signal of this warp carries: of other warps, and of its own accesses up
    /// to `until`. Null if `until` is 0.
    Known told_by(std::uint32_t warp, Time until) const;
    /// `wide`: carried or taken in only by a fence that is `wide`.
    void learn(std::uint32_t warp, const Known& known, bool wide);
    /// The same for a signal without acquire: takes effect at the warp's next fence of that reach,
    /// or at its next barrier.
    void hear(std::uint32_t warp, const Known& known, bool wide);
    /// Whether `now`'s warp heard of `before`, but does not know it, because a fence is missing.
    bool heard_of(const Access& now, const Access& before) const;
    /// The warp saw a flag of another warp that was set at that time, with a fence or without.
    void see(std::uint32_t warp, std::uint64_t setter, Time set);
    /// Whether `now`'s warp saw a flag that `before`'s warp set after that access.
    bool saw_flag_of(const Access& now, const Access& before) const;

private:
    static constexpr int barriers = 16;
    struct Arrival {
        std::uint32_t warps = 0;
        std::array<std::uint32_t, 32> lanes{}, live{};
    };
    static std::uint32_t bit(std::uint32_t warp) { return std::uint32_t{1} << warp; }
    Time& of(std::uint32_t warp, std::uint32_t other) {
        return warps_known_[warp * warps_ + other];
    }
    Time of(std::uint32_t warp, std::uint32_t other) const {
        return warps_known_[warp * warps_ + other];
    }
    void let_go(const Arrival& arrival, Time);
    void take_in(std::uint32_t warp, bool wide);

    std::uint64_t block_;
    std::uint32_t warps_;
    std::uint32_t ended_ = 0;
    std::vector<Time> warps_known_;  // warps_ x warps_
    std::vector<Known> foreign_;     // of each warp: its knowledge of other blocks
    // of each warp, wide or not: the last knowledge learnt, to skip repeats in a loop; knowledge
    // heard since the last fence
    std::vector<std::array<Known, 2>> learnt_, heard_;
    std::vector<std::map<std::uint64_t, Time>> seen_;  // of each warp: others' last flags
    std::vector<Time> lanes_known_;  // of each warp: all its lanes know each other up to then
    // of each warp: 32 x 32, if some lanes met alone
    std::vector<std::vector<Time>> pairs_known_;
    // of each lane: its last fence, and its last for other blocks; 0: none
    std::vector<std::array<Time, warp_size>> fences_, wide_fences_;
    std::array<Arrival, barriers> arrivals_;
    int last_barrier_ = 0;
};

}  // namespace simulator::checks
