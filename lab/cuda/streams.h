// The streams that a plan's steps are given to, and the events by which they wait for each other.
// Used by the player.
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
    /// What the others are given from here on begins behind what was given to stream 0.
    void part() const;
    /// What stream 0 is given from here on begins behind what was given to the others.
    void join() const;
    /// The stream goes on where that step has ended.
    void wait(Stream, std::size_t step) const;
    /// Notes that the stream has come behind that step, where another waits for it.
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
    std::map<std::size_t, Event> behind_;  // steps that others wait for
    Event parted_ = nullptr;
};

}  // namespace lab::cuda
