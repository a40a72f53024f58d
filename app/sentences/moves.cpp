// Computes the moves of counts between two runs. See moves.h.
#include "app/sentences/moves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "app/sentences/changed_settings.h"
#include "app/sentences/measures.h"
#include "app/sentences/spent.h"
#include "app/sentences/thresholds.h"
#include "lab/features/watching.h"
#include "lab/programs.h"
#include "lab/source_text.h"
#include "lab/subject.h"

namespace app {
namespace {

using lab::Run;
using lab::Settings;
using simulator::CounterName;
using simulator::Counters;

// The operation that the counted line calls to join two values, "Op::join("; empty where it calls
// none.
std::string operation_of(const Run& run) {
    const std::string& line = lab::rung_of(run.request.settings).line;
    const auto scope = line.find("::"), end = line.find('(', scope);
    if (scope == line.npos || end == line.npos) return "";
    return line.substr(line.rfind(' ', scope) + 1, end - line.rfind(' ', scope));
}

// Lanes that ran a line with this call.
double lanes_of(const Run& run, const std::string& operation) {
    double lanes = 0;
    int number = 0;
    for (const std::string_view line : lab::lines_in(run.source_text)) {
        const auto found = std::ranges::find(run.lines, ++number, &simulator::LineCounters::line);
        if (found != run.lines.end() && line.find(operation) != line.npos)
            lanes += double(found->lanes);
    }
    return lanes;
}

// The number of operations of two kernels with the same operation.
std::optional<Move> operations_of(const Run& before, const Run& now) {
    const std::string operation = operation_of(now);
    if (operation.empty() || operation != operation_of(before)) return {};
    return move_of(Measure::operations, lanes_of(before, operation), lanes_of(now, operation));
}

// A cost outside of the kernels' instructions, with its cycles.
struct Around {
    Move move{};
    double cycles_before = 0, cycles_now = 0;
};

std::vector<Around> around(const Run& before, const Run& now, bool for_each_element) {
    std::vector<Around> all;
    const auto add = [&](Around one) {
        if (one.cycles_before > 0 || one.cycles_now > 0) all.push_back(one);
    };
    if (!for_each_element)  // not per element
        add({move_of(Measure::launches, double(before.launches.size()),
                     double(now.launches.size())),
             cycles_of_launches(before), cycles_of_launches(now)});
    add({move_of(Measure::blocks, blocks_begun(before), blocks_begun(now)),
         cycles_of_starts(before), cycles_of_starts(now)});
    add({move_of(Measure::bytes_copied, double(lab::copied_bytes(before.transfers)),
                 double(lab::copied_bytes(now.transfers))),
         cycles_of_copies(before), cycles_of_copies(now)});
    return all;
}

// A conflict is one more wavefront, so conflicts weigh no more than the wavefronts moved.
simulator::Member<Counters, std::uint64_t> bound_of(const CounterName& counter) {
    return counter.quantity == simulator::Quantity::conflicts ? counter.part_of : counter.member;
}

// How far a counter moved, at most as far as the counter that it is a part of.
double spent_by(double part, double whole) {
    if ((part < 0) != (whole < 0)) return 0;
    return std::min(std::fabs(part), std::fabs(whole));
}

}  // namespace

bool is_one_look(const CounterName& counter, double before, double now) {
    return counter.member == &Counters::polls && std::max(before, now) <= 1;
}

std::vector<const CounterName*> told_counters(const lab::Subject& subject) {
    std::vector<const CounterName*> all;
    for (const std::string& name : subject.ledger)
        if (const CounterName* counter = simulator::counter_named(name)) all.push_back(counter);
    for (const CounterName& counter : simulator::counter_names())
        if (counter.member == &Counters::warp_instructions || counter.member == &Counters::polls)
            if (std::ranges::find(all, &counter) == all.end()) all.push_back(&counter);
    return all;
}

bool changed(double before, double now) {
    return before != now && Move{.before = before, .now = now}.moved_by(from::moved);
}

double Move::size() const { return std::fabs(std::log(ratio())); }

bool Move::moved_by(double least) const { return ends_at_zero() || size() >= std::log(least); }

bool Move::as_far_as(double times) const {
    return ends_at_zero() || size() >= from::root_of_time * std::fabs(std::log(times));
}

namespace {

// Divisors for counts per element.
struct Scales {
    double before = 1, now = 1;
};

Move moved(Move move, const Scales& scale, double price, double whole, double spent) {
    move.before /= scale.before, move.now /= scale.now;
    move.share = price * spent_by(move.now - move.before, whole) / spent;
    return move;
}

// Equal waits are left out: all other costs would vanish beside their hand-overs.
double spent_of(Counters before, Counters now, const Scales& scale, double atomic_sector) {
    if (before.polls == now.polls) before.polls = now.polls = 0;
    return std::max(cycles_spent(before, atomic_sector) / scale.before,
                    cycles_spent(now, atomic_sector) / scale.now);
}

std::vector<Move> counters_moved(const Counters& before, const Counters& now,
                                 const std::vector<const CounterName*>& told, const Scales& scale,
                                 double atomic_sector) {
    const double spent = spent_of(before, now, scale, atomic_sector);
    const bool apart = std::ranges::any_of(
        told, [](const CounterName* counter) { return is_of_global_atomics(*counter); });
    std::vector<Move> all;
    for (const CounterName* counter : told) {
        const auto more = [&](const auto& member) {
            return double(now.*member) / scale.now - double(before.*member) / scale.before;
        };
        double price = cycles_of(*counter);
        if (is_of_global_atomics(*counter)) price = atomic_sector;
        if (is_one_look(*counter, double(before.polls), double(now.polls))) continue;
        // Global atomics are a part of all atomics, which stand for them where they have no row.
        const double passes = more(&Counters::atomic_passes);
        if (counter->member == &Counters::atomic_passes && !apart && passes != 0)
            price += (atomic_sector * more(&Counters::global_atomic_sectors) -
                      more(&Counters::global_atomic_passes)) /
                     passes;
        all.push_back(moved({counter->name, counter->is_cost(), double(before.*counter->member),
                             double(now.*counter->member)},
                            scale, std::max(0., price), more(bound_of(*counter)), spent));
    }
    return all;
}

// The moves of the lesson's counters; where none moved, of all counters, so that the sentence does
// not claim that none did.
std::vector<Move> told_moves(const Counters& before, const Counters& now,
                             const lab::Subject& subject, const Scales& scale,
                             double atomic_sector) {
    const auto moved = [](const Move& move) { return move.before != move.now; };
    std::vector<Move> told =
        counters_moved(before, now, told_counters(subject), scale, atomic_sector);
    if (std::ranges::any_of(told, moved)) return told;
    std::vector<const CounterName*> every;
    for (const CounterName& counter : simulator::counter_names()) every.push_back(&counter);
    return counters_moved(before, now, every, scale, atomic_sector);
}

}  // namespace

std::vector<Move> moves(const Counters& before, const Counters& now, const lab::Subject& subject,
                        double atomic_sector) {
    return told_moves(before, now, subject, {}, atomic_sector);
}

std::vector<Move> moves(const Run& first, const Run& second, bool for_each_element,
                        double atomic_sector) {
    const Settings &before = first.request.settings, &now = second.request.settings;
    const Scales scale =
        for_each_element ? Scales{elements_of(before), elements_of(now)} : Scales{};
    std::vector<Move> all =
        told_moves(first.counters, second.counters, *now.subject, scale, atomic_sector);
    const double spent = spent_of(first.counters, second.counters, scale, atomic_sector);
    if (const auto operations = operations_of(first, second))
        all.push_back(moved(*operations, scale, cycles_of_operation(),
                            operations->now / scale.now - operations->before / scale.before,
                            spent));
    for (Around& one : around(first, second, for_each_element)) {
        one.move.before /= scale.before, one.move.now /= scale.now;
        one.move.share =
            std::fabs(one.cycles_now / scale.now - one.cycles_before / scale.before) / spent;
        all.push_back(one.move);
    }
    return all;
}

void tell_copies_as_asked(std::vector<Move>& all, const Settings& before, const Settings& now) {
    const auto asked = [](const Settings& settings) {
        return double(lab::copied_bytes(lab::timed_transfers(lab::plan_of(settings))));
    };
    for (Move& move : all)
        if (move.bytes) move.before = asked(before), move.now = asked(now), move.as_asked = true;
}

double operations_in(const std::vector<simulator::UnitCount>& mix) {
    double operations = 0;
    for (const simulator::UnitCount& unit : mix) operations += double(unit.operations);
    return operations;
}

double blocks_begun(const Run& run) {
    double blocks = 0;
    for (const lab::LaunchRecord& launch : run.launches) blocks += double(launch.grid.count());
    return blocks;
}

double blocks_in_all(const Settings& settings) {
    double blocks = 0;
    const lab::Plan plan = lab::plan_of(settings);
    for (const lab::Launch* launch : lab::timed_launches(plan))
        blocks += double(launch->size.grid.count());
    return blocks;
}

bool in_more_launches(const Settings& before, const Settings& now) {
    const lab::Plan was = lab::plan_of(before), is = lab::plan_of(now);
    const auto a = lab::timed_launches(was), b = lab::timed_launches(is);
    const auto like_the_first = [&](const lab::Launch* launch) {
        return launch->kernel == a.front()->kernel && !launch->library &&
               launch->size.block == a.front()->size.block;
    };
    return a.size() != b.size() && !a.empty() && std::ranges::all_of(a, like_the_first) &&
           std::ranges::all_of(b, like_the_first);
}

bool goes_with(double ratio, double other) {
    return ratio > 0 && other > 0 && std::fabs(std::log(ratio / other)) < std::log(from::near);
}

void tell_blocks_as_asked(std::vector<Move>& all, double drawn, const Settings& before,
                          const Settings& now) {
    if (!in_more_launches(before, now)) return;
    const auto follows = [&](const Move& move) {
        return !move.ends_at_zero() && move.before != move.now && goes_with(move.ratio(), drawn);
    };
    Move blocks =
        move_of(Measure::blocks_in_all_launches, blocks_in_all(before), blocks_in_all(now));
    for (const Move& move : all)
        if (move.cost && follows(move)) blocks.share = std::max(blocks.share, move.share);
    if (blocks.share <= 0) return;
    std::erase_if(all, follows);
    all.push_back(blocks);
}

// The blocks of each launch whose blocks wait for others; empty where warps wait.
static std::vector<double> blocks_in_turn(const Settings& settings) {
    std::vector<double> blocks;
    if (lab::feature<lab::Watching>(settings).waits_by_warp) return blocks;
    for (const lab::PlanStep& step : lab::plan_of(settings).steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step); launch && !launch->library)
            if (lab::waits_for_blocks(*settings.subject, launch->kernel))
                blocks.push_back(double(launch->size.grid.count()));
    return blocks;
}

double blocks_that_depend(const Settings& settings) {
    double blocks = 0;
    for (const double launched : blocks_in_turn(settings))
        blocks += launched - 1;  // the first block waits for none
    return blocks;
}

// Each frame asks it of all kernels at the shown settings, and an answer needs the kernel's file.
bool depends_on_none(const Settings& settings) {
    if (!settings.lesson()) return false;
    constexpr std::size_t most = 500;
    thread_local std::map<std::string, bool> known;
    if (known.size() > most) known.clear();
    const auto [found, fresh] = known.try_emplace(line_of(settings), false);
    if (fresh)
        found->second =
            !lab::refusal(settings) && std::ranges::count(blocks_in_turn(settings), 1) > 0;
    return found->second;
}

static std::ptrdiff_t launches_of(const Settings& settings) {
    return std::ranges::count_if(lab::plan_of(settings).steps, [](const lab::PlanStep& step) {
        return std::holds_alternative<lab::Launch>(step);
    });
}

bool waits_untold(const Settings& before, const Settings& now, std::uint64_t polls) {
    const double blocks = blocks_that_depend(before);
    if (blocks > 0) return blocks == blocks_that_depend(now);
    return polls > 0 && lab::feature<lab::Watching>(now).waits_by_warp;
}

bool is_waiting(const Move& move) { return move.name == name_of(&Counters::polls); }

void tell_waits_as_asked(std::vector<Move>& all, const Settings& before, const Settings& now) {
    const auto waiting = std::ranges::find_if(all, is_waiting);
    if (waiting == all.end()) return;
    // The number of waiting warps is not known. With equal launches, the polls stay if only one run
    // polls.
    const bool ever = (waiting->before == 0) != (waiting->now == 0);
    if (ever && lab::feature<lab::Watching>(now).waits_by_warp &&
        launches_of(before) == launches_of(now))
        return;
    waiting->before = blocks_that_depend(before), waiting->now = blocks_that_depend(now);
    waiting->as_asked = true;
    waiting->form = Move::Form::numbers;
    waiting->said = id_of(Measure::waiting_blocks);
    if (waiting->before == waiting->now) all.erase(waiting);
}

std::optional<Move> weightiest(const std::vector<Move>& all) {
    std::optional<Move> most;
    for (const Move& move : all) {
        if (!changed(move.before, move.now) || move.share < from::share) continue;
        if (!most || move.share > most->share) most = move;
    }
    return most;
}

}  // namespace app
