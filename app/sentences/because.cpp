// The rule of docs/because.md, from two results to one sentence. See because.h.
#include "app/sentences/because.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/format.h"
#include "app/sentences/spent.h"
#include "app/sentences/turned.h"
#include "lab/asked.h"
#include "lab/time/compare.h"
#include "lab/time/model.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;
using simulator::CounterName;
using simulator::Counters;

constexpr double moved_least = 1.01;   // below that a count is called the same
constexpr double share_least = .001;   // of all that was spent: below that a count leads nothing
constexpr double telling_ratio = 1.5;  // from there on a count is said not to be the limit
constexpr double level_within = .10;   // intervals that overlap within that say "the same"

// --- counts

struct Move {
    const CounterName* counter = nullptr;
    double before = 0, now = 0;
    double share = 0;  // gained or lost in it, of what the dearer run spent
    bool ends_at_zero() const { return before == 0 || now == 0; }
    double ratio() const { return now / before; }
    double size() const { return std::fabs(std::log(ratio())); }
    bool fell() const { return now < before; }
};

struct Runs {
    const Run *before = nullptr, *now = nullptr;
    explicit operator bool() const { return before && now; }
};

bool has_counts(const Run* run) { return run && run->counters.warp_instructions > 0; }

// Both as they were asked for, else both as they are drawn; never one of each. Of one size, unless
// the size is what was turned.
Runs counted_runs(const Result& before, const Result& now, bool sized) {
    for (const auto kind : {&Result::counted, &Result::picture}) {
        const Runs runs{(before.*kind).get(), (now.*kind).get()};
        if (!has_counts(runs.before) || !has_counts(runs.now)) continue;
        const Settings &a = runs.before->request.settings, &b = runs.now->request.settings;
        if (one_size(a, b) != sized) return runs;
    }
    return {};
}

std::vector<Move> moves(const Runs& runs, double scale_before, double scale_now) {
    const Counters &before = runs.before->counters, &now = runs.now->counters;
    const double spent =
        std::max(cycles_spent(before) / scale_before, cycles_spent(now) / scale_now);
    std::vector<Move> all;
    for (const std::string& name : runs.now->request.settings.subject->ledger)
        for (const CounterName& counter : simulator::counter_names()) {
            if (counter.name != name) continue;
            Move move{&counter, double(before.*counter.member) / scale_before,
                      double(now.*counter.member) / scale_now};
            move.share = cycles_of(counter) * std::fabs(move.now - move.before) / spent;
            all.push_back(move);
        }
    return all;
}

// The one in which most was gained or lost, the first of equals: sectors stand before the bytes
// that they are.
std::optional<Move> weightiest(const std::vector<Move>& all) {
    std::optional<Move> most;
    for (const Move& move : all) {
        if (move.before == move.now || move.share < share_least) continue;
        if (!move.ends_at_zero() && move.size() < std::log(moved_least)) continue;
        if (!most || move.share > most->share) most = move;
    }
    return most;
}

std::string words_of(const CounterName& counter) {
    std::string words(counter.name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string short_words_of(const CounterName& counter) {
    const std::string words = words_of(counter);
    for (const std::string_view space : {"shared ", "global "})
        if (words.starts_with(space)) return words.substr(space.size());
    return words;
}

// --- times

struct Times {
    const lab::Time *before = nullptr, *now = nullptr;
    explicit operator bool() const { return before && now; }
    double ratio() const { return now->median_ms / before->median_ms; }
};

bool one_clock(const Run& a, const Run& b) {
    const auto device = [](const Run& run) {
        return run.time.device.empty() ? run.device.name : run.time.device;
    };
    const bool one_day = a.time.kind != lab::TimeKind::recorded || a.device.when == b.device.when;
    return a.time.kind == b.time.kind && device(a) == device(b) && one_day;
}

// Both with warm caches, or both without.
bool one_regime(const Run& a, const Run& b) { return lab::warm(a.time) == lab::warm(b.time); }

// A time stands beside counts of the very same PTX only.
bool of_one_text(const Run* timed, const Run* counted) {
    return !timed || !counted || timed->ptx_hash.empty() || counted->ptx_hash.empty() ||
           timed->ptx_hash == counted->ptx_hash;
}

bool is_wrong(const Result& result) {
    for (const Run* run : {result.picture.get(), result.counted.get(), result.timed.get()})
        if (run && run->verdict.checked && !run->verdict.ok) return true;
    return false;
}

bool has_ended(const Result& result) {
    for (const Run* run : {result.picture.get(), result.counted.get(), result.timed.get()})
        if (run && !run->ended()) return false;
    return true;
}

Times times_of(const Result& before, const Result& now, const Runs& counts) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || a->time.kind == lab::TimeKind::none || !one_clock(*a, *b)) return {};
    if (!one_regime(*a, *b)) return {};
    if (!of_one_text(a, counts.before) || !of_one_text(b, counts.now)) return {};
    if (!(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return {};
    return {&a->time, &b->time};
}

bool parted(const Times& times) { return lab::parted(*times.before, *times.now); }
bool faster(const Times& times) { return times.ratio() < 1; }
bool modelled(const Times& times) { return times.now->kind == lab::TimeKind::modelled; }

// How far apart two times can be at most, whose intervals overlap.
double farthest(const Times& times) {
    return std::max(lab::most_ms(*times.now) / lab::least_ms(*times.before) - 1,
                    1 - lab::least_ms(*times.now) / lab::most_ms(*times.before));
}

std::string share_text(double by) {
    const double share = std::fabs(by);
    return fixed(100 * share, share < .095 ? 1 : 0) + " %";
}

// "10.5 → 8.7 µs": the unit once, where both have the same.
std::string both_times(const Times& times, const char* between) {
    const std::string before = time_text(times.before->median_ms),
                      now = time_text(times.now->median_ms);
    const auto unit = [](const std::string& text) { return text.substr(text.find(' ')); };
    const std::string first =
        unit(before) == unit(now) ? before.substr(0, before.find(' ')) : before;
    return first + between + now;
}

// With the share, from twice as long or half on a ratio: "10.5 → 8.7 µs (−17 %)".
std::string times_text(const Times& times) {
    const double ratio = times.ratio();
    const std::string by = ratio >= 2 || ratio <= .5
                               ? ratio_text(times.before->median_ms, times.now->median_ms)
                               : (ratio < 1 ? "−" : "+") + share_text(ratio - 1);
    return both_times(times, " → ") + " (" + by + ")";
}

bool near_floor(const Times& times) {
    const auto near = [](const lab::Time& time) {
        return time.floor_ms > 0 && time.median_ms < 1.5 * time.floor_ms;
    };
    return !modelled(times) && near(*times.before) && near(*times.now);
}

// What the formula says a run waits for; empty where it was made from counts of another size.
std::string limit_by_formula(const Run& run) {
    const auto bytes = double(lab::plan_of(run.request.settings).bytes());
    lab::ModelledTime all;
    for (const lab::LaunchRecord& launch : run.launches) {
        const lab::ModelledTime time = lab::modelled_time(
            lab::modelled_card(), {launch.counters, launch.grid, launch.block, bytes});
        for (const auto term :
             {&lab::ModelledTime::floor, &lab::ModelledTime::bytes, &lab::ModelledTime::wavefronts,
              &lab::ModelledTime::instructions, &lab::ModelledTime::latency,
              &lab::ModelledTime::turnover, &lab::ModelledTime::waiting})
            all.*term += time.*term;
    }
    return run.launches.empty() ? "" : all.limited_by();
}

std::string limit_of(const Result& result) {
    const Run& run = *result.timed;
    const Settings& settings = run.request.settings;
    const bool planned = lab::rung_of(settings).host || settings.subject->host;
    if (!result.note.empty() || !planned) return "";
    struct Limit {
        std::string words;
    };
    return run.derived(0, [&] { return Limit{limit_by_formula(run)}; }).words;
}

// Why two times of one clock stay unsaid; empty where they are said, or there are none.
std::string regime_words(const Result& before, const Result& now) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || !one_clock(*a, *b) || one_regime(*a, *b)) return "";
    return "One time is with warm caches, the other without: they are not compared.";
}

std::string limit_words(const Result& before, const Result& now, const Times& times) {
    if (!times || !modelled(times)) return "";
    const std::string a = limit_of(before), b = limit_of(now);
    if (a.empty() || b.empty() || a == b) return "";
    return "By the formula the limit was " + a + "; now it is " + b + ".";
}

// --- the sentence

// A sentence in parts, so that shorter forms can leave some out.
struct Sentence {
    std::string turned{}, first{}, said{}, brief{}, more{};
};

std::string of_each(const Settings& settings) {
    std::string unit = settings.subject->size ? settings.subject->size->unit : "element";
    if (unit.ends_with('s')) unit.pop_back();
    return " per " + unit;
}

std::string count_words(const Move& move, bool brief, const std::string& each) {
    const std::string name = brief ? short_words_of(*move.counter) : words_of(*move.counter);
    const auto number = [&](double value) {
        return each.empty() ? grouped(std::llround(value)) : shortest(value, 3);
    };
    if (move.ends_at_zero())
        return name + each + " " + number(move.before) + " → " + number(move.now);
    return name + each + " " + ratio_text(move.before, move.now);
}

// Counts that did not follow the time were not what it waited for.
std::string not_the_limit(const Move& move) {
    return short_words_of(*move.counter) + " were not the limit";
}

// Of times whose intervals overlap.
std::string overlap_words(const Times& times) {
    if (modelled(times))
        return "the formula, within " + shortest(times.now->high_ms / times.now->median_ms, 2) +
               " times, can't tell " + both_times(times, " and ") + " apart";
    if (near_floor(times))
        return "both times are near the launch floor, " + time_text(times.now->floor_ms);
    return both_times(times, " and ") + " can't be told apart: their intervals overlap";
}

std::string time_words(const Times& times) {
    return (modelled(times) ? "modelled time " : "time ") + times_text(times);
}

// The time beside a count that moved.
void add_time(Sentence& sentence, const Move& move, const std::string& each, const Times& times) {
    const std::string count = count_words(move, false, each), brief = count_words(move, true, each);
    const auto say = [&](const std::string& rest) {
        sentence.said = count + rest, sentence.brief = brief + rest;
    };
    if (!times) return say("");
    const bool cost = is_cost(*move.counter) && each.empty();
    if (!parted(times)) {
        const bool level = !modelled(times) && farthest(times) <= level_within &&
                           !move.ends_at_zero() && move.size() >= std::log(telling_ratio);
        if (!level || !cost || near_floor(times)) return say("; " + overlap_words(times));
        return say(", yet the time is the same within " + share_text(farthest(times)) + ": " +
                   not_the_limit(move));
    }
    if (!cost || move.fell() == faster(times)) return say(", " + time_words(times));
    say(std::string(", yet ") + (faster(times) ? "faster: " : "slower: ") + times_text(times));
    sentence.more = capitalised(not_the_limit(move)) + ".";
}

// No count leads: all are the same, or what moved is too little to have done anything.
void add_time_alone(Sentence& sentence, const Times& times, bool sized, bool equal) {
    const std::string same = sized   ? "counts per element are the same"
                             : equal ? "nothing that is counted changed"
                                     : "no count moved by much";
    sentence.said = sentence.brief = same;
    if (!times) return;
    sentence.said += parted(times) ? ", " + time_words(times) : "; " + overlap_words(times);
    sentence.brief = parted(times) ? time_words(times) : same;
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
    const auto add = [&](const std::string& turned, const std::string& first,
                         const std::string& said, const std::string& more) {
        std::string text = first.empty() ? "" : first + ". ";
        text += said.empty() ? "" : capitalised(said) + ".";
        if (!turned.empty()) text = turned + ": " + (first.empty() ? said + "." : text);
        if (!more.empty()) text += " " + more;
        while (text.ends_with(' ')) text.pop_back();
        if (!text.empty() && (all.empty() || text.size() < all.back().size())) all.push_back(text);
    };
    add(s.turned, s.first, s.said, s.more);
    add("", s.first, s.said, s.more);
    add("", s.first, s.brief, s.more);
    add("", s.first, s.brief, "");
    if (!s.first.empty()) add("", s.first, "", "");
    return all;
}

bool can_compare(const Result& before, const Result& now) {
    const Settings &a = before.request.settings, &b = now.request.settings;
    if (!a.subject || !b.subject || a == b) return false;
    if (a.subject->lesson != b.subject->lesson || a.subject->id != b.subject->id) return false;
    return !now.refusal && !before.refusal && now.complete && before.picture && now.picture;
}

std::string growth_words(const Settings& before, const Settings& now) {
    return "Only the size changed, " + lab::size_words(before, power_or_grouped) + " → " +
           lab::size_words(now, power_or_grouped);
}

}  // namespace

bool is_cost(const CounterName& counter) {
    if (counter.unit == "requests") return false;
    const std::array ways{&Counters::shuffles, &Counters::votes, &Counters::branches,
                          &Counters::bytes_requested};
    return std::ranges::find(ways, counter.member) == ways.end();
}

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

std::vector<std::string> because(const Result& before, const Result& now) {
    if (!can_compare(before, now)) return {};
    const Settings &a = before.request.settings, &b = now.request.settings;
    Sentence sentence{.turned = change_words(a, b)};
    sentence.first = ending_words(before, now);
    if (!sentence.first.empty()) return forms(sentence);
    const bool sized = !one_size(a, b), was_wrong = is_wrong(before), wrong = is_wrong(now);
    if (sized && things_turned(a, b) > 1) {
        sentence.first = "More than the size changed, so nothing is compared";
        return forms(sentence);
    }
    sentence.first = verdict_words(was_wrong, wrong);
    if (sized && sentence.first.empty())
        sentence.turned.clear(), sentence.first = growth_words(a, b);
    const Runs counts = counted_runs(before, now, sized);
    const Times times = was_wrong || wrong ? Times{} : times_of(before, now, counts);
    if (!counts) {
        if (times)
            sentence.said = sentence.brief =
                parted(times) ? time_words(times) : overlap_words(times);
        return forms(sentence);
    }
    const double scale = sized ? elements_of(counts.before->request.settings) : 1,
                 scale_now = sized ? elements_of(counts.now->request.settings) : 1;
    const std::vector<Move> all = moves(counts, scale, scale_now);
    const std::optional<Move> move = weightiest(all);
    if (move)
        add_time(sentence, *move, sized ? of_each(b) : "", times);
    else
        add_time_alone(sentence, times, sized, std::ranges::all_of(all, [](const Move& each) {
                           return each.before == each.now;
                       }));
    for (const std::string& words : {limit_words(before, now, times), regime_words(before, now)})
        if (!words.empty()) sentence.more += (sentence.more.empty() ? "" : " ") + words;
    return forms(sentence);
}

}  // namespace app
