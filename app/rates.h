// The rates that a time makes, in words that fit beside it. Asked by the cards that show times.
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

/// Longest form first: "3448 GB/s, 287 GFLOP/s, 84 % of a copy of 1 GiB", then "3448 GB/s, 84 %",
/// then "3448 GB/s". Empty where nothing is known of the work.
std::vector<std::string> rate_forms(const lab::Settings& settings, const lab::Time& time);

}  // namespace app
