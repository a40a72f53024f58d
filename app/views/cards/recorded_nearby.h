// Where times of a kernel were recorded, for cards that have none at the settings of now.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

/// The nearest settings of the same kernel at which a time was recorded: with the fewest knobs back
/// at their presets, then at the nearest size; nullopt where there are none.
std::optional<lab::Settings> recorded_nearby(const Series&, const lab::Settings&);
/// "Recorded with order together: a click goes there.", longest first.
std::vector<std::string> recorded_words(const lab::Settings& there, const lab::Settings& now);

/// What a card says that has no time to draw: why, and where there are some.
void nothing_timed(Canvas&, const DrawContext&, Rect area, const std::string& why);
/// The way there; nullopt where nothing was recorded.
std::optional<Spot> spot_of_nearby(const DrawContext&, Rect area);

}  // namespace app
