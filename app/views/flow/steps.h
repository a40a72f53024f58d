// Finds the step of the transport that contains an instruction of a warp. layout.cpp uses it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "app/views/flow/layout.h"

namespace app {

class StepFinder {
public:
    explicit StepFinder(const FlowQuestion& question);
    int step_of(std::uint32_t thread, std::uint32_t index) const;

private:
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, int>>> by_warp_;
};

}  // namespace app
