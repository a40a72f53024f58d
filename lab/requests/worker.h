// Runs requests behind the window: the latest wins, an older one is cancelled. A thread, or pumped
// from the frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "lab/run.h"

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
