// The end of a program: the expected result, and the functions that check it.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/lesson.h"

namespace lab::host_code {

/// The text before main(): describe(), or a declaration of is_right(), defined at the end.
std::string judge_declaration(const Plan& plan, const std::vector<Array>& arrays, bool compared);
/// For programs without a reference: functions that print a summary of a result.
extern const char* const describe_text;
/// is_right() with its reference values. Results with up to `most_listed` values are listed in
/// full; larger ones with some values and the sum of all.
std::string reference_text(const Plan& plan, const std::vector<Array>& arrays,
                           const Expected& expected);

constexpr std::size_t most_listed = 1024;

}  // namespace lab::host_code
