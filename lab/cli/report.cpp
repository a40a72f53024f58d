// Tables of a run. Zero counters are left out; each number has its badge in words.
#include "lab/cli/report.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "lab/asked.h"
#include "lab/cli/table.h"
#include "lab/features/dart_board.h"
#include "lab/features/samples.h"
#include "lab/library.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/occupancy.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/own/open.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "lab/running/verdict.h"
#include "lab/time/throughput.h"
#include "lab/words.h"
#include "simulator/watch/fingerprint.h"

namespace lab {
namespace {

std::string grouped_count(std::uint64_t value) { return grouped(static_cast<std::int64_t>(value)); }

std::string shape(const Dim3& size) {
    if (size.z > 1) return fmt::format("{} x {} x {}", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("{} x {}", size.x, size.y) : grouped_count(size.x);
}

std::string settings_report(const Run& run) {
    const Settings& settings = run.request.settings;
    const Rung& rung = settings.subject->rungs.at(settings.rung);
    std::string text = fmt::format("{}/{}: {}, {}\n", settings.subject->id, rung.id,
                                   settings.subject->title, rung.title);
    text += fmt::format("on {}, seed {}", run.device.name, run.request.seed);
    for (const Knob* knob : settings.subject->knobs)
        if (!idle(settings, *knob))
            text += fmt::format(", {} {}", knob->id, true_word(settings, *knob));
    return text + "\n";
}

std::string time_words(const Time& time) {
    switch (time.kind) {
        case TimeKind::measured: return "measured on " + time.device;
        case TimeKind::recorded: return "recorded on " + time.device;
        case TimeKind::modelled: return "modelled for " + time.device;
        case TimeKind::none: break;
    }
    return "not timed";
}

std::string lines_worded(const std::vector<int>& lines) {
    std::vector<std::string> words;
    for (const int line : lines) words.push_back(line_words(line));
    return listed(words);
}

}  // namespace

std::string launches_report(const std::vector<LaunchRecord>& launches, bool counted) {
    constexpr std::size_t most = 12;
    Table table({Side::left, Side::right, Side::right, Side::right, Side::right});
    const bool of_libraries = std::ranges::any_of(launches, &LaunchRecord::of_library);
    std::vector<std::string> heads{of_libraries ? "kernel or call" : "kernel", "grid", "block",
                                   "shared"};
    if (counted) heads.emplace_back("warp instructions");
    table.row(heads);
    for (std::size_t i = 0; i < launches.size() && i < most; ++i) {
        const LaunchRecord& launch = launches[i];
        const std::string unknown = launch.of_library ? "not known" : "";
        std::vector<std::string> cells{
            launch.kernel, launch.of_library ? unknown : shape(launch.grid),
            launch.of_library ? unknown : shape(launch.block),
            launch.of_library ? unknown : bytes_worded(launch.shared_bytes)};
        if (counted) cells.push_back(grouped_count(launch.counters.warp_instructions));
        table.row(cells);
    }
    const std::string more =
        launches.size() > most ? fmt::format("  and {} more\n", launches.size() - most) : "";
    return fmt::format("{}: {}\n", of_libraries ? "Launches and calls of the library" : "Launches",
                       launches.size()) +
           table.text() + more;
}

std::string transfers_report(const std::vector<TransferRecord>& transfers) {
    if (transfers.empty()) return "";
    const auto is_copy = [](const TransferRecord& each) {
        return each.means == Transfer::Means::copy;
    };
    const bool copies = std::ranges::all_of(transfers, is_copy);
    Table table({Side::left, Side::left, Side::right, Side::right});
    table.row({"buffer", copies ? "to the" : "by a", "bytes", "time"});
    for (const TransferRecord& each : transfers) {
        const char* const joint = each.means == Transfer::Means::read ? "by" : "to";
        const std::string what =
            fmt::format("{} {} the {}", name_of(each.means), joint, name_of(each.way));
        table.row({each.buffer, copies ? name_of(each.way) : what, bytes_worded(each.bytes),
                   each.milliseconds > 0 ? time_worded(each.milliseconds) : ""});
    }
    const char* const head =
        copies ? "Copies between host and device" : "Copies, prefetches and reads by the host";
    return fmt::format("{}: {}\n", head, transfers.size()) + table.text();
}

std::string ptx_level_report(const simulator::AtPtxLevel& code) {
    std::string text;
    if (!code.loops.empty())
        text += fmt::format(
            "At PTX level: lanes leave the loop at {} in different turns. If ptxas unrolls the "
            "loop, the machine code makes other memory requests. #pragma unroll 1 prevents that.\n",
            lines_worded(code.loops));
    if (!code.branches.empty())
        text += fmt::format(
            "At PTX level: lanes that diverge at {} could meet again at three or more places. "
            "ptxas keeps one of them, and the machine code may make other memory requests.\n",
            lines_worded(code.branches));
    return text;
}

std::string counters_report(const simulator::Counters& counters) {
    Table table({Side::left, Side::right, Side::left});
    for (const simulator::CounterName& row : simulator::counter_names())
        if (const std::uint64_t value = counters.*row.member)
            table.row(
                {std::string(row.name), grouped_count(value), std::string(name_of(row.quantity))});
    return "Counters (counted)\n" + table.text();
}

std::string faults_report(const std::vector<simulator::Fault>& faults) {
    std::string text;
    for (const simulator::Fault& fault : faults)
        text +=
            fmt::format("{}: {}\n  {}\n", simulator::is_warning(fault.kind) ? "Warning" : "Fault",
                        fault_title(fault), fault_sentence(fault));
    return text;
}

std::string simulated_report(const Simulated& simulated) {
    return fmt::format("Simulated: {} lane instructions in {}\n",
                       grouped_count(simulated.lane_instructions),
                       time_worded(simulated.seconds * 1000));
}

std::string time_report(const Time& time) {
    if (time.kind == TimeKind::none)
        return "not timed" + (time.conditions.empty() ? "" : ": " + time.conditions);
    std::string text =
        fmt::format("{}, {} ({} to {})", time_worded(time.median_ms), time_words(time),
                    time_worded(time.low_ms), time_worded(time.high_ms));
    return time.conditions.empty() ? text : text + "; " + time.conditions;
}

std::string verdict_report(const Verdict& verdict) {
    if (!verdict.checked)
        return verdict.compared_with.empty() ? "not compared" : verdict.compared_with;
    std::string text = far_off(verdict) ? "off by more than 1 %, as the settings allow"
                       : verdict.ok     ? "right"
                                    : fmt::format("WRONG in {} of {}", grouped_count(verdict.wrong),
                                                  grouped_count(verdict.compared));
    text += ", compared with " + verdict.compared_with;
    if (verdict.infinite > 0)
        text += fmt::format(", {} of {} infinite in both", grouped_count(verdict.infinite),
                            grouped_count(verdict.compared));
    if (verdict.wrong > 0)
        text += fmt::format("; first at {}[{}]: {} expected, {} found", verdict.buffer,
                            verdict.element, verdict.expected, verdict.found);
    text += fmt::format("; worst error {:.3g}", verdict.worst_error);
    if (verdict.worst_error > 0 && verdict.worst_of != 0) {
        const double percent = 100 * verdict.worst_error / std::abs(verdict.worst_of);
        const bool plain = percent >= 99.5 && percent < 1e9;  // "100 %", not "1e+02 %"
        text +=
            fmt::format(" of {:.10g}, {} %", verdict.worst_of,
                        plain ? fmt::format("{:.0f}", percent) : fmt::format("{:.2g}", percent));
    }
    return text + ", tolerance: " + verdict.tolerance;
}

namespace {

// The mean of random samples.
std::string samples_report(const Run& run) {
    const SampleMean& mean = run.sample_mean;
    if (mean.samples == 0) return "";
    const Samples& of = feature<Samples>(run.request.settings);
    const std::string& hits = feature<DartBoard>(run.request.settings).hits;
    const std::string values = hits.empty() ? of.values : "4 × " + hits;
    const std::string noun = hits.empty() ? of.noun : "point";
    // Equal samples have no spread.
    const std::string sure =
        mean.half > 0 ? fmt::format(" ± {:.2g}, 19 times in 20", mean.half) : "";
    return fmt::format("Mean: {:.6g}{}: {} of {} {}{}\n", mean.mean, sure, values,
                       grouped_count(mean.samples), noun, mean.samples == 1 ? "" : "s");
}

// For a user's kernel, which nobody knows to be right: without a full check, no fault proves less.
std::string looked_report(const Run& run) {
    if (on_processor(run.request.settings)) return "Races: not looked for, as no kernel runs\n";
    if (is_library(run.request.settings))
        return "Races: not looked for, as the code of a library is not simulated\n";
    if (run.request.settings.lesson() || run.looked_everywhere || !run.faults.empty()) return "";
    return "Races: this launch is too large to check all blocks; `warplens simulate` does\n";
}

std::string after_time(const Run& run, const std::string& ended) {
    std::string text;
    if (run.simulated.lane_instructions > 0) text += simulated_report(run.simulated);
    text += faults_report(run.faults) + looked_report(run);
    if (run.cut_after > 0) text += ended.empty() ? cut_sentence(run) + "\n" : ended;
    if (!run.printed.empty()) text += "Printed:\n" + for_terminal(run.printed);
    return text;
}

// Of the first launch. Code of a library and of the processor has none that is known.
std::optional<Occupancy> occupancy_in(const Run& run) {
    const Settings& settings = run.request.settings;
    if (run.launches.empty() || is_library(settings) || on_processor(settings)) return {};
    return occupancy_of(multiprocessor_of(settings), needs_of(settings, run.launches.front()));
}

constexpr std::array resource_words{"warps", "blocks", "registers", "shared memory"};

const char* limit_of(const Occupancy& held) {
    return resource_words[static_cast<std::size_t>(held.limit)];
}

// Blocks and warps at once on a multiprocessor of the settings' card.
std::string occupancy_report(const Run& run) {
    const auto held = occupancy_in(run);
    if (!held) return "";
    const std::string card = a_card(multiprocessor_of(run.request.settings));
    if (held->too_large)
        return fmt::format("Occupancy: no block of this launch fits on {}\n", card);
    return fmt::format(
        "Occupancy on {}: blocks at once on a multiprocessor: {}; warps: {} of {}; limit: {}\n",
        card, held->blocks, held->warps(), held->most_warps, limit_of(*held));
}

constexpr const char* early_clock =
    "The clock stopped when the launch returned. So this is not the kernel's time, and no rate "
    "follows from it.\n";

}  // namespace

std::string report(const Run& run, const std::string& ended) {
    std::string text = settings_report(run);
    if (const std::string& guessed = guesses_of(*run.request.settings.subject); !guessed.empty())
        text += guessed + "\n";
    if (!on_processor(run.request.settings))
        text += launches_report(run.launches, run.counted()) + occupancy_report(run) +
                transfers_report(run.transfers);
    if (run.counted()) text += counters_report(run.counters) + ptx_level_report(run.at_ptx_level);
    text += "Result: " + verdict_report(run.verdict) + "\n" + samples_report(run);
    // A wrong result may be the reason for the short time.
    if (run.verdict.is_wrong())
        return text + "Time: not shown, because the result is wrong\n" + after_time(run, ended);
    text += "Time: " + time_report(run.time) + "\n";
    if (run.repeated.kind != TimeKind::none) text += "Warm: " + time_report(run.repeated) + "\n";
    const std::string rates = throughput_worded(throughput_of(run));
    if (!rates.empty()) text += "Useful: " + rates + "\n";
    if (run.time.kind != TimeKind::none && !times_kernels(run.request.settings))
        text += early_clock;
    return text + after_time(run, ended);
}

Json run_json(const Run& run) {
    Json json = to_json(run);
    if (!run.request.settings.lesson()) json["guessed"] = guesses_of(*run.request.settings.subject);
    if (const auto held = occupancy_in(run))
        json["occupancy"] = {{"card", multiprocessor_of(run.request.settings).card},
                             {"blocks", held->blocks},
                             {"warps", held->warps()},
                             {"most_warps", held->most_warps},
                             {"limit", limit_of(*held)}};
    const Throughput reached = throughput_of(run);
    if (run.verdict.is_wrong() || !(reached.gigabytes > 0)) return json;
    // Operations on integers are not floating-point ones: their rate has a name of its own.
    Json rates = {{"useful_gb_per_s", reached.gigabytes}};
    rates[reached.of_integers ? "gop_per_s" : "gflop_per_s"] = reached.gigaflops;
    if (reached.share) rates.update({{"peak_share", *reached.share}, {"peak_of", reached.peak}});
    json["throughput"] = rates;
    return json;
}

Json picture_json(Request request) {
    request.settings = picture_of(request.settings);
    const auto run = simulate(std::move(request));
    Json json = {{"settings", to_json(run->request.settings)}};
    if (run->trace)
        json["trace"] = {{"events", run->trace->events.size()},
                         {"slots", run->trace->slots.size()},
                         {"hash", fmt::format("{:016x}", simulator::fingerprint(*run->trace))}};
    if (run->flow)
        json["flow"] = {{"versions", run->flow->versions.size()},
                        {"edges", run->flow->edges.size()},
                        {"hash", fmt::format("{:016x}", simulator::fingerprint(*run->flow))}};
    return json;
}

}  // namespace lab
