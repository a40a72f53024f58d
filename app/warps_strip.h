// Warps over time, drawn: a row for each warp, a column for each step. Below the lanes, where it is
// the scrubber; as a kernel's silhouette, where it is small.
#pragma once

#include "app/view.h"
#include "app/warps_over_time.h"

namespace app {

/// Height of a row is the share of lanes that are on; above it hatched those that wait in a warp
/// that issued; posts are barriers; columns are as wide as requests are served, and hatched where
/// they are served once more, or lanes of an atomic take turns.
/// `now`: the step that is lit, -1: none.
void draw_warps_over_time(Canvas&, const WarpsOverTime&, int now, Rect area);
/// The step whose column stands at `x`; -1 where there is none.
int step_at(const WarpsOverTime&, Rect area, float x);

/// Two in step: who issues less has the shorter strip; the longer fills its place.
Rect strip_in_step(const DrawContext&, Rect place);
/// What stands over it, the longest of four first.
std::vector<std::string> strip_words(const DrawContext&);

// Which forms silhouettes have: lanes that wait, requests that are served again, and what the
// others ask for.
struct StripForms {
    bool waits = false, again = false, within = false, loads = false, stores = false;
    void add(const WarpsOverTime&);
};

enum class StripKey : std::uint8_t { whole, brief_at_the_right };  // or a word each
/// What the colours of silhouettes say, in one line: as many of their forms as fit. Returns the
/// width taken.
float draw_strip_key(Canvas&, Rect row, const Metrics&, StripKey, const StripForms&);

/// A silhouette of so many pixels, small enough to be kept.
constexpr float silhouette_width = 120, silhouette_height = 40;

}  // namespace app
