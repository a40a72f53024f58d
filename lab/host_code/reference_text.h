// The end of a program: what its result should be, and the functions that look.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/lesson.h"

namespace lab::host_code {

/// What stands before main(): that is_right() or describe() comes at the end of the file.
std::string judge_declaration(const Plan& plan, const std::vector<Array>& arrays, bool compared);
/// Without a reference: the functions that tell of a result.
extern const char* const describe_text;
/// is_right() with the values that it compares. Up to `most_listed` values of a result are all
/// there; of more, some and the sum of all.
std::string reference_text(const Plan& plan, const std::vector<Array>& arrays,
                           const Expected& expected);

constexpr std::size_t most_listed = 1024;

}  // namespace lab::host_code
