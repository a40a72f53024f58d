// See causes.h.
#include "app/sentences/causes.h"

#include "app/sentences/levels_apart.h"
#include "app/sentences/load_rounds.h"
#include "app/sentences/resources.h"
#include "app/sentences/thresholds.h"

namespace app {
namespace {

using lab::Settings;
using When = UncountedCause::When;

bool faster(const TwoResults& of) { return of.change.times && of.change.times.faster(); }
const Settings& settings(const lab::Result& result) { return result.request.settings; }

constexpr UncountedCause uncounted_table[] = {
    {Measure::memory_sectors, When::or_of_levels,
     [](const TwoResults& of) { return moved_sectors(of.before, of.now, faster(of)); }},
    {Measure::atomic_addresses, When::unexplained,
     [](const TwoResults& of) { return moved_atomic_addresses(of.before, of.now, faster(of)); }},
    {Measure::fp_operations, When::unexplained,
     [](const TwoResults& of) {
         return moved_operations(*of.counts.before, *of.counts.now, faster(of));
     }},
    {Measure::lines_touched, When::alike_or_in_part,
     [](const TwoResults& of) { return moved_lines(of.before, of.now, faster(of)); }},
    {Measure::instructions_between, When::unexplained,
     [](const TwoResults& of) {
         return moved_between_loads(*of.before.picture, *of.now.picture, faster(of));
     }},
    {Measure::registers_per_thread, When::no_count_leads,
     [](const TwoResults& of) { return moved_registers(*of.counts.before, *of.counts.now); }, true},
    {Measure::resident_warps, When::always,
     [](const TwoResults& of) { return moved_resident_warps(*of.counts.before, *of.counts.now); },
     true},
    // The picture follows one block: where it is the same in both, their number may differ.
    {Measure::threads_launched, When::in_part_or_unsure,
     [](const TwoResults& of) { return moved_launches(of.before, of.now); }},
};

// In lessons on caches this is always said, whatever counts moved.
bool of_levels(const Settings& settings) { return lab::is_about(settings.subject.get(), "levels"); }

bool applies(When when, const TwoResults& of) {
    const Change& change = of.change;
    const bool parts = change.times && change.times.differ() && change.each.empty();
    const bool unexplained = change.unexplained(), alike = !change.most && change.each.empty();
    const bool in_part = change.leaves_half_unexplained();
    switch (when) {
        case When::unexplained: return parts && unexplained;
        case When::or_of_levels: return parts && (unexplained || of_levels(settings(of.now)));
        case When::alike_or_in_part:
            return parts &&
                   (alike || (in_part && !change.explains_half(*change.weightiest_with_time())));
        case When::in_part_or_unsure: return in_part || (unexplained && (parts || alike));
        case When::no_count_leads: return unexplained;
        case When::always: return true;
    }
    return false;
}

}  // namespace

std::span<const UncountedCause> causes() { return uncounted_table; }

std::string_view name_of(When when) {
    switch (when) {
        case When::unexplained: return "the times differ, and no count went with them";
        case When::or_of_levels:
            return "the times differ, and no count went with them, or the lesson is about caches";
        case When::alike_or_in_part:
            return "the times differ; no count moved, or the counts explain less than half";
        case When::in_part_or_unsure:
            return "counts explain less than half of the time, none went with it, or none moved";
        case When::no_count_leads: return "no count went with the time, or no count moved";
        case When::always: return "always";
    }
    return "";
}

std::vector<Move> uncounted_causes(const TwoResults& of) {
    std::vector<Move> all;
    for (const UncountedCause& cause : uncounted_table) {
        if (!applies(cause.when, of) || (!all.empty() && !cause.joins)) continue;
        std::vector<Move> found = cause.find(of);
        // A sixth fewer operations make nothing twice as fast.
        std::erase_if(found, [&](const Move& move) {
            return move.form == Move::Form::ratio && of.change.times &&
                   move.size() < from::explained * of.change.times.size();
        });
        all.insert(all.end(), found.begin(), found.end());
        if (!all.empty() && !cause.joins) return all;
    }
    return all;
}

}  // namespace app
