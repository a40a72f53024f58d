// See model_counts.h.
#include "model_counts.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>
#include <variant>

#include "lab/lesson.h"
#include "lab/running/simulation.h"

namespace benchmarks {
namespace {

// The same launches in fewer sweeps, still odd or even: two-at-once kernels leave one to another.
lab::Settings of_few_sweeps(lab::Settings settings) {
    for (const lab::Knob* knob : settings.subject->knobs)
        if (knob->id == "sweeps" && settings[*knob] > 3)
            settings.set(*knob, 2 + settings[*knob] % 2);
    return settings;
}

const simulator::Counters& counters_of(const lab::Run& run, const lab::Launch& launch) {
    for (const lab::LaunchRecord& record : run.launches)
        if (record.kernel == launch.kernel && record.grid == launch.size.grid &&
            record.block == launch.size.block)
            return record.counters;
    throw std::runtime_error("a launch of " + launch.kernel + " was not played");
}

bool alike(const lab::ModelledLaunch& one, const lab::ModelledLaunch& other) {
    return one.grid == other.grid && one.block == other.block &&
           one.counters.warp_instructions == other.counters.warp_instructions &&
           one.counters.bytes_asked == other.counters.bytes_asked;
}

void add(CountedSettings& to, const lab::ModelledLaunch& launch) {
    if (!to.launches.empty() && alike(to.launches.back().launch, launch))
        ++to.launches.back().times;
    else
        to.launches.push_back({1, launch});
}

}  // namespace

std::string setting_name(const lab::Settings& settings) {
    std::string text = lab::name_of(settings);
    for (const lab::Knob* knob : settings.subject->knobs)
        text += fmt::format(" {}={}", knob->id, settings[*knob]);
    return text;
}

CountedSettings counted(const lab::Settings& settings) {
    lab::Request request;
    request.settings = of_few_sweeps(settings);
    const auto run = lab::simulate(request, lab::Playing::counted());
    if (!run->ended()) throw std::runtime_error(setting_name(settings) + " did not end");
    const lab::Plan plan = lab::plan_of(settings);
    CountedSettings made;
    made.name = setting_name(settings);
    for (const lab::PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<lab::Launch>(&step);
        if (launch && launch->timed)
            add(made, {counters_of(*run, *launch), launch->size.grid, launch->size.block,
                       double(plan.bytes())});
        if (const auto* clear = std::get_if<lab::Clear>(&step)) made.clears += clear->timed;
    }
    for (const lab::TransferRecord& transfer : lab::timed_transfers(plan))
        made.transfers.push_back(double(transfer.bytes));
    return made;
}

std::string line_of(const CountedSettings& counted) {
    std::string line = fmt::format("{} | {} |", counted.name, counted.clears);
    for (const double bytes : counted.transfers) line += fmt::format(" {:.0f}", bytes);
    for (const auto& [times, launch] : counted.launches) {
        const simulator::Counters& c = launch.counters;
        line += fmt::format(
            " | {} {} {} {} {} {} {} {} {} {} {:.0f} {} {} {} {}", times, launch.grid.x,
            launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z,
            c.warp_instructions, c.global_load_rounds, c.bytes_asked, launch.array_bytes,
            c.shared_load_wavefronts, c.shared_store_wavefronts, c.polls, c.constant_load_passes);
    }
    return line;
}

CountedSettings counted_from(const std::string& line) {
    CountedSettings made;
    std::istringstream parts(line);
    std::string part;
    const auto next = [&] { return bool(std::getline(parts, part, '|')); };
    if (!next()) throw std::runtime_error("an empty line of counts");
    made.name = part.substr(0, part.find_last_not_of(' ') + 1);
    if (!next()) throw std::runtime_error("no clears in " + line);
    made.clears = std::stoi(part);
    next();
    std::istringstream transfers(part);
    for (double bytes = 0; transfers >> bytes;) made.transfers.push_back(bytes);
    while (next()) {
        CountedLaunch one;
        lab::ModelledLaunch& to = one.launch;
        simulator::Counters& c = to.counters;
        std::istringstream numbers(part);
        numbers >> one.times >> to.grid.x >> to.grid.y >> to.grid.z >> to.block.x >> to.block.y >>
            to.block.z >> c.warp_instructions >> c.global_load_rounds >> c.bytes_asked >>
            to.array_bytes >> c.shared_load_wavefronts >> c.shared_store_wavefronts >> c.polls >>
            c.constant_load_passes;
        if (!numbers) throw std::runtime_error("a launch of too few numbers in " + line);
        made.launches.push_back(one);
    }
    return made;
}

double milliseconds_of(const lab::Card& card, const CountedSettings& counted) {
    double sum = 0;
    bool first = true;
    for (auto [times, launch] : counted.launches) {
        launch.first = first;
        sum += lab::modelled_time(card, launch).total();
        launch.first = first = false;
        sum += (times - 1) * lab::modelled_time(card, launch).total();
    }
    for (const double bytes : counted.transfers)
        sum += lab::modelled_transfer(card, static_cast<std::uint64_t>(bytes));
    return sum + counted.clears * card.clear_microseconds / 1e3;
}

}  // namespace benchmarks
