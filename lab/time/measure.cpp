// Order statistics of timing samples.
#include "lab/time/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
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

namespace {

constexpr std::size_t least_blocks = 12;  // once there are so many rounds; below twice as many

// 97.5 % of Student's distribution with 1, 2, ... degrees of freedom (NIST/SEMATECH, e-Handbook of
// Statistical Methods, 1.3.6.7.2).
double student(std::size_t freedom) {
    constexpr double quantiles[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                    2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                    2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064};
    return quantiles[std::min(freedom, std::size(quantiles)) - 1];
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

// Without an eighth at each end, which are outliers if there are any.
double middle_mean(std::span<const double> samples) {
    const std::size_t left_out = samples.size() / 8;
    if (left_out == 0) return mean_of(samples);
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    return mean_of(std::span(sorted).subspan(left_out, sorted.size() - 2 * left_out));
}

// The logarithm of each block's ratio.
std::vector<double> ratios_of_blocks(std::span<const double> first,
                                     std::span<const double> second) {
    const std::size_t rounds = std::min(first.size(), second.size()) / 2,
                      each = std::max<std::size_t>(1, rounds / least_blocks);
    std::vector<double> logs;
    for (std::size_t block = 0; block < rounds / each; ++block) {
        // What does not fill a block is left out at the begin.
        const std::size_t at = 2 * (rounds % each + block * each), count = 2 * each;
        logs.push_back(std::log(middle_mean(first.subspan(at, count)) /
                                middle_mean(second.subspan(at, count))));
    }
    return logs;
}

// Of neighbours, by von Neumann's ratio, which is low by about one over their number; never below
// 0.
double correlation(std::span<const double> values, double squares) {
    constexpr double most = .9;
    double steps = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
    if (!(squares > 0)) return 0;
    return std::clamp(1 - steps / (2 * squares) + 1 / double(values.size()), 0., most);
}

}  // namespace

Interval ratio_interval(std::span<const double> first, std::span<const double> second) {
    const std::vector<double> logs = ratios_of_blocks(first, second);
    const std::size_t blocks = logs.size();
    if (blocks == 0) return {};
    const double mean = mean_of(logs);
    if (blocks == 1) return {std::exp(mean), 0, std::numeric_limits<double>::infinity()};
    double squares = 0;
    for (const double each : logs) squares += (each - mean) * (each - mean);
    const double related = correlation(logs, squares);
    const double half = student(blocks - 1) * std::sqrt(squares / double((blocks - 1) * blocks)) *
                        std::sqrt((1 + related) / (1 - related));
    return {std::exp(mean), std::exp(mean - half), std::exp(mean + half)};
}

bool differ(const Interval& a, const Interval& b) { return a.high < b.low || b.high < a.low; }

std::size_t Patience::times(std::span<const double> samples) const {
    return !samples.empty() && median_interval(samples).median < short_ms ? times_if_short : 1;
}

std::size_t Patience::step(std::size_t samples) const {
    return std::max(preview, std::bit_floor(samples) / 16);
}

bool Patience::tells(std::span<const double> samples) const {
    return samples.size() >= preview * times(samples) && samples.size() % step(samples.size()) == 0;
}

bool Patience::enough(std::span<const double> samples) const {
    constexpr std::size_t few = 64;
    if (samples.size() < preview) return false;
    if (samples.size() >= most) return true;
    if (std::accumulate(samples.begin(), samples.end(), 0.0) > milliseconds) return true;
    if (samples.size() > few && samples.size() % step(samples.size()) != 0) return false;
    return samples.size() >= least * times(samples) &&
           median_interval(samples).half_width() <= half_width;
}

std::string Patience::ended_by(std::span<const double> samples) const {
    if (median_interval(samples).half_width() <= this->half_width && samples.size() >= least)
        return fmt::format("within {:g} %", 100 * this->half_width);
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
