// See nvbench_layout.h.
#include "lab/cli/commands/nvbench_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/occupancy/card_here.h"
#include "lab/subject.h"

namespace lab::sweep_command {
namespace {

constexpr double seconds_a_ms = 1e-3;

bool is_choice(const Knob& knob) { return !knob.choices.empty(); }

// 64-bit numbers are text there, as JSON's are doubles.
Json value(const std::string& name, const char* type, const std::string& text) {
    return {{"name", name}, {"type", type}, {"value", text}};
}

Json summary(const std::string& tag, const std::string& name, const char* hint, Json data) {
    Json made{{"tag", tag}, {"name", name}};
    if (*hint) made["hint"] = hint;
    made["data"] = Json::array({std::move(data)});
    return made;
}

Json real(const std::string& tag, const std::string& name, const char* hint, double number) {
    return summary(tag, name, hint, value("value", "float64", fmt::format("{}", number)));
}

Json whole(const std::string& tag, const std::string& name, const char* hint, std::size_t number) {
    return summary(tag, name, hint, value("value", "int64", std::to_string(number)));
}

double mean_of(const std::vector<double>& samples) {
    return std::accumulate(samples.begin(), samples.end(), 0.) / double(samples.size());
}

double deviation_of(const std::vector<double>& samples, double mean) {
    if (samples.size() < 2) return 0;
    double squares = 0;
    for (const double each : samples) squares += (each - mean) * (each - mean);
    return std::sqrt(squares / double(samples.size() - 1));
}

void add_times(Json& summaries, const Time& time, const std::string& of, const std::string& name) {
    const double mean = mean_of(time.samples), deviation = deviation_of(time.samples, mean);
    const auto [least, most] = std::ranges::minmax(time.samples);
    summaries.push_back(whole(of + "sample_size", "Samples", "sample_size", time.samples.size()));
    const auto add = [&](const char* what, const std::string& title, double ms) {
        summaries.push_back(real(of + "time/gpu/" + what, title, "duration", ms * seconds_a_ms));
    };
    add("min", "Min " + name, least);
    add("max", "Max " + name, most);
    add("mean", name, mean);
    add("stdev/absolute", "Noise", deviation);
    summaries.push_back(
        real(of + "time/gpu/stdev/relative", "Noise", "percentage", deviation / mean));
    add("median", "Median " + name, time.median_ms);
}

Json summaries_of(const Run& run) {
    Json all = Json::array();
    add_times(all, run.time, "nv/cold/", "GPU Time");
    if (!run.repeated.samples.empty()) add_times(all, run.repeated, "nv/batch/", "Batch GPU");
    const Settings& settings = run.request.settings;
    if (const auto& bytes = settings.subject->bytes)
        all.push_back(real("nv/cold/bw/global/bytes_per_second", "GlobalMem BW", "byte_rate",
                           bytes(settings) / (run.time.median_ms * seconds_a_ms)));
    all.push_back(real("warplens/time/low", "Low", "duration", run.time.low_ms * seconds_a_ms));
    all.push_back(real("warplens/time/high", "High", "duration", run.time.high_ms * seconds_a_ms));
    const Verdict& verdict = run.verdict;
    all.push_back(summary("warplens/result", "Result", "",
                          value("value", "string",
                                !verdict.checked ? "not compared"
                                : verdict.ok     ? "right"
                                                 : "wrong")));
    return all;
}

std::string word_of(const Settings& settings, const Knob& knob) {
    return is_choice(knob) ? worded(knob, settings[knob]) : std::to_string(settings[knob]);
}

// "Device=0 block=256 n=1024".
std::string name_of_state(const Settings& settings, std::size_t device) {
    std::string name = fmt::format("Device={}", device);
    for (const Knob* knob : settings.subject->knobs)
        name += fmt::format(" {}={}", knob->id, word_of(settings, *knob));
    return name;
}

// The values of a knob over the sweep, in the order of their first use.
Json axis_of(const Knob& knob, const std::vector<Settings>& wanted) {
    Json values = Json::array();
    std::set<std::int64_t> known;
    for (const Settings& settings : wanted) {
        if (!known.insert(settings[knob]).second) continue;
        const std::string word = word_of(settings, knob);
        values.push_back({{"input_string", word},
                          {"description", ""},
                          {"value", is_choice(knob) ? Json(word) : Json(settings[knob])}});
    }
    return {{"name", knob.id},
            {"type", is_choice(knob) ? "string" : "int64"},
            {"flags", ""},
            {"values", std::move(values)}};
}

Json axes_of(const std::string& benchmark, const std::vector<Settings>& wanted) {
    std::vector<Settings> of_it;
    for (const Settings& settings : wanted)
        if (name_of(settings) == benchmark) of_it.push_back(settings);
    Json axes = Json::array();
    for (const Knob* knob : of_it.front().subject->knobs) axes.push_back(axis_of(*knob, of_it));
    return axes;
}

}  // namespace

Json nvbench_state(const Settings& settings, const Run* run, std::size_t device,
                   const std::string& why) {
    Json axis_values = Json::array();
    for (const Knob* knob : settings.subject->knobs)
        axis_values.push_back(
            value(knob->id, is_choice(*knob) ? "string" : "int64", word_of(settings, *knob)));
    const bool timed = run && !run->time.samples.empty() && run->time.median_ms > 0;
    Json state{{"benchmark", name_of(settings)},
               {"name", name_of_state(settings, device)},
               {"device", device},
               {"type_config_index", 0},
               {"axis_values", std::move(axis_values)},
               {"summaries", timed ? summaries_of(*run) : Json::array()},
               {"is_skipped", !timed}};
    if (!timed) state["skip_reason"] = why;
    return state;
}

Json nvbench_device(const Run& run, std::size_t number) {
    Json device{{"id", number}, {"name", run.time.device}};
    const CardHere* here = run.time.kind == TimeKind::measured ? known_card_here() : nullptr;
    if (!here || !here->card || here->card->card != run.time.device) return device;
    const Multiprocessor& of = *here->card;
    const double capability = std::atof(of.capability.c_str());
    const int version = int(std::lround(100 * capability));
    device.update(
        {{"sm_version", version},
         {"ptx_version", version},
         {"sm_default_clock_rate", std::int64_t{here->megahertz} * 1'000'000},
         {"number_of_sms", of.count},
         {"max_blocks_per_sm", of.blocks},
         {"max_threads_per_sm", of.threads()},
         {"max_threads_per_block", of.threads_a_block},
         {"registers_per_sm", of.registers},
         {"registers_per_block", of.registers_a_block},
         {"global_memory_bus_peak_clock_rate", std::int64_t{here->memory_megahertz} * 1'000'000},
         {"global_memory_bus_width", here->bus_bits},
         {"shared_memory_per_sm", of.shared},
         {"shared_memory_per_block", of.shared_a_block}});
    return device;
}

Json nvbench_file(const std::vector<Settings>& wanted, const std::vector<Json>& states,
                  const std::vector<Json>& devices) {
    std::vector<std::string> names;
    for (const Settings& settings : wanted)
        if (std::ranges::find(names, name_of(settings)) == names.end())
            names.push_back(name_of(settings));
    Json benchmarks = Json::array();
    for (const std::string& name : names) {
        Json of_it = Json::array();
        std::set<std::size_t> used;
        for (const Json& state : states) {
            if (state["benchmark"] != name) continue;
            of_it.push_back(state);
            of_it.back().erase("benchmark");
            used.insert(state["device"].get<std::size_t>());
        }
        benchmarks.push_back({{"name", name},
                              {"index", benchmarks.size()},
                              {"devices", used},
                              {"axes", axes_of(name, wanted)},
                              {"states", std::move(of_it)}});
    }
    return {{"meta",
             {{"argv", Json::array({"warplens", "sweep"})},
              {"version",
               {{"json", {{"major", 1}, {"minor", 0}, {"patch", 0}, {"string", "1.0.0"}}}}}}},
            {"devices", devices},
            {"benchmarks", std::move(benchmarks)}};
}

}  // namespace lab::sweep_command
