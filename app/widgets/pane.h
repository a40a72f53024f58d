// Panes beside the stage: the edge that changes a pane's width, and the drawer at the window's side
// where a pane has no room.
#pragma once

#include <functional>
#include <string_view>

#include "app/widgets/ui.h"

namespace app {

/// A pane's edge that can be dragged; a double click restores the mode's own width. `direction`: 1
/// where the pane grows to the right.
void splitter(Ui& ui, std::string_view id, Rect edge, float& width, float now, float direction);

/// A drawer. Its button, Escape, and a click beside it close it.
void drawer(Ui& ui, Rect window, Rect area, std::string_view title, bool& open,
            const std::function<void(Rect)>& draw);

}  // namespace app
