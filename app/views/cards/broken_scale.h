// The scale of bars of times in "Kernels compared". It begins at zero, so that twice the length is
// twice the time. One or two bars far longer than all others are broken, and end behind the break
// in the order of their values. Where other bars would still have no length, the scale is
// logarithmic, with lines at round times and their numbers below.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"
#include "app/views/cards/plot.h"

namespace app {

struct BrokenScale {
    Scale whole;  // from zero to the longest whole bar
    double longest = 0;
    float end = 0;     // pixel where the longest bar ends; whole.to without a break
    float behind = 0;  // pixel after the gap, from which broken bars end

    /// Pixel at which a bar of this value ends: linear up to the break, logarithmic after it, so
    /// that of two broken bars the longer one is longer.
    float at(double value) const;
    bool breaks(double value) const { return value > whole.high; }
    /// The same for an end of the interval around a value; that of a broken bar is after the gap.
    float at(double end, double around) const;
    /// A linear scale from zero to `longest`, between two pixels; bars above `high` are broken.
    static BrokenScale of(double high, double longest, float from, float to, const Metrics&);
    /// A logarithmic scale on which `shortest` still is a bar; no bar is broken.
    static BrokenScale logarithmic(double shortest, double longest, float from, float to);
    /// On a logarithmic scale: lines at round times behind the bars, their numbers in `axis`, and
    /// "log scale" beside them, within the wider `row`. Nothing on a linear scale.
    void draw_round_times(Canvas&, Rect rows, Rect axis, Rect row, const Metrics&) const;
};

/// A slanted gap in a bar's box where the scale breaks, between two strokes higher than the bar.
void draw_break(Canvas&, const BrokenScale&, Rect box, const Metrics&);
/// An outline for another value around a bar of height `height`; broken where that value is.
void draw_outline(Canvas&, const BrokenScale&, double value, float middle_y, float height,
                  const Metrics&);
/// The ground of a bar's words. A `hatched` bar needs one; where bars are `close`, words higher
/// than a bar would cover the next.
struct LengthGround {
    bool hatched = false, close = false;
};
/// Draws the first of these words that fits into the bar before its break. The length after a break
/// can't be compared, so the words tell it.
void draw_length(Canvas&, const BrokenScale&, Rect box, const std::vector<std::string>& words,
                 TextStyle, LengthGround, const Metrics&);

/// "1 ×", after the bar that the lengths of broken bars are multiples of; its interval ends at
/// `high`. In the bar, in this style, where there is no room after it.
void draw_measure(Canvas&, const BrokenScale&, Rect box, float high, TextStyle, const Metrics&);
/// "warm" after a bar that ends at `end`, else in it. For cards where no line below explains hollow
/// bars.
void draw_warm(Canvas&, Rect box, float end, Rect row, const Metrics&);
/// The interval of a time, on its bar.
void draw_whisker(Canvas&, float from, float to, float y, float half);

}  // namespace app
