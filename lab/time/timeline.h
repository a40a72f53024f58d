// Makes the boxes of a timeline from the spans of a plan in streams (Run::spans). Used by the view
// "Timeline", by the CUDA bench and by the formula.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace lab {

// The part of a device that works on a step. There is one of each, and it does one step at a time.
enum class Engine : std::uint8_t { copies_in, kernels, copies_out };
constexpr std::size_t engine_count = 3;
/// Of any step but a call for memory, which needs no engine.
Engine engine_of(const PlanStep&);

/// When the engine worked on each timed step. A span begins when the stream reaches the step; the
/// engine may still be busy with another step then.
std::vector<StepSpan> at_work(const Plan&, const std::vector<StepSpan>& spans);

// One copy, or consecutive launches of one stream.
struct TimelineBox {
    Engine engine = Engine::kernels;
    int stream = 0;
    double begin_ms = 0, end_ms = 0;
    std::uint64_t bytes = 0;           // for a copy
    std::size_t first = 0, steps = 0;  // among the timed steps
    bool operator==(const TimelineBox&) const = default;
};

/// In plan order; empty where the number of spans differs from that of the timed steps.
std::vector<TimelineBox> timeline_of(const Plan&, const std::vector<StepSpan>& spans);

// When a buffer was allocated or freed. By the host: from the time when the stream had nothing left
// to do until the call returned. In the order of a stream: from when the stream reached it.
struct MemoryMark {
    MemoryCall call;
    double begin_ms = 0, end_ms = 0;
};

/// In plan order; empty where the number of spans differs from that of the timed steps.
std::vector<MemoryMark> memory_marks(const Plan&, const std::vector<StepSpan>& spans);

// The busy time of each engine, and the whole time.
struct Busy {
    std::array<double, engine_count> ms{};
    double whole_ms = 0;  // from the first begin to the last end
    double longest() const;
    /// 1 where the longest engine hides all work of the others.
    double overlap() const { return whole_ms > 0 ? longest() / whole_ms : 0; }
};
Busy busy(const std::vector<TimelineBox>&);

}  // namespace lab
