// Registered metrics. See metric.h.
#include "app/views/profiler/metric.h"

#include "lab/registry.h"

namespace app {
namespace {

lab::Registry<ProfilerMetric>& metric_registry() {
    static lab::Registry<ProfilerMetric> all;
    return all;
}

}  // namespace

RegisterMetric::RegisterMetric(ProfilerMetric metric) {
    metric_registry().add(std::move(metric), [](const ProfilerMetric& a, const ProfilerMetric& b) {
        return a.name < b.name;
    });
}

const ProfilerMetric* find_metric(std::string_view name) {
    return metric_registry().find(name, &ProfilerMetric::name);
}

}  // namespace app
