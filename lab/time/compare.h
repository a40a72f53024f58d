// Compares two times by their intervals, and only times taken under the same conditions. Used by
// prose, the sentence after a change, and the card of kernels.
#pragma once

#include <string>

#include "lab/run.h"

namespace lab {

/// The ends of the median's interval, ms; the median itself without an interval.
double least_ms(const Time&);
double most_ms(const Time&);
/// Whether their intervals do not overlap; if they do, neither is faster.
bool parted(const Time&, const Time&);
/// Whether rounds ran back to back with warm caches; else each ran cold.
inline bool warm(const Time& time) { return time.regime == Regime::warm; }
/// Why the two times can't be compared, one sentence: another kind, another device, or one cold and
/// one warm. Empty where they can.
std::string why_not_compared(const Time&, const Time&);

/// The first time relative to the second, for "... is {...} ...": "1.88 times as fast as", "1.2
/// times as slow as", or "neither faster nor slower than" where the intervals overlap. Fails where
/// they can't be compared or have no interval.
simulator::Outcome<std::string> compared_times(const Time&, const Time&);

}  // namespace lab
