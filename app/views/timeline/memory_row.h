// The lanes of "Timeline" below its engines: which array has memory when, and how long the host is
// in the calls for it. Called by timeline.cpp.
#pragma once

#include <optional>
#include <string>

#include "app/views/timeline/places.h"

namespace app {

void draw_memory(Canvas&, const Metrics&, const TimelinePlaces&, const EngineTimes&);
/// What a hatch means; returns the width used, 0 where nothing is hatched or there is no room.
float memory_legend(Canvas&, const Metrics&, Point at, float room, const EngineTimes&);
/// " The stream waits *3.1 ms* for cudaFree..."; empty where steps allocate nothing.
std::string memory_sentence(const EngineTimes&);
/// The array whose memory is at a point.
std::optional<Spot> memory_spot(const TimelinePlaces&, const EngineTimes&, Point at);

}  // namespace app
