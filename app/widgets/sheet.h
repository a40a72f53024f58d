// The frame of all sheets: the window below is dim and disabled, and a cross, Escape or a press
// beside the sheet closes it. Called by the sheets of the regions.
#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace app {

/// Draws a sheet's background in the middle of the window and returns its place. All that follows
/// lies on it, until end_sheet().
Rect begin_sheet(Ui& ui, std::string_view name, Rect window, float w, float h);
/// begin_sheet() at a given place.
Rect begin_sheet(Ui& ui, std::string_view name, Rect window, Rect sheet);
/// Ends the sheet; returns whether the user closed it.
bool end_sheet(Ui& ui, std::string_view name, Rect sheet);

}  // namespace app
