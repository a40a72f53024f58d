// A multiprocessor packed with blocks: what there is of each resource, what a block takes, how many
// fit. The layout of "Occupancy"; knows no pixel.
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
    std::int64_t year = 0;  // that was asked for: the card may be an older one
    explicit operator bool() const { return of != nullptr; }
    /// Whether one block more would have room here.
    bool has_room(lab::Resource resource) const { return held.blocks < held.of(resource).fit; }
};

/// Of one launch of a run, on the card of its settings.
Packing packing_of(const lab::Run&, int launch);

/// "Warps", "Shared memory".
std::string name_of(lab::Resource);
/// So much of it: "4 096", "16 KiB".
std::string amount_text(lab::Resource, std::int64_t amount);
/// How a block's part of a resource is made up, with its pieces: for whoever points at it.
std::string made_up_words(const Packing&, lab::Resource);
/// What a block is given beyond what its kernel asks for, in short: "32 a thread, for 26", "1 KiB a
/// block is the system's"; longest first, nothing where it is given what it asks for.
std::vector<std::string> beyond_asked(const Packing&, lab::Resource);
/// " This launch has 64 blocks for 132 multiprocessors: 1 on one at most, 2 warps." Where all that
/// fit are asked for: empty.
std::string sparse_words(const Packing&, const lab::Settings& asked);
/// "12 registers a thread by ptxas" and its like, with where the number is from.
std::string registers_words(const Packing&);

}  // namespace app
