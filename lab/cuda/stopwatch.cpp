// Events around launches.
#include "lab/cuda/stopwatch.h"

#include <algorithm>
#include <vector>

#include "lab/time/measure.h"

namespace lab::cuda {
namespace {

// Memory of the device that is given back with the object.
struct Room {
    explicit Room(std::size_t bytes) { check(driver()->MemAlloc_v2(&at, bytes), "cuMemAlloc"); }
    ~Room() { driver()->MemFree_v2(at); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    DeviceAddress at = 0;
};

constexpr const char* empty_kernel =
    ".version 6.4\n.target sm_52\n.address_size 64\n.visible .entry empty()\n{\n\tret;\n}\n";

}  // namespace

Stopwatch::Stopwatch(Device& device) : device_(&device), flush_bytes_(device.l2_bytes()) {
    check(driver()->EventCreate(&start_, 0), "cuEventCreate");
    check(driver()->EventCreate(&end_, 0), "cuEventCreate");
    if (flush_bytes_) check(driver()->MemAlloc_v2(&flush_, flush_bytes_), "cuMemAlloc");
}

Stopwatch::~Stopwatch() {
    if (flush_) driver()->MemFree_v2(flush_);
    if (start_) driver()->EventDestroy_v2(start_);
    if (end_) driver()->EventDestroy_v2(end_);
}

double Stopwatch::time(const std::function<void()>& enqueue) {
    check(driver()->EventRecord(start_, device_->stream()), "cuEventRecord");
    enqueue();
    check(driver()->EventRecord(end_, device_->stream()), "cuEventRecord");
    check(driver()->EventSynchronize(end_), "cuEventSynchronize");
    float milliseconds = 0;
    check(driver()->EventElapsedTime(&milliseconds, start_, end_), "cuEventElapsedTime");
    return milliseconds;
}

double Stopwatch::time_cold(const std::function<void()>& enqueue) {
    if (flush_)
        check(driver()->MemsetD8Async(flush_, 0, flush_bytes_, device_->stream()), "cuMemsetD8");
    return time(enqueue);
}

void Stopwatch::ramp(const std::function<void()>& enqueue) {
    for (Ramp ramp; !ramp.over();) ramp.add(time(enqueue));
}

double Stopwatch::launch_floor() {
    const Function empty = device_->function(empty_kernel, "empty");
    constexpr int rows = 40, launches = 50;
    const auto many = [&] {
        for (int i = 0; i < launches; ++i)
            check(driver()->LaunchKernel(empty, 1, 1, 1, 32, 1, 1, 0, device_->stream(), nullptr,
                                         nullptr),
                  "cuLaunchKernel");
    };
    double least = time(many);
    for (int row = 1; row < rows; ++row) least = std::min(least, time(many));
    return least / launches;
}

double Stopwatch::copy(std::size_t bytes) {
    const Room from(bytes), to(bytes);
    const auto enqueue = [&] {
        check(driver()->MemcpyDtoDAsync_v2(to.at, from.at, bytes, device_->stream()),
              "cuMemcpyDtoD");
    };
    ramp(enqueue);
    constexpr int samples = 11;
    std::vector<double> times;
    for (int i = 0; i < samples; ++i) times.push_back(time_cold(enqueue));
    return median_interval(times).median;
}

}  // namespace lab::cuda
