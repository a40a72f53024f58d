// Times over the values of each knob but the size, all else unchanged, for the card "Time by knob".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct KnobTime {
    lab::Settings settings;            // settings with this value
    const TimePoint* point = nullptr;  // nullptr: can't run, or no time by this clock
    std::optional<TimeSource> day{};   // source of `point`: the card's clock, on any day
};

// A knob with times at two values or more.
struct KnobTimes {
    const lab::Knob* knob = nullptr;
    std::vector<KnobTime> values;  // ascending
    /// "least at 128; 1024 takes 1.3 times as long", "least at 128"; or "intervals overlap".
    /// Longest first.
    std::vector<std::string> verdict{};
    double longest_ms = 0;  // to the end of its interval
    bool awaited = false;   // some times are still being made
};

struct TimesByKnob {
    lab::Settings settings;
    std::optional<TimeSource> source;
    std::vector<KnobTimes> knobs;  // in the order of the panel at the left
    std::size_t turned = 0;        // index of the knob turned last
    bool awaited = false;          // some times of any knob are still being made
};
TimesByKnob times_by_knob(const DrawContext&);
/// "1024", "2²⁰", "All bins": the name of a value without its knob.
std::string value_name(const lab::Knob&, std::int64_t value);

/// Every knob but the sizes at each of its values; the values nearest to the set ones come first.
std::vector<lab::Settings> knob_needs(const lab::Settings&);
/// Whether a knob other than the size changes anything at these settings.
bool has_knobs_to_time(const lab::Settings&);

}  // namespace app
