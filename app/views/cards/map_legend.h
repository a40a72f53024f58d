// Marks of the cells in "Time by block shape" and "Time by two knobs", and their legend.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/cards/knob_map.h"

namespace app {

/// Colour of a cell: share 0 is the worst time, 1 the best in full accent.
Colour map_colour(float share);
void refused_cell(Canvas& canvas, Rect box);
/// A cell not timed yet, or only with the other caches.
void untimed_cell(Canvas& canvas, const MapCell& cell, Rect box, float radius);
/// The mark of the best shape. A roomy cell gets a frame with a corner, parted from the cell by the
/// ground's colour. In a small cell, which its number fills, a dot stands on the frame's corner
/// instead.
void mark_best_cell(Canvas& canvas, Rect box, const Metrics& metrics);
/// A thin frame for one of several shapes, none of which is the best.
void mark_tied_cell(Canvas& canvas, Rect box);
bool cell_is_roomy(Rect cell, const Metrics& metrics);

/// "32 × 8", "1024 blocks of 256 threads", or "stride 4, threads per block 256".
std::string cell_words(const KnobMap& data, const lab::Settings& at);
/// "3 shapes" or "3 settings".
std::string cells_words(const KnobMap& data, std::ptrdiff_t count);
/// `before` and the third side, " at z = 2", where blocks have one: the map shows that z only.
std::string depth_words(const KnobMap& data, const char* before);

/// Height of a legend line in pixels.
float map_legend_line(const Metrics& metrics);
/// Cuts the legend's place: beside the shapes where the card is low and wide, else below.
Rect cut_map_legend(Rect& area, const Metrics& metrics);
void draw_map_legend(Canvas& canvas, const KnobMap& data, Rect area, const Metrics& metrics);

}  // namespace app
