// The curves of "Time by size": the shown kernel's, another kernel's, and the one before the last
// change. Called by that card.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct TimeCurves {
    lab::Settings settings;
    std::optional<TimeSource> source, second_source;
    // second: the shown kernel on the second device
    std::vector<const TimePoint*> shown, other, ghost, second;
    int other_rung = 0;
    std::string ghost_name;
    bool few = false;  // too few for a curve: `ghost` has that of the lesson's presets
    double floor_ms = 0, second_floor_ms = 0;
    /// Sizes timed only with the other caches, longest forms first: "kernel 4: not measured warm
    /// from 2⁷ on". Also where a curve of the user's own kernel ends, as it does no more work or
    /// other work from there on.
    std::vector<std::vector<std::string>> missing{};
};
TimeCurves curves_of(const DrawContext& context);
/// Sizes of the shown kernel, then of the compared one, then recorded sizes at the lesson's
/// presets.
std::vector<lab::Settings> curve_needs(const lab::Settings&);

/// Least and largest size that this kernel takes; those of the knob where all are refused.
std::pair<double, double> legal_sizes(const Series& series, const lab::Settings& settings);

}  // namespace app
