// Bars that move to their new length, where somebody watches: pictures and tests have no glides.
#pragma once

#include <string_view>

#include "app/draw/glides.h"
#include "app/view.h"

namespace app {

inline float eased(const DrawContext& context, std::string_view id, float target) {
    return context.glides ? context.glides->at(id, target) : target;
}

}  // namespace app
