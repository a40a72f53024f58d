// Lanes that take part in only one of two runs: two runs in step, or this run and the run before
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
    bool most = false;    // most of the lanes differ: marks would say nothing
    bool before = false;  // they took part before the change, in the matching step
};

/// Empty where there is no other run, its step is of another kind, or block sizes differ.
Differing differing(const DrawContext&, const Taking& all);
void draw_differing(Canvas&, const Places&, const Differing&);
/// The meaning of the marks, cut off from the column.
void draw_differing_words(Canvas&, Rect& column, const DrawContext&, const Differing&,
                          std::uint64_t threads);

}  // namespace app::lanes
