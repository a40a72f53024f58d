// The rule of docs/because.md, from two results to one sentence. See because.h.
#include "app/sentences/because.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/answered.h"
#include "app/sentences/change.h"
#include "app/sentences/counted_runs.h"
#include "app/sentences/held.h"
#include "app/sentences/load_rounds.h"
#include "app/sentences/moves.h"
#include "app/sentences/overlapped.h"
#include "app/sentences/spent.h"
#include "app/sentences/turned.h"
#include "app/sentences/unequal_work.h"
#include "app/series.h"
#include "lab/asked.h"
#include "lab/lesson_more.h"
#include "lab/time/alternating.h"
#include "lab/words.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;
using simulator::CounterName;
using simulator::Counters;

constexpr double level_within = .10;  // intervals that overlap within that say "the same"
constexpr std::string_view waiting_name = "polls";

// A sentence in parts, so that shorter forms can leave some out; what was turned, in none.
struct Sentence {
    std::string turned{}, first{};
    std::vector<std::string> said{};  // the longest first
    std::string more{};
    std::string unlike{};  // in brief, why no times are said
};

std::string of_each(const Settings& settings) {
    const lab::Knob* size = settings.subject->size;
    return " per " + (size && size->dimensions == 1 ? lab::unit_of(1, size->unit) : "element");
}

constexpr const char* untold_waits = "no count says how long blocks wait";

// Counts that did not follow the time were not what it waited for, or waits took what they left.
std::string not_the_limit(const Change& change) {
    if (change.blocks_wait) return untold_waits;
    return short_words_of(*change.most) + " were not the limit";
}

// Intervals overlap, or nearly.
std::vector<std::string> beside_level_times(const Change& change) {
    const Move& move = *change.most;
    const bool level = !change.times.modelled() && change.times.farthest() <= level_within &&
                       !move.ends_at_zero() && move.size() >= std::log(telling_ratio) &&
                       move.cost && change.each.empty() && !change.times.near_floor() &&
                       !change.cost_went_against(move);  // which may be what it waits for now
    const std::string rest = level ? same_time_words(change.times) + ": " + not_the_limit(change)
                                   : "; " + level_words(change.times);
    std::vector<std::string> said = {change.sized_words(move, false) + rest,
                                     change.sized_words(move, true) + rest,
                                     level_words(change.times)};
    if (const auto other = change.that_went_against(move))
        said.insert(said.begin(), change.words(move, false) + ", though " +
                                      change.words(*other, false) + change.size_of(move, other) +
                                      rest);
    return said;
}

// The size changed: how counts of an element moved follows no time.
std::vector<std::string> beside_another_size(const Change& change) {
    const std::string time = time_words(change.times) + change.waits;
    if (!change.waits.empty() && change.most->name == waiting_name) return {time};
    return {time + ", " + change.sized_words(*change.most, false),
            time + ", " + change.sized_words(*change.most, true), time};
}

constexpr std::string_view none_explains = ": no count explains",
                           too_little = " explain little of it",
                           a_part = " explain only a part of it";

// What went where the time went, and is too little to have done much of it.
std::string little_of_it(const Change& change, const Move& some) {
    if (some.name == change.most->name) return "no count explains much of it";
    return change.words(some, true) + std::string(too_little);
}

// No count went where the time went.
std::vector<std::string> without_a_lead(const Change& change) {
    const std::string time = time_verdict(change.times);
    const Move most = change.farthest_way().value_or(*change.most);
    if (const auto far = change.that_went_as_far(); far && !change.blocks_wait)
        return {time + ", and " + change.sized_words(*far, false),
                time + ", and " + change.sized_words(*far, true), time};
    const auto some = change.that_went_at_all();
    const std::string none = change.blocks_wait                     ? untold_waits
                             : some && some->moved_by(though_least) ? little_of_it(change, *some)
                                                                    : "no count explains it";
    const bool against = most.cost && most.fell() != change.times.faster();
    const std::string also = against ? ", yet " : ", and ";
    return {time + also + change.sized_words(most, false) + ": " + none,
            time + also + change.sized_words(most, true) + ": " + none, time + "; " + none};
}

// The times parted: what went their way, and what did not.
std::vector<std::string> beside_times(const Change& change) {
    const auto lead = change.that_went(true), other = change.that_went(false);
    if (!lead) return without_a_lead(change);
    const bool two = other && other->moved_by(though_least);
    std::vector<std::string> said;
    const bool carried = change.carried_by(*lead);
    for (const bool both : {true, false})
        for (const bool brief : {false, true}) {
            if (both && !two) continue;
            const bool least = brief && !both;
            const std::string leads =
                least ? change.words(*lead, brief) : change.lead_words(*lead, brief);
            said.push_back(time_verdict(change.times) +
                           (carried ? ", with " + leads : ": " + leads + std::string(a_part)) +
                           (both ? ", though " + change.words(*other, brief) : "") +
                           change.size_of(*lead, both ? other : std::nullopt));
        }
    said.push_back(time_verdict(change.times));
    return said;
}

// One block, and many: that comes before whatever else went where the time went.
std::vector<std::string> beside_idle(const Change& change, const std::string& launched) {
    const std::string said = time_verdict(change.times) + ", with " + launched;
    const Move lead = *change.that_went(true);
    return {said + " and " + change.sized_words(lead, false),
            said + " and " + change.sized_words(lead, true), said};
}

constexpr const char* no_counts = "; their counts are not of one size";
constexpr const char* none_changed = "no counter changed";
constexpr std::string_view yet_same = ", yet ";  // before that

// No count leads: all are the same, or what moved is too little to have done anything.
std::vector<std::string> beside_nothing(const Change& change) {
    const bool sized = !change.each.empty();
    const bool equal =
        std::ranges::all_of(change.all, [](const Move& move) { return move.before == move.now; });
    const std::string same = sized
                                 ? "counts per element are the same"
                                 : (equal ? none_changed : "no count moved by much") + change.size;
    if (!change.times) return {same};
    if (!change.times.differ()) return {same + "; " + level_words(change.times), same};
    if (sized) {
        const std::string time = time_words(change.times) + change.waits;
        return {time + "; " + same, time};
    }
    return {time_verdict(change.times) + std::string(yet_same) + same, time_verdict(change.times)};
}

std::vector<std::string> said_of(const Change& change) {
    if (!change.most) return beside_nothing(change);
    if (!change.times)
        return {change.sized_words(*change.most, false), change.sized_words(*change.most, true)};
    if (!change.times.differ()) return beside_level_times(change);
    return change.each.empty() ? beside_times(change) : beside_another_size(change);
}

// A multiprocessor gave it, and nobody counts it: behind the longest form, or before it where no
// count led the time. Where none explains the time, it stands longer than they do.
std::vector<std::string> with_held(std::vector<std::string> said, const std::string& held,
                                   const std::string& time) {
    if (held.empty() || said.empty()) return said;
    const bool none = said.front().find(none_changed) != std::string::npos;
    const std::string also = (none ? "; what did: " : "; also changed: ") + held;
    const std::size_t yet = time.empty() ? std::string::npos : said.front().find(yet_same);
    const bool leads = yet != std::string::npos;
    const std::string with = time + ", with " + held, &first = said.front();
    // That no count explains it is said by what stands in their place.
    const std::size_t end =
        first.ends_with(too_little) ? first.rfind(": ") : first.find(none_explains);
    const std::string rest = leads ? first.substr(0, end).substr(yet + yet_same.size()) : "";
    const std::string longest =
        leads ? with + (rest.starts_with("no count") ? "; " : ", though ") + rest : first + also;
    if (!time.empty()) said.insert(said.begin(), leads ? with : time + also);
    // In less room rather what may have done it than what went the other way.
    const auto less = std::ranges::find_if(said, [](const std::string& form) {
        const bool leads = form.find(", with ") != form.npos || form.find(a_part) != form.npos;
        return leads && form.find(", though ") == form.npos;
    });
    if (time.empty() && less != said.end()) said.insert(said.begin(), *less + also);
    said.insert(said.begin(), longest);
    return said;
}

// Beside a time of another size stands what the counts are of: what is less there.
std::string size_note(const CountedRuns& counts, const Result& now) {
    const lab::Settings &counted = counts.now->request.settings, &asked = now.request.settings;
    if (!now.timed || counted == asked) return "";
    const std::string size = counted_words(counted, asked, power_or_grouped);
    if (counts.now != now.picture.get()) return " (at " + size + ")";
    const bool box = size.find(" × ") != std::string::npos;  // too long to be said twice
    return box ? " (as drawn)" : " (as drawn: " + size + ")";
}

// What ends a comparison before it begins, or goes before it.
std::string ending_words(const Result& before, const Result& now) {
    if (!has_ended(now))
        return has_ended(before)
                   ? "This run ends before its end, so its counts compare with nothing"
                   : "This run ends before its end, too: nothing is compared";
    return has_ended(before)
               ? ""
               : "This run goes to its end; the one before did not, so nothing is compared";
}

std::string verdict_words(bool was_wrong, bool is_wrong) {
    if (was_wrong && is_wrong) return "Wrong as before, so no time counts";
    if (is_wrong) return "The result is wrong now, so its time does not count";
    return was_wrong ? "The result is right now, and was wrong" : "";
}

std::vector<std::string> forms(const Sentence& s) {
    std::vector<std::string> all;
    const auto add = [&](const std::string& said, const std::string& more) {
        std::string text = s.first.empty() ? "" : s.first + ".";
        if (!said.empty() && s.first.empty()) text = s.turned.empty() ? capitalised(said) : said;
        if (!said.empty() && !s.first.empty()) text += " " + capitalised(said);
        if (!said.empty()) text += ".";
        if (!s.turned.empty()) text = s.turned + (text.empty() ? "." : ": " + text);
        if (!more.empty()) text += " " + more;
        if (!text.empty() && (all.empty() || text.size() < all.back().size())) all.push_back(text);
    };
    add(s.said.empty() ? "" : s.said.front(), s.more);
    if (!s.unlike.empty())
        for (const std::string& said : s.said) add(said, s.unlike);
    for (const std::string& said : s.said) add(said, "");
    if (!s.first.empty() || s.said.empty()) add("", "");
    return all;
}

bool can_compare(const Result& before, const Result& now) {
    const Settings &a = before.request.settings, &b = now.request.settings;
    if (!a.subject || !b.subject || a == b) return false;
    if (a.subject->lesson != b.subject->lesson || a.subject->id != b.subject->id) return false;
    if (a.rung != b.rung && lab::more_of(b).versions) return false;  // programs of their own
    return !now.refusal && !before.refusal && now.complete && before.picture && now.picture;
}

// What differs is the host's program alone.
std::string host_words(const Settings& before, const Settings& now) {
    const auto& style = lab::more_of(now).host_style;
    if (!style || things_turned(before, now) != 1) return "";
    const lab::HostStyle a = style(before), b = style(now);
    if (a.managed != b.managed)
        return "The kernel stays as it is. How memory comes to it and goes back is not drawn and "
               "not timed";
    return a.looks == b.looks ? ""
                              : "The kernel stays as it is, and only the host's program differs";
}

// Who answers is the subject of some lessons: there it is said whatever counts moved.
bool of_levels(const Settings& settings) {
    const auto& views = settings.subject->views;
    return !views.empty() && views.front() == "levels";
}

// What may have made the times part and no counter counts.
std::string not_counted(const Result& before, const Result& now, const CountedRuns& counts,
                        const Change& change) {
    const bool unexplained = change.unexplained();
    const bool parts = change.times && change.times.differ() && change.each.empty();
    const std::string answered = parts && (unexplained || of_levels(now.request.settings))
                                     ? answered_words(before, now, change.times.faster())
                                     : "";
    if (!answered.empty()) return answered;
    const bool alike = !change.most && change.each.empty();
    const bool faster = parts && change.times.faster(), pictures = before.picture && now.picture;
    std::string words = parts && unexplained ? addresses_words(before, now, faster) : "";
    if (words.empty() && parts && unexplained)
        words = operations_words(*counts.before, *counts.now, faster);
    const bool a_part_alone =
        change.half_explained() && !change.carried_by(*change.that_went(true));
    if (words.empty() && parts && (alike || a_part_alone)) words = lines_words(before, now, faster);
    if (words.empty() && parts && unexplained && pictures)
        words = meanwhile_words(*before.picture, *now.picture, faster);
    if (!words.empty()) return words;
    const std::string held =
        held_words(*counts.before, *counts.now, unexplained,
                   unexplained ? warps_launched(before.request.settings, now.request.settings) : 0);
    // Of what is drawn one block is followed: where all of it is alike, there may be more of them.
    const bool asks = change.half_explained() || (unexplained && (parts || alike));
    const bool also = asks && (held.empty() || change.most);
    const std::string more = also ? launched_words(before, now) : "";
    return more + (held.empty() || more.empty() ? "" : ", ") + held;
}

// Blocks that wait for each other do so one after the other: of an element they wait as before, and
// of all of them longer. Said where that way their waiting is about as long as the time.
std::string waits_words(const CountedRuns& counts, const TwoTimes& times) {
    if (lab::more_of(counts.now->request.settings).waits_by_warp) return "";
    const double waiting = terms_of(*counts.now).all.waiting, time = times.now->median_ms;
    const double before = blocks_that_depend(counts.before->request.settings),
                 now = blocks_that_depend(counts.now->request.settings);
    if (before == now || waiting < .5 * time || waiting > 2 * time) return "";
    return ", with blocks that depend on others " + grouped(std::int64_t(before)) + " → " +
           grouped(std::int64_t(now));
}

// Of steps in several streams: what their timelines say, where the times part.
std::vector<std::string> said_of_streams(const Result& before, const Result& now,
                                         const TwoTimes& times) {
    if (!times || !one_size(before.request.settings, now.request.settings)) return {};
    const std::string graph = times.differ() ? "" : graph_words(before, now);
    if (!graph.empty()) return {graph + "; " + level_words(times), level_words(times)};
    if (!times.differ()) return {};
    if (const std::string held_up = held_up_words(before, now, times.faster()); !held_up.empty())
        return {time_verdict(times) + "; " + held_up, time_verdict(times)};
    std::vector<std::string> said;
    for (const std::string& words : overlapped_words(before, now, times.faster()))
        said.push_back(time_verdict(times) + (words.empty() ? "" : ", with ") + words);
    if (!said.empty()) said.push_back(time_verdict(times));
    return said;
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
                  .most = {},
                  .each = sized ? of_each(now.request.settings) : "",
                  .times = times,
                  .size = size_note(counts, now),
                  .waits = {}};
    keep_launches_that_tell(change.all, *counts.before, *counts.now, times);
    if (sized && times && change.size.empty()) change.waits = waits_words(counts, times);
    if (times && times.differ())
        change.blocks_wait = std::erase_if(change.all, [&](const Move& m) {
            return m.name == waiting_name && m.now != m.before && m.fell() != times.faster();
        });
    change.blocks_wait |= waits_untold(*counts.before, *counts.now);
    change.most = weightiest(change.all);
    // A cure is a barrier more often than what that costs.
    const auto barriers = std::ranges::find(change.all, "barriers", &Move::name);
    const bool cure =
        lab::other_version(now.request.settings) == std::optional(before.request.settings);
    if (cure && barriers != change.all.end() && barriers->before != barriers->now)
        change.most = *barriers;
    return change;
}

// Another kernel at another size: where both can be had, or why that size is not the other's.
std::string both_here(const Settings& before, const Settings& now) {
    if (before.rung == now.rung) return "";
    Settings other = now;
    other.rung = before.rung;
    const auto refused = lab::refusal(other);
    if (!refused) return "*Kernels compared* has both at this size.";
    if (!refused->limit || refused->asked <= *refused->limit) return "";
    return "Kernel " + std::to_string(before.rung + 1) + " takes at most " +
           grouped(std::llround(*refused->limit)) + " " + refused->limit_name +
           ": at that size both are compared.";
}

// Most of the card is idle in one of both, and a count that went where the time went is not all.
std::string idle_words(const Result& before, const Result& now, const Change& change) {
    if (!change.times || !change.times.differ() || !change.that_went(true)) return "";
    const Settings &a = before.request.settings, &b = now.request.settings;
    const bool faster = change.times.faster();
    const std::string one = one_block_words(a, b, faster);
    return one.empty() && change.half_explained() ? few_threads_words(a, b, faster) : one;
}

// What is said of the counts and times of two runs that went to their ends.
std::vector<std::string> said_of(const Result& before, const Result& now, const CountedRuns& counts,
                                 const TwoTimes& times) {
    if (!counts && !times) return {};
    if (auto said = said_of_streams(before, now, times); !said.empty()) return said;
    const bool sized = !one_size(before.request.settings, now.request.settings);
    if (!counts)
        return with_held({times.differ() ? time_verdict(times) + no_counts : level_words(times),
                          times.differ() ? time_verdict(times) : level_words(times)},
                         times.differ() && !sized ? launched_words(before, now) : "", "");
    const Change change = change_of(before, now, counts, times, sized);
    const std::string idle = !sized ? idle_words(before, now, change) : "";
    std::string held = not_counted(before, now, counts, change);
    if (!idle.empty()) return with_held(beside_idle(change, idle), held == idle ? "" : held, "");
    const bool alone = change.unexplained() && times && times.differ() && !sized;
    return with_held(said_of(change), held, alone ? time_verdict(times) : "");
}

}  // namespace

std::string ratio_text(double before, double now) {
    if (before == now) return "=";
    if (before == 0) return "from 0";
    if (now == 0) return "to 0";
    const double ratio = std::max(before, now) / std::min(before, now);
    const std::string sign = now < before ? "/" : "×";
    if (ratio >= 99.5) return sign + grouped(std::llround(ratio));
    if (ratio >= 1.095) return sign + shortest(ratio, ratio >= 9.95 ? 3 : 2);
    int decimals = 2;  // as many as it takes to differ from 1
    while (decimals < 7 && ratio < 1 + .95 * std::pow(.1, decimals)) ++decimals;
    return sign + fixed(ratio, decimals);
}

std::string leading_count(const Result& before, const Result& now, lab::Regime caches) {
    const bool ended = can_compare(before, now) && has_ended(before) && has_ended(now);
    if (!ended || !one_size(before.request.settings, now.request.settings)) return "";
    const CountedRuns counts = counted_runs(before, now, false, nullptr);
    if (!counts) return "";
    const bool wrong = is_wrong(before) || is_wrong(now);
    const TwoTimes times =
        wrong ? TwoTimes{} : two_times(before, now, counts.before, counts.now, caches);
    const Change change = change_of(before, now, counts, times, false);
    const bool by_time = times && times.differ();
    auto lead = by_time ? change.that_went(true) : change.most;
    if (!lead && change.blocks_wait) return std::string(waiting_name);
    if (by_time && !lead) lead = change.that_went_as_far();
    if (!lead) return "";
    const auto branches = by_time ? change.parted_beside(*lead) : std::nullopt;
    return std::string((branches ? *branches : *lead).name);
}

std::vector<std::string> because(const Result& before, const Result& now,
                                 const lab::Alternation* turns, const TwoDevices& devices,
                                 lab::Regime caches, const CountPoint* in_ledger) {
    if (!can_compare(before, now)) return {};
    const Settings &a = before.request.settings, &b = now.request.settings;
    Sentence sentence{.turned = change_words(a, b)};
    sentence.first = ending_words(before, now);
    if (!sentence.first.empty()) return forms(sentence);
    const bool sized = !one_size(a, b), was_wrong = is_wrong(before), wrong = is_wrong(now);
    if (more_than_the_size(a, b)) {
        sentence.first = a.rung == b.rung
                             ? "More than the size changed, so nothing is compared"
                             : "The kernel and its size changed, so nothing is compared";
        sentence.more = both_here(a, b);
        return forms(sentence);
    }
    sentence.first = verdict_words(was_wrong, wrong);
    if (sentence.first.empty()) sentence.first = host_words(a, b);
    if (!sentence.first.empty() && !was_wrong && !wrong) return forms(sentence);
    if (sized && sentence.first.empty()) sentence.turned = growth_words(a, b);
    if (const std::string other = unequal_work_words(before, now, caches); !other.empty()) {
        sentence.said = {other};
        return forms(sentence);
    }
    const CountedRuns counts = counted_runs(before, now, sized, in_ledger);
    TwoTimes times =
        was_wrong || wrong ? TwoTimes{} : two_times(before, now, counts.before, counts.now, caches);
    times.devices = devices;
    // What was timed in turns is no time with warm caches.
    const bool in_turns = times && !times.modelled() && times.now == &now.timed->time;
    if (in_turns && turns && turns->ratio.median > 0) times.turns = turns;
    sentence.said = said_of(before, now, counts, times);
    if (counts && !sized && !(times && times.differ()))
        sentence.said = with_given(std::move(sentence.said), a, b, none_changed);
    const Unlike unlike = times ? Unlike{} : unlike_times(before, now);
    sentence.unlike = unlike.brief;
    for (const std::string& words :
         {limit_words(before, now, times), card_words(a, b, times), unlike.words})
        if (!words.empty()) sentence.more += (sentence.more.empty() ? "" : " ") + words;
    return forms(sentence);
}

}  // namespace app
