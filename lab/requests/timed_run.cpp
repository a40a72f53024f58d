// Joins counts and times, never of different PTX.
#include "lab/requests/timed_run.h"

#include <fmt/format.h>

#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/memory/memory_budget.h"
#include "lab/running/simulation.h"
#include "lab/time/processor.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/terminal.h"

namespace lab {
namespace {

constexpr double countable_beside_a_gpu = 2e10;  // lane-instructions: about ten seconds

// A measured run with the counts of a simulated run.
std::shared_ptr<const Run> joined(const Run& measured, const Run& counted) {
    auto run = std::make_shared<Run>(measured);
    run->counters = counted.counters;
    run->instruction_mix = counted.instruction_mix;
    run->lines = counted.lines;
    run->ptx_lines = counted.ptx_lines;
    run->simulated = counted.simulated;
    run->faults.insert(run->faults.end(), counted.faults.begin(), counted.faults.end());
    for (std::size_t i = 0; i < run->launches.size() && i < counted.launches.size(); ++i) {
        run->launches[i].kernel = counted.launches[i].kernel;  // the source's name
        run->launches[i].counters = counted.launches[i].counters;
    }
    return run;
}

constexpr const char* not_counted = "Nothing is counted: the code of a library is not simulated.";

constexpr const char* not_counted_here =
    "Nothing is counted: the processor ran it, not the simulator.";

const char* uncounted_words(const Settings& settings) {
    return on_processor(settings) ? not_counted_here : not_counted;
}

// A library has only recorded times here.
TimedRun library_recorded(const Request& request) {
    if (auto old = recorded(request))
        return {std::move(old), {}, uncounted_words(request.settings)};
    return {nullptr,
            "A library is timed only on a GPU, and no time was recorded with these settings.",
            {}};
}

}  // namespace

TimedRun run_simulated(const Request& request, bool checks, Onlooker* onlooker) {
    if (is_library(request.settings)) return library_recorded(request);
    if (auto why = too_large_to_count(request)) return {nullptr, *why, {}};
    const auto counted =
        simulate(request, checks ? Playing::checked() : Playing::counted(), onlooker);
    if (!counted->ended()) return {modelled(*counted), {}, launch_sentence(*counted).value_or("")};
    const auto old = recorded(request);
    if (!old || old->ptx_hash != counted->ptx_hash) return {modelled(*counted), {}, {}};
    auto run = std::make_shared<Run>(*counted);
    run->time = old->time;
    run->repeated = old->repeated;
    run->spans = old->spans;
    return {run, {}, {}};
}

namespace {

std::shared_ptr<const Run> measured_by(Bench& bench, const Request& request,
                                       const GoesOn& goes_on = {}) {
    std::shared_ptr<const Run> measured;
    bench.measure(request, {}, [&](std::shared_ptr<const Run> better) {
        measured = std::move(better);
        // The samples so far are a time too.
        return !platform::interrupted() && (!goes_on || goes_on(*measured));
    });
    return measured;
}

constexpr const char* is_broken_words =
    "This kernel is broken on purpose, so it does not run on a GPU.";

constexpr const char* not_started_words =
    "It was not measured: a kernel of a file is timed only after it has run in the simulator "
    "without a fault.";

// A file's kernel may never end, and a GPU can't stop a kernel.
TimedRun file_measured(Bench& bench, const Request& request, Onlooker* onlooker,
                       const GoesOn& goes_on = {}) {
    if (auto why = too_large_to_count(request)) return {nullptr, *why, {}};
    const auto counted = simulate(request, Playing::counted(), onlooker);
    if (counted->ended()) return {joined(*measured_by(bench, request, goes_on), *counted), {}, {}};
    return {modelled(*counted), {}, not_started_words};
}

}  // namespace

Trial tried(const Request& request, Onlooker* onlooker) {
    if (is_broken(request.settings)) return {is_broken_words};
    if (request.settings.lesson() || is_library(request.settings)) return {};
    if (auto why = too_large_to_count(request)) return {std::move(why)};
    auto counted = simulate(request, Playing::counted(), onlooker);
    if (!counted->ended()) return {not_started_words};
    return {std::nullopt, std::move(counted)};
}

TimedRun run_timed(const Request& request, const GoesOn& goes_on, Onlooker* onlooker) {
    if (is_broken(request.settings)) return {nullptr, is_broken_words, {}};
    std::string why;
    Bench* measuring = bench_for(request.settings, &why);
    if (!measuring) return {nullptr, why, {}};
    if (!request.settings.lesson()) return file_measured(*measuring, request, onlooker, goes_on);
    return {measured_by(*measuring, request, goes_on), {}, {}};
}

TimedRun run_measured(const Request& request, Onlooker* onlooker) {
    if (unfit_launch(request.settings))
        return run_simulated(request, false, onlooker);  // it starts no kernel
    if (is_broken(request.settings)) return {nullptr, is_broken_words, {}};
    std::string why;
    Bench* measuring = bench_for(request.settings, &why);
    if (!measuring) return {nullptr, why, {}};
    if (is_library(request.settings))
        return {measured_by(*measuring, request), {}, uncounted_words(request.settings)};
    if (!request.settings.lesson()) return file_measured(*measuring, request, onlooker);
    const auto measured = measured_by(*measuring, request);
    const Settings& settings = request.settings;
    if (cost_of(settings) > countable_beside_a_gpu || too_large_to_count(settings))
        return {measured,
                {},
                "Counts are left out: counting this size would take minutes. --device sim still "
                "counts it."};
    const auto counted = simulate(request, Playing::counted(), onlooker);
    if (!counted->ended())
        return {measured, {}, "Counts are left out: counting was stopped early."};
    if (counted->ptx_hash != measured->ptx_hash)
        return {measured, {}, "Counts are left out: the GPU and the simulator ran different PTX."};
    return {joined(*measured, *counted), {}, {}};
}

}  // namespace lab
