// Runs requests behind the window: the latest wins, an older one is cancelled. A thread, or pumped
// from the frame.
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
    // Everything a request can be answered with, or, where a clock or a recording has it without
    // counting, its time alone, or how its time stands to that of another, both timed in turns.
    enum class Wish : std::uint8_t { all, time, ratio };
    // What is made of each picture behind the window.
    struct Preparing {
        std::function<void(const Run&)> before;  // it can be taken: somebody waits
        /// After it; gives up once nobody wants it.
        std::function<void(const Run&, const Wanted&)> after;
    };
    /// `wake` is called from the worker's thread when something new can be taken.
    /// Pumped wherever there are no threads.
    explicit Worker(Mode = Mode::thread, std::function<void()> wake = {}, Preparing = {});
    ~Worker();
    /// Asks for settings; what was asked before and is not done is cancelled. Never blocks.
    void submit(const Request&, Wish = Wish::all);
    /// How `request` stands to `other`, where a GPU is here; the same holds of it.
    void submit_ratio(const Request& request, const Request& other);
    /// The newest result for the newest request, as far as it is known; nullptr where nothing
    /// changed since last asked.
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

/// Pumped workers that are made from now on keep their finished runs in these, together: for
/// whoever asks new workers for the same again and again. None: each has its own. Returns those
/// that were shared.
std::shared_ptr<RunCaches> share_runs(std::shared_ptr<RunCaches> runs);

/// Lane-instructions that a run nobody asked for may cost, or one that somebody waits for frame by
/// frame: a fraction of a second, or where there are no threads, some.
double unasked_budget();

/// Lane-instructions that the one run which somebody asked for may cost, where a thread counts it.
double asked_budget();

/// How many lane-instructions are worked through before the worker looks for a newer request, after
/// so many took so long: a sine takes as long as twenty additions. At most twice as many: what took
/// no time need not have been a slice of the run, and the next one may be of a million small
/// blocks.
std::uint64_t slice_after(std::uint64_t lane_instructions, double seconds);

}  // namespace lab
