// The kernels of other lessons on the card "Roofline": small marks, one name a lesson. Called by
// that card.
#pragma once

#include <string>
#include <vector>

#include "app/views/roof/roofline_axes.h"

namespace app {

/// Marks behind the ladder's dots, or a ring around one. Without intervals, which the text under
/// the mouse tells.
void roofline_others(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                     const Metrics& metrics);

struct NamedLesson {
    const RooflineDot* lowest = nullptr;  // of its kernels in sight
    std::vector<std::string> forms;       // "Adding many numbers, 4 of 7 kernels", longest first
};
std::vector<NamedLesson> lessons_under(const RooflineChart& chart, const RooflineAxes& axes);

/// "*Adding many numbers*, kernel 3, Sequential addressing, 2^26 numbers" and the line's end.
std::string other_heading(const RooflineDot& dot);

}  // namespace app
