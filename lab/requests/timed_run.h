// Runs one request to the end at once: counted, or measured and counted, with a time. For `run` and
// `sweep`; the window uses the worker.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "lab/run.h"

namespace lab {

class Onlooker;

/// Gets each better result of a measurement; false ends it with the samples so far.
using GoesOn = std::function<bool(const Run&)>;

struct TimedRun {
    std::shared_ptr<const Run> run;  // nullptr where there is no GPU, see `why`
    std::string why;
    std::string note;  // what is missing, such as counts of a size that is too large
};

/// On the simulator: counts, verdict, and a time, recorded for this plan or else modelled.
/// `checks`: also checks the watched blocks. The onlooker may end the run: then the counts are
/// those of a part, and there is no time.
TimedRun run_simulated(const Request& request, bool checks, Onlooker* onlooker = nullptr);
/// On the GPU, or on the processor for a loop of it: measured time and verdict. Counts come from
/// the simulator where the PTX is the same and the size is not too large to count.
TimedRun run_measured(const Request& request, Onlooker* onlooker = nullptr);
// Whether a GPU may run a kernel, which it can't stop.
struct Trial {
    std::optional<std::string> why_not{};  // one sentence
    std::shared_ptr<const Run> run{};      // of a file's kernel, counted
};
/// A program that is broken on purpose stays from the GPU, and so does a file's kernel that the
/// simulator does not run to its end without a fault. Runs a file's there.
Trial tried(const Request& request, Onlooker* onlooker = nullptr);
/// The same as run_measured() without counts. Only a file's kernel is counted first, as it may
/// never end.
TimedRun run_timed(const Request& request, const GoesOn& goes_on, Onlooker* onlooker = nullptr);

}  // namespace lab
