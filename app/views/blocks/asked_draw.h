// Draws which blocks a block asks: small boxes in its own row, and for one block large boxes below
// the rows. Called by blocks.cpp.
#pragma once

#include <array>
#include <string>

#include "app/view.h"
#include "app/views/blocks/asked.h"
#include "lab/features/look_back.h"

namespace app {

// One asking block of a launch, at one step.
struct AskedNow {
    const simulator::LaunchTimes& launch;
    LookBackWords words;
    const lab::LookBack& more;
    std::uint64_t asker = 0;
    std::int64_t step = -1;
};

float asked_height(const Metrics&);
void draw_asked(Canvas&, const AskedNow&, const Metrics&, Rect area);
/// In a block's row: a stack of boxes after each step at which it had an answer, the nearest block
/// at the bottom.
void draw_asked_small(Canvas&, const AskedNow&, Rect row);
/// " Block 7 asked 7 blocks: six said their own sums and one said all so far."; "It" for the
/// `watched` block; "" where it asked none.
std::string asked_words(const AskedNow&, std::uint64_t watched);

}  // namespace app
