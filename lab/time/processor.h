// The bench that is everywhere: what the processor does by itself (Library::on_processor), timed by
// the steady clock, with cold caches.
#pragma once

#include <string>

#include "lab/time/bench.h"

namespace lab {

/// It measures settings of on_processor() alone, on one thread.
Bench& processor_bench();

/// Who measures these settings: that one, or the GPU's bench; nullptr where there is none, and
/// `why` says so.
Bench* bench_for(const Settings&, std::string* why = nullptr);

}  // namespace lab
