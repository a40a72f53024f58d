// The scale of bars of times. From zero, so that twice as long is twice the time; one or two that
// are far longer than all others are broken, and end behind the break in the order of their values.
// Where others would still have no length, by the logarithm, with lines at round times and their
// numbers below. Used by "Kernels compared".
#pragma once

#include <string>
#include <vector>

#include "app/view.h"
#include "app/views/cards/plot.h"

namespace app {

struct BrokenScale {
    Scale whole;  // from zero to the end of bars that are not broken
    double longest = 0;
    float end = 0;     // pixel where the longest bar ends; whole.to where none is broken
    float behind = 0;  // pixel behind the gap, where broken bars may end

    /// Pixel at which a bar of this value ends: linear up to the break, behind it by the logarithm,
    /// so that of two broken bars the longer one is longer.
    float at(double value) const;
    bool breaks(double value) const { return value > whole.high; }
    /// The same for an end of the interval around a value: that of a broken bar is behind the gap.
    float at(double end, double around) const;
    /// Of values from zero to `longest`, between two pixels; bars beyond `high` are broken.
    static BrokenScale of(double high, double longest, float from, float to, const Metrics&);
    /// By the logarithm, from `shortest`, which still is a bar; none is broken.
    static BrokenScale logarithmic(double shortest, double longest, float from, float to);
    /// Lines at round times behind the bars, their numbers in `axis`; nothing on a linear scale.
    /// Beside these stands that it is one, within `row`, which reaches further on both sides.
    void draw_round_times(Canvas&, Rect rows, Rect axis, Rect row, const Metrics&) const;
};

/// A slanted gap in a bar's box where the scale ends, between two strokes that stand out of it.
void draw_break(Canvas&, const BrokenScale&, Rect box, const Metrics&);
/// The outline of a bar of another value, around one that is so high; broken where that is.
void draw_outline(Canvas&, const BrokenScale&, double value, float middle_y, float height,
                  const Metrics&);
/// What a bar's words stand on: `hatched` needs a ground; where bars are `close`, words that are
/// higher than one would lie on the next.
struct LengthGround {
    bool hatched = false, close = false;
};
/// In the bar, before its break: the first of these words that has room. What is behind a break has
/// no length that could be compared, so they say how long it is.
void draw_length(Canvas&, const BrokenScale&, Rect box, const std::vector<std::string>& words,
                 TextStyle, LengthGround, const Metrics&);

/// "1 ×", behind the bar by which the lengths of broken ones are told, whose interval ends at
/// `high`; in it, in this style, where there is no room behind it.
void draw_measure(Canvas&, const BrokenScale&, Rect box, float high, TextStyle, const Metrics&);
/// "warm" behind a bar that ends at `end`, else in it; where no line below says what hollow bars
/// are.
void draw_warm(Canvas&, Rect box, float end, Rect row, const Metrics&);
/// The interval of a time, on its bar.
void draw_whisker(Canvas&, float from, float to, float y, float half);

}  // namespace app
