// A Gaussian process with the Matern kernel of 3/2. See surrogate.h.
#include "lab/best/surrogate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lab {
namespace {

// These numbers were chosen on the maps of tests/lessons/best_on_measured_maps.cpp, from every
// start. Scales are in doublings.
constexpr std::array scale_choices{1., 2., 4., 8., 16.};
constexpr double first_scale = 5;
constexpr int rounds = 2;                // over all coordinates, to fit their scales
constexpr double rise = .01;             // of the prior: 8 doublings away a time is twice as long
constexpr double least_deviation = .6;   // of the times around the prior: exp(.6) is 1.8
constexpr double noise = 1e-4;           // of a variance: a time has an interval of its own
constexpr double most_scale_doubt = .7;  // of the prior of a scale's logarithm

double squared_distance(const SpacePoint& a, const SpacePoint& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

// factor x = right, forwards.
void solve_lower(const std::vector<double>& factor, std::vector<double>& x) {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) x[i] -= factor[i * n + j] * x[j];
        x[i] /= factor[i * n + i];
    }
}

// factor^T x = right, backwards.
void solve_upper(const std::vector<double>& factor, std::vector<double>& x) {
    const std::size_t n = x.size();
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) x[i] -= factor[j * n + i] * x[j];
        x[i] /= factor[i * n + i];
    }
}

}  // namespace

double distance(const SpacePoint& a, const SpacePoint& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::fabs(a[i] - b[i]);
    return sum;
}

double Surrogate::prior(const SpacePoint& place) const {
    return rise * squared_distance(place, start_);
}

double Surrogate::likeness(const SpacePoint& a, const SpacePoint& b, const Scales& scales) const {
    double squared = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double apart = (a[i] - b[i]) / scales[i];
        squared += apart * apart;
    }
    const double far = std::sqrt(3 * squared);
    return (1 + far) * std::exp(-far);
}

double Surrogate::solve(const Scales& scales) {
    const std::size_t n = places_.size();
    factor_.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double left = likeness(places_[i], places_[j], scales) + (i == j ? noise : 0);
            for (std::size_t k = 0; k < j; ++k) left -= factor_[i * n + k] * factor_[j * n + k];
            factor_[i * n + j] =
                i == j ? std::sqrt(std::max(left, noise * noise)) : left / factor_[j * n + j];
        }
    std::vector<double> ones(n, 1.), values = above_;
    solve_lower(factor_, ones);
    solve_lower(factor_, values);
    double of_ones = 0, of_both = 0;
    for (std::size_t i = 0; i < n; ++i)
        of_ones += ones[i] * ones[i], of_both += ones[i] * values[i];
    mean_ = of_both / of_ones;
    double misfit = 0, spread = 0;
    for (std::size_t i = 0; i < n; ++i) {
        values[i] -= mean_ * ones[i];
        misfit += values[i] * values[i];
        spread += std::log(factor_[i * n + i]);
    }
    // With one more "time" of the least deviation, two equal times do not make all certain.
    variance_ = (misfit + least_deviation * least_deviation) / double(n);
    weights_ = std::move(values);
    solve_upper(factor_, weights_);
    double doubt = 0;
    for (const double scale : scales) {
        const double away = std::log(scale / first_scale) / most_scale_doubt;
        doubt += away * away / 2;
    }
    return -.5 * double(n) * std::log(variance_) - spread - doubt;
}

void Surrogate::learn(std::vector<SpacePoint> places, const std::vector<double>& logs) {
    places_ = std::move(places);
    above_ = logs;
    for (std::size_t i = 0; i < above_.size(); ++i) above_[i] -= prior(places_[i]);
    scales_.assign(start_.size(), first_scale);
    double best = solve(scales_);
    for (int round = 0; round < rounds; ++round)
        for (double& scale : scales_) {
            double kept = scale;
            for (const double choice : scale_choices) {
                scale = choice;
                const double likely = solve(scales_);
                if (likely > best) best = likely, kept = choice;
            }
            scale = kept;
        }
    solve(scales_);
}

ExpectedTime Surrogate::at(const SpacePoint& place) const {
    std::vector<double> like(places_.size());
    double mean = prior(place) + mean_;
    for (std::size_t i = 0; i < like.size(); ++i) {
        like[i] = likeness(place, places_[i], scales_);
        mean += like[i] * weights_[i];
    }
    solve_lower(factor_, like);
    double known = 0;
    for (const double part : like) known += part * part;
    return {mean, std::sqrt(variance_ * std::max(1 + noise - known, 1e-9))};
}

double chance_below(const ExpectedTime& expected, double limit) {
    return std::erfc((expected.mean - limit) / expected.deviation / std::numbers::sqrt2) / 2;
}

double expected_gain(const ExpectedTime& expected, double best) {
    const double below = (best - expected.mean) / expected.deviation;
    const double density = std::exp(-below * below / 2) / std::sqrt(2 * std::numbers::pi);
    return (best - expected.mean) * chance_below(expected, best) + expected.deviation * density;
}

}  // namespace lab
