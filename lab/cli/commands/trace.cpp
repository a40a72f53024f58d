// trace: the timed steps of a run as a trace that chrome://tracing and Perfetto open.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/opening/opening.h"
#include "lab/programs.h"
#include "lab/requests/timed_run.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/time/timeline.h"
#include "lab/words.h"
#include "simulator/demangle.h"

namespace lab::trace_command {
namespace {

constexpr double us_in_ms = 1000;  // times in such a trace are microseconds

// One step on the line of its stream.
struct Slice {
    std::string name;
    int stream = 0;
    StepSpan span;
    Json facts = Json::object();
};

std::string dim_words(Dim3 dim) { return fmt::format("{} x {} x {}", dim.x, dim.y, dim.z); }

Json facts_of(const LaunchRecord& launch) {
    Json facts = {{"grid", dim_words(launch.grid)},
                  {"block", dim_words(launch.block)},
                  {"shared_bytes", launch.shared_bytes}};
    if (launch.counters.warp_instructions == 0) return facts;  // nothing was counted
    const Json counters = to_json(launch.counters);
    for (const auto& [name, count] : counters.items()) facts[name] = count;
    return facts;
}

std::string name_of_launch(const LaunchRecord& launch) {
    return simulator::without_arguments(simulator::demangled(launch.kernel));
}

std::string name_of_transfer(const TransferRecord& transfer) {
    return fmt::format("{} {} to the {}", name_of(transfer.means), transfer.buffer,
                       name_of(transfer.way));
}

// The slices of a plan, with the records of its run in the same order. Launches that are not timed
// have records too.
class Slicing {
public:
    Slicing(const Plan& plan, const Run& run) : plan_(plan), run_(run) {}

    std::vector<Slice> slices() {
        const auto spans = at_work(plan_, run_.spans);
        for (const PlanStep& step : plan_.steps) add(step, spans);
        return std::move(made_);
    }

private:
    void add(const PlanStep& step, const std::vector<StepSpan>& spans) {
        Slice slice{.stream = on_stream(step).number};
        double ms = 0;
        if (std::holds_alternative<Launch>(step) && launch_ < run_.launches.size()) {
            const LaunchRecord& launch = run_.launches[launch_++];
            slice.name = name_of_launch(launch);
            slice.facts = facts_of(launch);
            ms = launch.milliseconds;
        }
        if (!is_timed(step)) return;
        if (std::holds_alternative<Transfer>(step) && transfer_ < run_.transfers.size()) {
            const TransferRecord& transfer = run_.transfers[transfer_++];
            slice.name = name_of_transfer(transfer);
            slice.facts = {{"bytes", transfer.bytes}};
            ms = transfer.milliseconds;
        } else if (const auto* call = std::get_if<MemoryCall>(&step)) {
            slice.name = (call->frees ? "free " : "allocate ") +
                         plan_.allocations.at(std::size_t(call->buffer.id)).name;
        }
        slice.span = timed_ < spans.size() ? spans[timed_] : StepSpan{now_, now_ + ms};
        ++timed_;
        now_ = std::max(now_, slice.span.end_ms);
        if (!slice.name.empty() && slice.span.end_ms > slice.span.begin_ms)
            made_.push_back(std::move(slice));
    }

    const Plan& plan_;
    const Run& run_;
    std::size_t launch_ = 0, transfer_ = 0, timed_ = 0;
    double now_ = 0;
    std::vector<Slice> made_;
};

Json named_line(const char* what, int stream, const std::string& name) {
    return {{"ph", "M"}, {"pid", 1}, {"tid", stream}, {"name", what}, {"args", {{"name", name}}}};
}

Json trace_json(const Run& run, const std::vector<Slice>& slices) {
    const std::string kind(name_of(run.time.kind));
    Json events = Json::array();
    events.push_back(named_line("process_name", 0, run.time.device + ", " + kind));
    std::set<int> streams;
    for (const Slice& slice : slices) streams.insert(slice.stream);
    for (const int stream : streams)
        events.push_back(named_line("thread_name", stream, fmt::format("Stream {}", stream)));
    for (const Slice& slice : slices)
        events.push_back({{"ph", "X"},
                          {"pid", 1},
                          {"tid", slice.stream},
                          {"name", slice.name},
                          {"ts", slice.span.begin_ms * us_in_ms},
                          {"dur", (slice.span.end_ms - slice.span.begin_ms) * us_in_ms},
                          {"args", slice.facts}});
    return {{"traceEvents", events},
            {"displayTimeUnit", "ns"},
            {"otherData",
             {{"program", with_used_knobs(run.request.settings)},
              {"time", kind},
              {"device", run.time.device}}}};
}

// Times of single launches are in few recordings; then all times are modelled, none is mixed in.
std::shared_ptr<const Run> with_times_of_launches(const std::shared_ptr<const Run>& run) {
    const auto lacks = [](const Run& of) {
        return of.spans.empty() && std::ranges::all_of(of.launches, [](const LaunchRecord& one) {
                   return one.milliseconds == 0;
               });
    };
    if (!lacks(*run)) return run;
    const auto old = recorded(run->request);
    if (old && !lacks(*old) && old->launches.size() == run->launches.size()) {
        auto joined = std::make_shared<Run>(*run);
        for (std::size_t i = 0; i < joined->launches.size(); ++i)
            joined->launches[i].milliseconds = old->launches[i].milliseconds;
        joined->transfers = old->transfers;
        return joined;
    }
    return modelled(*run);
}

int trace(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens trace",
                       "Writes the launches and copies of a run, with their times, grids and "
                       "counts, as a trace that Perfetto (ui.perfetto.dev) and chrome://tracing "
                       "open.");
    Asked asked;
    std::string file = "-";
    Allowance allowance;
    asked.add_lesson(words);
    asked.add_flags(words);
    words.add("--out", file, "file for the trace, - for standard output (default)");
    allowance.add_flags(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!can_deliver(file, err)) return exit_bad_file;
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens trace: " << why << '\n';
        return code;
    };
    if (const auto wrong = allowance.choose_memory()) return refuse(*wrong, exit_usage);
    auto state = asked.state();
    if (!state) return refuse(state.problem().message, asked.failure);
    Request& request = state->request;
    if (!asked.names_size(request.settings)) request.settings = opening_of(request.settings);
    if (const auto refused = refusal(request.settings)) {
        err << refusal_text(*refused, request.settings);
        return exit_code(*refused);
    }
    if (const auto alone = timed_alone(request.settings)) return refuse(*alone, exit_usage);
    const bool gpu = measures(*state);
    if (const auto why = gpu ? std::nullopt : too_little_memory(request)) {
        err << *why << '\n';
        return exit_no_memory;
    }
    Looker looker(err, allowance);
    const TimedRun done =
        gpu ? run_measured(request, &looker) : run_simulated(request, false, &looker);
    looker.take_away();
    if (!done.run) {
        err << done.why << '\n';
        return gpu ? exit_without_gpu() : exit_usage;
    }
    if (looker.ended()) return exit_interrupted;
    const auto run = with_times_of_launches(done.run);
    const auto slices = Slicing(plan_of(request.settings), *run).slices();
    if (slices.empty())
        return refuse("no launch of this run has a time, so there is nothing to draw.", exit_usage);
    if (!deliver(file, written(trace_json(*run, slices), 1) + "\n", out, err)) return exit_bad_file;
    return exit_code(*run);
}

const RegisterCommand registered(
    {"trace",
     "trace LESSON[/RUNG]|FILE.cu|FILE.ptx [knob=value]... [--device sim|gpu] [--out FILE|-]",
     "writes launches and copies as a trace that Perfetto opens", 32, trace});

}  // namespace
}  // namespace lab::trace_command
