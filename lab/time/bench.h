// A source of times for a request: a bench measures on real hardware, the model computes. The
// worker and the command line know only this; lab/cuda/bench.cpp registers the CUDA bench.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "lab/limits.h"
#include "lab/run.h"
#include "lab/time/alternating.h"
#include "lab/time/measure.h"
#include "lab/time/recordings.h"
#include "lab/wanted.h"

namespace lab {

class Bench {
public:
    virtual ~Bench() = default;
    /// Why it can't measure, one sentence ("No NVIDIA driver was found: libcuda.so.1 is not
    /// here."); nullopt where it can.
    virtual std::optional<std::string> lacks() = 0;
    /// Starts to look for its device, if not done before. True during the search: lacks() waits.
    virtual bool opens() { return false; }
    /// Whether a device is present but fails.
    virtual bool fails() { return false; }
    virtual Device device() = 0;
    virtual DeviceLimits limits() = 0;
    /// Gets a run that improves (verdict, samples, interval). Return false to stop the bench soon.
    using Sink = std::function<bool(std::shared_ptr<const Run>)>;
    /// Runs the plan of `request` and times it. Calls the sink after the first samples, with
    /// updates, and with the final run, whose `time.kind` is measured. The request must not be
    /// refused. For one thread at a time; returns only at the end. Throws std::runtime_error with a
    /// sentence for device errors, NotWanted where nobody waits before the first call of the sink.
    virtual void measure(const Request&, const Wanted&, const Sink&) = 0;
    /// From now on, each measurement samples until this is enough.
    virtual void sample_until(const Patience&) {}
    /// Both plans, played and compared once, and ready to be timed in turns. Otherwise like
    /// measure(). nullptr where this bench can't.
    virtual std::unique_ptr<PairSampler> pair(const Request& first, const Request& second);
    /// The rate of a copy within device memory, reads plus writes; nullopt where it can't measure.
    virtual std::optional<Peak> copy_peak() { return std::nullopt; }
};

/// Registers a bench from a static object in its file. The first bench that lacks nothing is used.
struct RegisterBench {
    explicit RegisterBench(std::unique_ptr<Bench>);
};

/// The bench to measure with, or nullptr: `why` then gets the reason. May wait as long as
/// gpu_timeout().
Bench* bench(std::string* why = nullptr);
/// The same without waiting: nullptr while unknown; starts no search. For frames.
Bench* known_bench();
/// Starts to look for a bench, if not done before. True while the result is unknown.
bool bench_opens();
/// Whether a search has started: before, nobody knows whether there is a GPU.
bool bench_was_sought();
/// Whether there is no bench because the present GPU fails.
bool bench_fails();

/// The same run with `time` and each launch's milliseconds from the formula; kind is modelled, the
/// interval is the formula's error. Uses the counters and `ratio` times the work, for runs counted
/// at a smaller size. Kind is none where the run did not end or the error exceeds `farthest_told`.
/// Copies are as in `asked`, if it has as many; else `ratio` times the run's. In
/// lab/time/model.cpp.
std::shared_ptr<const Run> modelled(const Run& counted, double ratio = 1,
                                    const Settings* asked = nullptr);

}  // namespace lab
