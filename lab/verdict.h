// Whether a run was right: what the device holds against what the CPU computed in double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "lab/lesson.h"
#include "lab/run.h"
#include "lab/wanted.h"

namespace lab {

/// Copies elements of a buffer, from `first` on, to the host; the span holds whole elements.
using Reader = std::function<void(const Buffer&, std::uint64_t first, std::span<std::byte>)>;

/// Compares every result of the plan. `worst_error` is the largest |found - expected|; a NaN found
/// where a number was expected is wrong and counts as infinite. Throws NotWanted once nobody waits.
Verdict verdict_of(const Plan& plan, const Expected& expected, const Reader& read,
                   const Wanted& wanted = {});

/// The same with the lesson's own reference for these settings; unchecked where the lesson has
/// none.
Verdict verdict_of(const Settings& settings, const Plan& plan, std::uint64_t seed,
                   const Wanted& wanted, const Reader& read);

/// The mean of the result that the lesson names as samples (lab::Samples::values), over all of its
/// elements; of no samples where it names none. Throws NotWanted once nobody waits.
SampleMean mean_of_samples(const Settings&, const Plan&, const Wanted&, const Reader&);

}  // namespace lab
