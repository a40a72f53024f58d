// A sweep of Laplace's equation as a loop of the CPU. Part of laplace.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "lab/lesson.h"
#include "lab/words.h"

namespace lessons {

// u, next, points in x, y and z
inline void laplace_here(const std::uint64_t* word) {
    const auto* u = reinterpret_cast<const float*>(word[0]);
    auto* next = reinterpret_cast<float*>(word[1]);
    const auto row = std::int64_t(word[2]), rows = std::int64_t(word[3]);
    const std::int64_t plane = row * rows, planes = std::int64_t(word[4]);
    for (std::int64_t z = 1; z < planes - 1; ++z)
        for (std::int64_t y = 1; y < rows - 1; ++y)
            for (std::int64_t p = y * row + z * plane + 1; p < (y + 1) * row + z * plane - 1; ++p)
                next[p] =
                    (u[p - 1] + u[p + 1] + u[p - row] + u[p + row] + u[p - plane] + u[p + plane]) *
                    (1 / 6.f);
}

// Refuses more points times sweeps than this: each measured time would take seconds.
template <double (*points)(const lab::Settings&), const lab::Knob& sweeps>
std::optional<lab::Refusal> seconds_here(const lab::Settings& set) {
    constexpr double most = 1 << 28;
    const double asked = points(set) * double(set[sweeps]);
    if (asked <= most) return std::nullopt;
    return lab::Refusal{
        .title = lab::grouped(set[sweeps]) + " sweeps of this box are too much for one core",
        .why =
            "It would take seconds for each time that is measured. A smaller box or fewer "
            "sweeps are possible.",
        .limit_name = "points, each as often as it is swept",
        .limit = most,
        .asked = asked,
        .knob = {},
        .use = {},
        .cuda_error = {},
        .shows = {}};
}

}  // namespace lessons
