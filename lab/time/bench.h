// What can put a time on a request: a bench measures on real hardware, the model computes. The
// worker and the command line know no more than this; lab/cuda*.cpp registers the CUDA bench.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "lab/limits.h"
#include "lab/run.h"
#include "lab/time/alternating.h"
#include "lab/time/recordings.h"
#include "lab/wanted.h"

namespace lab {

class Bench {
public:
    virtual ~Bench() = default;
    /// Why it can't measure, one sentence ("No NVIDIA driver was found: libcuda.so.1 is not
    /// here."); nullopt where it can.
    virtual std::optional<std::string> lacks() = 0;
    /// Begins to look for its device where nobody did. True while that is not over: lacks() waits.
    virtual bool opens() { return false; }
    /// Whether it lacks a device since the one that is here fails.
    virtual bool fails() { return false; }
    virtual Device device() = 0;
    virtual DeviceLimits limits() = 0;
    /// Takes a run that grows better (verdict, samples, interval); false asks the bench to stop
    /// soon.
    using Sink = std::function<bool(std::shared_ptr<const Run>)>;
    /// Runs the plan of `request` and times it: the sink hears after the first samples, as they
    /// come, and last of the final run, whose `time.kind` is measured. The request must not be
    /// refused. Called by one thread at a time, and returns only at the end; device errors are
    /// thrown as std::runtime_error with a sentence. Throws NotWanted where nobody waits before
    /// there is anything to hear.
    virtual void measure(const Request&, const Wanted&, const Sink&) = 0;
    /// Both plans, played and compared once and ready to be timed in turns; as measure() for the
    /// rest. nullptr where this bench can't.
    virtual std::unique_ptr<PairSampler> pair(const Request& first, const Request& second);
    /// The rate of a copy within the memory of the device, read and written together; nullopt where
    /// there is none to measure.
    virtual std::optional<Peak> copy_peak() { return std::nullopt; }
};

/// Makes a bench known: a static object in its own file does it. The first that lacks nothing is
/// used.
struct RegisterBench {
    explicit RegisterBench(std::unique_ptr<Bench>);
};

/// The bench to measure with, or nullptr; `why` then says why there is none. Waits until that is
/// known, which may take as long as gpu_timeout().
Bench* bench(std::string* why = nullptr);
/// The same without waiting: nullptr while nobody knows, and nobody looks for one. For frames.
Bench* known_bench();
/// Begins to look for one where nobody did. True while nobody knows whether there is one.
bool bench_opens();
/// Whether anybody asked for one: until then nobody knows whether a GPU is here.
bool bench_was_sought();
/// Whether there is none since the GPU that is here fails.
bool bench_fails();

/// The same run with `time` (kind modelled, its interval the formula's error) and each launch's
/// milliseconds filled in, from its counters and `ratio` times as much work (a run that was counted
/// at a smaller size than asked for). Kind none where a fault ended it early. Implemented in
/// lab/time/model.cpp. Copies are as long as those of the settings that were asked for, where these
/// are given and have as many; else `ratio` times as long too.
std::shared_ptr<const Run> modelled(const Run& counted, double ratio = 1,
                                    const Settings* asked = nullptr);

}  // namespace lab
