// How a lesson's host program is written, and what it does wrong.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/feature.h"
#include "lab/plan.h"
#include "lab/run.h"
#include "simulator/fault.h"

namespace lab {

// No count and no time of a kernel depends on it.
struct HostStyle {
    bool managed = false;    // managed memory; else calls copy
    bool looks = true;       // checks the error of each call and launch
    bool asks_card = false;  // asks what the card has, and prints it
    // For programs that ask: the blocks of a one-dimensional grid as source text, from what the
    // card said: "multiprocessors * blocks_at_once"; empty: the number itself.
    std::string blocks_words{};
    std::string grid_words{};  // a comment on the grid, above its launch; empty: none
    bool operator==(const HostStyle&) const = default;
};

struct HostProgram {
    std::function<HostStyle(const Settings&)> style{};
    /// Text of the host's line that a kernel is about, where the host's program changes and the
    /// kernel does not: "cudaStreamBeginCapture".
    std::function<std::string(const Settings&)> words{};
};

/// The lesson's style; explicit copies and checked calls where it says nothing.
HostStyle host_style(const Settings&);

/// Whether the plan's step copies to the host an array that nothing has written by then.
bool copies_unwritten(const Plan&, std::size_t step);
/// Faults of the host's program: copies of unwritten arrays, missing waits and, in a broken program
/// that does not check, the launch that did not begin.
std::vector<simulator::Fault> host_faults(const Settings&, const Plan&);

// What a lesson shows where a launch that the device has no room for is run all the same.
struct Unfit {
    std::string shows{};  // a sentence; empty: such a launch can't be run
};
/// Why a launch did not begin that is run all the same (Settings::anyway, or a bug on purpose): the
/// device has no room for it. Nothing runs then, and nothing is written. Else nullopt.
std::optional<Refusal> unfit_launch(const Settings&);
/// The message of a program that checks such a launch; nullopt where the launch began, or the
/// program does not check.
std::optional<std::string> launch_sentence(const Run&);

}  // namespace lab
