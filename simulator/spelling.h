// How far a name is from what was asked for. Used where a name is unknown and those near it are
// named.
#pragma once

#include <cstddef>
#include <string_view>

namespace simulator {

/// Levenshtein's distance: how many letters are put in, left out or changed.
std::size_t spelling_distance(std::string_view a, std::string_view b);

}  // namespace simulator
