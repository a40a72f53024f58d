// How much memory a run keeps. Caches of runs limit themselves by it, as one run may be a thousand
// times as large as another.
#pragma once

#include <cstddef>

#include "lab/run.h"

namespace lab {

/// Bytes of its trace, flow, fields, and all else that grows with the run. Without values that
/// views derived (Run::kept), which grow at the same rate.
std::size_t bytes_of(const Run&);
/// The sum for all its runs; each run counts once.
std::size_t bytes_of(const Result&);

}  // namespace lab
