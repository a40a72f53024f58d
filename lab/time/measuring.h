// A measurement on a thread of its own: inputs, the driver's compiler and long kernels may keep a
// device for seconds, and no picture waits for that. Job asks how it is getting on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "lab/run.h"
#include "platform/threads.h"

namespace lab {

class Bench;
struct Alternation;

class Measuring {
public:
    /// Begins at once. Only one may be under way.
    Measuring(Bench& bench, Request request);
    /// The same of two in turns.
    Measuring(Bench& bench, Request request, Request against);
    /// Stops it, and waits until it has.
    ~Measuring();
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// Asks it to end soon.
    void stop() { wanted_ = false; }
    /// Waits a few milliseconds for something new. True once it has ended.
    bool ended();
    /// What is better than when last asked; nullptr where nothing is.
    std::shared_ptr<const Run> take();
    std::shared_ptr<const Alternation> take_ratio();
    /// Why it failed, once it has ended; else empty.
    std::string problem() const;

private:
    void run(const std::function<void()>& measure);
    void run_pair(Bench& bench, const Request& request, const Request& against);
    template <class Better>
    bool keep(Better& place, Better better);

    std::atomic<bool> wanted_ = true;
    mutable std::mutex mutex_;  // of what follows
    std::condition_variable news_;
    std::shared_ptr<const Run> better_;
    std::shared_ptr<const Alternation> ratio_;
    std::string problem_;
    bool ended_ = false;
    platform::Thread thread_;  // last: it uses everything above
};

}  // namespace lab
