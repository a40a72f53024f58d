// What all sheets share: the window below is dim and can't be pressed, and a cross, Escape or a
// press beside the sheet closes it. Called by the sheets of the regions.
#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace app {

/// Where a sheet of this size stands, in the middle of the window; its ground is drawn. What
/// follows lies on it, until end_sheet().
Rect begin_sheet(Ui& ui, std::string_view name, Rect window, float w, float h);
/// The same where it says.
Rect begin_sheet(Ui& ui, std::string_view name, Rect window, Rect sheet);
/// Whether it was closed.
bool end_sheet(Ui& ui, std::string_view name, Rect sheet);

}  // namespace app
