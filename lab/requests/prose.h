// A lesson's text. Its numbers are references that runs fill in, so that no sentence goes stale:
//   {reduction/sequential.shared_load_wavefronts}
//   {vector_addition/strided stride=8.global_load_sectors/global_load_requests}
//   {reduction/strided n=256.line.shared_load_wavefronts+line.shared_store_wavefronts}
//   {reduction/strided n=2^28.time}      {vector_addition/four_wide n=2^28.time against
//   vector_addition/one_each n=2^28.time}
// A count runs the rung with the lesson's presets, the values it gives, and the picture's size.
// What is asked is a counter, one with "line." before it for the line that the rung counts,
// "line.executions" or "line.lanes", or a whole number; "+" and "/" join them from left to right.
// "blocks_at_once", "warps_at_once" and "registers" (of a thread) are those of its first launch on
// a multiprocessor.
// "wrong" is how many results are, of a run that need not be right.
// "flop_a_byte" is the operations that a lesson has for a byte that must move, with the presets and
// the values it gives, at their own size.
// A time is one that was recorded with the presets and the values it gives, at their own size:
// "time", "rate" (useful bytes a second), "device". "against" says which of two is faster, where
// their intervals part; "over" divides two values of any kind.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace lab {

/// The lesson's text as Markdown, references and all; fails with a sentence where there is none.
simulator::Outcome<std::string> prose_of(const Lesson&, const std::string& language = "en");

/// The sentences of a text in Markdown, as parts of it: titles, items and paragraphs begin new
/// ones.
std::vector<std::string_view> sentences_in(std::string_view text);

/// The references in a text, without their braces.
std::vector<std::string> references_in(std::string_view text);
/// Whether a reference is answered by a clock.
bool is_of_time(std::string_view reference);

/// What a reference stands for, "141" or "4.5", "934 us", "1.88 times as fast as". Runs the
/// simulator. Fails with a sentence that names the part that is not known, or says what went wrong
/// in the run, or that no such time was recorded.
simulator::Outcome<std::string> resolved(std::string_view reference);
/// The same as a number, times in milliseconds.
simulator::Outcome<double> number_of(std::string_view reference);

/// Whether it is one time over another, and no clock tells the two apart: their intervals meet.
bool times_meet(std::string_view reference);

/// Which lesson, kernel and values a reference, or the first of two, is about.
simulator::Outcome<Settings> place_of(std::string_view reference);
/// The same of what the first stands over; nullopt where there is no second.
std::optional<Settings> place_below(std::string_view reference);
/// The counter that a reference asks for, the first of several, by its place among
/// simulator::counter_names(); -1 where it asks for none, but for a time.
int counter_in(std::string_view reference);

/// A text with every reference resolved. A sentence whose times were not recorded is left out; a
/// count that can't be had stays as it is, braces included.
std::string filled(std::string_view text);

}  // namespace lab
