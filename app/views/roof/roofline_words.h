// The words of the card "Roofline" beside its plot: kernels faster than a copy and why, the missing
// roofs, and kernels without times for warm caches. Called by that card.
#pragma once

#include <string>
#include <vector>

#include "app/views/roof/roofline_chart.h"

namespace app {

/// "3  Read columns": the name at its dot.
std::string roofline_name(const RooflineChart& chart, int rung);
/// "1831 GB/s, 45 %", longest first. The roof's line says once what 100 % is.
std::vector<std::string> roofline_rates(const RooflineChart& chart, const RooflineDot& dot);
/// "memory, by the NVIDIA H200 data sheet, SXM: 4800 GB/s, 100 %": at the roof's line. A copy's
/// where no data sheet is known; that of multiply-adds where they are the roof.
std::vector<std::string> roof_forms(const RooflineChart& chart);
/// "a kernel's copy of 1 GiB reaches 4121 GB/s, 86 %".
std::vector<std::string> copy_forms(const RooflineChart& chart);
/// "tensor cores, 16-bit floats, by the data sheet: 989 000 GFLOP/s".
std::vector<std::string> tensor_forms(const RooflineChart& chart);
/// Why a kernel is faster than a copy, as the end of a sentence: "passes the line of a copy", with
/// the cause if a rule finds it; empty where it is not faster.
std::string beyond_words(const RooflineChart& chart, const RooflineDot& dot);
/// Whether an empty launch takes at least half of its time; false where that is not known.
bool near_floor(const RooflineDot& dot);
/// "2.3 µs, of which an empty launch takes 1.7 µs, recorded on H200"; empty unless near_floor().
std::string floor_words(const RooflineChart& chart, const RooflineDot& dot);
/// Where kernels differ in their work, those near the floor of a launch; else those faster than a
/// copy, with their common cause. Then the missing roofs. Longest first.
std::vector<std::string> roofline_head(const RooflineChart& chart);
/// "1, 2 and 6: not measured warm.": kernels with only cold times while warm times are shown. Empty
/// where there are none.
std::string without_warm_words(const DrawContext& context, const RooflineChart& chart);

}  // namespace app
