// The axis across which a field is cut at first.
#pragma once

#include <algorithm>
#include <functional>

#include "lab/feature.h"
#include "lab/place.h"

namespace lab {

struct Cut {
    std::function<int(const Settings&)> across{};  // 0 x, 1 y, 2 z; empty: z
};

/// The axis across which a field is cut at a place: the one that was chosen, else the lesson's.
inline int cut_across(const Settings& settings, const Place& place) {
    if (place.axis >= 0) return std::min(place.axis, 2);
    const Cut& cut = feature<Cut>(settings);
    return cut.across ? cut.across(settings) : 2;
}

}  // namespace lab
