// What a run of the simulator counted, as cards keep it.
#pragma once

#include "app/series.h"

namespace app {

CountPoint counted_of(const lab::Run& run);

}  // namespace app
