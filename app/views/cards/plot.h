// Axes for plots: scales, ticks and grid lines. Called by the cards.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

// Maps values to logical pixels, linearly or by the logarithm.
struct Scale {
    double low = 0, high = 1;
    bool logarithmic = false;
    float from = 0, to = 1;  // pixels of low and high
    float at(double value) const;
    double value_at(float pixel) const;
};

/// The part of a scale between two shares of it (0 to 1): a zoomed plot.
Scale part_of(const Scale&, double from, double to);

/// 1, 2, 5, 10 ... within [low, high], at most `most`; only decades where these are too many.
std::vector<double> log_ticks(double low, double high, int most);
/// 0 and multiples of 1, 2 or 5 times a power of ten, up to `high`; at most `most`.
std::vector<double> linear_ticks(double high, int most);
/// Multiples of 1, 2 or 5 times a power of ten within [low, high]; at most `most`.
std::vector<double> ticks_within(double low, double high, int most);
/// Powers of two in [low, high], thinned evenly to at most `most`, the last one kept.
std::vector<double> binary_ticks(double low, double high, int most);
/// A logarithmic scale around the values, with a little room on both sides.
Scale log_scale(double low, double high, float from, float to);

struct AxisText {
    double value = 0;
    std::string text;
    bool strong = false;  // the current value: semibold, kept when labels would touch
};

/// Labels below a horizontal axis at height `y`. Labels that would touch are dropped, except strong
/// ones and those at the ends.
void draw_below(Canvas&, const Scale&, float y, Rect within, const std::vector<AxisText>&,
                const Metrics&);
/// Grid lines across `plot` with labels right-aligned at its left side; labels that would touch are
/// dropped.
void draw_rows(Canvas&, const Scale&, Rect plot, const std::vector<AxisText>&, const Metrics&);

/// log_ticks(); where these are at most two, more ticks within each decade.
std::vector<double> fine_ticks(const Scale& scale, int most);

// The ends of a drawn line.
struct DrawnLine {
    Point from, to;
};
/// Whether the line from `a` to `b` runs through `box`.
bool crosses(Point a, Point b, Rect box);
float distance(Rect box, Point at);

// What labels must not meet.
struct TakenPlaces {
    std::vector<Rect> boxes{};  // marks and earlier labels
    std::vector<DrawnLine> lines{};
    Rect within{};  // no label reaches out of it
    bool meets(Rect box) const;
    bool is_free(Rect box) const;
};

/// Draws a limit, straight on these axes, over the whole width, cut at the plot's edges.
DrawnLine draw_limit(Canvas& canvas, Rect plot, const Scale& across, const Scale& up, bool dashed,
                     Colour colour, const std::function<double(double)>& height);

}  // namespace app
