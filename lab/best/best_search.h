// Finds the fastest of many settings with few trials. Each trial is where a surrogate of the times
// so far expects the largest gain. Knows no kernels: a cell is a place in a space.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "lab/best/surrogate.h"

namespace lab {

/// A share of the time that is worth a change of the launch.
constexpr double gain_that_counts = .02;
/// A search ends where the probability of such a gain is below this.
constexpr double small_chance = .05;

class BestSearch {
public:
    /// `cells`: the places of all settings that may be tried; `start`: the index of the first one.
    BestSearch(std::vector<SpacePoint> cells, std::size_t start);

    /// The cell to try next; nullopt where all were tried.
    std::optional<std::size_t> next();
    /// The time of a tried cell.
    void timed(std::size_t cell, double milliseconds);
    /// A cell that has no time: refused by the device, faulty, or with a wrong result.
    void failed(std::size_t cell);

    /// The fastest tried cell; nullopt before there is one.
    std::optional<std::size_t> best() const;
    std::size_t tried() const { return tried_.size(); }
    /// The probability that some cell that was not tried is faster than the best by more than
    /// `share` of its time (.01: 1 %), at most. The sum over all cells bounds it.
    double chance_of_better(double share = gain_that_counts) const;
    /// Whether there is a best, and the probability that another cell is better is small.
    bool is_sure() const { return best() && chance_of_better() < small_chance; }

private:
    void learn() const;

    std::vector<SpacePoint> cells_;
    std::size_t start_;
    std::map<std::size_t, std::optional<double>> tried_;  // the logarithm of the time
    mutable Surrogate surrogate_;
    mutable bool learnt_ = false;
};

}  // namespace lab
