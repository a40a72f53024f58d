// The rates that a time makes, in words that fit beside it. Asked by the cards that show times.
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

/// Longest form first: "3448 GB/s useful, 287 GFLOP/s, 84 % of a copy of 1 GiB", then "3448 GB/s
/// useful, 84 %", then "3448 GB/s". Of the bytes that the lesson needs at the least, each once.
/// Of work that no memory of the modelled card would hold up, operations come first, and no share
/// of a copy: "46 800 GFLOP/s, 68.4 GB/s useful". Empty where nothing is known of the work.
std::vector<std::string> rate_forms(const lab::Settings& settings, const lab::Time& time);

/// GB/s that a copy reaches on the device of such a time: as it was recorded, or as the formula has
/// it; 0 where neither knows.
double copy_rate(lab::TimeKind kind, const std::string& device);
/// "3450 GB/s".
std::string rate_text(double gigabytes);

}  // namespace app
