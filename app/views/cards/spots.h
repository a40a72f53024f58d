// What cards say of a time or a refusal where the mouse rests: value, interval, where it comes
// from.
#pragma once

#include <string>

#include "app/series.h"

namespace app {

/// "10.5 µs, 10.1 to 10.9 µs. Recorded on H200, 2026-11-20."
std::string time_sentence(const TimePoint& point, const TimeSource& source);
/// Why settings can't run, in about four words: "at most 1024 threads per block".
std::string reason_in_brief(const lab::Refusal& refusal);

}  // namespace app
