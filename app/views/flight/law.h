// Little's law on the card that modelled times speak of: bytes in flight = bandwidth x latency; and
// how many it took there in practice. Read by "Loads under way".
#pragma once

#include <cstdint>
#include <string>

#include "app/view.h"

namespace app {

// What the launch that was asked for puts on each multiprocessor, and what that card's memory could
// have under way from there.
struct LittlesLaw {
    std::string card;         // "NVIDIA H200"
    std::uint64_t warps = 0;  // that load, on a multiprocessor at once
    bool all = true;          // that are there, where all of the watched block load
    double gigabytes = 0;     // a second, of the memory
    double nanoseconds = 0;   // from a load to its value
    double needed = 0;        // bytes in flight of a multiprocessor, by the law at the least
    double enough = 0;        // with which recorded kernels came within 5 % of the highest rate
    double bytes(std::uint64_t of_a_warp) const { return double(warps * of_a_warp); }
    double share(std::uint64_t of_a_warp) const { return bytes(of_a_warp) / needed; }
};

/// Of one launch of the picture; its grid is that of the settings asked for.
LittlesLaw littles_law(const DrawContext&, int launch);

}  // namespace app
