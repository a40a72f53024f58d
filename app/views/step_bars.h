// The cost of each load or store of a block over all its warps, as bars below the shown request.
// The views of sectors and banks use it where the room below would be empty.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/views/moment.h"

namespace app {

struct StepBars {
    Wanted wanted;  // which steps have a bar
    // The member that counts sectors or wavefronts of one request.
    simulator::Member<simulator::Event, std::uint32_t> taken{};
    std::string_view title, short_title;
    bool by_array = false;  // names an array once for neighbouring bars
};

/// Least pixels of a bar with its gap.
constexpr float least_bar = 4;

/// Draws a bar for each wanted step, that of step `here` lit. What an ideal access would not take
/// is hatched. Where `area` is too small for all bars, one page of them.
void draw_step_bars(Canvas&, const DrawContext&, const StepBars&, int here, Rect area);

}  // namespace app
