// See measure_words.h.
#include "app/sentences/measure_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/format.h"
#include "app/sentences/measures.h"
#include "app/sentences/thresholds.h"
#include "lab/words.h"
#include "text/because.h"
#include "text/measures.h"

namespace app {
namespace {

std::string number_words(const Move& move, double value, bool each) {
    if (move.bytes && value > 0) return bytes_text(std::llround(value));
    return each ? shortest(value, 3) : grouped(std::llround(value));
}

// Both times with the unit once. A hundredth of the shown length cannot be read off a timeline.
std::pair<std::string, std::string> both_times(double before, double now) {
    const double most = std::max(before, now);
    const bool both = std::min(before, now) >= most * from::in_sight;
    const auto words = [&](double ms, const std::string& text) {
        return ms < most * from::in_sight ? text::measures::none() : text;
    };
    return {words(before, both ? time_number(before, now) : time_text(before)),
            words(now, time_text(now))};
}

std::string ratio_words(const Move& move, const std::string& what) {
    const double ratio = std::max(move.before, move.now) / std::min(move.before, move.now);
    if (ratio < 1.995) {
        const double part = std::abs(move.now / move.before - 1);
        const std::string percent =
            (part < .0995 ? shortest(100 * part, 2) : fixed(100 * part, 0)) + " %";
        return move.fell() ? text::measures::percent_fewer({.percent = percent, .what = what})
                           : text::measures::percent_more({.percent = percent, .what = what});
    }
    const std::string times = factor_text(ratio);
    if (times == "2")
        return move.fell() ? text::measures::half({.what = what})
                           : text::measures::twice({.what = what});
    return move.fell() ? text::measures::times_fewer({.times = times, .what = what})
                       : text::measures::times_as_many({.times = times, .what = what});
}

}  // namespace

std::string name_of(const Move& move, bool brief) {
    const std::string_view id = move.said.empty() ? move.name : move.said;
    if (const UncountedMeasure* measure = measure_named(id)) return measure->name();
    const simulator::CounterName* counter = brief ? simulator::counter_named(id) : nullptr;
    return spaced_name(counter ? brief_counter_name(*counter) : id);
}

std::string moved_words(const Move& move, bool brief, const std::string& each) {
    using enum Move::Form;
    std::string what = name_of(move, brief);
    if (!each.empty()) what = text::because::per_element({.facts = what, .element = each});
    const auto from_to = [&](const std::string& before, const std::string& now) {
        return text::measures::from_to({.what = what, .before = before, .now = now});
    };
    if (move.form == named) return what;
    if (move.form == last_share) return text::measures::copies_still({.share = percent(move.now)});
    if (move.form == shares) return from_to(percent(move.before), percent(move.now));
    if (move.form == times) {
        const auto [before, now] = both_times(move.before, move.now);
        return from_to(before, now);
    }
    std::string words = move.form == numbers || move.ends_at_zero()
                            ? from_to(number_words(move, move.before, !each.empty()),
                                      number_words(move, move.now, !each.empty()))
                            : ratio_words(move, what);
    return move.as_drawn ? text::because::as_drawn({.facts = words}) : words;
}

std::string at_size(const std::string& facts, const CountedSize& at) {
    if (at.of == CountedSize::Of::asked) return facts;
    if (at.of == CountedSize::Of::counted)
        return text::because::counted_at({.facts = facts, .size = at.size});
    return at.size.empty() ? text::because::as_drawn({.facts = facts})
                           : text::because::as_drawn_of({.facts = facts, .size = at.size});
}

std::string listed_words(const std::vector<std::string>& all) {
    return lab::listed(all, text::measures::last_of_list());
}

std::string factor_text(double ratio) {
    ratio = std::max(ratio, 1 / ratio);
    return ratio >= 99.5 ? grouped(std::llround(ratio)) : shortest(ratio, ratio >= 9.95 ? 3 : 2);
}

std::string ratio_text(double before, double now) {
    if (before == now) return "=";
    if (before == 0) return "from 0";
    if (now == 0) return "to 0";
    const double ratio = std::max(before, now) / std::min(before, now);
    const std::string sign = now < before ? "/" : "×";
    if (ratio >= 1.095) return sign + factor_text(ratio);
    int decimals = 2;  // as many as are needed to differ from 1
    while (decimals < 7 && ratio < 1 + .95 * std::pow(.1, decimals)) ++decimals;
    return sign + fixed(ratio, decimals);
}

}  // namespace app
