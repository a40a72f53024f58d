// A plan whose launches are played over and over on a GPU while it is looked at, each beginning
// with the results of the one before. For lessons whose own plan has no field.
#pragma once

#include <functional>
#include <string>

#include "lab/feature.h"
#include "lab/plan.h"

namespace lab {

struct LiveBoard {
    std::function<Plan(const Settings&)> plan{};  // with a field, one slice deep; empty: no board
    std::string claim{};                          // title of the picture
};

}  // namespace lab
