// What cards say of a time or a refusal where the mouse rests: value, interval, where it comes
// from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/series.h"

namespace app {

/// "10.5 µs, 10.1 to 10.9 µs. Recorded on H200, 2026-11-20, with cold caches."
std::string time_sentence(const TimePoint& point, const TimeSource& source);
/// The same without its time: "Recorded on H200, 2026-11-20, with cold caches."
std::string source_sentence(const TimePoint& point, const TimeSource& source);
/// Two clocks by their devices: "H200" and "RTX 4090"; of one device by their kinds as well.
using ClockNames = std::pair<std::string, std::string>;
ClockNames clock_names(const TimeSource& first, const TimeSource& second);
/// The same and shorter ones, longest first: each still tells the two apart.
std::vector<ClockNames> clock_name_forms(const TimeSource& first, const TimeSource& second);
/// "not recorded on H200" of a clock that was chosen and did not time these settings; else empty.
std::string lacking_words(const Series&, const lab::Settings&);
/// Of a kernel that only another clock timed, longest first: "not recorded on H200".
std::vector<std::string> not_of_clock(const TimeSource&);
/// "not recorded with waits forgotten", longest first: where a kernel has no recorded time, and has
/// one with another value of one knob; else nothing.
std::vector<std::string> not_recorded_words(const Series&, const lab::Settings&,
                                            const TimeSource& source);
/// What stands first where the time is on its way.
constexpr const char* no_time_yet = "no time yet";
/// Of a kernel that no clock timed yet, longest first: nobody estimates what is too much to count,
/// or what the formula is too far off for, and of what was recorded the time is on its way.
std::vector<std::string> no_time_of(const Series&, const lab::Settings&);
/// Why there is no time of this regime where one of the other is known: "no warm time: 50 µs or
/// more"; empty where none is known either.
std::string other_regime_words(const Series&, const lab::Settings&, const TimeSource&);
/// Why settings can't run, longest first, each whole by itself: "at most 1024 threads per block",
/// "at most 1024 threads".
std::vector<std::string> reason_in_brief(const lab::Refusal& refusal);

}  // namespace app
