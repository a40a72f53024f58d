// Tridiagonal systems with -1 on both sides of their diagonal, solved in double; and what may
// differ between ways to solve them: roundings, and what rounds that were not made leave out. Part
// of tridiagonal.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tridiagonal {

// Where the unknowns of systems stand: one system behind the other, or all first ones first.
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

// Thomas's algorithm in double.
class Thomas {
public:
    Thomas(Standing standing, double diagonal, std::function<double(std::uint64_t)> d)
        : standing_(standing), d_(std::move(d)), above_(standing.n), x_(standing.n) {
        for (std::uint64_t i = 0; i < standing.n; ++i)
            above_[i] = 1 / (diagonal - (i ? above_[i - 1] : 0));
    }
    const Standing& standing() const { return standing_; }
    const std::vector<double>& solved(std::uint64_t system) {
        for (std::uint64_t i = 0; i < x_.size(); ++i)
            x_[i] = (d_(standing_.at(system, i)) + (i ? x_[i - 1] : 0)) * above_[i];
        for (std::uint64_t i = x_.size() - 1; i-- > 0;) x_[i] += above_[i] * x_[i + 1];
        return x_;
    }

private:
    Standing standing_;
    std::function<double(std::uint64_t)> d_;
    std::vector<double> above_, x_;  // above_[i]: what the next unknown counts in this one
};

// Roundings in a coefficient and in a right side. All are sums of numbers of one sign, but for 1
// less a product.
struct Spent {
    double coefficient = 2, right = 2;  // divided by the diagonal
};

class Coupled {
public:
    Coupled(double diagonal, int digits)
        : decay_((diagonal - std::sqrt(diagonal * diagonal - 4)) / 2), digits_(digits) {}

    /// What an unknown counts in another this far away, once all between them are gone: r^m / (1 +
    /// r^2m) in an endless system, and less near an end.
    double left_at(double distance) const {
        const double far = std::pow(decay_, distance);
        return far / (1 + far * far);
    }

    /// So many equations one after the other, down and up again, as Thomas takes them.
    Spent after_rows(Spent spent, double rows) const {
        const double share = decay_ * decay_;  // of the product in the diagonal less it
        for (double row = 0; row < rows; ++row) {
            const double scale = (spent.coefficient + 1) * share + 2;
            spent.right += scale + 3;
            spent.coefficient = scale + 1;
        }
        return {spent.coefficient, spent.right + rows * (spent.coefficient + 2)};
    }

    /// Rounds over equations that stand `unit` unknowns apart. A product of two coefficients has
    /// the roundings of both, so that there are up to four times as many after each; coefficients
    /// below the last digit count no more.
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

    /// Of n unknowns, those further away than this count less than the last digit.
    double reach(double n) const { return std::min(n, std::ceil(-digits_ / std::log2(decay_))); }

private:
    double decay_;
    int digits_;
};

}  // namespace tridiagonal
