// What a plan in streams did when: of the spans of its steps (Run::spans) the boxes of a timeline.
// Used by the view "Timeline", by the CUDA bench and by the formula.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace lab {

// What of a device works on a step: of each there is one, and it does one thing at a time.
enum class Engine : std::uint8_t { copies_in, kernels, copies_out };
constexpr std::size_t engine_count = 3;
Engine engine_of(const PlanStep&);

/// Of each timed step when its engine worked on it: a span begins where the stream had come to the
/// step, and the engine may have been with another one until later.
std::vector<StepSpan> at_work(const Plan&, const std::vector<StepSpan>& spans);

// One copy, or launches of one stream that follow each other.
struct TimelineBox {
    Engine engine = Engine::kernels;
    int stream = 0;
    double begin_ms = 0, end_ms = 0;
    std::uint64_t bytes = 0;           // of a copy
    std::size_t first = 0, steps = 0;  // among the timed steps
    bool operator==(const TimelineBox&) const = default;
};

/// In the order of the plan; empty where nobody took as many spans as it has timed steps.
std::vector<TimelineBox> timeline_of(const Plan&, const std::vector<StepSpan>& spans);

// How long each engine worked, and all together.
struct Busy {
    std::array<double, engine_count> ms{};
    double whole_ms = 0;  // from the first begin to the last end
    double longest() const;
    /// 1 where the longest hides all that the others do.
    double overlap() const { return whole_ms > 0 ? longest() / whole_ms : 0; }
};
Busy busy(const std::vector<TimelineBox>&);

}  // namespace lab
