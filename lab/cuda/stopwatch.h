// Times work on a stream by the device's own clock. Used by lab/cuda/bench.cpp. docs/measuring.md
// describes how its accuracy of a microsecond was checked.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lab/cuda/device.h"
#include "lab/run.h"
#include "lab/time/measure.h"

namespace lab::cuda {

struct Copied {
    double milliseconds = 0;
    bool by_kernel = false;  // else by the driver
};

/// The error for an impossible time: "This GPU's clock does not work".
GpuFailed no_clock(double milliseconds);

class Stopwatch {
public:
    explicit Stopwatch(Device&);
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    /// Milliseconds of a cold copy of `bytes` within device memory, the median of several. The
    /// faster of the driver's copy and a kernel with 16-byte loads. Throws Error where there is no
    /// room for both buffers.
    Copied copy(std::size_t bytes);
    /// The time of an empty kernel, cold and warm: the two ways in which plans are timed.
    Floor floor();
    /// Milliseconds of each of `steps`, medians of several rounds. They run in order as one graph,
    /// after `reset`. A step that enqueues nothing takes nearly 0.
    std::vector<double> each(std::size_t steps, const std::function<void()>& reset,
                             const std::function<void(std::size_t)>& play);
    /// Measures the time between two adjacent events after other work; all later times are reduced
    /// by it. Call it at the clock rate of the timed work.
    void set_to_zero();

    /// When each step ran, in milliseconds since the host began to enqueue. Of several rounds, the
    /// one with the median total time. `play` gets a mark to call before and after each of `steps`.
    /// `as_graph`: `play` runs once and is recorded as a graph.
    using Marked = std::function<void(const std::function<void(std::size_t, bool, Stream)>& mark)>;
    std::vector<StepSpan> spans(std::size_t steps, bool as_graph,
                                const std::function<void()>& reset, const Marked& play);

private:
    friend class Captured;
    friend class Issued;
    friend class ByHost;
    /// Milliseconds of the work, a median of several with cold caches.
    double cold(const std::function<void()>& enqueue);
    /// Fills the L2 cache with clean lines of other memory.
    void flush();
    void mark(Event);  // in a graph
    double elapsed() const { return between(start_, end_); }
    double between(Event start, Event end) const;

    Device* device_;
    Event start_ = nullptr, end_ = nullptr;
    Function read_all_ = nullptr;
    DeviceAddress flush_ = 0;
    std::size_t flush_bytes_ = 0;
    double pair_ = 0;  // ms
};

// Work enqueued once, as a CUDA graph: the device goes from step to step without waiting for the
// host.
class Enqueued {
public:
    Enqueued(Stream, const std::function<void()>& enqueue);
    ~Enqueued();
    Enqueued(const Enqueued&) = delete;
    Enqueued& operator=(const Enqueued&) = delete;
    void run() const;

private:
    Stream stream_;
    ReadyGraph graph_ = nullptr;
};

// Steps that are enqueued once and timed any number of times.
class Captured {
public:
    enum class Caches : std::uint8_t { cold, warm };
    /// `rounds` repetitions of `enqueue`, back to back. With cold caches, the L2 is first filled
    /// with other data, outside the measured part.
    Captured(Stopwatch&, Caches, int rounds, const std::function<void()>& enqueue);

    /// Runs it, waits, returns the milliseconds of a round. Steps by 32 ns over all rounds.
    double time();

private:
    Stopwatch* stopwatch_;
    int rounds_;
    Enqueued enqueued_;
};

// Steps of a plan, enqueued by calls and timed by a clock of the host, on an idle device.
class ByHost {
public:
    /// `waits`: the host synchronises before the second reading.
    ByHost(Stopwatch&, bool waits, std::function<void()> enqueue);
    /// Returns the milliseconds between the two readings, with the caches cold, as in Captured. The
    /// device is idle again afterwards.
    double time();

private:
    Stopwatch* stopwatch_;
    bool waits_;
    std::function<void()> enqueue_;
};

// Steps of a plan in streams, timed from the host's first call, on an idle device.
class Issued {
public:
    /// `as_graph`: calls `enqueue` once, and launches the recorded graph each time.
    Issued(Stopwatch&, bool as_graph, std::function<void()> enqueue);
    /// Runs it, waits, and returns its milliseconds. Cold caches, as in Captured.
    double time();

private:
    Stopwatch* stopwatch_;
    std::function<void()> enqueue_;
    std::unique_ptr<Enqueued> graph_;
};

}  // namespace lab::cuda
