// Runs requests behind the window: the latest wins, an older one is cancelled. A thread, or pumped
// from the frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "lab/run.h"

namespace lab {

// How a plan is played, beside what its request says.
struct Playing {
    // Where races and reads of unwritten memory are looked for.
    enum class Check : std::uint8_t { nowhere, watched, everywhere };
    bool trace = true;  // of the watched blocks; false: counters only
    Check check = Check::watched;
    std::uint64_t limit = ~std::uint64_t{0};  // lane-instructions; a run that goes on is cut

    static Playing traced() { return {}; }
    static Playing counted() { return {false, Check::nowhere}; }
};

// Plays one plan on the simulator, resumable after any budget.
class Simulation {
public:
    /// `request.settings` must not be refused.
    Simulation(Request request, Playing how);
    ~Simulation();
    /// Runs on for about `lane_instructions`; true when done. Throws std::runtime_error where a
    /// launch is more than the machine takes.
    bool advance(std::uint64_t lane_instructions);
    double progress() const;  // 0..1
    /// The run, with verdict, once advance() said true.
    std::shared_ptr<const Run> finish();
    /// What an allocation of the plan holds; empty where none is called so.
    std::span<const std::byte> contents(std::string_view name) const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// Runs to the end at once: command line and tests.
std::shared_ptr<const Run> simulate(Request request, bool trace = true);

struct Progress {
    bool busy = false;
    double fraction = 0;
    std::string what;  // "counting 2^22 numbers", "12 of 40 samples"
};

class Worker {
public:
    enum class Mode : std::uint8_t { thread, pumped };
    // Everything a request can be answered with, or, where a clock or a recording has it without
    // counting, its time alone.
    enum class Wish : std::uint8_t { all, time };
    /// `wake` is called from the worker's thread when something new can be taken, `prepare` with
    /// each picture before it can be.
    /// Pumped wherever there are no threads.
    explicit Worker(Mode = Mode::thread, std::function<void()> wake = {},
                    std::function<void(const Run&)> prepare = {});
    ~Worker();
    /// Asks for settings; what was asked before and is not done is cancelled. Never blocks.
    void submit(const Request&, Wish = Wish::all);
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

}  // namespace lab
