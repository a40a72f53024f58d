// What builds a program in parts, and a text that says how: Makefile, CMakeLists.txt, README.md.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/host_code.h"

namespace lab::host_code {

/// `name` is the program's; `about` is a sentence on it.
std::vector<ProgramFile> build_files(const std::string& name, const std::string& about);

}  // namespace lab::host_code
