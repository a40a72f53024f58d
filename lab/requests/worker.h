// Runs requests in the background of the window. The newest request cancels older ones. Works on a
// thread, or pumped from the frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "lab/run.h"
#include "lab/wanted.h"

namespace lab {

struct Progress {
    bool busy = false;
    double fraction = 0;
    std::string what;  // "counting 2^22 numbers", "12 of 40 samples"
};

class Worker {
public:
    enum class Mode : std::uint8_t { thread, pumped };
    // all: everything. time: only the time, if known without counting. model: only the formula's
    // time, also where one was recorded. ratio: only the ratio to another request's time, both
    // timed in turns.
    enum class Wish : std::uint8_t { all, time, model, ratio };
    // Prepared in the background for each picture.
    struct Preparing {
        std::function<void(const Run&)> before;  // before take(): the user waits
        /// After take(); stops once nobody wants it.
        std::function<void(const Run&, const Wanted&)> after;
    };
    /// The worker's thread calls `wake` when there is news. Without thread support, the mode is
    /// pumped.
    explicit Worker(Mode = Mode::thread, std::function<void()> wake = {}, Preparing = {});
    ~Worker();
    /// Starts a request and cancels the one before. Never blocks.
    void submit(const Request&, Wish = Wish::all);
    /// Requests the ratio to `other`, where a GPU is present. Cancels like submit().
    void submit_ratio(const Request& request, const Request& other);
    /// The newest result for the newest request, perhaps incomplete; nullptr where nothing changed
    /// since the last call.
    std::shared_ptr<const Result> take();
    Progress progress() const;
    void cancel();
    Mode mode() const;
    /// Pumped mode: works for about `milliseconds`.
    void pump(double milliseconds);

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

struct RunCaches;  // lab/requests/job.h

/// New pumped workers share these finished runs, for callers that make new workers for the same
/// requests again and again. nullptr: each has its own. Returns the runs shared before.
std::shared_ptr<RunCaches> share_runs(std::shared_ptr<RunCaches> runs);

/// Lane-instructions for a run that the user did not request, or that a frame waits for: a fraction
/// of a second, without threads some seconds.
double unasked_budget();

/// Lane-instructions for the one run that the user requested, if a thread counts it.
double asked_budget();

/// Lane-instructions of the next slice, after which the worker looks for a newer request. From the
/// last slice's size and time: a sine takes as long as twenty additions. At most twice the last
/// slice: a slice that took no time may have had other work, and the next one may have a million
/// small blocks.
std::uint64_t slice_after(std::uint64_t lane_instructions, double seconds);

}  // namespace lab
