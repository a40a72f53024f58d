// The mean of samples that come one by one, and how far it is sure.
#pragma once

#include <cmath>
#include <cstdint>

namespace lab {

// Half the interval that holds the true mean 19 times in 20 is 1.96 s / sqrt(n), with s by n - 1; 0
// of fewer than two samples. Units are those of the samples.
struct SampleMean {
    std::uint64_t samples = 0;
    double mean = 0, half = 0;
};

// By sums of differences from the mean so far (Welford, 1962): no digits are lost to it.
class RunningMean {
public:
    void add(double value) {
        const double off = value - mean_;
        mean_ += off / static_cast<double>(++samples_);
        squares_ += off * (value - mean_);
    }
    SampleMean now() const {
        constexpr double sure = 1.96;  // standard errors on either side: 95 %
        const auto n = static_cast<double>(samples_);
        return {samples_, mean_, samples_ < 2 ? 0 : sure * std::sqrt(squares_ / (n - 1) / n)};
    }

private:
    std::uint64_t samples_ = 0;
    double mean_ = 0, squares_ = 0;
};

}  // namespace lab
