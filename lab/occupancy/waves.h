// How often a grid fills a card: the blocks that have room at once, all multiprocessors together,
// are a wave. Blocks that have no room wait for a later wave. Used by the lesson "The card", its
// picture and its text.
//
// This is a model: it takes all blocks to run equally long, so that a wave ends as a whole. A card
// starts a block as soon as any other has ended.
#pragma once

#include <cstdint>
#include <optional>

#include "lab/occupancy/occupancy.h"
#include "lab/settings.h"

namespace lab {

struct Waves {
    std::int64_t blocks = 0;           // of the grid
    std::int64_t multiprocessors = 1;  // of the card
    std::int64_t of_each = 0;          // blocks that a multiprocessor holds at once

    /// Blocks that the card holds at once.
    std::int64_t at_once() const { return multiprocessors * of_each; }
    /// 0 where no block has room.
    std::int64_t count() const { return at_once() > 0 ? (blocks + at_once() - 1) / at_once() : 0; }
    /// The blocks of a wave, from 0.
    std::int64_t in(std::int64_t wave) const;
    /// The blocks of a wave on one multiprocessor: each gets one before any gets a second one.
    std::int64_t on(std::int64_t wave, std::int64_t multiprocessor) const;
    /// Multiprocessors without a block in a wave.
    std::int64_t idle(std::int64_t wave) const;
    /// The share of all places for blocks, over all waves, that have a block.
    double filled() const;
};

Waves waves_of(const Multiprocessor&, const Occupancy&, std::int64_t blocks);

// A launch on the card of its settings.
struct FilledCard {
    const Multiprocessor* of = nullptr;
    BlockNeeds needs;
    Occupancy held;
    Waves waves;
};
/// For the timed launch with the most blocks, as asked for, not as drawn; nullopt where there is
/// none, or the settings are refused.
std::optional<FilledCard> filled_card(const Settings&);

}  // namespace lab
