// The simulated bench: plays the plan of one request, in slices or whole. The worker, the command
// line and tests call it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "lab/run.h"
#include "lab/wanted.h"
#include "simulator/blocks.h"

namespace lab {

// How a plan is played, beside what its request says.
struct Playing {
    // Where races and reads of unwritten memory are looked for.
    enum class Check : std::uint8_t { nowhere, watched, everywhere };
    bool trace = true;  // of the watched blocks; false: counters only
    Check check = Check::watched;
    std::uint64_t limit = ~std::uint64_t{0};  // lane-instructions; a run that goes on is cut
    bool blocks = false;                      // all blocks in step: for blocks_over_time()

    static Playing traced() { return {}; }
    static Playing counted() { return {false, Check::nowhere}; }
    /// Counts, and what is wrong in the watched blocks: nothing to draw from, which takes most.
    static Playing checked() { return {.trace = false}; }
};

/// Lane-instructions, about, up to which a file's run is checked in all its blocks: nobody knows
/// whether it is right.
inline constexpr double looked_through = 5e7;  // a second

// How far a run is, for who waits for it.
struct HowFar {
    double progress = 0;                        // 0..1
    std::size_t launch = 0, launches = 0;       // the one under way, from 1 on; 0: none has begun
    std::uint64_t blocks_done = 0, blocks = 0;  // of that launch
    std::uint64_t lane_instructions = 0;        // so far, of all launches
};

class Simulation;

// Looks on while a run is played to its end at once.
class Onlooker {
public:
    virtual ~Onlooker() = default;
    /// Now and then, many times a second. False: the run ends here, as it is.
    virtual bool goes_on(const Simulation& simulation) = 0;
};

// Plays one plan on the simulator, resumable after any budget.
class Simulation {
public:
    /// `request.settings` must not be refused.
    Simulation(Request request, Playing how);
    ~Simulation();
    /// Runs on for about `lane_instructions`; true when done. Throws std::runtime_error where a
    /// launch is more than the machine takes.
    bool advance(std::uint64_t lane_instructions);
    double progress() const;  // 0..1
    HowFar how_far() const;
    /// Ends it where it stands: finish() then gives what came of it so far.
    void end();
    /// To its end, or for as long as the onlooker wants it.
    std::shared_ptr<const Run> play(Onlooker* onlooker);
    /// The run, with verdict, once advance() said true. Throws NotWanted once nobody waits.
    std::shared_ptr<const Run> finish(const Wanted& wanted = {});
    /// What Playing::blocks asked for, of what ran so far.
    std::shared_ptr<const simulator::BlocksOverTime> blocks() const;
    /// What an allocation of the plan holds; empty where none is called so.
    std::span<const std::byte> contents(std::string_view name) const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// What all blocks of this request do at which step: it is run once more, with all warps in step.
/// Its blocks that pictures watch are followed instruction by instruction.
std::shared_ptr<const simulator::BlocksOverTime> blocks_over_time(Request request);

/// Runs to the end at once: command line and tests. What an onlooker ended is a part of the run,
/// without a verdict.
std::shared_ptr<const Run> simulate(Request request, Playing how, Onlooker* onlooker = nullptr);
std::shared_ptr<const Run> simulate(Request request, bool trace = true,
                                    Onlooker* onlooker = nullptr);

}  // namespace lab
