// The results of a convolution, on the CPU in double, and how far a product of spectra may be off.
// Part of fft.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "lessons/reading.h"

namespace lessons::fourier {

using Numbers = std::vector<double>;

constexpr double largest_number = 4;  // of signal and filter, whole numbers

inline Numbers all_of(const std::function<double(std::uint64_t)>& value, std::int64_t count) {
    Numbers all(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = value(i);
    return all;
}

inline double peak_of(const Numbers& values) {
    double peak = 0;
    for (const double value : values) peak = std::max(peak, std::abs(value));
    return peak;
}

inline double output(const Numbers& signal, const Numbers& filter, std::uint64_t i) {
    const std::uint64_t first = i < signal.size() ? 0 : i - signal.size() + 1;
    const std::uint64_t last = std::min<std::uint64_t>(i, filter.size() - 1);
    double sum = 0;
    for (std::uint64_t j = first; j <= last; ++j) sum += filter[j] * signal[i - j];
    return sum;
}

/// The outputs that are compared, of `products` each: as many as 2^27 products allow.
inline std::vector<std::uint64_t> compared(std::int64_t outputs, std::int64_t products) {
    constexpr std::int64_t most = 1 << 27;
    if (outputs <= most / products) return sampled(std::uint64_t(outputs));
    return scattered(std::uint64_t(outputs),
                     std::size_t(std::clamp<std::int64_t>(most / products, 64, 4096)));
}

/// The outputs of n numbers and a filter of m, where they are compared.
inline lab::Expected::Of truth(const lab::Inputs& inputs, std::int64_t n, std::int64_t m) {
    const Numbers signal = all_of(inputs.values("signal"), n);
    const Numbers filter = all_of(inputs.values("filter"), m);
    const auto outputs = std::uint64_t(n + m - 1);
    lab::Expected::Of out{.elements = compared(n + m - 1, std::min(n, m))};
    const std::size_t count = out.elements.empty() ? outputs : out.elements.size();
    for (std::size_t k = 0; k < count; ++k) {
        if (k % 1024 == 0) inputs.go_on();
        out.values.push_back(output(signal, filter, out.elements.empty() ? k : out.elements[k]));
    }
    return out;
}

// The points of the transforms, how many of them hold the signal and the filter, and whether both
// are in one transform.
struct Transforms {
    double points = 0, of_signal = 0, of_filter = 0;
    bool together = false, in_pieces = false;
};

inline double rounds(double points) { return std::ceil(std::log2(std::max(2., points))); }

/// How far an output may be off. A round of a transform adds an error of 9 roundings of 2^-24 to
/// each number (2 of a sine and of a cosine, 4 of a product, 1 of a sum), relative to all numbers
/// together: the root of the sum of their squares. For all outputs this root is at most that of the
/// signal times that of the filter, and at most `peak` a point.
inline double off_by(const Transforms& of, double peak) {
    constexpr double rounded = 0x1p-24;
    const double a_way = 9 * rounded * rounds(of.points);
    const double signal = largest_number * std::sqrt(of.of_signal);
    const double filter = largest_number * std::sqrt(of.of_filter);
    const double squares = signal * signal + filter * filter;
    const double forward =
        of.together ? squares * (a_way + 5 * rounded) : signal * filter * (2 * a_way + 3 * rounded);
    return forward + a_way * (of.in_pieces ? 3 : 1) * peak * std::sqrt(of.points);
}

}  // namespace lessons::fourier
