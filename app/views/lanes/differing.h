// Lanes that take part in one of two runs alone: of two in step, or of this one and the one before
// the last change.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lanes_taking.h"
#include "app/views/lanes/places.h"

namespace app::lanes {

struct Differing {
    std::vector<std::uint32_t> lanes;  // by warp, a bit each
    std::uint64_t count = 0;
    bool most = false;    // of the lanes that are there: to mark them would say nothing
    bool before = false;  // they took part before the change, at the step beside this one
};

/// Nothing where there is no other run, its step is of another kind, or blocks are of two sizes.
Differing differing(const DrawContext&, const Taking& all);
void draw_differing(Canvas&, const Places&, const Differing&);
/// What the marks mean, cut off the column.
void draw_differing_words(Canvas&, Rect& column, const DrawContext&, const Differing&,
                          std::uint64_t threads);

}  // namespace app::lanes
