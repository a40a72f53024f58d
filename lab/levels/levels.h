// Who answers when a load asks for a sector: the L1 of its multiprocessor, the L2, or memory. The
// addresses are those of a trace; the caches are a model's, and docs/caches.md says which. Nobody
// counts this on a device here.
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

// What the model's caches have room for, in sectors.
struct CacheRoom {
    std::vector<std::uint64_t> l1;  // of a block's share of its multiprocessor, by launch
    std::uint64_t l2 = 0;
    bool operator==(const CacheRoom&) const = default;
};

// A load that asks for one sector.
struct SectorAsked {
    std::uint32_t event = 0;        // into Trace::events
    std::uint64_t sector = 0;       // address / 32
    std::uint64_t between = never;  // other sectors that loads asked for since; `never`: the first
    std::uint64_t at_l2 = 0;   // those that the L2 was asked for since, where the L1 has it not
    Level by = Level::memory;  // who answers
    bool first() const { return between == never; }
};

// Sums of them.
struct LevelSums {
    std::uint64_t asked = 0, first = 0;
    std::array<std::uint64_t, level_count> by{};
    std::uint64_t first_moved = 0;  // of the first ones by memory: what was stored the L2 may have
    std::uint64_t of(Level level) const { return by[static_cast<std::size_t>(level)]; }
    std::uint64_t again() const { return asked - first; }
    /// That memory moves although it did before.
    std::uint64_t moved_again() const { return of(Level::memory) - first_moved; }
    void add(const SectorAsked&);
    bool operator==(const LevelSums&) const = default;
};

// In the order in which the model has them.
struct Levels {
    std::vector<SectorAsked> asks;
    /// By event: behind the last of its asks, 0 where it has none.
    std::vector<std::size_t> ends;
    std::uint64_t blocks = 0;  // followed
};

/// The loads from global memory of all blocks that the trace follows. Launch by launch all blocks
/// are there at once and take turns: the first request of warp 0 of each, then of each warp 1 and
/// so on, then the second ones. Each block has an L1 of its own, empty when a launch begins; what
/// that has not is asked of the L2; both throw out what was asked for longest ago, sector by
/// sector. What is stored, and atomics, go past the L1, and take room in the L2.
Levels levels_of(const simulator::Trace&, const CacheRoom&);

/// Whether its trace has all blocks of every launch: what one block leaves behind, another finds.
bool follows_all(const Run& picture);

// What of its loads the L2 is asked for, however much it has room for.
struct AskedOfL2 {
    std::uint64_t first = 0;  // that nobody asked it for before
    /// The others, by how many other sectors it was asked for in between.
    std::map<std::uint64_t, std::uint64_t> again{};
    /// Of these, what an L2 with room for so many sectors gave away.
    std::uint64_t moved_again(std::uint64_t room) const;
};
/// Of all blocks of a picture; empty where it does not follow them all.
AskedOfL2 asked_of_l2(const Run& picture);
/// Sectors that the L2 has room for in a picture of `asked`: as much smaller as the arrays are.
std::uint64_t l2_room(const Settings& picture, const Settings& asked);

/// For Run::derived(), of what is made of a run for these settings: others are another key.
std::int64_t key_of(const Settings& asked);
/// Those of the usual card, for a picture of `asked`: the L1 shared by as many blocks as its
/// multiprocessor holds at once there, less their shared memory; the L2 as much smaller as the
/// picture's arrays are.
CacheRoom cache_room(const Run& picture, const Settings& asked);
/// Of that card: bytes of an L1 with its shared memory, and of the L2.
struct CachesOfCard {
    std::string card;
    std::uint64_t l1 = 0, l2 = 0;
};
CachesOfCard caches_of_card();

}  // namespace lab
