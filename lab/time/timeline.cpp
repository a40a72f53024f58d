// Makes boxes from spans of steps. See timeline.h.
#include "lab/time/timeline.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lab {
namespace {

std::vector<const PlanStep*> timed_steps(const Plan& plan) {
    std::vector<const PlanStep*> steps;
    for (const PlanStep& step : plan.steps)
        if (is_timed(step)) steps.push_back(&step);
    return steps;
}

// Launches of one stream that follow each other in the plan are one box.
bool goes_on(const TimelineBox& box, Engine engine, int stream) {
    return box.engine == Engine::kernels && engine == Engine::kernels && box.stream == stream;
}

}  // namespace

Engine engine_of(const PlanStep& step) {
    const auto* transfer = std::get_if<Transfer>(&step);
    if (!transfer) return Engine::kernels;
    return transfer->way == Transfer::Way::to_device ? Engine::copies_in : Engine::copies_out;
}

std::vector<StepSpan> at_work(const Plan& plan, const std::vector<StepSpan>& spans) {
    const auto steps = timed_steps(plan);
    if (spans.size() != steps.size()) return {};
    std::vector<std::size_t> by_end(spans.size());
    std::iota(by_end.begin(), by_end.end(), std::size_t{0});
    std::ranges::stable_sort(by_end, {}, [&](std::size_t i) { return spans[i].end_ms; });
    std::vector<StepSpan> worked = spans;
    std::array<double, engine_count> free{};  // since when
    for (const std::size_t i : by_end) {
        if (std::holds_alternative<MemoryCall>(*steps[i])) continue;
        double& since = free[static_cast<std::size_t>(engine_of(*steps[i]))];
        worked[i].begin_ms = std::max(worked[i].begin_ms, since);
        since = worked[i].end_ms;
    }
    return worked;
}

std::vector<TimelineBox> timeline_of(const Plan& plan, const std::vector<StepSpan>& spans) {
    const auto steps = timed_steps(plan);
    const std::vector<StepSpan> worked = at_work(plan, spans);
    std::vector<TimelineBox> boxes;
    bool apart = false;  // a call for memory stands between the last box and this step
    for (std::size_t i = 0; i < worked.size(); ++i) {
        if (std::holds_alternative<MemoryCall>(*steps[i])) {
            apart = true;
            continue;
        }
        const Engine engine = engine_of(*steps[i]);
        const int stream = on_stream(*steps[i]).number;
        const bool joins = !std::exchange(apart, false);
        if (joins && !boxes.empty() && goes_on(boxes.back(), engine, stream)) {
            boxes.back().end_ms = worked[i].end_ms;
            ++boxes.back().steps;
            continue;
        }
        const auto* transfer = std::get_if<Transfer>(steps[i]);
        boxes.push_back({engine, stream, worked[i].begin_ms, worked[i].end_ms,
                         transfer ? transfer->bytes() : 0, i, 1});
    }
    return boxes;
}

std::vector<MemoryMark> memory_marks(const Plan& plan, const std::vector<StepSpan>& spans) {
    const auto steps = timed_steps(plan);
    std::vector<MemoryMark> marks;
    for (std::size_t i = 0; i < steps.size() && spans.size() == steps.size(); ++i)
        if (const auto* call = std::get_if<MemoryCall>(steps[i]))
            marks.push_back({*call, spans[i].begin_ms, spans[i].end_ms});
    return marks;
}

double Busy::longest() const { return std::ranges::max(ms); }

Busy busy(const std::vector<TimelineBox>& boxes) {
    Busy all;
    double first = 0, last = 0;
    for (const TimelineBox& box : boxes) {
        all.ms[static_cast<std::size_t>(box.engine)] += box.end_ms - box.begin_ms;
        first = &box == boxes.data() ? box.begin_ms : std::min(first, box.begin_ms);
        last = std::max(last, box.end_ms);
    }
    all.whole_ms = last - first;
    return all;
}

}  // namespace lab
