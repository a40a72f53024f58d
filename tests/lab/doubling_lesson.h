// A little lesson for the lab's tests: doubles numbers, with a rung that is wrong and one that runs
// over the end.
#pragma once

#include <string>

#include "lab/lesson.h"

namespace tests {

extern const lab::Knob doubling_count, doubling_block, doubling_shared, doubling_pattern;

/// The lesson "doubling"; its kernels are in tests/assets.
const lab::Lesson& doubling();
/// Its settings at a rung.
lab::Settings doubling_at(const std::string& rung);

// Sets an environment variable for as long as it lives; nullptr unsets.
class Environment {
public:
    Environment(const char* name, const char* value);
    ~Environment();
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    std::string name_, old_;
    bool had_ = false;
};

}  // namespace tests
