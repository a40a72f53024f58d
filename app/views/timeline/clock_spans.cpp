// See clock_spans.h.
#include "app/views/timeline/clock_spans.h"

#include <algorithm>

#include "app/series.h"
#include "lab/subject.h"

namespace app {
namespace {

using lab::Clock;

const lab::Knob* clock_knob(const lab::Settings& settings) {
    return settings.subject ? lab::find_knob(*settings.subject, lab::Knob::Role::clock) : nullptr;
}

lab::Settings by_clock(lab::Settings settings, Clock clock) {
    settings.set(*clock_knob(settings), static_cast<std::int64_t>(clock));
    return settings;
}

// The time that is shown; nullptr where it is the formula's, or of a wrong result.
const lab::Time* own_time(const DrawContext& context) {
    const lab::Run* timed = context.result.timed.get();
    const bool counts = timed && !timed->verdict.is_wrong() && timed->time.median_ms > 0 &&
                        (timed->time.kind == lab::TimeKind::measured ||
                         timed->time.kind == lab::TimeKind::recorded);
    return counts ? &timed->time : nullptr;
}

// The device of the shown time, else one with a recorded time by any of the clocks.
std::string device_of(const DrawContext& context, const lab::Settings& settings) {
    if (const lab::Time* own = own_time(context)) return own->device;
    for (const Clock clock : all_clocks)
        if (const auto source = context.series.any_source(
                by_clock(settings, clock), lab::TimeKind::recorded, lab::Regime::cold))
            return source->device;
    return "";
}

void find_times(const DrawContext& context, const lab::Settings& settings, ClockSpans& spans) {
    const lab::Time* own = own_time(context);
    for (const Clock clock : all_clocks) {
        const lab::Time* time =
            clock == spans.shown && own
                ? own
                : context.series.recorded_on(spans.device, by_clock(settings, clock));
        if (time) spans.times[static_cast<std::size_t>(clock)] = time->median_ms;
    }
    if (!spans.time(Clock::events) || !spans.time(Clock::host_does_not_wait)) return;
    spans.kind = own ? own->kind : lab::TimeKind::recorded;
}

// No clock says when the kernel begins. It begins after the launch call, and ends before the host
// that waits reads its clock again.
void place(ClockSpans& spans) {
    const double kernel = *spans.time(Clock::events);
    spans.launched = *spans.time(Clock::host_does_not_wait);
    const std::optional<double>& waited = spans.time(Clock::host_waits);
    spans.begins = waited ? std::clamp(*waited - kernel, 0., spans.launched) : spans.launched;
    spans.ends = spans.begins + kernel;
    spans.waited = std::max(waited.value_or(0), spans.ends);
}

}  // namespace

std::string_view name_of(Clock clock) {
    switch (clock) {
        case Clock::events: return "events";
        case Clock::host_waits: return "host, waits";
        case Clock::host_does_not_wait: return "host, no wait";
    }
    return "";
}

bool asks_for_clock(const lab::Run& run) {
    const lab::Knob* knob = clock_knob(run.request.settings);
    return knob && !lab::idle(run.request.settings, *knob);
}

std::pair<double, double> ClockSpans::span(Clock clock) const {
    switch (clock) {
        case Clock::events: return {begins, ends};
        case Clock::host_waits: return {0, waited};
        case Clock::host_does_not_wait: return {0, launched};
    }
    return {};
}

double ClockSpans::whole() const { return std::max({waited, ends, launched}); }

ClockSpans clock_spans(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    ClockSpans spans{.shown = lab::clock_of(settings), .device = device_of(context, settings)};
    if (!spans.device.empty()) find_times(context, settings, spans);
    if (spans.known()) {
        place(spans);
        return spans;
    }
    spans.launched = .25, spans.begins = .3, spans.ends = .85, spans.waited = 1;
    return spans;
}

}  // namespace app
