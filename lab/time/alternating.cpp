// Takes samples in turns and computes their ratio. See alternating.h.
#include "lab/time/alternating.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "lab/time/compare.h"

namespace lab {
namespace {

using Which = PairSampler::Which;

void conclude(Time& time) {
    const Interval interval = across_processes(median_interval(time.samples));
    time.median_ms = interval.median;
    time.low_ms = interval.low;
    time.high_ms = interval.high;
}

// Widens the interval for another process, in which both times would differ a little.
Interval wider(const Interval& ratio, const Time& first, const Time& second) {
    const auto moved = [](const Time& time) {
        const Interval other = across_processes({time.median_ms, time.median_ms, time.median_ms});
        return other.half_width();
    };
    const double share = std::hypot(moved(first), moved(second));
    return {ratio.median, std::max(0., ratio.low * (1 - share)), ratio.high * (1 + share)};
}

// Returns whether the pairs are enough.
bool conclude(Alternation& all, const PairPatience& patience, double spent) {
    conclude(all.first);
    conclude(all.second);
    all.pairs = all.first.samples.size();
    const Interval ratio = ratio_interval(all.first.samples, all.second.samples);
    all.ratio = wider(ratio, all.first, all.second);
    const std::string ended = patience.ended_by(all.pairs, ratio, spent);
    all.criterion = ended.empty() ? "so far" : ended;
    return !ended.empty();
}

// The ratio as displayed: above 1, in either direction.
Interval said(const Interval& ratio) {
    if (ratio.median > 1) return ratio;
    return {1 / ratio.median, 1 / ratio.high, 1 / ratio.low};
}

std::string ratio_digits(double value) {
    return fmt::format("{:.{}f}", value, value < 9.95 ? 2 : 1);
}

}  // namespace

bool PairPatience::looks(std::size_t pairs) const {
    const std::size_t step = std::max(preview, std::bit_floor(pairs) / 4);
    return pairs % step == 0 || pairs >= most;
}

std::string PairPatience::ended_by(std::size_t pairs, const Interval& ratio, double spent) const {
    const bool narrow = ratio.median > 0 && ratio.high - ratio.low <= width * ratio.median;
    if (pairs >= least && narrow) return fmt::format("within {:.0f} %", 100 * width);
    if (pairs >= most) return fmt::format("after {} pairs", most);
    if (pairs >= fewest && spent > milliseconds)
        return fmt::format("after {:.0f} ms", milliseconds);
    return "";
}

std::string Alternation::conditions() const {
    if (pairs == 0) return "not alternating: the two times were measured separately";
    std::string words = fmt::format("alternating, {} pairs, {}", pairs, criterion);
    const Circumstances& clocks = first.circumstances;
    if (clocks.megahertz_before == clocks.megahertz_after && clocks.megahertz_after)
        return words + fmt::format(", {} MHz", clocks.megahertz_after);
    if (clocks.megahertz_after)
        words += fmt::format(", {} to {} MHz", clocks.megahertz_before, clocks.megahertz_after);
    return words;
}

Alternation alternate(PairSampler& sampler, const PairPatience& patience, const PairSink& sink) {
    Alternation all;
    all.first = sampler.about(Which::first);
    all.second = sampler.about(Which::second);
    all.of_verdict = sampler.verdict(Which::first);
    all.against_verdict = sampler.verdict(Which::second);
    const auto look = [&](simulator::Member<Circumstances, unsigned> when) {
        all.first.circumstances.*when = all.second.circumstances.*when = sampler.megahertz();
    };
    look(&Circumstances::megahertz_before);
    std::vector<double>&first = all.first.samples, &second = all.second.samples;
    double spent = 0, told = 0;  // ms
    for (bool wanted = true, enough = false; wanted && !enough;) {
        const bool turned = first.size() % 2 == 1;
        if (turned) second.push_back(sampler.sample(Which::second));
        first.push_back(sampler.sample(Which::first));
        if (!turned) second.push_back(sampler.sample(Which::second));
        spent += first.back() + second.back();
        if (!patience.looks(first.size()) && spent - told < patience.silent) continue;
        told = spent;
        look(&Circumstances::megahertz_after);
        enough = conclude(all, patience, spent);
        wanted = sink(std::make_shared<const Alternation>(all));
    }
    return all;
}

Interval ratio_of(const Time& first, const Time& second) {
    if (!(first.median_ms > 0) || !(second.median_ms > 0)) return {};
    return {first.median_ms / second.median_ms, least_ms(first) / most_ms(second),
            most_ms(first) / least_ms(second)};
}

Alternation apart(const Run& first, const Run& second) {
    Alternation all;
    all.of = first.request;
    all.against = second.request;
    all.first = first.time;
    all.second = second.time;
    all.of_verdict = first.verdict;
    all.against_verdict = second.verdict;
    all.ratio = ratio_of(first.time, second.time);
    return all;
}

std::string ratio_words(const Interval& ratio) {
    if (!(ratio.median > 0)) return "not compared with";
    if (ratio.low <= 1 && ratio.high >= 1) return "neither faster nor slower than";
    return ratio_number(ratio) + (ratio.median > 1 ? " times as slow as" : " times as fast as");
}

std::string ratio_number(const Interval& ratio) { return ratio_digits(said(ratio).median); }

std::string ratio_ends(const Interval& ratio) {
    if (!(ratio.median > 0)) return "";
    const Interval ends = said(ratio);
    return ratio_digits(ends.low) + " to " + ratio_digits(ends.high);
}

}  // namespace lab
