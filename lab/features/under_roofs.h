// Other lessons whose kernels stand under a lesson's roofs too, on as many elements.
#pragma once

#include <string>
#include <vector>

#include "lab/feature.h"

namespace lab {

struct UnderRoofs {
    std::vector<std::string> lessons{};  // ids; they say what must move and what is computed
};

}  // namespace lab
