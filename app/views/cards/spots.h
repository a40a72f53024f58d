// Words of cards about a time or a refusal under the mouse: value, interval, source.
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
/// Names of two clocks: devices, "H200" and "RTX 4090"; with their kinds for one device.
using ClockNames = std::pair<std::string, std::string>;
ClockNames clock_names(const TimeSource& first, const TimeSource& second);
/// The same and shorter forms, longest first; each form still tells the two apart.
std::vector<ClockNames> clock_name_forms(const TimeSource& first, const TimeSource& second);
/// "not recorded on H200": where the chosen clock has no time of these settings; else empty.
std::string lacking_words(const Series&, const lab::Settings&);
/// For a kernel that only another clock timed, longest first: "not recorded on H200".
std::vector<std::string> not_of_clock(const TimeSource&);
/// "not recorded with waits forgotten", longest first: where a kernel has no recorded time, but has
/// one with another value of one knob; else empty.
std::vector<std::string> not_recorded_words(const Series&, const lab::Settings&,
                                            const TimeSource& source);
/// The first form where the time is still being made.
constexpr const char* no_time_yet = "no time yet";
/// Why no clock timed a kernel, longest first. There is no estimate where the kernel is too much to
/// count, or where the formula is too far off. A recorded time is still to come.
std::vector<std::string> no_time_of(const Series&, const lab::Settings&);
/// Why there is no time with these caches where one with the others is known, longest first: "no
/// warm time: 50 µs or more". Empty where none is known either.
std::vector<std::string> other_regime_words(const Series&, const lab::Settings&, const TimeSource&);
/// Why settings can't run, longest first, each form complete: "at most 1024 threads per block", "at
/// most 1024 threads".
std::vector<std::string> reason_in_brief(const lab::Refusal& refusal);

}  // namespace app
