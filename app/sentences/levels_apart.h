// Two runs with the same requests may differ in the caches: in sectors that memory moves or the L2
// answers, by the model, and in 128-byte lines. Rows of causes.h; see docs/caches.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/levels/levels.h"
#include "lab/run.h"

namespace app {

/// The level of the model in which the pictures of two results differ: memory where its sectors
/// differ by a quarter, else the L2. nullopt where a picture follows only a part of its blocks,
/// where sizes differ, or where neither level differs by that much.
std::optional<lab::Level> level_apart(const lab::Result&, const lab::Result&);
/// Sectors that this level answers in the model, for all blocks of the picture, up to and including
/// a step.
std::uint64_t answered_up_to(const lab::Result&, lab::Level, int step);

/// Sectors of the level_apart() of both pictures, where they went the time's way. Else the loads of
/// a warp that wait for memory (with at least one sector from it), where one picture has twice as
/// many or more, in the time's way. Else empty.
std::vector<Move> moved_sectors(const lab::Result& before, const lab::Result& now, bool faster);

/// 128-byte lines that the requests touch. The L2 keeps lines, and the same number of sectors may
/// lie in more lines. Empty where sizes differ, or the lines differ by less than a quarter or
/// against the time.
std::vector<Move> moved_lines(const lab::Result& before, const lab::Result& now, bool faster);

}  // namespace app
