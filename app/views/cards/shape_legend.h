// How cells by block shape are marked, and the legend that says what the marks are. Called by that
// card.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/cards/shape_times.h"

namespace app {

/// From 0, the worst time, to 1, the best, which has the whole accent.
Colour shape_colour(float share);
void refused_shape(Canvas& canvas, Rect box);
/// Not timed yet, or with the other caches alone.
void untimed_shape(Canvas& canvas, const ShapeCell& cell, Rect box, float radius);
/// A frame with a corner: where there is room, the ground's colour parts both from the cell,
/// whatever its colour is. In a small cell, which its number fills, a dot stands on the frame's
/// corner instead.
void mark_best_shape(Canvas& canvas, Rect box, const Metrics& metrics);
/// A thin frame: one of several of which none is the best.
void mark_tied_shape(Canvas& canvas, Rect box);
bool shape_is_roomy(Rect cell, const Metrics& metrics);

/// "32 × 8".
std::string shape_words(const ShapeTimes& data, const lab::Settings& at);
/// " at z = 2", behind " at z = ", where shapes have a third side: the map is of that one alone.
std::string depth_words(const ShapeTimes& data, const char* before);

/// A line of the legend, in pixels.
float shape_legend_line(const Metrics& metrics);
/// Beside the shapes where the card is low and wide, else below them.
Rect cut_shape_legend(Rect& area, const Metrics& metrics);
void draw_shape_legend(Canvas& canvas, const ShapeTimes& data, Rect area, const Metrics& metrics);

}  // namespace app
