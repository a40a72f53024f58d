// Points that threads throw at a square by chance. Pictures draw them as a dart board with a
// quarter of a circle in it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "lab/feature.h"
#include "lab/run.h"

namespace lab {

struct DartBoard {
    // Text of the source line that gives a thread the coordinates of its points in registers, x
    // and then y. Empty: no points are thrown.
    std::string line{};
    std::string x{}, y{};  // buffers of coordinates, for a kernel that draws none
    // The same line of a kernel with whole numbers as coordinates. Each stands for the middle of
    // one of `parts` parts of a side; 0: coordinates are floats.
    std::string whole_line{};
    std::function<double(const Settings&)> parts{};
    std::string hits{};  // the result that counts points in the circle
    /// How many points differ, where threads throw the same ones.
    std::function<std::int64_t(const Settings&)> different{};
};

/// The line above as a number, from 1; 0 where the source has no such line, or none is wanted.
int dart_line(const Settings&, std::string_view source_text);

/// Pi from the share of hits: 4 hits / points, with its band of 95 %, which is
/// 4 * 1.96 * sqrt(share * (1 - share) / different). Equal points make it no surer.
SampleMean mean_of_points(const Settings&, double hits);

}  // namespace lab
