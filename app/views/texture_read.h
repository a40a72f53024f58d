// How a trace shows reads through a texture: loads that have no space, and no addresses. The
// texture unit finds the texels.
#pragma once

#include "lab/run.h"

namespace app {

/// For an Event or a Step.
template <class Traced>
bool is_texture_read(const Traced& traced) {
    return traced.kind == simulator::EventKind::load && traced.space == simulator::Space::none;
}

}  // namespace app
