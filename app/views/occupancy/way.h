// The way of one warp through its code, instruction by instruction, as far as a trace tells: it has
// a warp's requests, and how many instructions lie between them. And that way, run by all warps of
// a scheduler in lab's model. The layout of "Scheduler"; knows no pixel.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/occupancy/schedule.h"
#include "lab/run.h"

namespace simulator {
class Program;
}

namespace app {

// From one place in a program to another, `length` instructions later.
struct Leg {
    std::uint32_t from = 0, to = 0;
    std::uint32_t length = 0;
};

/// The instructions behind `from` up to `to`; nothing where no way is so long, or several are.
std::optional<std::vector<std::uint32_t>> way_between(const simulator::Program&, Leg);

struct ScheduledWarps {
    // A request of the warp: the step that shows it, and its place on the way.
    struct Request {
        int step = 0;
        std::size_t place = 0, behind = 0;  // and how many instructions after the one before it
    };
    lab::Way way;  // without those that only name a parameter or a constant: they take no slot
    std::uint32_t ran = 0, last = 0;  // instructions so far, as the trace counts; the last of them
    std::vector<Request> requests;    // in the order of their steps
    lab::Schedule schedule;
    explicit operator bool() const { return !way.empty(); }
    /// When the warp issues what the cursor's step shows, or the last such request before.
    int cycle_at(int step) const;
};

/// Of the first warp of the watched block. Kept with the run.
const ScheduledWarps& scheduled_warps(const lab::Run&, int launch);

}  // namespace app
