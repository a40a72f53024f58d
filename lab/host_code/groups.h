// Finds repeated steps of a plan, as loops: a sweep ten times, with two buffers that swap.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lab/plan.h"

namespace lab::host_code {

// `count` steps from `first`, `times` times; after each repetition the two buffers swap.
struct Group {
    std::size_t first = 0, count = 1, times = 1;
    std::optional<std::pair<Buffer, Buffer>> swapped;
};

/// In order; each step is in one. Fewer than three repetitions make no loop.
std::vector<Group> groups_of(const std::vector<PlanStep>& steps);

}  // namespace lab::host_code
