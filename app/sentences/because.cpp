// Puts an account into words. See because.h.
#include "app/sentences/because.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/format.h"
#include "app/sentences/account.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/counted_runs.h"
#include "app/sentences/unequal_work.h"
#include "app/series.h"
#include "lab/bugs.h"
#include "lab/host_side.h"
#include "simulator/counters.h"
#include "text/because.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;
using Rest = Account::Rest;

// The parts of a form of the sentence; short forms have fewer.
struct Detail {
    bool uncounted = true, despite = true, beside = true, brief = false;
};
constexpr Detail details[] = {
    {},
    {.despite = false},
    {.uncounted = false},
    {.uncounted = false, .brief = true},
    {.uncounted = false, .despite = false},
    {.uncounted = false, .despite = false, .beside = false, .brief = true},
};

// The words of an account in one form.
class Form {
public:
    Form(const Account& account, const Detail& detail) : account_(account), detail_(detail) {}

    std::string words() const {
        if (account_.rest == Rest::no_counts) return without_counts();
        if (!account_.times) return untimed();
        if (account_.sized()) return of_another_size();
        return account_.parted() ? parted() : level();
    }

private:
    std::string list(const std::vector<Move>& moves, bool with_size = true) const {
        std::vector<std::string> words;
        for (const Move& move : moves)
            words.push_back(moved_words(move, detail_.brief, account_.each));
        const std::string all = listed_words(words);
        return with_size && counted(moves) ? sized(all) : all;
    }
    // Whether some of the moves are at the counted size.
    static bool counted(const std::vector<Move>& moves) {
        return std::ranges::any_of(
            moves, [](const Move& move) { return !move.as_asked && !move.as_drawn; });
    }
    std::string sized(const std::string& facts) const { return at_size(facts, account_.at); }

    bool tells_despite() const { return detail_.despite && !account_.despite.empty(); }
    // Of two lists, the last one names the size of both.
    std::string with() const {
        std::vector<Move> moves = account_.with;
        if (!detail_.beside && moves.size() > 1) moves.resize(1);
        return list(moves, !(tells_despite() && counted(account_.despite)));
    }
    std::string and_despite(const std::string& said) const {
        if (!tells_despite()) return said;
        return text::because::despite({.said = said, .facts = list(account_.despite)});
    }
    std::string and_also(const std::string& said, const std::vector<Move>& moves) const {
        if (!detail_.uncounted || moves.empty()) return said;
        return text::because::also({.said = said, .facts = list(moves)});
    }
    // Where no counter led.
    std::string nothing_moved() const {
        if (account_.sized()) return text::because::counts_alike();
        return sized(account_.rest == Rest::hardly  ? text::because::hardly_any()
                     : account_.rest == Rest::light ? text::because::light()
                                                    : text::because::no_counter_changed());
    }
    // The same after other facts. Some of these may be counts, so "no other counter changed".
    std::string nothing_else_moved() const {
        if (account_.sized()) return text::because::counts_alike();
        return sized(account_.rest == Rest::hardly  ? text::because::hardly_any_other()
                     : account_.rest == Rest::light ? text::because::light_others()
                                                    : text::because::no_other());
    }
    bool nothing_led() const {
        return account_.rest == Rest::equal || account_.rest == Rest::hardly ||
               account_.rest == Rest::light;
    }

    std::string without_counts() const {
        if (!account_.parted()) return level_words(account_.times);
        const std::string verdict = time_verdict(account_.times);
        return detail_.beside
                   ? and_also(text::because::no_counts({.said = verdict}), account_.uncounted)
                   : verdict;
    }

    std::string untimed() const {
        if (nothing_led()) return others_moved();
        return and_also(and_also(with(), account_.given), account_.uncounted);
    }

    // No counter led: what changed beside them comes first.
    std::string others_moved() const {
        std::vector<Move> moves = account_.given;
        if (detail_.uncounted)
            moves.insert(moves.end(), account_.uncounted.begin(), account_.uncounted.end());
        return moves.empty() ? nothing_moved() : after(list(moves), nothing_else_moved());
    }

    std::string of_another_size() const {
        if (!account_.parted()) return level();
        std::string time = time_words(account_.times);
        if (account_.waits)
            time =
                text::because::sized({.time = time, .facts = moved_words(*account_.waits, false)});
        if (nothing_led())
            return and_also(detail_.beside ? text::because::sized_same({.time = time}) : time,
                            account_.uncounted);
        if (account_.with.empty() || !detail_.beside) return time;
        return and_also(text::because::sized({.time = time, .facts = with()}), account_.uncounted);
    }

    std::string level() const {
        const std::string times = level_words(account_.times);
        if (!detail_.beside && (!nothing_led() || !account_.given.empty())) return times;
        if (nothing_led())
            return text::because::level({.facts = others_moved(), .times = capitalised(times)});
        std::string facts = with();
        if (tells_despite())
            facts = text::because::along({.facts = facts, .others = list(account_.despite)});
        return and_also(and_also(level_rest(facts, times), account_.uncounted), account_.given);
    }
    std::string level_rest(const std::string& facts, const std::string& times) const {
        const bool same =
            account_.rest == Rest::not_the_limit || account_.rest == Rest::waits_untold;
        if (!same) return text::because::level({.facts = facts, .times = capitalised(times)});
        const std::string said =
            text::because::same_time({.facts = facts, .times = same_time_words(account_.times)});
        if (account_.rest == Rest::waits_untold) return text::because::waits_untold({.said = said});
        return text::because::not_the_limit(
            {.said = said, .count = capitalised(name_of(account_.with.front(), true))});
    }

    std::string parted() const {
        const std::string verdict = time_verdict(account_.times);
        if (nothing_led() || is_unexplained()) return unexplained(verdict);
        if (account_.with.empty()) return verdict;
        const std::string said = account_.rest == Rest::in_part
                                     ? text::because::part({.verdict = verdict, .facts = with()})
                                     : text::because::with({.verdict = verdict, .facts = with()});
        return and_also(and_despite(said), account_.uncounted);
    }
    bool is_unexplained() const {
        return account_.rest == Rest::unexplained || account_.rest == Rest::little ||
               account_.rest == Rest::waits_untold;
    }

    // A cause that no counter counts replaces a count that explains nothing.
    std::string uncounted(const std::string& verdict) const {
        std::vector<Move> moves = account_.uncounted;
        if (!detail_.beside) moves.resize(1);
        const std::string said = text::because::with({.verdict = verdict, .facts = list(moves)});
        if (!detail_.uncounted || !detail_.despite) return said;
        return nothing_led() ? after(said, nothing_else_moved()) : and_despite(said);
    }

    std::string unexplained(const std::string& verdict) const {
        if (!account_.uncounted.empty()) return uncounted(verdict);
        if (!detail_.beside)
            return account_.rest == Rest::little || nothing_led() ? verdict : closed(verdict);
        if (nothing_led()) return after(verdict, nothing_moved());
        if (account_.rest == Rest::little && !account_.some)
            return text::because::little_of_it({.verdict = verdict, .facts = with()});
        std::string said = verdict;
        if (!account_.with.empty()) said = text::because::with({.verdict = said, .facts = with()});
        return and_also(closed(detail_.despite ? and_despite(said) : said), account_.uncounted);
    }
    static std::string after(const std::string& said, const std::string& next) {
        return text::because::sentence_after({.said = said, .next = capitalised(next)});
    }
    std::string closed(const std::string& said) const {
        if (account_.rest == Rest::waits_untold) return text::because::waits_untold({.said = said});
        if (!account_.some) return text::because::unexplained({.said = said});
        return text::because::little(
            {.said = said, .facts = capitalised(list({*account_.some}, false))});
    }

    const Account& account_;
    const Detail& detail_;
};

std::vector<std::string> words_of(const Account& account) {
    std::vector<std::string> all;
    for (const Detail& detail : details) {
        const bool idle = detail.uncounted && !detail.despite && account.uncounted.empty();
        if (!idle) all.push_back(Form(account, detail).words());
    }
    // What was changed and the times are never cut.
    if (account.times)
        all.push_back(account.parted() ? account.sized() ? time_words(account.times)
                                                         : time_verdict(account.times)
                                       : level_words(account.times));
    return all;
}

// A sentence in parts. Shorter forms leave parts out, but never what was changed.
struct Sentence {
    std::string changed{}, first{};
    std::vector<std::string> said{};  // the longest first
    std::string more{};
    std::string unlike{};  // brief reason why times are not compared
};

std::string whole(const Sentence& of, const std::string& said, const std::string& more) {
    std::string text = of.first.empty() ? "" : of.first + ".";
    if (!said.empty()) text += (text.empty() ? said : " " + capitalised(said)) + ".";
    if (of.changed.empty())
        text = capitalised(text);
    else
        text = text.empty() ? of.changed + "." : of.changed + ": " + text;
    return more.empty() ? text : text + " " + more;
}

std::vector<std::string> forms(const Sentence& s) {
    std::vector<std::string> all;
    const auto add = [&](const std::string& said, const std::string& more) {
        const std::string text = whole(s, said, more);
        if (text.size() > 1 && (all.empty() || text.size() < all.back().size()))
            all.push_back(text);
    };
    add(s.said.empty() ? "" : s.said.front(), s.more);
    if (!s.unlike.empty())
        for (const std::string& said : s.said) add(said, s.unlike);
    for (const std::string& said : s.said) add(said, "");
    if (!s.first.empty() || s.said.empty()) add("", "");
    return all;
}

// Words that replace a comparison, or precede it.
std::string ending_words(const Result& before, const Result& now) {
    if (!has_ended(now))
        return has_ended(before) ? text::because::stops_early() : text::because::stops_early_too();
    return has_ended(before) ? "" : text::because::ends_now();
}

std::string verdict_words(bool was_wrong, bool is_wrong) {
    if (is_wrong) return was_wrong ? text::because::wrong_as_before() : text::because::wrong_now();
    return was_wrong ? text::because::right_now() : "";
}

bool can_compare(const Result& before, const Result& now) {
    const Settings &a = before.request.settings, &b = now.request.settings;
    if (!a.subject || !b.subject || a == b) return false;
    if (a.subject->lesson != b.subject->lesson || a.subject->id != b.subject->id) return false;
    if (a.rung != b.rung && lab::versions_of(b)) return false;  // separate programs
    return !now.refusal && !before.refusal && now.complete && before.picture && now.picture;
}

// The words where only the host code differs.
std::string host_words(const Settings& before, const Settings& now) {
    const auto& style = lab::feature<lab::HostProgram>(now).style;
    if (!style || things_turned(before, now) != 1) return "";
    const lab::HostStyle a = style(before), b = style(now);
    if (a.managed != b.managed) return text::because::host_memory();
    return a.looks == b.looks ? "" : text::because::host_program();
}

// Where only the clock was turned. No kernel is faster by another clock.
std::string clock_words(const Settings& before, const Settings& now) {
    const lab::Clock was = lab::clock_of(before), is = lab::clock_of(now);
    if (was == is || things_turned(before, now) != 1) return "";
    if (!lab::times_kernels(now)) return text::because::clock_early();
    if (!lab::times_kernels(before)) return text::because::clock_was_early();
    return is == lab::Clock::host_waits ? text::because::clock_with_launch()
                                        : text::because::clock_without_launch();
}

// Both times of one device, each by its clock.
std::string times_by_clocks(const Result& before, const Result& now) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || a->time.kind != b->time.kind || a->time.device != b->time.device) return "";
    if (!(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return "";
    return text::because::clock_times(
        {.before = time_text(a->time.median_ms), .now = time_text(b->time.median_ms)});
}

// Where one of two kernels leaves a part of the work to the host, after the clock has stopped.
std::string host_adds_words(const Settings& before, const Settings& now) {
    if (before.rung == now.rung || lab::refusal(before) || lab::refusal(now)) return "";
    const lab::Plan a = lab::plan_of(before), b = lab::plan_of(now);
    if (a.host_adds == b.host_adds) return "";
    const lab::Plan& left = a.host_adds ? a : b;
    return text::because::host_adds({.kernel = (a.host_adds ? before : now).rung + 1,
                                     .count = std::int64_t(left.results.front().count)});
}

// Another kernel at another size: the card with both, or the largest size of the kernel before.
std::string both_here(const Settings& before, const Settings& now) {
    if (before.rung == now.rung) return "";
    Settings other = now;
    other.rung = before.rung;
    const auto refused = lab::refusal(other);
    if (!refused) return text::because::both_here();
    if (!refused->limit || refused->asked <= *refused->limit) return "";
    return text::because::largest_size({.kernel = before.rung + 1,
                                        .limit = std::llround(*refused->limit),
                                        .unit = refused->limit_name});
}

// What is said of two results: words that precede the counts or replace them, and the account of
// the counts and times.
struct ToldOfResults {
    std::string first{}, more{};
    std::string unequal{};            // of unequal work, in place of the account
    std::optional<TwoTimes> times{};  // nullopt where neither counts nor times are compared
    std::optional<Account> account{};
};

TwoTimes times_of_results(const ComparedResults& of, const CountedRuns& counts) {
    if (is_wrong(of.before) || is_wrong(of.now)) return {};
    TwoTimes times = two_times(of.before, of.now, counts.before, counts.now, of.caches);
    times.devices = of.devices;
    // Times in turns are never with warm caches.
    const bool in_turns = times && !times.modelled() && times.now == &of.now.timed->time;
    if (in_turns && of.turns && of.turns->median > 0) times.turns = of.turns;
    return times;
}

ToldOfResults told_of(const ComparedResults& of) {
    const Result &before = of.before, &now = of.now;
    const Settings &a = before.request.settings, &b = now.request.settings;
    ToldOfResults told{.first = ending_words(before, now)};
    if (!told.first.empty()) return told;
    if (more_than_the_size(a, b)) {
        told.first = a.rung == b.rung ? text::because::more_than_the_size()
                                      : text::because::kernel_and_size();
        told.more = both_here(a, b);
        return told;
    }
    told.first = verdict_words(is_wrong(before), is_wrong(now));
    if (told.first.empty()) {
        told.first = host_words(a, b);
        if (!told.first.empty()) return told;
        told.first = clock_words(a, b);
        if (!told.first.empty()) {
            told.more = times_by_clocks(before, now);
            return told;
        }
    }
    told.unequal = unequal_work_words(before, now, of.caches);
    if (!told.unequal.empty()) return told;
    const CountedRuns counts = counted_runs(before, now, !one_size(a, b), of.in_ledger);
    told.times = times_of_results(of, counts);
    told.account = account_of(before, now, counts, *told.times);
    return told;
}

}  // namespace

std::string leading_count(const ComparedResults& of) {
    if (!can_compare(of.before, of.now)) return "";
    const ToldOfResults told = told_of(of);
    const std::string_view leader = told.account ? told.account->leader : "";
    return simulator::counter_named(leader) ? std::string(leader) : "";
}

std::vector<std::string> because(const ComparedResults& of) {
    if (!can_compare(of.before, of.now)) return {};
    const Settings &a = of.before.request.settings, &b = of.now.request.settings;
    const ToldOfResults told = told_of(of);
    const bool only_sized = !one_size(a, b) && told.first.empty();
    Sentence sentence{.changed = only_sized ? growth_words(a, b) : change_words(a, b),
                      .first = told.first,
                      .more = told.more};
    if (!told.unequal.empty()) sentence.said = {told.unequal};
    if (!told.times) return forms(sentence);
    const TwoTimes& times = *told.times;
    if (told.account) sentence.said = words_of(*told.account);
    const Unlike unlike = times ? Unlike{} : unlike_times(of.before, of.now);
    sentence.unlike = unlike.brief;
    for (const std::string& words : {limit_words(of.before, of.now, times), card_words(a, b, times),
                                     unlike.words, times ? host_adds_words(a, b) : ""})
        if (!words.empty()) sentence.more += (sentence.more.empty() ? "" : " ") + words;
    return forms(sentence);
}

}  // namespace app
