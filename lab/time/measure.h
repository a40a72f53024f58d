// From samples to a time with an interval, and the rule that says when enough were taken.
// Pure: tested without a GPU. Used by cuda_bench.cpp and by whoever compares two times.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lab {

struct Interval {
    // of the median, 95 %; low = high = median below 6 samples
    double median = 0, low = 0, high = 0;
    /// Half the interval's width as a share of the median.
    double half_width() const { return median > 0 ? (high - low) / 2 / median : 0; }
};

/// Median and its 95 % interval, free of any assumption on the distribution: the order statistics l
/// and u of n samples enclose the median with probability 1 - 2 P(B < l), B binomial(n, 1/2) (David
/// and Nagaraja, Order Statistics, 7.1). Units are those of the samples. Empty input gives zeros.
Interval median_interval(std::span<const double> samples);

/// Two times are called different only if their intervals part.
bool differ(const Interval& a, const Interval& b);

// When to stop: a first look after `preview` samples, then until the interval is narrow, or time is
// up.
struct Patience {
    std::size_t preview = 5, most = 64;
    double half_width = 0.01;   // of the median
    double milliseconds = 400;  // of the device's time, all samples together
    bool enough(std::span<const double> samples) const;
};

}  // namespace lab
