// The times of each engine of a device in a run, and the launches of the traced run that stand for
// them. Used by timelines, and by the sentence on two of them. Knows no pixels.
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
        int chunk = 0;  // index among its engine's boxes
    };
    // Two boxes that do not wait for each other, although one of them writes a buffer that both
    // use.
    struct Race {
        std::size_t before = 0, later = 0;  // indices of boxes, in the plan's order
        bool before_writes = false;
        std::string buffer;
    };
    // An array between its allocation and its free, where steps of the plan make both.
    struct Memory {
        std::string array;
        int lane = 0;   // one for each array
        int chunk = 0;  // how often the array was allocated before
        std::uint64_t bytes = 0;
        lab::MemoryMark allocated, freed;  // never freed: at the end of all
        bool by_host() const { return allocated.call.by == lab::MemoryCall::By::host; }
    };
    std::vector<Box> boxes;
    std::vector<Memory> memory;
    int memory_lanes = 0;
    std::vector<Race> races;                     // the first race of each buffer
    std::array<int, lab::engine_count> count{};  // boxes of each engine
    std::vector<lab::StepSpan> launches;         // the time of each launch, in order
    lab::Busy busy;
    double begin_ms = 0, end_ms = 0;
    explicit operator bool() const { return !boxes.empty(); }
    /// The engine with the longest work.
    lab::Engine longest() const;
    double of(lab::Engine engine) const { return busy.ms[static_cast<std::size_t>(engine)]; }
    int chunks(lab::Engine engine) const { return count[static_cast<std::size_t>(engine)]; }
    /// sum(): the work of all engines in ms; hidden(): the part that overlaps other work.
    double sum() const { return busy.ms[0] + busy.ms[1] + busy.ms[2]; }
    double hidden() const { return std::max(0., sum() - busy.whole_ms); }
    /// For how many ms at least `least` of these engines work at the same time.
    double together(std::span<const lab::Engine> engines, int least) const;
    /// The end of the last box, or of the last call for memory.
    double last_ms() const;
    /// The time that streams wait for a call of cudaMalloc, or of cudaFree, to return.
    double in_calls(bool frees) const;
    double overlap() const { return together(all_engines, 2); }
    double copies(int least) const;  // 1: either way; 2: both ways at once
};

/// The times of a timed run, cached in it; empty where no spans were recorded.
const EngineTimes& engine_times(const lab::Run& timed);
/// The times of a result; empty while nothing is timed.
const EngineTimes& engine_times(const lab::Result& result);

// The data that the launches of a box need from another chunk.
struct AwaitedBox {
    const EngineTimes::Box* box = nullptr;  // the last copy to end of those that bring the data
    std::uint64_t elements = 0;             // elements of it that the launches read
    bool holds_up = false;                  // the launches start, or go on, only after this copy
    // The box after which they start instead; nullptr: none that is timed.
    const EngineTimes::Box* behind = nullptr;
};
/// The awaited copy of a box. Copies that no launch waits for, and those of the box's own chunk, do
/// not count.
AwaitedBox awaited_by(const lab::Run& timed, const EngineTimes&, const EngineTimes::Box&);

/// Whether a run's plan uses streams; cached in the run.
bool in_streams(const lab::Run& run);

/// The first step of the traced run in the kernels of chunk `chunk` of `of`; -1 where the picture
/// has no such chunk. A smaller picture has the first chunks and the last.
int step_of_chunk(const lab::Run& picture, int chunk, int of);
/// The chunk, of `of`, whose launch is at a step; -1 where no chunk has it.
int chunk_of_step(const lab::Run& picture, int step, int of);

/// The launch of a timed run at the place of the launch of a picture's step, as in
/// launch_asked_for(); -1 where there is none, or it has no time.
int launch_of_step(const lab::Run& picture, int step, const lab::Run& timed);

/// The chunk of a launch, from 0; -1 where no chunk has it.
int chunk_of_launch(const lab::Run& picture, int launch);
/// The number of chunks of a run; 1 without streams.
int chunks_of(const lab::Run& picture);

/// The launch, in a run at the settings `asked`, at the place of a smaller picture's launch: the
/// same index from the first, or the last; -1 where there is none.
int launch_asked_for(const lab::Run& picture, int launch, const lab::Settings& asked);

}  // namespace app
