// Little's law on the modelled card: bytes in flight = bandwidth x latency; and the bytes that were
// enough there in practice. Read by "Loads in flight".
#pragma once

#include <cstdint>
#include <string>

#include "app/view.h"

namespace app {

// The loading warps that the requested launch puts on each multiprocessor, and the bytes that this
// card's memory can have in flight from there.
struct LittlesLaw {
    std::string card;         // "NVIDIA H200"
    std::uint64_t warps = 0;  // loading warps on a multiprocessor at once
    bool all = true;          // all warps of the watched block load
    double gigabytes = 0;     // GB/s of the memory
    double nanoseconds = 0;   // latency from a load to its value
    double needed = 0;        // least bytes in flight on a multiprocessor, by the law
    double enough = 0;        // bytes with which recorded kernels came within 5 % of the top rate
    double bytes(std::uint64_t of_a_warp) const { return double(warps * of_a_warp); }
    double share(std::uint64_t of_a_warp) const { return bytes(of_a_warp) / needed; }
};

/// The law for one launch of the picture, with the grid of the requested settings.
LittlesLaw littles_law(const DrawContext&, int launch);

}  // namespace app
