// The bench of the processor, on every machine: loops that stand beside kernels
// (Library::on_processor), timed by the steady clock with cold caches.
#pragma once

#include <string>

#include "lab/time/bench.h"

namespace lab {

/// Measures only settings of on_processor(), on one thread.
Bench& processor_bench();

/// The bench for these settings: the processor's or the GPU's; nullptr where there is none, and
/// `why` gets the reason.
Bench* bench_for(const Settings&, std::string* why = nullptr);

}  // namespace lab
