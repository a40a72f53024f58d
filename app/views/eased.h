// Bars that glide to their new length in a window; pictures and tests have no glides.
#pragma once

#include <string_view>

#include "app/draw/glides.h"
#include "app/view.h"

namespace app {

inline float eased(const DrawContext& context, std::string_view id, float target) {
    return context.glides ? context.glides->at(id, target) : target;
}

/// Whether a window draws frame after frame, so that long work can run behind the frames. As long
/// as this is called, frames go on by themselves.
inline bool frames_go_on(const DrawContext& context) {
    if (!context.glides || context.glides->settled) return false;
    constexpr double long_enough = 1e9;  // ms: it never arrives
    context.glides->at("frames_go_on", 0, long_enough);
    return context.glides->at("frames_go_on", 1, long_enough) < 1;  // false where nothing moves
}

}  // namespace app
