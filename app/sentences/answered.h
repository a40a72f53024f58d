// What the model of the caches says of two runs whose loads ask for the same: how many sectors
// memory moves, or the L2 gives. Said by because.cpp where no count explains a time; see
// docs/caches.md.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

/// "sectors that memory moves, modelled 4 096 → 1 024 (as drawn)", of the pictures of both results;
/// where these agree within a quarter of those that the L2 gives. Empty where a picture follows a
/// part of its blocks, where their sizes differ, where none differs by a quarter, or where it went
/// against the time.
std::string answered_words(const lab::Result& before, const lab::Result& now, bool faster);

}  // namespace app
