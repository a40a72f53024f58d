// A lesson's text. Its numbers are references in braces (lab/reference.h) that runs fill in, so
// that no sentence gets outdated: {reduction/sequential.shared_load_wavefronts}. A count runs the
// rung with the lesson's presets, the given values, and the picture's size. It is a counter, or
// "line." and a counter of the rung's counted line, "line.executions" or "line.lanes", or a whole
// number. "+" and "/" join counts from left to right. "blocks_at_once", "warps_at_once",
// "threads_at_once" and "registers" (of a thread) are those of the first launch on a
// multiprocessor. "grid_blocks", "waves" and "idle_in_last_wave" (multiprocessors) are those of the
// launch at its own size, on the card of its settings (lab/occupancy/waves.h). "wrong" is the
// number of wrong results. "flop_a_byte" is a lesson's operations per byte that must move. It uses
// the presets and the given values at their own size. So does a time, which must be recorded:
// "time", "rate" (useful bytes a second), "device", and "cycles/KNOB": the time in cycles of the
// clock that was read beside it, for each one of the knob's value. "against" says which of two
// times is faster, where their intervals do not overlap; "over" divides two values of any kind.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace lab {

/// The lesson's text as Markdown, with its references. Fails with a sentence if there is none.
simulator::Outcome<std::string> prose_of(const Lesson&, const std::string& language = "en");

/// The sentences of a Markdown text, as parts of it. Titles, items and paragraphs start new
/// sentences.
std::vector<std::string_view> sentences_in(std::string_view text);

/// The references in a text, without their braces.
std::vector<std::string> references_in(std::string_view text);

/// The value of a reference: "141", "4.5", "934 us", "1.88 times as fast as". Runs the simulator.
/// Fails with a sentence that names an unknown part, a failure of the run, or a missing recording.
simulator::Outcome<std::string> resolved(std::string_view reference);
/// The same as a number; times are in milliseconds.
simulator::Outcome<double> number_of(std::string_view reference);

/// Whether the reference compares two times whose intervals overlap, so that neither is faster.
bool times_meet(std::string_view reference);

/// The lesson, kernel and values of a reference; of two, the first.
simulator::Outcome<Settings> place_of(std::string_view reference);
/// The same for the setting below "over"; nullopt without "over".
std::optional<Settings> place_below(std::string_view reference);
/// The first counter of a reference, as an index in simulator::counter_names(); -1 for a time.
int counter_in(std::string_view reference);

/// The text with all references resolved. Sentences with a time that was not recorded are left out.
/// A count that fails stays as written, with its braces.
std::string filled(std::string_view text);

}  // namespace lab
