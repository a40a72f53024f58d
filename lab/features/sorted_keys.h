// Keys that are sorted digit by digit, from the lowest digit. Pictures of where values come from
// give each key the colour of the digit that the pass sorts by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/feature.h"

namespace lab {

// Passes of a sort, from `first` to before `end`, counted from 0.
struct Passes {
    int first = 0, end = 0;
};

struct SortedKeys {
    /// Buffers that hold keys; a value that is copied from one is a key too. Empty: no sort.
    std::vector<std::string> buffers{};
    std::function<int(const Settings&)> key_bits{}, digit_bits{};
    /// The passes that a launch makes, or prepares; none where it looks at the digits of all.
    std::function<Passes(const Settings&, int launch)> passes{};
};

}  // namespace lab
