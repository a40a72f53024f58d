// A surrogate: what times that were measured at some places tell of all other places. It is a
// Gaussian process over the logarithms of the times (Rasmussen and Williams, Gaussian Processes for
// Machine Learning, chapter 2), as tuners of kernels use it.
#pragma once

#include <cstddef>
#include <vector>

namespace lab {

/// The place of a setting: one coordinate for each quantity, in doublings where it is logarithmic.
using SpacePoint = std::vector<double>;
/// The sum of how far two places are apart along each coordinate.
double distance(const SpacePoint&, const SpacePoint&);

// The expected logarithm of a time, and its standard deviation.
struct ExpectedTime {
    double mean = 0, deviation = 0;
};

class Surrogate {
public:
    /// `start`: the place where the search began. Far from it, times are expected to be longer.
    explicit Surrogate(SpacePoint start) : start_(std::move(start)) {}

    /// Learns from all measured times: `logs[i]` is the logarithm of the time at `places[i]`.
    void learn(std::vector<SpacePoint> places, const std::vector<double>& logs);
    ExpectedTime at(const SpacePoint&) const;

private:
    using Scales = std::vector<double>;  // how far a time tells of others, by coordinate

    double prior(const SpacePoint&) const;
    double likeness(const SpacePoint&, const SpacePoint&, const Scales&) const;
    /// Solves for these scales; returns the logarithm of the likelihood of the times.
    double solve(const Scales&);

    SpacePoint start_;
    std::vector<SpacePoint> places_;
    std::vector<double> above_;  // the logarithms, less the prior
    Scales scales_;
    double mean_ = 0, variance_ = 1;
    std::vector<double> factor_;   // lower triangle of the Cholesky factor, row by row
    std::vector<double> weights_;  // of the places, for the mean
};

/// The expected gain of a trial there: by how much its logarithm is expected to be below `best`.
double expected_gain(const ExpectedTime&, double best);
/// The probability that the logarithm there is below `limit`.
double chance_below(const ExpectedTime&, double limit);

}  // namespace lab
