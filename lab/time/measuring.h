// A measurement on its own thread, as inputs, the driver's compiler and long kernels may take
// seconds, and pictures must not wait. Job polls it. A device that does not answer blocks only this
// thread.
#pragma once

#include <memory>
#include <string>

#include "lab/run.h"

namespace lab {

class Bench;
struct Alternation;

class Measuring {
public:
    /// Begins at once. Only one may run at a time.
    Measuring(Bench& bench, Request request);
    /// The same for two requests in turns.
    Measuring(Bench& bench, Request request, Request against);
    /// Stops it and waits for the end, except where the device does not answer.
    ~Measuring();
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// Requests an early end.
    void stop();
    /// Waits a few milliseconds for news. True once it has ended, or never will.
    bool ended();
    /// The improved result since the last call; nullptr where there is none.
    std::shared_ptr<const Run> take();
    std::shared_ptr<const Alternation> take_ratio();
    /// Why it failed, after its end; else empty.
    std::string problem() const;

private:
    struct Body;
    std::shared_ptr<Body> body_;  // the thread's too
};

}  // namespace lab
