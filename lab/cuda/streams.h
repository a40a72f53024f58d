// The streams of a plan's steps, and the events by which steps wait for each other. Used by the
// player.
#pragma once

#include <cstddef>
#include <map>

#include "lab/cuda/device.h"
#include "lab/plan.h"

namespace lab::cuda {

class Streams {
public:
    /// Stream 0 is the device's; the others are made here.
    Streams(Device&, const Plan&);
    ~Streams();
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;

    Stream of(std::size_t step) const;
    /// Later work of the other streams starts after the current work of stream 0.
    void part() const;
    /// Later work of stream 0 starts after the current work of the other streams.
    void join() const;
    /// The stream waits for the end of that step.
    void wait(Stream, std::size_t step) const;
    /// Records the end of that step in its stream, if another stream waits for it.
    void passed(std::size_t step) const;

private:
    struct Other {
        Stream stream = nullptr;
        Event end = nullptr;
    };
    void make();
    void release();

    Device* device_;
    const Plan* plan_;
    std::map<int, Other> others_;
    std::map<std::size_t, Event> behind_;  // events at the end of steps that others wait for
    Event parted_ = nullptr;
};

}  // namespace lab::cuda
