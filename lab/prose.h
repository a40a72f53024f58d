// A lesson's text. Its numbers are references that runs fill in, so that no sentence goes stale:
//   {reduction/sequential.shared_load_wavefronts}
//   {vector_addition/strided stride=8.global_load_sectors/global_load_requests}
//   {reduction/strided n=256.line.shared_load_wavefronts+line.shared_store_wavefronts}
// A reference runs the rung with the lesson's presets, the values it gives, and the picture's size.
// What is asked is a counter, one with "line." before it for the line that the rung counts,
// "line.executions" or "line.lanes", or a whole number; "+" and "/" join them from left to right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace lab {

/// The lesson's text as Markdown, references and all; fails with a sentence where there is none.
simulator::Outcome<std::string> prose_of(const Lesson&, const std::string& language = "en");

/// The references in a text, without their braces.
std::vector<std::string> references_in(std::string_view text);

/// What a reference stands for, "141" or "4.5". Runs the simulator. Fails with a sentence that
/// names the part that is not known, or says what went wrong in the run.
simulator::Outcome<std::string> resolved(std::string_view reference);

/// A text with every reference resolved; one that can't be stays as it is, braces included.
std::string filled(std::string_view text);

}  // namespace lab
