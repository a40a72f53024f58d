// Panes beside the stage: the edge by which one is made wider, and the drawer that lies over the
// window from its side where a pane has no room.
#pragma once

#include <functional>
#include <string_view>

#include "app/widgets/ui.h"

namespace app {

/// A pane's edge that can be dragged; a double click gives the mode's own width back. `direction`:
/// 1 where the pane grows to the right.
void splitter(Ui& ui, std::string_view id, Rect edge, float& width, float now, float direction);

/// Closes by its button, by Escape, and by a click beside it.
void drawer(Ui& ui, Rect window, Rect area, std::string_view title, bool& open,
            const std::function<void(Rect)>& draw);

}  // namespace app
