#include "app/views/tiles/reads.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/views/marks.h"

namespace app::tiles_view {
namespace {

// Where a lane reads more than a bank's 4 bytes: the lanes that are served together, half a warp or
// a quarter. See "Shared memory" in docs/counters.md.
std::string served_words(int widest, double ideal) {
    if (widest <= 4 || (ideal != 2 && ideal != 4)) return "";
    return ": " + std::to_string(widest) + " bytes a lane, by " +
           (ideal == 2 ? "half" : "quarter") + "-warps";
}

}  // namespace

std::string ratio_words(double ratio) {
    return ratio >= 10 ? grouped(std::llround(ratio)) : shortest(ratio, 3);
}

std::string read_words(const Canvas& canvas, float width, const TileSums& sums,
                       const Metrics& metrics) {
    const auto of_each = [&](std::uint64_t all) {
        return double(all) / double(std::max<std::uint64_t>(1, sums.requests));
    };
    const double each = of_each(sums.wavefronts);
    const std::string taken =
        ratio_words(each) + (each == 1 ? " wavefront" : " wavefronts") + " a request";
    const double ideal = of_each(sums.ideal);
    const std::string least = sums.wavefronts > sums.ideal ? ", " + ratio_words(ideal) + " would do"
                              : each > 1                   ? ", the least"
                                                           : "";
    const std::string why = served_words(sums.widest, ideal);
    const std::string brief =
        each == ideal && !why.empty() ? ratio_words(each) + " wavefronts" + why : taken + least;
    return fitting(canvas, width, small_style(metrics),
                   {taken + least + why, brief, taken + least, taken});
}

}  // namespace app::tiles_view
