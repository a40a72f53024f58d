// The counts of a simulated run as cards keep them.
#pragma once

#include "app/series.h"

namespace app {

CountPoint counted_of(const lab::Run& run);

}  // namespace app
