// Writes main() of a program, and the error check that it uses.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/host_code/host_code.h"
#include "lab/host_code/launches.h"

namespace lab::host_code {

extern const char* const check_text;    // CHECK(...)
extern const char* const tell_text;     // the same name, for ProgramForm::tells
extern const char* const set_all_text;  // a kernel, for plans that clear to a value other than 0

extern const char* const card_text;  // print_card(), for HostStyle::asks_card

struct MainText {
    std::string text;
    std::vector<int> steps;  // for each step of the plan, its line, from 1
};
MainText main_text(const HostSource& source, const std::vector<Array>& arrays,
                   const std::vector<Group>& groups, Launches& launches, Names& names);

}  // namespace lab::host_code
