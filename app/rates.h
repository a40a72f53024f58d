// The rates that follow from a time, as short words beside it. Called by cards that show times.
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// A form of the rates: "3448 GB/s useful", "84 %" and "a copy of 1 GiB".
struct RateForm {
    std::string rates;
    std::string share{}, of{};  // empty: none
    std::string words() const { return share.empty() ? rates : rates + ", " + share + " of " + of; }
};

/// The forms of the rates, the longest first: "3448 GB/s useful, 287 GFLOP/s, 84 % of a copy of 1
/// GiB", "3448 GB/s useful, 84 % of a copy", "3448 GB/s". Useful bytes are the fewest that the
/// lesson needs, each counted once. Work that the modelled card's memory does not limit has
/// operations first, and no share of a copy: "46 800 GFLOP/s, 68.4 GB/s useful". Empty where the
/// work is not known.
std::vector<RateForm> rate_parts(const lab::Settings& settings, const lab::Time& time);
/// Their words.
std::vector<std::string> rate_forms(const lab::Settings& settings, const lab::Time& time);

/// GB/s of a copy on the device of such a time, recorded or from the formula; 0 where neither is
/// known.
double copy_rate(lab::TimeKind kind, const std::string& device);
/// "3450 GB/s".
std::string rate_text(double gigabytes);

}  // namespace app
