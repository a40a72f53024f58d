// Times as rows of a spreadsheet: the numbers of the cards of times.
#pragma once

#include <string>
#include <vector>

#include "app/series.h"

namespace app {

struct TimedRow {
    std::vector<std::string> labels;
    const TimePoint* point = nullptr;
};

/// A head, then a line for each row with a time: its labels, the median and its 95 % interval in
/// ms, the number of samples, whether the result was right, and the clock.
std::string time_numbers(std::vector<std::string> label_heads, const std::vector<TimedRow>& rows);

}  // namespace app
