// Metrics of Nsight Compute that a lesson is about.
#pragma once

#include <string>
#include <vector>

#include "lab/feature.h"

namespace lab {

struct Profiled {
    std::vector<std::string> metrics{};  // listed before those of counters, where the card has them
};

}  // namespace lab
