// Signals in memory: what a reader of a signal learns of its writers, by the rules of the PTX
// memory model. Used by races.cpp.
//
// A release pattern is a release, or a fence followed by a strong write. An acquire pattern is an
// acquire, or a strong read followed by a fence. They synchronize if the read sees the write, or an
// atomic in a chain of atomics from that write. Each pair must be morally strong: the scope of each
// contains the thread of the other. These pairs are write and read (or neighbours in the chain),
// and the first operation of one pattern with the last of the other.
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
    bool wide = true;  // its scope contains other blocks
    bool acquires = false, releases = false, atomic = false;
    bool waits = false;       // of a load: its value decides what runs next
    std::uint64_t value = 0;  // the stored value
    Time time = 0;

    std::uint64_t whose() const { return block * warp_size + warp; }
};

class Flags {
public:
    /// What the reader learns, or hears of until its next fence.
    void read(Address address, const Signal& reader, BlockOrder& order) const;
    /// Returns the number of knowledge entries made; 0 if `may_tell` is false.
    std::size_t write(Address address, const Signal& writer, const BlockOrder& order,
                      bool may_tell);
    /// The last stored value, if it is remembered.
    std::optional<std::uint64_t> value(Address address) const;
    void clear() { flags_.clear(); }

private:
    struct Flag {
        // near: releases of any scope by threads of the block that wrote last. far: releases by any
        // thread with a scope that contains other blocks.
        Known near, far;
        bool wide = false;  // the last write's scope contains other blocks
        std::uint64_t block = 0;
        int lane = 0;
        // The warp that wrote last, with time and value, even without a release.
        std::uint64_t setter = 0, value = 0;
        Time set = 0;
    };
    std::unordered_map<Address, Flag> flags_;
};

}  // namespace simulator::checks
