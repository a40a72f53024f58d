// When each engine of a device worked on the steps of a run, and which launches of the traced run
// stand for them: what a timeline draws, and a sentence tells of two of them. Knows no pixels.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/view.h"
#include "lab/time/timeline.h"

namespace app {

constexpr std::array<lab::Engine, lab::engine_count> all_engines{
    lab::Engine::copies_in, lab::Engine::kernels, lab::Engine::copies_out};
/// "Copies in", "Kernels", "Copies out".
std::string_view name_of(lab::Engine engine);

struct EngineTimes {
    struct Box : lab::TimelineBox {
        int chunk = 0;  // among those of its engine
    };
    // Two boxes of which neither waits for the other, though one of them writes what both touch.
    struct Race {
        std::size_t before = 0, later = 0;  // boxes, in the order of the plan
        bool before_writes = false;
        std::string buffer;
    };
    std::vector<Box> boxes;
    std::vector<Race> races;                     // the first of each buffer
    std::array<int, lab::engine_count> count{};  // of each engine's
    std::vector<lab::StepSpan> launches;         // when each launch was at work, in their order
    lab::Busy busy;
    double begin_ms = 0, end_ms = 0;
    explicit operator bool() const { return !boxes.empty(); }
    /// The one that works longest.
    lab::Engine longest() const;
    double of(lab::Engine engine) const { return busy.ms[static_cast<std::size_t>(engine)]; }
    int chunks(lab::Engine engine) const { return count[static_cast<std::size_t>(engine)]; }
    /// All engines' work together, and how much of it stands beside other work.
    double sum() const { return busy.ms[0] + busy.ms[1] + busy.ms[2]; }
    double hidden() const { return std::max(0., sum() - busy.whole_ms); }
    /// How long so many of these engines or more work at the same time, on the clock.
    double together(std::span<const lab::Engine> engines, int least) const;
    double overlap() const { return together(all_engines, 2); }
    double copies(int least) const;  // 1: either way; 2: both ways at once
};

/// Of a run that was timed, kept with it; empty where nobody took its spans.
const EngineTimes& engine_times(const lab::Run& timed);
/// Of what a context has; empty while nothing is timed.
const EngineTimes& engine_times(const lab::Result& result);

// What the launches of a box need of another chunk.
struct AwaitedBox {
    const EngineTimes::Box* box = nullptr;  // the last to end of those that bring what is read
    std::uint64_t elements = 0;             // of it that they read
    bool holds_up = false;                  // the launches begin as it ends, or go on then
    // What they begin behind instead; nullptr: behind nothing that is timed.
    const EngineTimes::Box* behind = nullptr;
};
/// Copies that no launch of the box waits for are none, and those of its own chunk.
AwaitedBox awaited_by(const lab::Run& timed, const EngineTimes&, const EngineTimes::Box&);

/// Whether the plan of a run is given to streams; kept with the run.
bool in_streams(const lab::Run& run);

/// The first step of the traced run that belongs to the kernels of a chunk, one of so many; -1
/// where the picture has no such chunk. A smaller picture has the first ones, and the last.
int step_of_chunk(const lab::Run& picture, int chunk, int of);
/// The chunk, one of so many, whose launch is at a step; -1 where that is nobody's.
int chunk_of_step(const lab::Run& picture, int step, int of);

/// The launch of a timed run that stands where that of a step of the picture does, as
/// launch_asked_for(); -1 where there is none, or nobody took its time.
int launch_of_step(const lab::Run& picture, int step, const lab::Run& timed);

/// The chunk that a launch of a run is of, from 0 on; -1 where that is nobody's.
int chunk_of_launch(const lab::Run& picture, int launch);
/// How many chunks the steps of a run are of; 1 where they are given to no streams.
int chunks_of(const lab::Run& picture);

/// Of a run that is smaller than what was asked for the launch of that which stands at the same
/// place: first, last, or as many behind the first; -1 where there is none.
int launch_asked_for(const lab::Run& picture, int launch, const lab::Settings& asked);

}  // namespace app
