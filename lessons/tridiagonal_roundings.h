// What may differ between ways to solve a tridiagonal system with -1 on both sides of its diagonal:
// roundings, and what rounds that were not made leave out. Part of tridiagonal.cpp.
#pragma once

#include <algorithm>
#include <cmath>

namespace lessons {

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

}  // namespace lessons
