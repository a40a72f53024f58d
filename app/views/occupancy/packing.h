// A multiprocessor filled with blocks: the amount of each resource, the part that a block uses, the
// number of blocks that fit. The layout of "Occupancy"; knows no pixel.
#pragma once

#include <string>
#include <vector>

#include "lab/occupancy/registers.h"

namespace app {

struct Packing {
    const lab::Multiprocessor* of = nullptr;
    lab::BlockNeeds needs;
    lab::RegistersOfThread registers;
    lab::Occupancy held;
    std::int64_t year = 0;  // the year in the settings; the card may be older
    explicit operator bool() const { return of != nullptr; }
    /// Whether one more block would have room in this resource.
    bool has_room(lab::Resource resource) const { return held.blocks < held.of(resource).fit; }
};

/// For one launch of a run, on the card of its settings.
Packing packing_of(const lab::Run&, int launch);

/// "Warps", "Shared memory".
std::string name_of(lab::Resource);
/// An amount of it: "4 096", "16 KiB".
std::string amount_text(lab::Resource, std::int64_t amount);
/// How a block's share of a resource is made up, with its pieces: shown under the mouse.
std::string made_up_words(const Packing&, lab::Resource);
/// What a block is given beyond what its kernel needs: "32 a thread, for 26", "1 KiB a block is the
/// system's". Longest first; empty where it gets exactly what it needs.
std::vector<std::string> beyond_asked(const Packing&, lab::Resource);
/// " This launch has 64 blocks for 132 multiprocessors: 1 on one at most, 2 warps." Empty where the
/// launch has enough blocks to fill the multiprocessors.
std::string sparse_words(const Packing&, const lab::Settings& asked);
/// "12 registers a thread by ptxas" or similar, with the source of the number.
std::string registers_words(const Packing&);

}  // namespace app
