// Models which memory answers each load: the L1 of the multiprocessor, the L2, or device memory.
// The addresses are those of a trace; docs/caches.md describes the model's caches. Nothing here is
// measured on a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/levels/reuse.h"
#include "lab/run.h"

namespace lab {

enum class Level : std::uint8_t { l1, l2, memory };
constexpr std::size_t level_count = 3;
const char* name_of(Level);  // "L1", "L2", "memory"

constexpr std::uint64_t bytes_of_a_sector = 32;

// The capacity of the model's caches, in sectors.
struct CacheRoom {
    std::vector<std::uint64_t> l1;  // a block's share of the L1, by launch
    std::uint64_t l2 = 0;
    bool operator==(const CacheRoom&) const = default;
};

// One sector requested by a load.
struct SectorAsked {
    std::uint32_t event = 0;        // index in Trace::events
    std::uint64_t sector = 0;       // address / 32
    std::uint64_t between = never;  // other sectors loaded since its last load; `never`: first load
    std::uint64_t at_l2 = 0;        // for an L1 miss: sectors requested from the L2 since
    Level by = Level::memory;       // the cache or memory that answers
    bool first() const { return between == never; }
};

// Counts of requested sectors.
struct LevelSums {
    std::uint64_t asked = 0, first = 0;
    std::array<std::uint64_t, level_count> by{};
    std::uint64_t first_moved = 0;  // first loads that reach memory: stored data may be in the L2
    std::uint64_t of(Level level) const { return by[static_cast<std::size_t>(level)]; }
    std::uint64_t again() const { return asked - first; }
    /// Sectors that memory delivers again.
    std::uint64_t moved_again() const { return of(Level::memory) - first_moved; }
    void add(const SectorAsked&);
    bool operator==(const LevelSums&) const = default;
};

// In the model's order.
struct Levels {
    std::vector<SectorAsked> asks;
    /// By event: the end of its requests in `asks`; 0 where it has none.
    std::vector<std::size_t> ends;
    std::uint64_t blocks = 0;  // followed
};

/// Global loads of all blocks in the trace. In each launch all blocks run at the same time and take
/// turns: the first request of warp 0 of each block, then of warp 1 and so on, then the second
/// requests. Each block has its own L1, empty at the begin of a launch. An L1 miss goes to the L2.
/// Both caches replace the least recently used sector. Stores and atomics bypass the L1 and take
/// room in the L2.
Levels levels_of(const simulator::Trace&, const CacheRoom&);

/// Whether the trace has all blocks of each launch: a block may find another block's data.
bool follows_all(const Run& picture);

// The loads that reach the L2, for any L2 capacity.
struct AskedOfL2 {
    std::uint64_t first = 0;  // requested for the first time
    /// Repeated requests, by the number of other sectors requested from the L2 in between.
    std::map<std::uint64_t, std::uint64_t> again{};
    /// Repeated requests that miss in an L2 with this capacity in sectors.
    std::uint64_t moved_again(std::uint64_t room) const;
};
/// For all blocks of a picture; empty where the trace lacks some.
AskedOfL2 asked_of_l2(const Run& picture);
/// The L2's capacity in sectors for a picture of `asked`, scaled down as the arrays are.
std::uint64_t l2_room(const Settings& picture, const Settings& asked);

/// A key for Run::derived() for these settings; other settings have another key.
std::int64_t key_of(const Settings& asked);
/// The caches of the usual card, for a picture of `asked`. The L1 is divided among the blocks that
/// its multiprocessor holds at once, minus their shared memory. The L2 is scaled down as the arrays
/// are.
CacheRoom cache_room(const Run& picture, const Settings& asked);
/// The usual card: bytes of an L1 with its shared memory, and of the L2.
struct CachesOfCard {
    std::string card;
    std::uint64_t l1 = 0, l2 = 0;
};
CachesOfCard caches_of_card();

}  // namespace lab
