// One request done whole, at once: counted, or measured and counted, with a time. `run` and `sweep`
// use it; the window has the worker for this.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lab/run.h"

namespace lab {

class Onlooker;

struct TimedRun {
    std::shared_ptr<const Run> run;  // nullptr where there is no GPU, see `why`
    std::string why;
    std::string note;  // what was left out, such as counts of a size that is too large to count
};

/// On the simulator: counts, verdict, and a time that was recorded for this plan or else is
/// modelled; with `checks` what is wrong in the watched blocks too. Whoever looks on may end it: a
/// part of a run is counted then, and nothing is timed.
TimedRun run_simulated(const Request& request, bool checks, Onlooker* onlooker = nullptr);
/// On the GPU, or of a loop of the processor on that: time and verdict measured there; counts from
/// the simulator where the PTX is the same and the size can be counted in reasonable time.
TimedRun run_measured(const Request& request, Onlooker* onlooker = nullptr);

}  // namespace lab
