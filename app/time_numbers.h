// Times as rows of a spreadsheet: what the cards of times plot.
#pragma once

#include <string>
#include <vector>

#include "app/series.h"

namespace app {

struct TimedRow {
    std::vector<std::string> labels;
    const TimePoint* point = nullptr;
};

/// A head, then a line for each row that has a time: its labels, the median and its 95 % interval
/// in ms, how many samples, whether the result was right, and whose clock it was.
std::string time_numbers(std::vector<std::string> label_heads, const std::vector<TimedRow>& rows);

}  // namespace app
