// What the card "Roofline" says beside its plot: who is faster than a copy and why, which roof
// there is none of, who has no time with warm caches. Called by that card.
#pragma once

#include <string>
#include <vector>

#include "app/views/cards/roofline_chart.h"

namespace app {

/// Why this kernel moves its bytes faster than a copy does, as a rest of a sentence: "passes the
/// line of a copy", with the cause where a rule tells it; empty where it does not.
std::string beyond_words(const RooflineChart& chart, const RooflineDot& dot);
/// All that do, with the cause that they share, and what roof there is none of; the longest first.
std::vector<std::string> roofline_head(const RooflineChart& chart);
/// "1, 2 and 6: not measured warm.": those with cold times alone, while warm ones are shown. Empty
/// where there are none.
std::string without_warm_words(const DrawContext& context, const RooflineChart& chart);

}  // namespace app
