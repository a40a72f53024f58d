// What each clock sees of one launch: the time of the launch, of the kernel, and of the wait. Knows
// no pixels. Used by clock_picture.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/view.h"
#include "lab/plan.h"

namespace app {

constexpr std::array all_clocks{lab::Clock::events, lab::Clock::host_waits,
                                lab::Clock::host_does_not_wait};
/// "events", "host, waits", "host, no wait".
std::string_view name_of(lab::Clock);

/// Whether a run is of a lesson that asks by which clock its launch is timed.
bool asks_for_clock(const lab::Run&);

struct ClockSpans {
    lab::Clock shown = lab::Clock::events;
    std::array<std::optional<double>, all_clocks.size()> times{};  // ms, by clock
    lab::TimeKind kind = lab::TimeKind::none;  // of the lengths; none: they are no times
    std::string device;
    // Lengths from the host's first reading on, in ms, or in no unit.
    double launched = 0, begins = 0, ends = 0, waited = 0;

    bool known() const { return kind != lab::TimeKind::none; }
    const std::optional<double>& time(lab::Clock clock) const {
        return times[static_cast<std::size_t>(clock)];
    }
    /// The span that a clock measures.
    std::pair<double, double> span(lab::Clock) const;
    double whole() const;
};
/// Measured or recorded times, all of one device. A model without lengths where the time of the
/// kernel or that of the launch is not among them.
ClockSpans clock_spans(const DrawContext&);

}  // namespace app
