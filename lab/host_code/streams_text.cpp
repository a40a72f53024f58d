// See streams_text.h.
#include "lab/host_code/streams_text.h"

#include <fmt/format.h>

namespace lab::host_code {

StreamsText::StreamsText(const Plan& plan, Names& names) : plan_(&plan) {
    for (const PlanStep& step : plan.steps) {
        if (const int number = on_stream(step).number; number != 0) places_.try_emplace(number, 0);
        for (const std::size_t before : on_stream(step).after) awaited_.try_emplace(before, 0);
    }
    int next = 0;
    for (auto& [number, place] : places_) place = next++;
    next = 0;
    for (auto& [step, place] : awaited_) place = next++;
    as_graph_ = !places_.empty() && !plan.by_calls && !plan.pageable;
    if (!places_.empty()) stream_ = names.made("stream");
    if (!awaited_.empty()) behind_ = names.made("behind");
    if (!as_graph_) return;
    ends_ = names.made("ends");
    graph_ = names.made("graph");
    ready_ = names.made("ready");
}

std::string StreamsText::of(std::size_t step) const {
    const int number = on_stream(plan_->steps[step]).number;
    return number == 0 ? "" : fmt::format("{}[{}]", stream_, places_.at(number));
}

void StreamsText::write_made(Writer& out) const {
    const auto events = [&](const std::string& name, std::size_t many) {
        out.line(fmt::format("cudaEvent_t {}[{}];", name, many));
        out.line(fmt::format("for (cudaEvent_t& each : {})", name));
        out.line("    CHECK(cudaEventCreateWithFlags(&each, cudaEventDisableTiming));");
    };
    if (places_.empty()) return;
    out.comment(awaited_.empty() ? "Steps of one stream run in their order."
                                 : "Streams, and the events by which they wait for each other.");
    out.line(fmt::format("cudaStream_t {}[{}];", stream_, count()));
    out.line(fmt::format("for (cudaStream_t& each : {})", stream_));
    out.line("    CHECK(cudaStreamCreate(&each));");
    if (!awaited_.empty()) events(behind_, awaited_.size());
    if (as_graph_) events(ends_, places_.size());
    out.gap();
}

void StreamsText::write_before(Writer& out, std::size_t step) const {
    for (const std::size_t before : on_stream(plan_->steps[step]).after)
        out.line(fmt::format("CHECK(cudaStreamWaitEvent({}, {}[{}], 0));", of(step), behind_,
                             awaited_.at(before)));
}

void StreamsText::write_behind(Writer& out, std::size_t step) const {
    if (const auto place = awaited_.find(step); place != awaited_.end())
        out.line(
            fmt::format("CHECK(cudaEventRecord({}[{}], {}));", behind_, place->second, of(step)));
}

void StreamsText::write_begin(Writer& out) const {
    out.comment(
        "All steps are recorded once as a graph, which begins and ends in the first "
        "stream.");
    out.call("CHECK(cudaStreamBeginCapture", {stream_ + "[0]", "cudaStreamCaptureModeThreadLocal"},
             ");");
    out.line(fmt::format("CHECK(cudaEventRecord({}[0], {}[0]));", ends_, stream_));
    out.line(fmt::format("for (int i = 1; i < {}; ++i)", count()));
    out.line(fmt::format("    CHECK(cudaStreamWaitEvent({}[i], {}[0], 0));", stream_, ends_));
}

void StreamsText::write_end(Writer& out) const {
    out.gap();
    out.open(fmt::format("for (int i = 1; i < {}; ++i) {{", count()));
    out.line(fmt::format("CHECK(cudaEventRecord({}[i], {}[i]));", ends_, stream_));
    out.line(fmt::format("CHECK(cudaStreamWaitEvent({}[0], {}[i], 0));", stream_, ends_));
    out.close();
    out.line(fmt::format("cudaGraph_t {};", graph_));
    out.line(fmt::format("CHECK(cudaStreamEndCapture({}[0], &{}));", stream_, graph_));
    out.line(fmt::format("cudaGraphExec_t {};", ready_));
    out.line(fmt::format("CHECK(cudaGraphInstantiateWithFlags(&{}, {}, 0));", ready_, graph_));
    out.gap();
}

void StreamsText::write_launch(Writer& out) const {
    out.line(fmt::format("CHECK(cudaGraphLaunch({}, {}[0]));", ready_, stream_));
}

void StreamsText::write_destroyed(Writer& out) const {
    if (as_graph_) {
        out.line(fmt::format("CHECK(cudaGraphExecDestroy({}));", ready_));
        out.line(fmt::format("CHECK(cudaGraphDestroy({}));", graph_));
    }
    for (const std::string& events : {behind_, ends_}) {
        if (events.empty()) continue;
        out.line(fmt::format("for (cudaEvent_t& each : {})", events));
        out.line("    CHECK(cudaEventDestroy(each));");
    }
    if (stream_.empty()) return;
    out.line(fmt::format("for (cudaStream_t& each : {})", stream_));
    out.line("    CHECK(cudaStreamDestroy(each));");
}

}  // namespace lab::host_code
