// The table of measures that are no counters. See measures.h.
#include "app/sentences/measures.h"

#include <algorithm>
#include <iterator>

#include "text/measures.h"

namespace app {
namespace {

using lab::Settings;
using simulator::Says;

// Of the counted runs, which may be smaller than the sizes asked for.
constexpr Move counted_numbers{.form = Move::Form::numbers}, counted_bytes{.bytes = true};
constexpr Move drawn_numbers{.form = Move::Form::numbers, .as_drawn = true};
constexpr Move asked_ratio{.as_asked = true};
constexpr Move asked_numbers{.form = Move::Form::numbers, .as_asked = true};
constexpr Move asked_times{.form = Move::Form::times, .as_asked = true};
constexpr Move asked_shares{.form = Move::Form::shares, .as_asked = true};
constexpr Move only_named{.form = Move::Form::named, .as_asked = true};

bool some(double, double most) { return most > 0; }
bool several(double least, double most) { return most > least && most > 1; }
bool one_alone(double least, double most) { return least == 1 && most > 1; }
// Whether kernels compute in different ways: 10 % more is still the same way.
bool computes_otherwise(double least, double most) { return most > 1.1 * least && most > 1; }

// A smaller run may have another share. 0 at the size asked for itself.
double blocks_asked_in_all(const CountPoint& point, const Settings& asked) {
    return point.settings == asked ? 0 : blocks_in_all(asked);
}

constexpr UncountedMeasure measure_table[] = {
    {Measure::blocks_launched, "blocks_launched", text::measures::blocks_launched, Says::way,
     asked_numbers,
     MeasureRow{[](const CountPoint& point, const Settings&) { return double(point.widest); },
                one_alone,
                "Blocks of the largest launch. A launch of one block keeps only one "
                "multiprocessor busy."}},
    {Measure::blocks_in_all_launches, "blocks_in_all_launches",
     text::measures::blocks_in_all_launches, Says::cost, asked_ratio,
     MeasureRow{blocks_asked_in_all, computes_otherwise,
                "Blocks of all launches together, at the size that is set. A kernel's counts "
                "grow with its blocks, and the size that is counted may have another ratio of "
                "blocks."}},
    {Measure::registers_per_thread, "registers_per_thread", text::measures::registers_per_thread,
     Says::way, asked_numbers,
     MeasureRow{[](const CountPoint& point, const Settings&) { return double(point.registers); },
                nullptr, "Registers that ptxas gives each thread.",
                text::measures::registers_in_ledger}},
    {Measure::bytes_spilled, "bytes_spilled", text::measures::bytes_spilled, Says::cost,
     asked_numbers,
     MeasureRow{[](const CountPoint& point, const Settings&) { return double(point.spilled); },
                some,
                "Bytes of a thread that ptxas puts into local memory because registers are "
                "short. No counter here shows what they cost.",
                text::measures::spilled_in_ledger, Measure::registers_per_thread}},
    {Measure::bytes_copied, "bytes_copied", text::measures::bytes_copied, Says::cost, counted_bytes,
     MeasureRow{[](const CountPoint& point, const Settings&) { return double(point.copied); }, some,
                "Bytes that the timed copies move between host and device."}},
    {Measure::pageable_bytes, "pageable_bytes", text::measures::pageable_bytes, Says::cost,
     asked_numbers,
     MeasureRow{[](const CountPoint& point, const Settings&) {
                    return point.pageable ? double(point.copied) : 0;
                },
                some,
                "Copied bytes of host memory that is not page-locked: the driver copies them "
                "once more."}},
    {Measure::launches, "launches", text::measures::launches, Says::cost, counted_numbers,
     MeasureRow{
         [](const CountPoint& point, const Settings&) { return double(point.all_launches); },
         several,
         "Launches of kernels. Each begins when all before it is done, and takes time too."}},
    {Measure::fp_operations,
     "fp_operations",
     text::measures::fp_operations,
     Says::cost,
     {},
     MeasureRow{
         .value = [](const CountPoint& point, const Settings&) { return operations_in(point.mix); },
         .fits = computes_otherwise,
         .meaning = "Floating-point operations: additions, products, minima, maxima and "
                    "multiply-adds, one for "
                    "each lane that is on. One instruction of a warp with all lanes on is 32 of "
                    "them.",
         .of_counted_size = true}},
    {Measure::streams, "streams", text::measures::streams, Says::way, asked_numbers,
     MeasureRow{[](const CountPoint& point, const Settings&) { return double(point.streams); },
                several, "Streams of the timed work: work in one stream can't overlap."}},
    {Measure::blocks, "blocks", text::measures::blocks, Says::cost, counted_numbers},
    {Measure::operations, "operations", text::measures::operations, Says::cost},
    {Measure::waiting_blocks, "waiting_blocks", text::measures::waiting_blocks, Says::cost,
     asked_numbers},
    {Measure::resident_warps, "resident_warps", text::measures::resident_warps, Says::way,
     asked_numbers},
    {Measure::threads_launched, "threads_launched", text::measures::threads_launched, Says::way,
     asked_numbers},
    {Measure::atomic_addresses, "atomic_addresses", text::measures::atomic_addresses, Says::way,
     asked_numbers},
    {Measure::lines_touched, "lines_touched", text::measures::lines_touched, Says::cost,
     drawn_numbers},
    {Measure::memory_sectors, "memory_sectors", text::measures::memory_sectors, Says::cost,
     drawn_numbers},
    {Measure::l2_sectors, "l2_sectors", text::measures::l2_sectors, Says::cost, drawn_numbers},
    {Measure::waiting_loads, "waiting_loads", text::measures::waiting_loads, Says::cost,
     drawn_numbers},
    {Measure::instructions_between, "instructions_between", text::measures::instructions_between,
     Says::way, asked_numbers},
    {Measure::host_calls, "host_calls", text::measures::host_calls, Says::cost, asked_numbers},
    {Measure::overlap, "overlap", text::measures::overlap, Says::way, asked_times},
    {Measure::copies, "copies", text::measures::copies, Says::cost, asked_times},
    {Measure::kernels_in_timelines, "kernels_in_timelines", text::measures::kernels_in_timelines,
     Says::cost, asked_times},
    {Measure::several_engines, "several_engines", text::measures::several_engines, Says::way,
     asked_shares},
    {Measure::page_locked, "page_locked", text::measures::page_locked, Says::way, only_named},
    {Measure::pageable, "pageable", text::measures::pageable, Says::way, only_named},
    {Measure::both_ways, "both_ways", text::measures::both_ways, Says::way, only_named},
    {Measure::one_way, "one_way", text::measures::one_way, Says::way, only_named},
    {Measure::host_waits, "host_waits", text::measures::host_waits, Says::way, only_named},
};
static_assert(std::size(measure_table) == std::size_t(Measure::host_waits) + 1,
              "each measure has one row");
static_assert(std::ranges::is_sorted(measure_table, {}, &UncountedMeasure::which) &&
                  std::ranges::adjacent_find(measure_table, {}, &UncountedMeasure::which) ==
                      std::end(measure_table),
              "rows stand in the order of the measures");

}  // namespace

std::span<const UncountedMeasure> measures() { return measure_table; }

const UncountedMeasure* measure_named(std::string_view id) {
    const auto* found = std::ranges::find(measure_table, id, &UncountedMeasure::id);
    return found == std::end(measure_table) ? nullptr : found;
}

const UncountedMeasure& entry_of(Measure measure) { return measure_table[std::size_t(measure)]; }

std::string_view id_of(Measure measure) { return entry_of(measure).id; }

Move move_of(Measure measure, double before, double now) {
    const UncountedMeasure& row = entry_of(measure);
    Move move = row.like;
    move.name = row.id, move.cost = row.says == Says::cost;
    move.before = before, move.now = now;
    return move;
}

}  // namespace app
