// Words for the mouse. See spots.h.
#include "app/views/cards/spots.h"

#include "app/format.h"
#include "app/views/rungs.h"

namespace app {
namespace {

std::string interval_words(const lab::Time& time) {
    if (!(time.high_ms > time.low_ms) || time.low_ms <= 0) return "";
    const std::string high = time_text(time.high_ms);
    return ", " + time_number(time.low_ms, time.high_ms) + " to " + high;
}

std::string source_words(const TimeSource& source) {
    const std::string device = short_device(source.device);
    const std::string caches = ", with " + std::string(name_of(source.regime)) + " caches";
    switch (source.kind) {
        case lab::TimeKind::measured: return "Measured on this " + device + caches;
        case lab::TimeKind::recorded: return "Recorded on " + device + ", " + source.when + caches;
        case lab::TimeKind::modelled: return "By the formula for " + device;
        default: return "";
    }
}

}  // namespace

std::string time_sentence(const TimePoint& point, const TimeSource& source) {
    std::string words = time_text(point.time.median_ms) + interval_words(point.time) + ". " +
                        source_words(source) + ".";
    return point.wrong ? words + " The result was wrong, so it does not count." : words;
}

std::pair<std::string, std::string> clock_names(const TimeSource& first, const TimeSource& second) {
    std::string one = short_device(first.device), other = short_device(second.device);
    if (one != other) return {one, other};
    return {one + ", " + std::string(name_of(first.kind)),
            other + ", " + std::string(name_of(second.kind))};
}

std::string lacking_words(const Series& series, const lab::Settings& settings) {
    if (!series.lacks_chosen(settings)) return "";
    const TimeClock& chosen = *series.choice.first;
    return "not " + std::string(name_of(chosen.kind)) + " on " + short_device(chosen.device);
}

std::string other_regime_words(const Series& series, const lab::Settings& settings,
                               const TimeSource& source) {
    TimeSource other = source;
    const bool warm = source.regime == lab::Regime::warm;
    other.regime = warm ? lab::Regime::cold : lab::Regime::warm;
    if (!series.time(settings, other)) return "";
    return warm ? "no warm time: 50 µs or more" : "no cold time";
}

std::string reason_in_brief(const lab::Refusal& refusal) {
    if (!refusal.limit)
        return refusal.limit_name.starts_with("a ") ? "needs " + refusal.limit_name : refusal.title;
    const auto limit = static_cast<std::int64_t>(*refusal.limit);
    return (refusal.asked > *refusal.limit ? "at most " : "at least ") + grouped(limit) + " " +
           refusal.limit_name;
}

}  // namespace app
