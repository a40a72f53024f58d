// Tridiagonal systems with -1 on both sides of the diagonal, solved in double, and how far ways to
// solve them may differ: by roundings, and by rounds that were not made. Part of tridiagonal.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tridiagonal {

// The places of unknowns in memory: one system after the other, or interleaved.
struct Standing {
    std::uint64_t n, systems;
    bool interleaved;
    std::uint64_t at(std::uint64_t system, std::uint64_t i) const {
        return interleaved ? i * systems + system : system * n + i;
    }
    std::uint64_t system_of(std::uint64_t place) const {
        return interleaved ? place % systems : place / n;
    }
    std::uint64_t unknown_of(std::uint64_t place) const {
        return interleaved ? place / systems : place % n;
    }
};

// How often a system is solved, each time with the last solution as its right side; and the error
// of one time, as a share of the largest unknown.
struct InTime {
    std::int64_t steps = 1;
    double error = 0;
};

// Thomas's algorithm in double.
class Thomas {
public:
    Thomas(Standing standing, double diagonal, std::function<double(std::uint64_t)> d,
           InTime in_time = {})
        : standing_(standing),
          d_(std::move(d)),
          in_time_(in_time),
          above_(standing.n),
          x_(standing.n),
          error_(standing.n) {
        for (std::uint64_t i = 0; i < standing.n; ++i)
            above_[i] = 1 / (diagonal - (i ? above_[i - 1] : 0));
    }
    const Standing& standing() const { return standing_; }
    const std::vector<double>& solved(std::uint64_t system) {
        for (std::uint64_t i = 0; i < x_.size(); ++i) x_[i] = d_(standing_.at(system, i));
        std::ranges::fill(error_, 0.);
        for (std::int64_t step = 0; step < in_time_.steps; ++step) {
            solve(x_);
            solve(error_);
            const double own = in_time_.error * *std::ranges::max_element(x_);
            for (double& each : error_) each += own;
        }
        largest_error_ = std::max(largest_error_, *std::ranges::max_element(error_));
        return x_;
    }
    /// Of all unknowns that were solved. An error of a step is in the right side of the next, and
    /// so is solved as unknowns are.
    double largest_error() const { return largest_error_; }

private:
    // From right sides to unknowns, in place.
    void solve(std::vector<double>& x) const {
        for (std::uint64_t i = 0; i < x.size(); ++i) x[i] = (x[i] + (i ? x[i - 1] : 0)) * above_[i];
        for (std::uint64_t i = x.size() - 1; i-- > 0;) x[i] += above_[i] * x[i + 1];
    }

    Standing standing_;
    std::function<double(std::uint64_t)> d_;
    InTime in_time_;
    std::vector<double> above_, x_;  // above_[i]: the factor of the next unknown in this one
    std::vector<double> error_;      // of each unknown, at the most
    double largest_error_ = 0;
};

// Roundings in a coefficient and in a right side. All are sums of numbers of one sign, except 1
// minus a product.
struct Spent {
    double coefficient = 2, right = 2;  // divided by the diagonal
};

class Coupled {
public:
    Coupled(double diagonal, int digits)
        : decay_((diagonal - std::sqrt(diagonal * diagonal - 4)) / 2), digits_(digits) {}

    /// The coefficient of an unknown `distance` m away, once all between are eliminated: r^m / (1 +
    /// r^2m) in an endless system, and less near an end.
    double left_at(double distance) const {
        const double far = std::pow(decay_, distance);
        return far / (1 + far * far);
    }

    /// After `rows` equations in a row, down and up again, as in Thomas's algorithm.
    Spent after_rows(Spent spent, double rows) const {
        const double share = decay_ * decay_;  // of the product in the diagonal minus the product
        for (double row = 0; row < rows; ++row) {
            const double scale = (spent.coefficient + 1) * share + 2;
            spent.right += scale + 3;
            spent.coefficient = scale + 1;
        }
        return {spent.coefficient, spent.right + rows * (spent.coefficient + 2)};
    }

    /// After rounds over equations `unit` unknowns apart. A product of two coefficients has the
    /// roundings of both, so a round may multiply them by up to four. Coefficients below the last
    /// digit no longer count.
    Spent after_rounds(Spent spent, double unit, double rounds) const {
        for (double apart = unit; rounds > 0; --rounds, apart *= 2) {
            const double left = left_at(apart), product = 2 * left * left;
            if (left < std::ldexp(1., -digits_)) break;
            const double scale = (2 * spent.coefficient + 2) * product / (1 - product) + 3;
            spent.right += spent.coefficient + scale + 4;
            spent.coefficient = 2 * spent.coefficient + scale + 2;
        }
        return spent;
    }

    /// The distance, at most n, from which an unknown counts less than the last digit.
    double reach(double n) const { return std::min(n, std::ceil(-digits_ / std::log2(decay_))); }

private:
    double decay_;
    int digits_;
};

}  // namespace tridiagonal
