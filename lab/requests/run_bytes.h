// How much memory a run keeps. Whoever remembers runs bounds them by it, as one may be a thousand
// times as large as another.
#pragma once

#include <cstddef>

#include "lab/run.h"

namespace lab {

/// Bytes of its trace, its flow, its fields, and all else that grows with what ran; without what
/// views made of it (Run::kept), which grows alike.
std::size_t bytes_of(const Run&);
/// Of all its runs, each once.
std::size_t bytes_of(const Result&);

}  // namespace lab
