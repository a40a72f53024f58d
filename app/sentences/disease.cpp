// The table of a kernel's problems, and the search in it. See disease.h.
#include "app/sentences/disease.h"

#include <algorithm>
#include <array>
#include <variant>

#include "app/format.h"
#include "lab/lesson.h"
#include "lab/plan.h"

namespace app {
namespace {

using simulator::Counters;
using simulator::warp_size;

constexpr double lanes_off_least = .15;         // of all lanes: fewer are no divergence
constexpr double divides_least = .25;           // of all branches: share that diverges
constexpr double conflicts_least = .25;         // of all wavefronts of shared memory
constexpr double scattered_least = 1.5;         // bytes of sectors / bytes that lanes request
constexpr double misaligned_least = 1.2;        // the same, where only the ends of rows are wasted
constexpr double passes_least = 2;              // per request to constant memory
constexpr double local_least = .05;             // of a warp's instructions
constexpr double extra_work_least = 2;          // runs of the counted line / necessary operations
constexpr double idle_barriers_least = 4. / 3;  // arrivals at barriers / shared memory requests
constexpr double few_barriers = .03;            // of a warp's instructions: fewer tell nothing
constexpr double barriers_least = .05;          // of a warp's instructions
constexpr double moved_again_least = .25;       // of all sectors that memory moves, by the model
constexpr double repeated_least = 1.5;          // bytes that lanes request / bytes that must move
constexpr double narrow_least = 2;              // 16 bytes / bytes of a lane's request
constexpr double widest_request = 16;           // bytes that a lane can move with one instruction
constexpr std::uint64_t bytes_of_a_sector = 32;
constexpr std::uint64_t telling_bytes = 256;  // requested by lanes: two loads of a whole warp
constexpr double lanes_at_an_address = 1.25;  // on average, of an atomic

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string times(double ratio) { return shortest(ratio, 3) + " times"; }

// --- one problem each: its measure, and its evidence

double pageable_copies(const CountPoint& point) { return point.pageable ? 1 : 0; }

std::string of_pageable(const CountPoint&, double) {
    return "The host's memory is pageable: the driver copies all of it once more, and a call "
           "returns only after that copy.";
}

double copies_in_turn(const CountPoint& point) { return point.in_turn ? 1 : 0; }

std::string of_turns(const CountPoint&, double) {
    return "Copies and launches are in one stream, so nothing runs at the same time as a copy.";
}

double waits_in_line(const CountPoint& point) {
    const Counters& c = point.counters;
    if (c.polls > 0 && point.widest > 1) return 1;
    return share(c.atomic_passes, c.atomics) / lanes_at_an_address;
}

std::string of_waits(const CountPoint& point, double) {
    const Counters& c = point.counters;
    if (c.polls > 0)
        return plural(c.polls, "load") + " of warps looked whether another block was done.";
    return "An atomic needs " + shortest(share(c.atomic_passes, c.atomics), 3) +
           " passes on average, one for each lane that wants the same address.";
}

double lanes_off(const Counters& c) {
    return c.warp_instructions == 0
               ? 0
               : 1 - share(c.lane_instructions, warp_size * c.warp_instructions);
}

double divergence(const CountPoint& point) {
    const double divides = share(point.counters.divergent_branches, point.counters.branches);
    return divides < divides_least ? 0 : lanes_off(point.counters);
}

std::string of_divergence(const CountPoint& point, double) {
    const Counters& c = point.counters;
    return grouped(c.divergent_branches) + " of " + grouped(c.branches) +
           " branches divided a warp, and " + percent(lanes_off(c)) + " of all lanes were off.";
}

std::uint64_t conflicts(const Counters& c) {
    return c.shared_load_bank_conflicts + c.shared_store_bank_conflicts;
}
std::uint64_t wavefronts(const Counters& c) {
    return c.shared_load_wavefronts + c.shared_store_wavefronts;
}

double bank_conflicts(const CountPoint& point) {
    return share(conflicts(point.counters), wavefronts(point.counters));
}

std::string of_conflicts(const CountPoint& point, double) {
    return grouped(conflicts(point.counters)) + " of " + grouped(wavefronts(point.counters)) +
           " wavefronts in shared memory come from bank conflicts alone.";
}

std::uint64_t global_requests(const Counters& c) {
    return c.global_load_requests + c.global_store_requests;
}

// A request needs at least one sector, however few bytes its lanes share.
double scattered(const CountPoint& point) {
    const Counters& c = point.counters;
    return share(c.bytes_asked,
                 std::max(c.bytes_requested, bytes_of_a_sector * global_requests(c)));
}

std::string of_scattered(const CountPoint&, double measured) {
    return "The requested sectors hold " + times(measured) +
           " the bytes that lanes want, counted as at least one sector per request.";
}

double constant_passes(const CountPoint& point) {
    return share(point.counters.constant_load_passes, point.counters.constant_load_requests);
}

std::string of_constant_passes(const CountPoint&, double measured) {
    return "A load from constant memory needs " + shortest(measured, 3) +
           " passes. Each pass delivers one number to all lanes that want it.";
}

double local_memory(const CountPoint& point) {
    const Counters& c = point.counters;
    return share(c.local_load_requests + c.local_store_requests, c.warp_instructions);
}

std::string of_local_memory(const CountPoint& point, double measured) {
    const Counters& c = point.counters;
    return percent(measured) + " of a warp's instructions access local memory and request " +
           plural(c.local_load_sectors + c.local_store_sectors, "sector") +
           ". Arrays with a variable index and values without a register lie there.";
}

// Relative to the bytes of all its registers: a few spilled ones are no problem.
double spills(const CountPoint& point) {
    return share(std::uint64_t(point.spilled), 4 * std::uint64_t(point.registers));
}

std::string of_spills(const CountPoint& point, double) {
    return "A thread has " + plural(point.registers, "register") + " and spills " +
           plural(point.spilled, "byte") +
           " to local memory. The compiler reports this; no counter shows it.";
}

double extra_work(const CountPoint& point) {
    const lab::Settings& at = point.settings;
    if (!at.subject || !at.subject->flops) return 0;
    const double to_do = at.subject->flops(at);
    return to_do > 0 ? static_cast<double>(point.line_lanes) / to_do : 0;
}

std::string of_extra_work(const CountPoint& point, double measured) {
    return "The counted line ran for " + plural(point.line_lanes, "lane") + ", " + times(measured) +
           " as many as there are operations to do.";
}

double idle_threads(const CountPoint& point) {
    const Counters& c = point.counters;
    const std::uint64_t requests = wavefronts(c) - conflicts(c);
    if (requests == 0 || share(c.barriers, c.warp_instructions) < few_barriers) return 0;
    return share(c.barriers, requests);
}

std::string of_idle_threads(const CountPoint& point, double) {
    const Counters& c = point.counters;
    return "Warps arrived at " + plural(c.barriers, "barrier") + " and accessed shared memory " +
           plural(wavefronts(c) - conflicts(c), "time") + ", so they often waited without work.";
}

double moved_again(const CountPoint& point) { return share(point.moved_again, point.moved); }

std::string of_moved_again(const CountPoint& point, double) {
    return "In the model of the caches, memory moves " + plural(point.moved, "sector") +
           " in the picture, " + grouped(point.moved_again) +
           " of them again, because the L2 evicted them in between.";
}

double repeated_bytes(const CountPoint& point) {
    const lab::Settings& at = point.settings;
    if (!at.subject || !at.subject->bytes) return 0;
    const double least = at.subject->bytes(at);
    return least > 0 ? static_cast<double>(point.counters.bytes_requested) / least : 0;
}

std::string of_repeated_bytes(const CountPoint&, double measured) {
    return "Lanes request " + times(measured) + " the fewest bytes that could move.";
}

double many_barriers(const CountPoint& point) {
    return share(point.counters.barriers, point.counters.warp_instructions);
}

std::string of_barriers(const CountPoint& point, double measured) {
    return percent(measured) + " of a warp's instructions are barriers. Warps arrived at one " +
           plural(point.counters.barriers, "time") + ".";
}

double several_launches(const CountPoint& point) { return static_cast<double>(point.launches); }

std::string of_launches(const CountPoint& point, double) {
    return grouped(point.launches) +
           " different launches: each begins when the one before has ended.";
}

double one_block(const CountPoint& point) { return point.widest == 1 ? 1 : 0; }

std::string of_one_block(const CountPoint&, double) {
    return "The grid has one block, so one multiprocessor works and the others do not.";
}

// Only where lanes load different numbers: shared ones cannot be loaded wider.
double narrow_loads(const CountPoint& point) {
    const Counters& c = point.counters;
    const std::uint64_t lanes = warp_size * global_requests(c);
    const bool shared = c.bytes_requested < bytes_of_a_sector * global_requests(c);
    return c.global_load_requests == 0 || shared ? 0
                                                 : widest_request * share(lanes, c.bytes_requested);
}

std::string of_narrow_loads(const CountPoint&, double measured) {
    return "A lane moves " + shortest(widest_request / measured, 3) +
           " bytes with a load or store but could move " + shortest(widest_request) + ".";
}

constexpr std::array<Disease, 18> diseases_table{{
    {"pageable copies", 1, pageable_copies, of_pageable},
    {"copies in turn", 1, copies_in_turn, of_turns},
    {"waits in line", 1, waits_in_line, of_waits},
    {"divergence", lanes_off_least, divergence, of_divergence, true},
    {"bank conflicts", conflicts_least, bank_conflicts, of_conflicts, true},
    {"uncoalesced access", scattered_least, scattered, of_scattered, true},
    {"divergent constants", passes_least, constant_passes, of_constant_passes, true},
    {"local memory", local_least, local_memory, of_local_memory},
    {"spills", 1, spills, of_spills},
    {"extra work", extra_work_least, extra_work, of_extra_work},
    {"idle threads", idle_barriers_least, idle_threads, of_idle_threads},
    {"moved again, modelled", moved_again_least, moved_again, of_moved_again},
    {"repeated bytes", repeated_least, repeated_bytes, of_repeated_bytes},
    {"misaligned access", misaligned_least, scattered, of_scattered, true},
    {"many barriers", barriers_least, many_barriers, of_barriers},
    {"several launches", 2, several_launches, of_launches},
    {"one block", 1, one_block, of_one_block},
    {"narrow loads", narrow_least, narrow_loads, of_narrow_loads},
}};

}  // namespace

std::span<const Disease> diseases() { return diseases_table; }

bool tells(const CountPoint& point) {
    const std::uint64_t bytes = point.counters.bytes_requested;
    return bytes == 0 || bytes >= telling_bytes;
}

const Disease* disease_of(const CountPoint& point) {
    if (!tells(point)) return nullptr;
    const auto* found = std::ranges::find_if(diseases_table, [&](const Disease& disease) {
        return disease.measure(point) >= disease.threshold;
    });
    return found == diseases_table.end() ? nullptr : found;
}

std::string_view disease_words(const CountPoint& point) {
    if (!point.finding.empty()) return point.finding;
    const Disease* found = disease_of(point);
    return found ? found->words : tells(point) ? "none found" : "too small to tell";
}

std::string disease_evidence(const CountPoint& point) {
    if (!point.finding.empty())
        return "The run's result is not reliable, so its counts say nothing about this kernel.";
    const Disease* found = disease_of(point);
    if (!tells(point))
        return "Its lanes request " + plural(point.counters.bytes_requested, "byte") +
               " in all. Two loads of a whole warp, 256 bytes, are the least to judge by.";
    if (!found) return "No count of this run passes a threshold of the ladder.";
    return found->evidence(point, found->measure(point));
}

std::uint64_t widest_asked(const lab::Settings& asked) {
    std::uint64_t most = 0;
    const lab::Plan plan = lab::plan_of(asked);
    for (const lab::Launch* launch : lab::timed_launches(plan))
        most = std::max<std::uint64_t>(most, launch->size.grid.count());
    return most;
}

std::optional<CountPoint> telling_counts(const Series& series, const lab::Settings& settings) {
    const lab::Settings picture = lab::picture_of(settings);
    const CountPoint* asked = series.counts(settings);
    if (!asked) asked = series.counts(picture);
    if (!asked) return std::nullopt;
    CountPoint point = *asked;
    if (point.widest == 1 && !(point.settings == settings)) point.widest = widest_asked(settings);
    if (const lab::AskedOfL2* of_all = series.asked_of_l2(settings)) {
        point.moved_again = of_all->moved_again(lab::l2_room(picture, settings));
        point.moved = of_all->first + point.moved_again;
    }
    return point;
}

}  // namespace app
