// Metrics of Nsight Compute that no counter equals, and what stands beside each here. One registers
// itself from its own file; a lesson names those that its card lists (lab::LessonMore::profiled).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view.h"

namespace app {

// What the card's counts are of.
struct Profiled {
    const DrawContext& context;
    const lab::Settings& settings;  // as asked for, or as drawn where that is too much to count
    const lab::Run* run = nullptr;  // of these settings; may be missing
};

struct ProfilerMetric {
    std::string name;     // "gpu__time_duration.sum"
    std::string title;    // "Time"
    std::string meaning;  // what stands beside it, and how it differs: one or two sentences
    /// That number with its words, the longest first, or why there is none; empty where the kernel
    /// has nothing of the kind, and the row is left out.
    std::function<std::vector<std::string>(const Profiled&)> beside;
};

struct RegisterMetric {
    explicit RegisterMetric(ProfilerMetric metric);
};
/// nullptr where nobody registered it.
const ProfilerMetric* find_metric(std::string_view name);

}  // namespace app
