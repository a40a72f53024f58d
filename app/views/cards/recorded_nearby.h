// The nearest recorded times of a kernel, for cards that have none at the current settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

/// The nearest settings of the same kernel with a recorded time: first those with the fewest knobs
/// back at their presets, then the nearest size. nullopt where there are none.
std::optional<lab::Settings> recorded_nearby(const Series&, const lab::Settings&);
/// "Recorded with order together: a click goes there.", longest first.
std::vector<std::string> recorded_words(const lab::Settings& there, const lab::Settings& now);

/// Draws `why` a card has no time, and the settings that have some.
void nothing_timed(Canvas&, const DrawContext&, Rect area, const std::string& why);
/// A spot whose click goes to these settings; nullopt where nothing was recorded.
std::optional<Spot> spot_of_nearby(const DrawContext&, Rect area);

}  // namespace app
