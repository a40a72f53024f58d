// The picture "Timeline" of one launch and its clock: the host above, the device below, and the
// span that each of three clocks measures. Called by timeline.cpp.
#pragma once

#include <optional>
#include <string>

#include "app/draw/canvas.h"
#include "app/view.h"

namespace app {

void draw_clocks(Canvas&, const DrawContext&, Rect area);
std::optional<Spot> spot_of_clocks(const DrawContext&, Rect area, Point at);
std::string claim_of_clocks(const DrawContext&);
std::string sentence_of_clocks(const DrawContext&);
Note note_of_clocks(const DrawContext&);
Badge badge_of_clocks(const DrawContext&);
std::string numbers_of_clocks(const DrawContext&);

}  // namespace app
