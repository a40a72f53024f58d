// See counted_of.h.
#include "app/counted_of.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "app/format.h"
#include "app/weights.h"
#include "lab/occupancy/registers.h"

namespace app {
namespace {

// Notes the copies of a plan that times them.
void note_copies(CountPoint& counts) {
    const lab::Plan plan = lab::plan_of(counts.settings);
    counts.pageable = plan.pageable;
    counts.streams = plan.timed_streams();
    counts.in_turn = counts.streams == 1;
    counts.copied = lab::copied_bytes(lab::timed_transfers(plan));
}

void note_registers(CountPoint& counts, const lab::LaunchRecord& launch) {
    const lab::RegistersOfThread of = lab::registers_of(*counts.settings.subject, launch.kernel);
    if (!of.by_compiler || (counts.registers > 0 && of.spilled <= counts.spilled)) return;
    counts.registers = of.count, counts.spilled = of.spilled;
}

// The finding that makes the run worthless: "wrong result", "race", "race, wrong result".
std::string words_of_finding(const lab::Run& run) {
    std::vector<simulator::Fault> faults = run.faults;
    std::erase_if(faults, [](const auto& fault) { return simulator::is_warning(fault.kind); });
    if (faults.empty()) return run.verdict.is_wrong() ? "wrong result" : "";
    const auto worst = std::ranges::min_element(faults, {}, severity_rank);
    return spaced_name(name_of(worst->kind)) + (run.verdict.is_wrong() ? ", wrong result" : "");
}

std::uint64_t lanes_of_counted_line(const lab::Run& run) {
    const int line = lab::counted_line(run.request.settings, run.source_text);
    const auto found = std::ranges::find(run.lines, line, &simulator::LineCounters::line);
    return line == 0 || found == run.lines.end() ? 0 : found->lanes;
}

}  // namespace

CountPoint counted_of(const lab::Run& run) {
    CountPoint counts{run.request.settings, run.counters, run.instruction_mix};
    std::set<std::pair<std::string, std::array<std::uint32_t, 3>>> differ;
    for (const lab::LaunchRecord& launch : run.launches) {
        differ.insert({launch.kernel, {launch.grid.x, launch.grid.y, launch.grid.z}});
        counts.blocks += launch.grid.count();
        counts.threads += launch.grid.count() * launch.block.count();
        counts.widest = std::max<std::uint64_t>(counts.widest, launch.grid.count());
        note_registers(counts, launch);
    }
    counts.launches = differ.size();
    counts.all_launches = run.launches.size();
    counts.line_lanes = lanes_of_counted_line(run);
    counts.finding = words_of_finding(run);
    if (!run.transfers.empty()) note_copies(counts);
    return counts;
}

}  // namespace app
