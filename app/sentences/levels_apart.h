// What lies behind requests of two runs that ask for the same: how many sectors memory moves, or
// the L2 gives, by the model of the caches, and in how many lines they lie. Rows of causes.h; see
// docs/caches.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/levels/levels.h"
#include "lab/run.h"

namespace app {

/// Which level of the model parts the pictures of two results: memory where what it moves differs
/// by a quarter, else the L2 where that does. Nothing where a picture follows a part of its blocks,
/// where their sizes differ, or where neither differs so far.
std::optional<lab::Level> level_apart(const lab::Result&, const lab::Result&);
/// Sectors that this level answers in the model, for all blocks of the picture, up to and with a
/// step.
std::uint64_t answered_up_to(const lab::Result&, lab::Level, int step);

/// Sectors that memory moves in the pictures of both results, by the model; where these agree
/// within a quarter those that the L2 gives. None where a picture follows a part of its blocks,
/// where their sizes differ, where none differs by a quarter, or where it went against the time; in
/// place of that how many loads of a warp wait for memory, those of which it moves at least a
/// sector, where these are twice as many and went the time's way.
std::vector<Move> moved_sectors(const lab::Result& before, const lab::Result& now, bool faster);

/// 128-byte lines that requests touch: a line is what the L2 keeps, and of two runs that ask for as
/// many sectors one may find them in more lines. None where the sizes differ, where it is no
/// quarter more or less, or where it went against the time.
std::vector<Move> moved_lines(const lab::Result& before, const lab::Result& now, bool faster);

}  // namespace app
