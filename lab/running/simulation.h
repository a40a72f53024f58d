// The simulated bench: plays the plan of one request, in slices or at once. Used by the worker, the
// command line and tests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "lab/run.h"
#include "lab/wanted.h"
#include "simulator/blocks.h"

namespace lab {

/// The blocks of a launch that a multiprocessor holds at once; 0: as the simulated device.
using HeldBlocks = std::uint32_t (*)(const Settings&, const LaunchRecord&);

// How to play a plan, in addition to the request.
struct Playing {
    // In which blocks to search for races and reads of unwritten memory.
    enum class Check : std::uint8_t { nowhere, watched, everywhere };
    bool trace = true;  // trace the watched blocks; false: counters only
    Check check = Check::watched;
    std::uint64_t limit = ~std::uint64_t{0};  // lane-instructions, after which the run is cut
    bool blocks = false;                      // all blocks in step: for blocks_over_time()
    HeldBlocks room = nullptr;                // for `blocks`; nullptr: as the simulated device

    static Playing traced() { return {}; }
    static Playing counted() { return {.trace = false, .check = Check::nowhere}; }
    /// Counts, and checks the watched blocks. Makes no trace, which would take most of the time.
    static Playing checked() { return {.trace = false}; }
};

/// A file's run with up to about so many lane-instructions is checked in all blocks: nobody knows
/// whether a user's kernel is correct.
inline constexpr double looked_through = 5e7;  // about 1 s

// The progress of a run, for display.
struct HowFar {
    double progress = 0;                        // 0..1
    std::size_t launch = 0, launches = 0;       // the current launch, from 1; 0: none has begun
    std::uint64_t blocks_done = 0, blocks = 0;  // of the current launch
    std::uint64_t lane_instructions = 0;        // so far, in all launches
};

class Simulation;

// Watches a run that is played to its end at once.
class Onlooker {
public:
    virtual ~Onlooker() = default;
    /// Called many times a second. Return false to end the run as it is.
    virtual bool goes_on(const Simulation& simulation) = 0;
};

// Plays one plan on the simulator. It can pause after any budget.
class Simulation {
public:
    /// `request.settings` must not be refused.
    Simulation(Request request, Playing how);
    ~Simulation();
    /// Runs about `lane_instructions` more; returns true when done. Throws std::runtime_error where
    /// a launch is too large for this machine.
    bool advance(std::uint64_t lane_instructions);
    double progress() const;  // 0..1
    HowFar how_far() const;
    /// Ends the run where it is: finish() then returns the part that ran.
    void end();
    /// Plays to the end, or until the onlooker returns false.
    std::shared_ptr<const Run> play(Onlooker* onlooker);
    /// The run with its verdict, after advance() returned true. Throws NotWanted once nobody waits.
    std::shared_ptr<const Run> finish(const Wanted& wanted = {});
    /// The blocks over time so far; needs Playing::blocks.
    std::shared_ptr<const simulator::BlocksOverTime> blocks() const;
    /// The bytes of the allocation `name`; empty where there is none.
    std::span<const std::byte> contents(std::string_view name) const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// What all blocks of this request do at each step. Runs the request once more, with all warps in
/// step. Blocks that pictures watch are followed instruction by instruction.
std::shared_ptr<const simulator::BlocksOverTime> blocks_over_time(Request request,
                                                                  HeldBlocks room = nullptr);

/// Plays to the end at once, for the command line and tests. A run that the onlooker ended is a
/// part, without a verdict.
std::shared_ptr<const Run> simulate(Request request, Playing how = Playing::traced(),
                                    Onlooker* onlooker = nullptr);

}  // namespace lab
