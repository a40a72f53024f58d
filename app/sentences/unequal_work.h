// The sentence on two runs whose kernels do different amounts of work, or other work. Called by the
// sentence after a change.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

/// "systems 1 → 4 096: 3.6 → 27.0 µs, for each system /545", or "time 2.1 → 4.1 ms (×2); other
/// work: kernel 4 is one of those that make their numbers, kernel 2 of those that ..."; empty where
/// both do the same.
std::string unequal_work_words(const lab::Result& before, const lab::Result& now,
                               lab::Regime caches);

}  // namespace app
