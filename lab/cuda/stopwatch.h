// Times what is enqueued between two events of a stream. Used by cuda_bench.cpp.
#pragma once

#include <functional>

#include "lab/cuda/device.h"

namespace lab::cuda {

class Stopwatch {
public:
    explicit Stopwatch(Device&);
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    /// Milliseconds on the device from before `enqueue` to after it; waits for the end. Steps by 32
    /// ns.
    double time(const std::function<void()>& enqueue);
    /// The same with the L2 cache overwritten just before, outside the measured part.
    double time_cold(const std::function<void()>& enqueue);
    /// Keeps the GPU busy with `enqueue` until three readings in a row agree within 2 %, 300 ms at
    /// most: an idle GPU runs at a lower clock and would be up to three times slower.
    void ramp(const std::function<void()>& enqueue);
    /// Milliseconds of an empty kernel, launched many times in a row, the least of several rows: no
    /// launch is faster while the host stays as quick as it is now. Takes some 8 ms.
    double launch_floor();
    /// Milliseconds of a copy of so many bytes within the memory of the device, the median of
    /// several, cold. Throws Error where there is no room for both ends.
    double copy(std::size_t bytes);

private:
    Device* device_;
    Event start_ = nullptr, end_ = nullptr;
    DeviceAddress flush_ = 0;
    std::size_t flush_bytes_ = 0;
};

}  // namespace lab::cuda
