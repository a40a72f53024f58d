// The way of one warp through its code, instruction by instruction, as far as a trace shows it: a
// trace has a warp's requests and the number of instructions between them. All warps of a scheduler
// then run that way in lab's model. The layout of "Scheduler"; knows no pixel.
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

// A way from one instruction of a program to another, `length` instructions later.
struct Leg {
    std::uint32_t from = 0, to = 0;
    std::uint32_t length = 0;
};

/// The instructions after `from` up to `to`; nullopt where no way, or several, have this length.
std::optional<std::vector<std::uint32_t>> way_between(const simulator::Program&, Leg);

// The loads from global memory of a way, and all that it issues. The unit is an issue slot: a cycle
// of the model. Loads may follow each other at once, with the work after them: only the whole way
// tells what a warp issues for a load.
struct LoadsOfWay {
    int loads = 0;
    std::int64_t issued = 0;  // instructions
    int latency = 0;          // cycles until the value of a load can be read
    /// Instructions for each load, on average.
    double each() const;
    /// As many warps have other instructions for all cycles in which a load waits.
    std::int64_t warps() const;
};

struct ScheduledWarps {
    // A request of the warp: the step that shows it, and its index in the way.
    struct Request {
        int step = 0;
        std::size_t place = 0, behind = 0;  // `behind`: instructions since the previous request
    };
    lab::Way way;  // without reads of a parameter or a constant, which take no slot
    std::uint32_t ran = 0, last = 0;  // instructions so far as the trace counts them; the last one
    std::vector<Request> requests;    // in the order of their steps
    LoadsOfWay loads;
    lab::Schedule schedule;
    explicit operator bool() const { return !way.empty(); }
    /// The cycle in which the warp issues the cursor's request, or the last request before it.
    int cycle_at(int step) const;
};

/// For the first warp of the watched block. Kept with the run.
const ScheduledWarps& scheduled_warps(const lab::Run&, int launch);

}  // namespace app
