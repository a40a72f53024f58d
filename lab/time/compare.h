// Two times beside each other. Which is faster is said by their intervals, and only of two that
// were clocked alike. Asked by prose, by the sentence after a change, by the card of kernels.
#pragma once

#include <string>

#include "lab/run.h"

namespace lab {

/// The interval of the median, ms; the median itself where none is known.
double least_ms(const Time&);
double most_ms(const Time&);
/// Whether their intervals keep apart: where they meet, neither is faster.
bool parted(const Time&, const Time&);
/// Whether it was clocked many times in a row, with what the caches held; else each time cold.
inline bool warm(const Time& time) { return time.regime == Regime::warm; }
/// Why the two are not set against each other, one sentence: another kind, another device, or one
/// cold and the other warm. Empty where nothing speaks against it.
std::string why_not_compared(const Time&, const Time&);

/// How the first time stands to the second, for "... is {...} ...": "1.88 times as fast as", "1.2
/// times as slow as", "neither faster nor slower than" where their intervals meet. Fails where the
/// two are not compared, or have no interval.
simulator::Outcome<std::string> compared_times(const Time&, const Time&);

}  // namespace lab
