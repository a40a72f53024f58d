// Kernels of tests/own with the PTX that stands beside each source: no compiler is needed.
#pragma once

#include <string>

#include "lab/assets.h"
#include "lab/own/open.h"

namespace tests {

inline const std::string own_files = WARPLENS_TESTS_DIR "/own/";

inline lab::Code own_code(const std::string& name) {
    return {*lab::read_file(own_files + name + ".cu"), *lab::read_file(own_files + name + ".ptx")};
}

}  // namespace tests
