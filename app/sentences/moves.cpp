// How counts moved between two runs. See moves.h.
#include "app/sentences/moves.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/sentences/because.h"
#include "app/sentences/spent.h"
#include "app/sentences/turned.h"
#include "lab/subject.h"

namespace app {
namespace {

using lab::Run;
using lab::Settings;
using simulator::CounterName;
using simulator::Counters;

constexpr double moved_least = 1.01;  // below that a count is called the same
constexpr double share_least = .001;  // of all that was spent: below that a count leads nothing

// What the counted line calls to join two values, "Op::join("; empty where it calls nothing.
std::string operation_of(const Run& run) {
    const std::string& line = lab::rung_of(run.request.settings).line;
    const auto scope = line.find("::"), end = line.find('(', scope);
    if (scope == line.npos || end == line.npos) return "";
    return line.substr(line.rfind(' ', scope) + 1, end - line.rfind(' ', scope));
}

// Lanes that ran a line which calls it.
double lanes_of(const Run& run, const std::string& operation) {
    double lanes = 0;
    int number = 0;
    std::istringstream text(run.source_text);
    for (std::string line; std::getline(text, line);) {
        const auto found = std::ranges::find(run.lines, ++number, &simulator::LineCounters::line);
        if (found != run.lines.end() && line.find(operation) != line.npos)
            lanes += double(found->lanes);
    }
    return lanes;
}

// Of two kernels that do the same, how often they do it.
std::optional<Move> operations_of(const Run& before, const Run& now) {
    const std::string operation = operation_of(now);
    if (operation.empty() || operation != operation_of(before)) return {};
    return Move{.name = "operations",
                .before = lanes_of(before, operation),
                .now = lanes_of(now, operation)};
}

double blocks_begun(const Run& run) {
    double blocks = 0;
    for (const lab::LaunchRecord& launch : run.launches) blocks += double(launch.grid.count());
    return blocks;
}

double copied_bytes(const Run& run) {
    double bytes = 0;
    for (const lab::TransferRecord& transfer : run.transfers) bytes += double(transfer.bytes);
    return bytes;
}

// What no instruction counts, and a time follows from, with the cycles that it takes.
struct Around {
    Move move{};
    double cycles_before = 0, cycles_now = 0;
};

std::vector<Around> around(const Run& before, const Run& now) {
    std::vector<Around> all;
    const auto add = [&](Around one) {
        if (one.cycles_before > 0 || one.cycles_now > 0) all.push_back(one);
    };
    add({{.name = "blocks",
          .before = blocks_begun(before),
          .now = blocks_begun(now),
          .both_numbers = true},
         cycles_of_starts(before),
         cycles_of_starts(now)});
    add({{.name = "bytes_copied",
          .before = copied_bytes(before),
          .now = copied_bytes(now),
          .bytes = true},
         cycles_of_copies(before),
         cycles_of_copies(now)});
    return all;
}

// A conflict is a wavefront more. Where fewer others were needed, less than all conflicts was
// spent.
simulator::Member<Counters, std::uint64_t> whole_of(const CounterName& part) {
    if (part.member == &Counters::shared_load_bank_conflicts)
        return &Counters::shared_load_wavefronts;
    if (part.member == &Counters::shared_store_bank_conflicts)
        return &Counters::shared_store_wavefronts;
    return part.member;
}

// By how much the cycles moved that a counter stands for, in units of it.
double spent_by(double part, double whole) {
    if ((part < 0) != (whole < 0)) return 0;
    return std::min(std::fabs(part), std::fabs(whole));
}

}  // namespace

std::vector<const CounterName*> told_counters(const lab::Subject& subject) {
    std::vector<const CounterName*> all;
    for (const std::string& name : subject.ledger)
        for (const CounterName& counter : simulator::counter_names())
            if (counter.name == name) all.push_back(&counter);
    for (const CounterName& counter : simulator::counter_names())
        if (counter.member == &Counters::warp_instructions ||
            counter.member == &Counters::waiting_rounds)
            if (std::ranges::find(all, &counter) == all.end()) all.push_back(&counter);
    return all;
}

double Move::size() const { return std::fabs(std::log(ratio())); }

bool Move::moved_by(double least) const { return ends_at_zero() || size() >= std::log(least); }

std::vector<Move> moves(const Run& first, const Run& second, bool for_each_element) {
    const Counters &before = first.counters, &now = second.counters;
    const auto scale = [&](const Run& run) {
        return for_each_element ? elements_of(run.request.settings) : 1;
    };
    const double scale_before = scale(first), scale_now = scale(second);
    const double spent =
        std::max(cycles_spent(before) / scale_before, cycles_spent(now) / scale_now);
    std::vector<Move> all;
    const auto add = [&](Move move, double price, double whole) {
        move.before /= scale_before, move.now /= scale_now;
        move.share = price * spent_by(move.now - move.before, whole) / spent;
        all.push_back(move);
    };
    for (const CounterName* counter : told_counters(*second.request.settings.subject)) {
        const auto whole = whole_of(*counter);
        add({counter->name, is_cost(*counter), double(before.*counter->member),
             double(now.*counter->member)},
            cycles_of(*counter),
            double(now.*whole) / scale_now - double(before.*whole) / scale_before);
    }
    if (const auto operations = operations_of(first, second))
        add(*operations, cycles_of_operation(),
            operations->now / scale_now - operations->before / scale_before);
    for (Around& one : around(first, second)) {
        one.move.before /= scale_before, one.move.now /= scale_now;
        one.move.share =
            std::fabs(one.cycles_now / scale_now - one.cycles_before / scale_before) / spent;
        all.push_back(one.move);
    }
    return all;
}

std::optional<Move> weightiest(const std::vector<Move>& all) {
    std::optional<Move> most;
    for (const Move& move : all) {
        if (move.before == move.now || move.share < share_least) continue;
        if (!move.moved_by(moved_least)) continue;
        if (!most || move.share > most->share) most = move;
    }
    return most;
}

}  // namespace app
