// main() of a program, and the function for device errors that it stands on.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/host_code/launches.h"

namespace lab::host_code {

extern const char* const check_text;    // CHECK(...)
extern const char* const set_all_text;  // a kernel, for plans that clear to something else than 0

struct MainText {
    std::string text;
    std::vector<int> steps;  // of each step of the plan the line that asks for it, from 1
};
/// `compared`: whether is_right() judges the results; else describe() tells of them.
MainText main_text(const Plan& plan, const std::vector<Array>& arrays,
                   const std::vector<Group>& groups, Launches& launches, Names& names,
                   bool compared);

}  // namespace lab::host_code
