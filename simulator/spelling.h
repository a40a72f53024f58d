// Distance between two names. Used to suggest known names for an unknown one.
#pragma once

#include <cstddef>
#include <string_view>

namespace simulator {

/// Levenshtein distance: letters inserted, removed or replaced.
std::size_t spelling_distance(std::string_view a, std::string_view b);

}  // namespace simulator
