// Compares registers, spills, warps and launches of two runs. See resources.h.
#include "app/sentences/resources.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "app/sentences/measures.h"
#include "app/sentences/spent.h"
#include "app/sentences/thresholds.h"
#include "lab/lesson.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/plan.h"

namespace app {
namespace {

// Resources of the first launch of a run; 0 where not known.
struct Held {
    std::int64_t registers = 0, spilled = 0, warps = 0;
    std::int64_t warps_at_once = 0;  // per multiprocessor of the modelled or chosen card
};

Held held_by(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    if (run.launches.empty() || !settings.subject) return {};
    const lab::LaunchRecord& launch = run.launches.front();
    const lab::RegistersOfThread of = lab::registers_of(*settings.subject, launch.kernel);
    Held held;
    if (of.by_compiler) held.registers = of.count, held.spilled = of.spilled;
    held.warps_at_once =
        lab::occupancy_of(lab::multiprocessor_of(settings), lab::needs_of(settings, launch))
            .warps();
    if (lab::chooses_card(settings)) held.warps = held.warps_at_once;
    return held;
}

bool differ(std::int64_t before, std::int64_t now) {
    return double(std::max(before, now)) >= from::registers * double(std::min(before, now));
}

void add(std::vector<Move>& all, Measure measure, std::int64_t before, std::int64_t now) {
    if (before != now) all.push_back(move_of(measure, double(before), double(now)));
}

struct Launched {
    std::int64_t threads = 0, blocks = 0;          // of the largest launch, by threads
    std::int64_t all_threads = 0, all_blocks = 0;  // of all launches
};

// The launches of the lesson's kernel, where one has its name; else all launches.
Launched launched_by(const lab::Settings& settings) {
    Launched most;
    const lab::Plan plan = lab::plan_of(settings);
    const auto launches_kernel = [&](const lab::PlanStep& step) {
        const auto* launch = std::get_if<lab::Launch>(&step);
        return launch && launch->timed && launch->kernel == settings.kernel();
    };
    const bool named = std::ranges::any_of(plan.steps, launches_kernel);
    for (const lab::PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<lab::Launch>(&step);
        if (!launch || !launch->timed || (named && !launches_kernel(step))) continue;
        const auto blocks = std::int64_t(launch->size.grid.count()),
                   threads = blocks * std::int64_t(launch->size.block.count());
        most.all_threads += threads, most.all_blocks += blocks;
        if (threads > most.threads) most.threads = threads, most.blocks = blocks;
    }
    return most;
}

// Elements of the array of the first global atomic; 0 where there is none.
std::int64_t addresses_of(const lab::Result& result) {
    const lab::Run* run = result.picture.get();
    if (!run || !run->trace || run->counters.global_atomic_passes == 0) return 0;
    const auto& events = run->trace->events;
    const auto found = std::ranges::find_if(events, [](const simulator::Event& event) {
        return event.kind == simulator::EventKind::atomic &&
               event.space == simulator::Space::global && event.mask != 0;
    });
    if (found == events.end()) return 0;
    std::int64_t element = 0;
    const int array =
        run->trace->array_of(*found, run->trace->lanes_of(*found).front().address, &element);
    if (array < 0) return 0;
    const std::string& name = run->trace->arrays[std::size_t(array)].name;
    return std::int64_t(lab::length_of(result.request.settings, name));
}

bool is_twice(std::int64_t before, std::int64_t now) {
    return before > 0 && now > 0 && std::max(before, now) >= from::twice * std::min(before, now);
}

// Warps per multiprocessor of the modelled card, in the largest launch of both settings.
double warps_launched(const lab::Settings& before, const lab::Settings& now) {
    const std::int64_t most = std::max(launched_by(before).threads, launched_by(now).threads);
    return double(most) / simulator::warp_size / lab::modelled_card().multiprocessors;
}

// Whether the slower one launches few, and the faster one eight times as many.
bool starves(std::int64_t before, std::int64_t now, double few, bool faster) {
    const auto [least, most] = std::minmax(before, now);
    return double(least) <= few && most >= from::many_blocks * least && (now > before) == faster;
}

}  // namespace

std::vector<Move> moved_registers(const lab::Run& before, const lab::Run& now) {
    const Held a = held_by(before), b = held_by(now);
    if (a.registers == 0 || b.registers == 0) return {};
    // With equal resident warps and no spills, registers are no reason.
    const double warps = warps_launched(before.request.settings, now.request.settings);
    const bool fewer_warps = a.warps_at_once != b.warps_at_once &&
                             warps > double(std::min(a.warps_at_once, b.warps_at_once));
    std::vector<Move> all;
    if ((differ(a.registers, b.registers) && fewer_warps) || a.spilled != b.spilled)
        add(all, Measure::registers_per_thread, a.registers, b.registers);
    add(all, Measure::bytes_spilled, a.spilled, b.spilled);
    return all;
}

std::vector<Move> moved_resident_warps(const lab::Run& before, const lab::Run& now) {
    const Held a = held_by(before), b = held_by(now);
    std::vector<Move> all;
    if (a.warps > 0 && b.warps > 0) add(all, Measure::resident_warps, a.warps, b.warps);
    return all;
}

std::vector<Move> moved_operations(const lab::Run& before, const lab::Run& now, bool faster) {
    const double a = operations_in(before.instruction_mix), b = operations_in(now.instruction_mix);
    const bool told = a > 0 && b > 0 && std::max(a, b) >= from::operations * std::min(a, b);
    if (!told || (b < a) != faster) return {};
    return {move_of(Measure::fp_operations, a, b)};
}

std::vector<Move> moved_atomic_addresses(const lab::Result& before, const lab::Result& now,
                                         bool faster) {
    const std::int64_t a = addresses_of(before), b = addresses_of(now);
    std::vector<Move> all;
    if (is_twice(a, b) && (b > a) == faster) add(all, Measure::atomic_addresses, a, b);
    return all;
}

std::vector<Move> moved_launches(const lab::Settings& before, const lab::Settings& now,
                                 bool blocks_first) {
    std::vector<Move> all;
    const Launched a = launched_by(before), b = launched_by(now);
    // A launch of half the size that is made twice starts as many in all.
    const bool threads = is_twice(a.threads, b.threads) && a.all_threads != b.all_threads,
               blocks = is_twice(a.blocks, b.blocks) && a.all_blocks != b.all_blocks;
    if (threads && !(blocks && blocks_first))
        add(all, Measure::threads_launched, a.threads, b.threads);
    else if (blocks)
        add(all, Measure::blocks_launched, a.blocks, b.blocks);
    return all;
}

std::vector<Move> moved_launches(const lab::Result& before, const lab::Result& now) {
    const auto asks = [](const lab::Result& result) {
        return result.picture && result.picture->counters.global_atomic_passes > 0;
    };
    return moved_launches(before.request.settings, now.request.settings, asks(before) && asks(now));
}

std::vector<Move> moved_from_one_block(const lab::Settings& before, const lab::Settings& now,
                                       bool faster) {
    const std::int64_t a = launched_by(before).blocks, b = launched_by(now).blocks;
    return starves(a, b, 1, faster) ? moved_launches(before, now) : std::vector<Move>();
}

std::vector<Move> moved_from_few_threads(const lab::Settings& before, const lab::Settings& now,
                                         bool faster) {
    const std::int64_t a = launched_by(before).threads, b = launched_by(now).threads;
    const lab::Card& card = lab::modelled_card();
    const double room = card.multiprocessors * double(card.holds.threads());
    return starves(a, b, from::few_threads * room, faster) ? moved_launches(before, now)
                                                           : std::vector<Move>();
}

void keep_launches_that_tell(std::vector<Move>& all, const lab::Run& before, const lab::Run& now,
                             const TwoTimes& times) {
    const double took = std::fabs(terms_of(now).all.floor - terms_of(before).all.floor);
    const bool tell =
        times && times.parted() &&
        took >= from::share_of_time * std::fabs(times.now->median_ms - times.before->median_ms);
    const auto is_of_launches = [](const Move& move) {
        return move.name == id_of(Measure::launches);
    };
    const bool alone = std::ranges::none_of(all, [&](const Move& move) {
        return !is_of_launches(move) && move.before != move.now && move.moved_by(from::despite);
    });
    if (!tell && !alone) std::erase_if(all, is_of_launches);
}

}  // namespace app
