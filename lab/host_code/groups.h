// Steps of a plan that repeat, as loops: a sweep ten times over, with two buffers that take turns.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lab/plan.h"

namespace lab::host_code {

// `count` steps from `first` on, `times` times; after each time the two buffers are swapped.
struct Group {
    std::size_t first = 0, count = 1, times = 1;
    std::optional<std::pair<Buffer, Buffer>> swapped;
};

/// Every step is in one group, in order. Fewer than three repetitions are not worth a loop.
std::vector<Group> groups_of(const std::vector<PlanStep>& steps);

}  // namespace lab::host_code
