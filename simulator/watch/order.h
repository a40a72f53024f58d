// Which accesses are known to have come before: by barriers of the block, by instructions that the
// lanes of a warp execute together, by fences with a flag or an atomic. Time stamps in place of the
// usual vector clocks: a warp knows of another "everything up to then". Used by races.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simulator/watch/shadow.h"

namespace simulator::checks {

// Up to when the accesses of which warps are known. Immutable and passed around: a flag in memory
// carries one from those who set it to those who see it set.
struct Knowledge {
    struct Entry {
        std::uint64_t warp = 0;  // block * 32 + warp in the block
        Time until = 0;
    };
    std::vector<Entry> entries;  // in order of warp
    Time until(std::uint64_t warp) const;
};
using Known = std::shared_ptr<const Knowledge>;

/// What is known to one or the other; either may be null.
Known joined(const Known& one, const Known& other);

// What the threads of one running block know of each other and of the rest.
class BlockOrder {
public:
    BlockOrder(std::uint64_t block, std::uint32_t threads);

    /// Whether `before` is known to come before what `now`'s thread does at this moment.
    bool knows(const Access& now, const Access& before) const;

    /// Lanes of a warp execute an instruction together; `live` are those that have not returned.
    void lanes_meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live, Time);
    /// Lanes of a warp arrive at a barrier of the block, which lets them go at `release`.
    void arrive(std::uint32_t warp, int barrier, std::uint32_t lanes, std::uint32_t live);
    void release(Time);
    /// The warp's last thread has returned: barriers do not wait for it.
    void warp_ends(std::uint32_t warp) { ended_ |= bit(warp); }

    /// `wide`: for threads of other blocks too.
    void fence(std::uint32_t warp, std::uint32_t lanes, bool wide, Time);
    /// When this thread's last fence was, or its last one for other blocks too; 0: there was none.
    Time fenced(std::uint32_t warp, int lane, bool wide) const {
        return (wide ? wide_fences_ : fences_)[warp][lane];
    }
    /// What a signal of this warp tells: what it knows of others, and its own accesses up to then.
    /// Null where that is never.
    Known told_by(std::uint32_t warp, Time until) const;
    /// `wide`: what only a fence that is `wide` tells or takes in.
    void learn(std::uint32_t warp, const Known& known, bool wide);
    /// The same of a signal that does not acquire: it is known behind the warp's next fence that
    /// reaches so far, or behind its next barrier.
    void hear(std::uint32_t warp, const Known& known, bool wide);
    /// Whether `before` was heard of by `now`'s warp, and is not known for want of a fence.
    bool heard_of(const Access& now, const Access& before) const;
    /// A flag of another warp was seen, set at that time with a fence or without.
    void see(std::uint32_t warp, std::uint64_t setter, Time set);
    /// Whether `now`'s warp saw a flag that `before`'s warp set behind that.
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
    std::vector<Known> foreign_;     // of each warp: what it knows of other blocks
    // of each warp, wide or not: what it saw last, not to learn it again in a loop; what it has
    // seen and no fence since
    std::vector<std::array<Known, 2>> learnt_, heard_;
    std::vector<std::map<std::uint64_t, Time>> seen_;  // of each warp: flags of which others
    std::vector<Time> lanes_known_;  // of each warp: all its lanes know of each other up to then
    // of each warp: 32 x 32, where some lanes met alone
    std::vector<std::vector<Time>> pairs_known_;
    // of each lane: its last fence, and the last that reaches other blocks; 0: none
    std::vector<std::array<Time, warp_size>> fences_, wide_fences_;
    std::array<Arrival, barriers> arrivals_;
    int last_barrier_ = 0;
};

}  // namespace simulator::checks
