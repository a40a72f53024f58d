// Order statistics of timing samples.
#include "lab/time/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {
namespace {

/// The largest rank l (from 1) with P(B < l) <= 2.5 %, B binomial(n, 1/2); 0 for a small n.
std::size_t lower_rank(std::size_t n) {
    double probability = std::pow(0.5, static_cast<double>(n)), below = 0;
    std::size_t rank = 0;
    for (std::size_t k = 0; k < n; ++k) {
        below += probability;
        if (below > 0.025) return rank;
        rank = k + 1;
        probability *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return rank;
}

double middle(const std::vector<double>& sorted) {
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

}  // namespace

Interval median_interval(std::span<const double> samples) {
    if (samples.empty()) return {};
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    Interval interval{middle(sorted), sorted.front(), sorted.back()};
    if (const std::size_t rank = lower_rank(sorted.size())) {
        interval.low = sorted[rank - 1];
        interval.high = sorted[sorted.size() - rank];
    } else {
        interval.low = interval.high = interval.median;
    }
    return interval;
}

Interval across_processes(const Interval& one) {
    constexpr double fixed_ms = 0.0003, share = 0.002;
    const double wider = fixed_ms + share * one.median;
    return {one.median, std::max(0., one.low - wider), one.high + wider};
}

Interval ratio_interval(std::span<const double> first, std::span<const double> second) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
        ratios.push_back(first[i] / second[i]);
    return median_interval(ratios);
}

bool differ(const Interval& a, const Interval& b) { return a.high < b.low || b.high < a.low; }

std::size_t Patience::times(std::span<const double> samples) const {
    return !samples.empty() && median_interval(samples).median < short_ms ? times_if_short : 1;
}

bool Patience::tells(std::span<const double> samples) const {
    return samples.size() >= preview * times(samples) && samples.size() % preview == 0;
}

bool Patience::enough(std::span<const double> samples) const {
    if (samples.size() < preview) return false;
    if (samples.size() >= most) return true;
    if (std::accumulate(samples.begin(), samples.end(), 0.0) > milliseconds) return true;
    return samples.size() >= least * times(samples) &&
           median_interval(samples).half_width() <= half_width;
}

std::string Patience::ended_by(std::span<const double> samples) const {
    if (median_interval(samples).half_width() <= this->half_width && samples.size() >= least)
        return fmt::format("within {:.0f} %", 100 * this->half_width);
    if (samples.size() >= most) return fmt::format("after {} samples", most);
    return fmt::format("after {:.0f} ms", milliseconds);
}

SteadyClock::Sample SteadyClock::judge(unsigned megahertz) {
    if (steady_ == 0) steady_ = megahertz;
    const double moved = steady_ ? megahertz / static_cast<double>(steady_) - 1 : 0;
    if (std::abs(moved) <= tolerance) return Sample::counts;
    if (++rejected_ <= most_rejected) return Sample::rejected;
    steady_ = megahertz;  // the clock stays at another rate
    rejected_ = 0;
    ++restarts_;
    return Sample::begins_again;
}

void Ramp::add(double milliseconds) {
    chunk_ += milliseconds;
    if (++rounds_ < most_rounds && chunk_ < chunk_milliseconds) return;
    const double each = chunk_ / rounds_;
    agreeing_ = std::abs(each - last_) < within * each ? agreeing_ + 1 : 0;
    stands_ = chunk_ <= 0;
    last_ = each;
    spent_ += chunk_;
    chunk_ = 0;
    rounds_ = 0;
}

}  // namespace lab
