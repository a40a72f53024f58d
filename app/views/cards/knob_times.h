// Times over the values of each knob beside the size, all else as it is: what "Time by knob" draws.
// Called by that card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct KnobTime {
    lab::Settings settings;            // with this value
    const TimePoint* point = nullptr;  // nullptr: it can't run, or is set or timed otherwise
    std::optional<TimeSource> day{};   // whose time it is: of the card's clock, on whichever day
};

// A knob that was timed at two values or more.
struct KnobTimes {
    const lab::Knob* knob = nullptr;
    std::vector<KnobTime> values;  // ascending
    /// "least at 128; 1024 takes 1.3 times as long", "intervals overlap".
    std::string verdict{};
    double longest_ms = 0;  // to the end of its interval
    bool awaited = false;   // some of its times are on their way
};

struct TimesByKnob {
    lab::Settings settings;
    std::optional<TimeSource> source;
    std::vector<KnobTimes> knobs;  // as they stand at the left
    std::size_t turned = 0;        // the one that was turned last
    bool awaited = false;          // times of any knob are on their way
};
TimesByKnob times_by_knob(const DrawContext&);
/// "1024", "2²⁰", "All bins": a value where it stands alone.
std::string value_name(const lab::Knob&, std::int64_t value);

/// Every knob but the sizes at each of its values, all knobs' nearest first.
std::vector<lab::Settings> knob_needs(const lab::Settings&);
/// Whether there is a knob beside the size that changes anything here.
bool has_knobs_to_time(const lab::Settings&);

}  // namespace app
