// Times of one lesson on two devices, made up, for the tests of what cards show of both.
#pragma once

#include <memory>
#include <string>

#include "tests/app/series_maker.h"

namespace test {

inline constexpr const char* other_device = "NVIDIA RTX 9";

// The same times again, twice as long, on another device.
inline lab::Result on_another(lab::Result result, const std::string& device = other_device) {
    auto run = std::make_shared<lab::Run>(*result.timed);
    run->device.name = run->time.device = device;
    run->time.kind = lab::TimeKind::recorded;
    run->time.median_ms *= 2, run->time.low_ms *= 2, run->time.high_ms *= 2;
    run->time.floor_ms *= 2;
    for (double& sample : run->time.samples) sample *= 2;
    lab::Result made;
    made.request = result.request;
    made.timed = result.timed;
    made.elsewhere = {run};
    return made;
}

inline Filled on_two_devices(const std::string& device = other_device) {
    Filled from = filled(lab::TimeKind::recorded, 2, .001);
    for (const std::int64_t size : size_knob.ticks)
        for (int rung = 0; rung < 7; ++rung)
            if (rung != 5)
                from.series.add(on_another(result_of(settings(rung, size), lab::TimeKind::recorded,
                                                     .004 + double(size) / (1e8 * (rung + 1))),
                                           device));
    return from;
}

inline const app::TimeClock h200{lab::TimeKind::recorded, "NVIDIA H200"},
    other{lab::TimeKind::recorded, other_device};

}  // namespace test
