// The settings among which the best is sought, and the place of each in the space of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/best/surrogate.h"
#include "lab/subject.h"

namespace lab {

struct BestSpace {
    std::vector<Settings> cells;             // those that no rule refuses
    std::vector<const Knob*> over;           // the knobs that differ among them
    std::size_t start = 0;                   // index of the cell where the search begins
    std::size_t refused = 0;                 // combinations that can't run
    std::vector<SpacePoint> places() const;  // of each cell
};

// A knob with the values that a search may give it.
struct SearchedKnob {
    const Knob* knob = nullptr;
    std::vector<std::int64_t> values;
};

/// The knobs of a launch that no result depends on: threads of a block or its sides and, for a
/// lesson, blocks of the grid; each with its stops. A file's grid follows its block.
std::vector<SearchedKnob> launch_choices(const Settings&);
/// Whether the knob is a part of the launch configuration: threads, a side of the block, or blocks.
bool shapes_a_launch(const Knob&);
/// All stops of a knob's slider, or its choices.
std::vector<std::int64_t> all_values(const Knob&);

/// All combinations of these values that can run, and `start`, or what is nearest to it. Empty
/// `cells`: none can run. At most `most` combinations are made; the rest is left out.
BestSpace best_space(const Settings& start, const std::vector<SearchedKnob>&,
                     std::size_t most = 20'000);

}  // namespace lab
