// Compares the device's results with those that the CPU computed in double.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "lab/lesson.h"
#include "lab/run.h"
#include "lab/wanted.h"

namespace lab {

/// Copies elements of a buffer, from `first` on, to the host. The span holds whole elements.
using Reader = std::function<void(const Buffer&, std::uint64_t first, std::span<std::byte>)>;

/// Compares all results of the plan. `worst_error` is the largest |found - expected|. A NaN in
/// place of a number is wrong and counts as infinite. Throws NotWanted once nobody waits.
Verdict verdict_of(const Plan& plan, const Expected& expected, const Reader& read,
                   const Wanted& wanted = {});

/// The same with the lesson's reference for these settings; unchecked where it has none.
Verdict verdict_of(const Settings& settings, const Plan& plan, std::uint64_t seed,
                   const Wanted& wanted, const Reader& read);

/// Whether a right result is off by more than 1 %, as a shortened result or a sum of very many
/// floats may be: nobody should call it right.
bool far_off(const Verdict&);

// Uses differences from the current mean (Welford, 1962), so that no digits are lost.
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

/// The mean over all elements of the result that the lesson names as samples
/// (lab::Samples::values); no samples where it names none. Throws NotWanted once nobody waits.
SampleMean mean_of_samples(const Settings&, const Plan&, const Wanted&, const Reader&);

/// The summary of one array's bytes.
ArrayResult array_result(std::string array, simulator::Type type, std::span<const std::byte>);

/// The summaries of all arrays of a plan; `contents` gives their bytes.
std::vector<ArrayResult> arrays_left(
    const Plan&, const std::function<std::span<const std::byte>(const Buffer&)>&);

/// The first array with different values in two runs; empty: none. Floats may differ by about 1e-4
/// of all, as sums in another order do; one missing element of 10^7 is more. nullopt where the runs
/// have different arrays.
std::optional<std::string> differing_array(const std::vector<ArrayResult>&,
                                           const std::vector<ArrayResult>&);

}  // namespace lab
