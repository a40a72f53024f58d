// Times what is enqueued on a stream, by the device's own clock. Used by lab/cuda/bench.cpp; how it
// was found to be true to the microsecond stands in docs/measuring.md.
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

/// That a time can't be: "This GPU's clock does not work".
GpuFailed no_clock(double milliseconds);

class Stopwatch {
public:
    explicit Stopwatch(Device&);
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    /// Milliseconds of a copy of so many bytes within the memory of the device, the median of
    /// several, cold: the driver's copy or that of a kernel of 16-byte loads, whichever is faster.
    /// Throws Error where there is no room for both ends.
    Copied copy(std::size_t bytes);
    /// An empty kernel, by the two ways in which plans are timed.
    Floor floor();
    /// Milliseconds of each step of `steps`, medians of several rounds: played one after the other
    /// behind `reset`, as one graph. A step that `play` enqueues nothing for takes next to none.
    std::vector<double> each(std::size_t steps, const std::function<void()>& reset,
                             const std::function<void(std::size_t)>& play);
    /// Takes what two events in a row show with nothing between, behind other work: all later times
    /// are less that. At the clock of what is to be timed.
    void set_to_zero();

    /// When each step ran, in milliseconds since the host began to give them away: of several
    /// rounds that one whose last end is in the middle. `play` is handed a stopwatch's mark for
    /// before and behind each of `steps`; `as_graph`: it enqueues them once.
    using Marked = std::function<void(const std::function<void(std::size_t, bool, Stream)>& mark)>;
    std::vector<StepSpan> spans(std::size_t steps, bool as_graph,
                                const std::function<void()>& reset, const Marked& play);

private:
    friend class Captured;
    friend class Issued;
    /// Milliseconds of what is enqueued, the median of several with cold caches.
    double cold(const std::function<void()>& enqueue);
    /// Fills the L2 cache with clean lines of nobody's.
    void flush();
    void mark(Event);  // of a graph
    double elapsed() const { return between(start_, end_); }
    double between(Event start, Event end) const;

    Device* device_;
    Event start_ = nullptr, end_ = nullptr;
    Function read_all_ = nullptr;
    DeviceAddress flush_ = 0;
    std::size_t flush_bytes_ = 0;
    double pair_ = 0;  // ms
};

// What was enqueued once, as a CUDA graph: the device goes from one step to the next without
// waiting for the host.
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

// Steps that were enqueued once, and are timed as often as wanted.
class Captured {
public:
    enum class Caches : std::uint8_t { cold, warm };
    /// `rounds` of `enqueue`, one behind the other. With cold caches the L2 is read full of other
    /// bytes before, outside the measured part.
    Captured(Stopwatch&, Caches, int rounds, const std::function<void()>& enqueue);

    /// Runs it, waits, and gives the milliseconds of one round. Steps by 32 ns over all rounds.
    double time();

private:
    Stopwatch* stopwatch_;
    int rounds_;
    Enqueued enqueued_;
};

// Steps of a plan in streams, by the clock of whoever gives them away: the time begins with the
// first call of the host, on a device that has nothing to do.
class Issued {
public:
    /// `as_graph`: `enqueue` is called once, and what it enqueued is launched as a graph each time.
    Issued(Stopwatch&, bool as_graph, std::function<void()> enqueue);
    /// Runs it, waits, and gives its milliseconds. With cold caches, as Captured has them.
    double time();

private:
    Stopwatch* stopwatch_;
    std::function<void()> enqueue_;
    std::unique_ptr<Enqueued> graph_;
};

}  // namespace lab::cuda
