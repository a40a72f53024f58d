// Draws warps over time: a row per warp, a column per step. Below the lanes it is the scrubber;
// small, it is a kernel's silhouette.
#pragma once

#include "app/view.h"
#include "app/warps_over_time.h"

namespace app {

/// A row's height is the share of active lanes; hatched above it are lanes that wait in an issuing
/// warp. Posts are barriers. A column's width shows repeated requests; their part, or turns of an
/// atomic's lanes, is ruled.
/// `now`: the highlighted step, -1: none.
void draw_warps_over_time(Canvas&, const WarpsOverTime&, int now, Rect area);
/// The step of the column at `x`; -1 where there is none.
int step_at(const WarpsOverTime&, Rect area, float x);

/// Two in step: the run that issues less has the shorter strip; the longer one fills its place.
Rect strip_in_step(const DrawContext&, Rect place);
/// The words above the strip, the longest of four forms first.
std::vector<std::string> strip_words(const DrawContext&);

// The shapes that occur in silhouettes: waiting lanes, repeated requests, work within the block,
// loads, stores.
struct StripForms {
    bool waits = false, again = false, within = false, loads = false, stores = false;
    void add(const WarpsOverTime&);
};

enum class StripKey : std::uint8_t { whole, brief_at_the_right };  // brief: one word per shape
/// The legend of silhouettes in one line: as many shapes as fit. Returns the width taken.
float draw_strip_key(Canvas&, Rect row, const Metrics&, StripKey, const StripForms&);

/// The size of a kept silhouette, in pixels.
constexpr float silhouette_width = 120, silhouette_height = 40;

}  // namespace app
