// See account.h.
#include "app/sentences/account.h"

#include <algorithm>
#include <cmath>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/causes.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/measures.h"
#include "app/sentences/resources.h"
#include "app/sentences/spent.h"
#include "app/sentences/thresholds.h"
#include "app/sentences/timelines.h"
#include "lab/features/watching.h"
#include "lab/words.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;
using simulator::Counters;
using Rest = Account::Rest;

std::string element_of(const Settings& settings) {
    const lab::Knob* size = settings.subject->size;
    return size && size->dimensions == 1 ? lab::unit_of(1, size->unit) : "element";
}

// The size of the counts, where it is smaller than that of the time.
CountedSize counted_size(const CountedRuns& counts, const Result& now) {
    using Of = CountedSize::Of;
    const Settings &counted = counts.now->request.settings, &asked = now.request.settings;
    if (!now.timed || counted == asked) return {};
    const std::string size = counted_words(counted, asked, power_or_grouped);
    if (counts.now != now.picture.get()) return {Of::counted, size};
    const bool size_is_told =
        !lab::one_size(counted, asked) || smaller_words(counted, asked, power_or_grouped).empty();
    // A box is too long to repeat.
    const bool box = size_is_told && asked.subject && !asked.subject->sides.empty();
    return {Of::drawn, box ? "" : size};
}

// Blocks that wait for each other run one after the other: the wait per element stays the same, and
// the total grows. Named where that wait is about as long as the time.
std::optional<Move> waits_of(const CountedRuns& counts, const TwoTimes& times) {
    if (lab::feature<lab::Watching>(counts.now->request.settings).waits_by_warp)
        return std::nullopt;
    const double waiting = terms_of(*counts.now).all.waiting, time = times.now->median_ms;
    const double before = blocks_that_depend(counts.before->request.settings),
                 now = blocks_that_depend(counts.now->request.settings);
    if (before == now || waiting < from::waits_least * time || waiting > from::waits_most * time)
        return std::nullopt;
    return move_of(Measure::waiting_blocks, before, now);
}

std::vector<Move> moves_of(const Result& before, const Result& now, const CountedRuns& counts,
                           bool sized) {
    const double pass = std::max(cycles_of_atomic_sector(*before.picture, before.request.settings),
                                 cycles_of_atomic_sector(*now.picture, now.request.settings));
    std::vector<Move> all = counts.alike ? moves(*counts.alike, counts.now->counters,
                                                 *now.request.settings.subject, pass)
                                         : moves(*counts.before, *counts.now, sized, pass);
    if (!sized) tell_waits_as_asked(all, before.request.settings, now.request.settings);
    if (counts.alike) return all;
    const bool drawn = !(counts.now->request.settings == now.request.settings);
    if (!drawn || sized) return all;
    const Settings &a = before.request.settings, &b = now.request.settings;
    tell_copies_as_asked(all, a, b);
    tell_blocks_as_asked(all, blocks_begun(*counts.now) / blocks_begun(*counts.before), a, b);
    return all;
}

Change change_of(const Result& before, const Result& now, const CountedRuns& counts,
                 const TwoTimes& times, bool sized) {
    Change change{.all = moves_of(before, now, counts, sized),
                  .each = sized ? element_of(now.request.settings) : "",
                  .times = times,
                  .at = counted_size(counts, now)};
    keep_launches_that_tell(change.all, *counts.before, *counts.now, times);
    const Run &was = *counts.before, &is = *counts.now;
    change.find_most(before.request.settings, now.request.settings,
                     waits_untold(was.request.settings, is.request.settings,
                                  was.counters.polls + is.counters.polls));
    return change;
}

// For steps in several streams the timelines explain the time, whatever was counted.
bool tell_timelines(Account& account, const Result& before, const Result& now) {
    if (!account.times || !one_size(before.request.settings, now.request.settings)) return false;
    if (!account.parted()) {
        account.with = moved_host_calls(before, now);
        return !account.with.empty();
    }
    const auto told = moved_in_timelines(before, now, account.times.faster());
    if (told) account.with = *told;
    return told.has_value();
}

// Most of the card is idle in one run: this comes before all other causes.
bool tell_idle(Account& account, const Result& before, const Result& now, const Change& change) {
    if (!account.parted() || account.sized() || !change.weightiest_with_time()) return false;
    const Settings &a = before.request.settings, &b = now.request.settings;
    const bool faster = account.times.faster();
    account.with = moved_from_one_block(a, b, faster);
    if (account.with.empty() && change.leaves_half_unexplained())
        account.with = moved_from_few_threads(a, b, faster);
    if (account.with.empty()) return false;
    const auto launch = account.with.front().name;
    std::erase_if(account.uncounted, [&](const Move& move) { return move.name == launch; });
    const Move count = *change.weightiest_with_time();
    account.with.push_back(count);
    account.leader = count.name;
    return true;
}

// No count went with the time.
void tell_unexplained(Account& account, const Change& change) {
    const Move most = change.way_that_moved_farthest().value_or(*change.most);
    const auto far = change.weightiest_cost_as_far_as_time(),
               some = change.weightiest_cost_with_time();
    if (far && !change.blocks_wait) {
        account.with = {*far};
        account.leader = far->name;
        return;
    }
    const bool against = most.cost && most.fell() != change.times.faster();
    (against ? account.despite : account.with) = {most};
    account.rest = change.blocks_wait ? Rest::waits_untold : Rest::unexplained;
    // Causes that no counter counts stand in place of the words on waits.
    if (change.blocks_wait && account.uncounted.empty()) account.leader = name_of(&Counters::polls);
    if (change.blocks_wait || !some || !some->moved_by(from::despite)) return;
    account.rest = Rest::little;
    if (some->name != most.name) account.some = some;
}

// The times differ: the counts that went with them, and those against.
void tell_parted(Account& account, const Change& change) {
    const auto lead = change.weightiest_with_time(), other = change.weightiest_cost_against_time();
    if (!lead) return tell_unexplained(account, change);
    account.with = {*lead};
    if (const auto beside = change.beside(*lead)) account.with.push_back(*beside);
    account.leader = change.branches_beside(*lead).value_or(*lead).name;
    if (other && other->moved_by(from::despite)) account.despite = {*other};
    if (!change.explains_half(*lead)) account.rest = Rest::in_part;
}

// The intervals overlap, or nearly do.
void tell_level(Account& account, const Change& change) {
    const Move& move = *change.most;
    account.with = {move};
    account.leader = move.name;
    if (const auto other = change.weightiest_cost_against(move)) account.despite = {*other};
    const bool level = !change.times.modelled() && change.times.farthest() <= from::level_within &&
                       !move.ends_at_zero() && move.moved_by(from::told) && move.cost &&
                       !account.sized() && !change.times.near_floor() &&
                       !change.any_cost_against(move);  // which may be the new limit
    if (level) account.rest = change.blocks_wait ? Rest::waits_untold : Rest::not_the_limit;
}

// Whether two counts are the same within a factor.
bool is_near(double a, double b, double factor) {
    return std::max(a, b) <= factor * std::min(a, b);
}

// Whether all counts of the two runs are the same within a factor, also those that weigh nothing:
// none of them is denied.
bool all_near(const CountedRuns& counts, double factor) {
    const simulator::Counters &before = counts.alike ? *counts.alike : counts.before->counters,
                              &now = counts.now->counters;
    const auto counter_near = [&](const simulator::CounterName& row) {
        return is_near(double(before.*row.member), double(now.*row.member), factor);
    };
    return std::ranges::all_of(simulator::counter_names(), counter_near) &&
           is_near(double(counts.before->launches.size()), double(counts.now->launches.size()),
                   factor) &&
           (counts.alike || is_near(operations_in(counts.before->instruction_mix),
                                    operations_in(counts.now->instruction_mix), factor));
}

// No count leads.
Rest rest_of(const CountedRuns& counts) {
    return all_near(counts, 1)               ? Rest::equal
           : all_near(counts, from::despite) ? Rest::hardly
                                             : Rest::light;
}

void tell_counts(Account& account, const Change& change, const CountedRuns& counts) {
    if (!change.most) {
        account.rest = account.sized() ? Rest::equal : rest_of(counts);
    } else if (!account.times) {
        account.with = {*change.most};
        account.leader = change.most->name;
    } else if (!account.parted()) {
        tell_level(account, change);
    } else if (account.sized()) {
        if (!account.waits || !is_waiting(*change.most)) account.with = {*change.most};
    } else {
        tell_parted(account, change);
    }
}

}  // namespace

std::optional<Account> account_of(const Result& before, const Result& now,
                                  const CountedRuns& counts, const TwoTimes& times) {
    if (!counts && !times) return std::nullopt;
    const Settings &a = before.request.settings, &b = now.request.settings;
    const bool sized = !one_size(a, b);
    Account account{.times = times};
    const bool parted = times && times.differ();
    if (counts && !sized && !parted) account.given = moved_host_side(a, b);
    if (tell_timelines(account, before, now)) return account;
    if (!counts) {
        account.rest = Rest::no_counts;
        if (parted && !sized) account.uncounted = moved_launches(before, now);
        return account;
    }
    const Change change = change_of(before, now, counts, times, sized);
    account.each = change.each, account.at = change.at;
    if (sized && times && change.at.of == CountedSize::Of::asked)
        account.waits = waits_of(counts, times);
    account.uncounted = uncounted_causes({before, now, counts, change});
    if (!tell_idle(account, before, now, change)) tell_counts(account, change, counts);
    if (sized) account.leader = {};
    return account;
}

}  // namespace app
