// The part of the code pane under the mouse. The pane's region asks for its tooltip.
#pragma once

#include <optional>
#include <vector>

#include "app/view.h"

namespace app {

struct CodeLine {
    int line = 0;  // line of the shown text
    bool ptx = false;
    Rect band;  // all shown rows of the line
};

std::optional<CodeLine> line_under(const Canvas&, const DrawContext&, Rect area, Point mouse);

/// The first shown line after scrolling by `by` lines; -1 where there is no text.
int scrolled_top(const Canvas&, const DrawContext&, Rect area, int by);
/// Place of a counter's name while the lines that cause it are marked; else empty.
Rect counter_head(const Canvas&, const DrawContext&, Rect area);

/// The shown rows of the marked lines.
std::vector<Rect> marked_rows(const Canvas&, const DrawContext&, Rect area);

}  // namespace app
