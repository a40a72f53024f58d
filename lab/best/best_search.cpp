// See best_search.h.
#include "lab/best/best_search.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

// A surrogate that was fitted to few times is surer than it should be: this makes it right as often
// as it says, on the maps of tests/lessons/best_on_measured_maps.cpp.
constexpr double own_doubt = 1.3;

}  // namespace

BestSearch::BestSearch(std::vector<SpacePoint> cells, std::size_t start)
    : cells_(std::move(cells)), start_(start), surrogate_(cells_[start]) {}

void BestSearch::timed(std::size_t cell, double milliseconds) {
    tried_[cell] = std::log(milliseconds);
    learnt_ = false;
}

void BestSearch::failed(std::size_t cell) {
    tried_[cell] = std::nullopt;
    learnt_ = false;
}

std::optional<std::size_t> BestSearch::best() const {
    std::optional<std::size_t> found;
    for (const auto& [cell, log] : tried_)
        if (log && (!found || *log < *tried_.at(*found))) found = cell;
    return found;
}

void BestSearch::learn() const {
    if (learnt_) return;
    std::vector<SpacePoint> places;
    std::vector<double> logs;
    for (const auto& [cell, log] : tried_)
        if (log) places.push_back(cells_[cell]), logs.push_back(*log);
    surrogate_.learn(std::move(places), logs);
    learnt_ = true;
}

std::optional<std::size_t> BestSearch::next() {
    if (!tried_.contains(start_)) return start_;
    const auto fastest = best();
    std::optional<std::size_t> chosen;
    double most = 0;
    if (fastest) learn();
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        if (tried_.contains(cell)) continue;
        // Before any time is known, the nearest to the start may have one.
        const double gain = fastest
                                ? expected_gain(surrogate_.at(cells_[cell]), *tried_.at(*fastest))
                                : -distance(cells_[cell], cells_[start_]);
        if (!chosen || gain > most) chosen = cell, most = gain;
    }
    return chosen;
}

double BestSearch::chance_of_better(double share) const {
    const auto fastest = best();
    if (!fastest) return 1;
    learn();
    const double limit = *tried_.at(*fastest) + std::log1p(-share);
    double none = 1;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        if (tried_.contains(cell)) continue;
        ExpectedTime expected = surrogate_.at(cells_[cell]);
        expected.deviation *= own_doubt;
        none *= 1 - chance_below(expected, limit);
    }
    return 1 - none;
}

}  // namespace lab
