// The lines of a clock around the timed steps of a program. Used by main_text.cpp.
#pragma once

#include "lab/host_code/writer.h"
#include "lab/plan.h"

namespace lab::host_code {

/// The clock itself, with a comment on what it sees, and the list of times.
void write_clock(Writer&, Clock);
/// The readings before and behind timed steps. The second one leaves the time in `milliseconds`: a
/// new variable where a round has one span, else added to it.
void write_first_reading(Writer&, Clock);
void write_second_reading(Writer&, Clock, bool one_span);
/// The variables of a round with several spans.
void write_sum_of_spans(Writer&, Clock);
void write_clock_freed(Writer&, Clock);
/// The end of the line that prints the time: what an early clock has seen.
const char* words_of_time(Clock);

}  // namespace lab::host_code
