// What of the code pane lies under the mouse. The pane's region asks, for its tooltip.
#pragma once

#include <optional>
#include <vector>

#include "app/view.h"

namespace app {

struct CodeLine {
    int line = 0;  // of the text that is shown
    bool ptx = false;
    Rect band;  // all rows of the line that show
};

std::optional<CodeLine> line_under(const Canvas&, const DrawContext&, Rect area, Point mouse);

/// The line that is the first one shown after the text moved by so many.
int scrolled_top(const Canvas&, const DrawContext&, Rect area, int by);
/// While lines are marked that cause a counter: where its name stands. Empty while none are.
Rect counter_head(const Canvas&, const DrawContext&, Rect area);

/// The rows of those lines that show.
std::vector<Rect> marked_rows(const Canvas&, const DrawContext&, Rect area);

}  // namespace app
