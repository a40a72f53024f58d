// What the card "Roofline" says beside its plot: who is faster than a copy and why, which roof
// there is none of, who has no time with warm caches. Called by that card.
#pragma once

#include <string>
#include <vector>

#include "app/views/roof/roofline_chart.h"

namespace app {

/// "3  Read columns": what is written at its dot.
std::string roofline_name(const RooflineChart& chart, int rung);
/// "1831 GB/s, 45 %", the longest form first: of what it is a share, the roof's line says, once.
std::vector<std::string> roofline_rates(const RooflineChart& chart, const RooflineDot& dot);
/// "memory, by the NVIDIA H200 data sheet, SXM: 4800 GB/s, 100 %": at the line of the roof; a
/// copy's where no data sheet is known, or that of multiply-adds where they are the roof.
std::vector<std::string> roof_forms(const RooflineChart& chart);
/// "a kernel's copy of 1 GiB reaches 4121 GB/s, 86 %".
std::vector<std::string> copy_forms(const RooflineChart& chart);
/// "tensor cores, 16-bit floats, by the data sheet: 989 000 GFLOP/s".
std::vector<std::string> tensor_forms(const RooflineChart& chart);
/// Why this kernel moves its bytes faster than a copy does, as a rest of a sentence: "passes the
/// line of a copy", with the cause where a rule tells it; empty where it does not.
std::string beyond_words(const RooflineChart& chart, const RooflineDot& dot);
/// Whether at least half of its time is that of an empty launch, where that is known.
bool near_floor(const RooflineDot& dot);
/// "2.3 µs, of which an empty launch takes 1.7 µs, recorded on H200"; empty where it is not near.
std::string floor_words(const RooflineChart& chart, const RooflineDot& dot);
/// Who is near the floor of a launch, where kernels differ in their work; else all that pass a
/// copy, with the cause that they share; and what roof there is none of. The longest first.
std::vector<std::string> roofline_head(const RooflineChart& chart);
/// "1, 2 and 6: not measured warm.": those with cold times alone, while warm ones are shown. Empty
/// where there are none.
std::string without_warm_words(const DrawContext& context, const RooflineChart& chart);

}  // namespace app
