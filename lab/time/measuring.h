// A measurement on a thread of its own: inputs, the driver's compiler and long kernels may keep a
// device for seconds, and no picture waits for that. Job asks how it is getting on. A device that
// does not answer keeps the thread, and nobody else.
#pragma once

#include <memory>
#include <string>

#include "lab/run.h"

namespace lab {

class Bench;
struct Alternation;

class Measuring {
public:
    /// Begins at once. Only one may be under way.
    Measuring(Bench& bench, Request request);
    /// The same of two in turns.
    Measuring(Bench& bench, Request request, Request against);
    /// Stops it, and waits until it has; not where it is the device that does not answer.
    ~Measuring();
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// Asks it to end soon.
    void stop();
    /// Waits a few milliseconds for something new. True once it has ended, or never will.
    bool ended();
    /// What is better than when last asked; nullptr where nothing is.
    std::shared_ptr<const Run> take();
    std::shared_ptr<const Alternation> take_ratio();
    /// Why it failed, once it has ended; else empty.
    std::string problem() const;

private:
    struct Body;
    std::shared_ptr<Body> body_;  // the thread's too
};

}  // namespace lab
