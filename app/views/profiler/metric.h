// Metrics of Nsight Compute that equal no counter, and the number shown beside each. A metric
// registers itself from its own file; a lesson names those on its card (lab::Profiled).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view.h"

namespace app {

// The run that the card counts.
struct Profiled {
    const DrawContext& context;
    const lab::Settings& settings;  // as requested, or as drawn where that is too much to count
    const lab::Run* run = nullptr;  // of these settings; may be nullptr
};

struct ProfilerMetric {
    std::string name;     // "gpu__time_duration.sum"
    std::string title;    // "Time"
    std::string meaning;  // the number beside it and how it differs: one or two sentences
    /// The number with its words, longest first, or the reason why there is none. Empty where the
    /// kernel has nothing of this kind: the row is left out.
    std::function<std::vector<std::string>(const Profiled&)> beside;
};

struct RegisterMetric {
    explicit RegisterMetric(ProfilerMetric metric);
};
/// nullptr where no such metric is registered.
const ProfilerMetric* find_metric(std::string_view name);

}  // namespace app
