// Signals in memory: what who reads one comes to know of those who wrote it, by the rules of the
// PTX memory model. Used by races.cpp.
//
// A release pattern (a release, or a fence and a strong write behind it) meets an acquire pattern
// (an acquire, or a strong read and a fence behind it) where the read sees the write, or an atomic
// that took part in a row of atomics from it. Each pair of them has to be morally strong: write and
// read, or each two neighbours of the row, and the first operation of the one pattern with the last
// of the other. That is: the scope of each holds the thread of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "simulator/watch/order.h"

namespace simulator::checks {

// A strong access by one thread.
struct Signal {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    int lane = 0;
    bool wide = true;  // its scope holds other blocks
    bool acquires = false, releases = false, atomic = false;
    bool waits = false;       // of a load: what it reads decides what runs next
    std::uint64_t value = 0;  // that is stored
    Time time = 0;

    std::uint64_t whose() const { return block * warp_size + warp; }
};

class Flags {
public:
    /// What the reader learns, or hears of until its next fence.
    void read(Address address, const Signal& reader, BlockOrder& order) const;
    /// Returns how many entries of knowledge were made; none where `may_tell` is false.
    std::size_t write(Address address, const Signal& writer, const BlockOrder& order,
                      bool may_tell);
    /// What was stored there last, if it is remembered.
    std::optional<std::uint64_t> value(Address address) const;
    void clear() { flags_.clear(); }

private:
    struct Flag {
        // Of releases by threads of the block that wrote last, of any scope; and of releases by
        // whom ever whose scope holds other blocks.
        Known near, far;
        bool wide = false;  // the last write's scope holds other blocks
        std::uint64_t block = 0;
        int lane = 0;
        // Which warp wrote it last, when and what, whether it releases or not.
        std::uint64_t setter = 0, value = 0;
        Time set = 0;
    };
    std::unordered_map<Address, Flag> flags_;
};

}  // namespace simulator::checks
