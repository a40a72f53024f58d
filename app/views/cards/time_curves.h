// The series that "Time by size" draws: the shown kernel's, another's, and what was before the last
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
    // second: of the shown kernel, on the device that stands beside
    std::vector<const TimePoint*> shown, other, ghost, second;
    int other_rung = 0;
    std::string ghost_name;
    bool few = false;  // no curve: that of the lesson's own settings stands behind them
    double floor_ms = 0, second_floor_ms = 0;
    /// What was timed with the other caches alone, longest forms first: "kernel 4: not measured
    /// warm from 2⁷ on"; and where a curve of somebody's own kernel ends, as it does no more work
    /// or other work from there on.
    std::vector<std::vector<std::string>> missing{};
};
TimeCurves curves_of(const DrawContext& context);
/// Sizes of the shown kernel first, then of the one it is compared with, then recorded ones of the
/// lesson's own settings.
std::vector<lab::Settings> curve_needs(const lab::Settings&);

/// From the least to the largest size that this kernel takes; those of the knob where all are
/// refused.
std::pair<double, double> legal_sizes(const Series& series, const lab::Settings& settings);

}  // namespace app
