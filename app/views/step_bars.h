// What each load or store of a block took over all its warps, as bars below the one that is shown.
// Used by the sectors and the banks, where the room below them would be empty.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/views/moment.h"

namespace app {

struct StepBars {
    Wanted wanted;  // which steps have a bar
    // Sectors or wavefronts of one request.
    simulator::Member<simulator::Event, std::uint32_t> taken{};
    std::string_view title, short_title;
    bool by_array = false;  // names the arrays, once for bars of one that follow each other
};

/// A bar and the gap behind it take so much at least.
constexpr float least_bar = 4;

/// Draws one bar for each step of the run that is wanted, that of step `here` lit; what an ideal
/// access would not have taken is hatched. Where there are too many for `area`, a page of them.
void draw_step_bars(Canvas&, const DrawContext&, const StepBars&, int here, Rect area);

}  // namespace app
