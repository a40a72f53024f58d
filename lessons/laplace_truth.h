// The results of Jacobi sweeps over a box, on the CPU in double: all points of a small box, some
// points of a large one. Part of laplace.cpp and streams.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/reading.h"
#include "platform/threads.h"

namespace lessons {

using Sides = std::array<std::int64_t, 3>;  // points in x, y and z

// A box of points in double, cut out of the whole box.
struct CutBox {
    Sides first, size;
    std::vector<double> values;
    std::int64_t at(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return x + size[0] * (y + size[1] * z);
    }
};

inline double points_in(const Sides& sides) {
    return double(sides[0]) * double(sides[1]) * double(sides[2]);
}

inline void fill_box(CutBox& box, const Sides& all, const lab::Inputs& inputs) {
    const auto start = inputs.values("u");
    box.values.resize(std::size_t(points_in(box.size)));
    for (std::int64_t z = 0; z < box.size[2]; ++z)
        for (std::int64_t y = 0; y < box.size[1]; ++y)
            for (std::int64_t x = 0; x < box.size[0]; ++x)
                box.values[box.at(x, y, z)] = start(
                    box.first[0] + x + all[0] * (box.first[1] + y + all[1] * (box.first[2] + z)));
}

// Jacobi sweeps that leave the faces of the box as they are. Several threads sweep the planes of
// one sweep.
inline void sweep_box(CutBox& box, std::int64_t times, const lab::Inputs& inputs) {
    const std::int64_t row = box.size[0], plane = row * box.size[1];
    std::vector<double> next = box.values;
    const auto planes = [&](std::uint64_t first, std::uint64_t last) {
        for (auto z = std::int64_t(first) + 1; z <= std::int64_t(last); ++z)
            for (std::int64_t y = 1; y < box.size[1] - 1; ++y) {
                const double* u = box.values.data() + box.at(0, y, z);
                double* to = next.data() + box.at(0, y, z);
                for (std::int64_t x = 1; x < row - 1; ++x)
                    to[x] = (u[x - 1] + u[x + 1] + u[x - row] + u[x + row] + u[x - plane] +
                             u[x + plane]) /
                            6;
            }
    };
    constexpr std::int64_t worth_a_thread = 1 << 17;  // points
    for (std::int64_t k = 0; k < times; ++k) {
        inputs.go_on();
        platform::in_parts(std::uint64_t(std::max<std::int64_t>(box.size[2] - 2, 0)),
                           std::uint64_t(worth_a_thread / plane + 1), planes);
        box.values.swap(next);
    }
}

// The value of one point. After k sweeps it depends on points at most k away, so a small box is
// enough.
inline double swept_point(const Sides& all, std::int64_t sweeps, const lab::Inputs& inputs,
                          const Sides& point) {
    CutBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.first[axis] = std::max<std::int64_t>(point[axis] - sweeps, 0);
        box.size[axis] = std::min(point[axis] + sweeps, all[axis] - 1) - box.first[axis] + 1;
    }
    fill_box(box, all, inputs);
    sweep_box(box, sweeps, inputs);
    return box
        .values[box.at(point[0] - box.first[0], point[1] - box.first[1], point[2] - box.first[2])];
}

// Some points of a large box: near faces, where values change first, and anywhere.
inline lab::Expected::Of some_points(const Sides& all, std::int64_t sweeps,
                                     const lab::Inputs& inputs) {
    const double reach = double(2 * sweeps + 1);
    const double budget = 2e8 / (reach * reach * reach * double(sweeps));
    const int samples = std::clamp(int(budget), 3, 200);
    std::map<std::uint64_t, double> values;
    for (int k = 0; k < samples; ++k) {
        Sides point;
        for (int axis = 0; axis < 3; ++axis)
            point[axis] =
                1 + std::int64_t(std::uint64_t(k + 1) * (axis + 1) * 0x9E3779B97F4A7C15 >> 20) %
                        (all[axis] - 2);
        if (k % 2 == 0) point[k / 2 % 3] = 1 + k / 6 % std::min(sweeps, all[k / 2 % 3] - 2);
        values[point[0] + all[0] * (point[1] + all[1] * point[2])] =
            swept_point(all, sweeps, inputs, point);
    }
    lab::Expected::Of of;
    for (const auto& [element, value] : values) {
        of.elements.push_back(element);
        of.values.push_back(value);
    }
    return of;
}

inline lab::Expected made_swept_box(const Sides& all, std::int64_t sweeps,
                                    const lab::Inputs& inputs) {
    lab::Expected::Of of;
    if (points_in(all) <= 0x1p22 && points_in(all) * double(sweeps) <= 1e8) {
        CutBox box{{0, 0, 0}, all, {}};
        fill_box(box, all, inputs);
        sweep_box(box, sweeps, inputs);
        of.values = std::move(box.values);
    } else {
        of = some_points(all, sweeps, inputs);
    }
    of.absolute = 7.0 * double(sweeps) * 0x1p-24;
    const std::size_t compared = of.values.size();
    return {.results = {std::move(of)},
            .compared_with = "the same sweeps in double on the CPU, " +
                             compared_words(compared, std::uint64_t(points_in(all)), "points"),
            .tolerance = "7 roundings of 2^-24 for each of " + lab::grouped(sweeps) + " sweeps"};
}

/// The input "u", a box of these sides, after so many sweeps.
inline lab::Expected swept_box(const Sides& all, std::int64_t sweeps, const lab::Inputs& inputs) {
    static Kept<std::array<std::int64_t, 5>, lab::Expected> known;
    return known.of({all[0], all[1], all[2], sweeps, std::int64_t(inputs.seed())},
                    [&] { return made_swept_box(all, sweeps, inputs); });
}

}  // namespace lessons
