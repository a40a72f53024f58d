// Reads samples out of a run's results. See outcomes.h.
#include "app/views/paths/outcomes.h"

#include <algorithm>
#include <cmath>

#include "lab/features/samples.h"
#include "lab/running/verdict.h"

namespace app {
namespace {

constexpr double most_bars = 40;

const std::vector<float>* result_named(const lab::Run& run, const std::string& name) {
    const auto found = std::ranges::find(run.results, name, &lab::ResultShot::buffer);
    return found == run.results.end() || found->values.empty() ? nullptr : &found->values;
}

std::vector<lab::SampleMean> means_of(const std::vector<float>& values) {
    std::vector<lab::SampleMean> means;
    lab::RunningMean mean;
    for (const double value : values) mean.add(value), means.push_back(mean.now());
    return means;
}

void put_bars(Outcomes& made, const std::vector<float>& along, const std::vector<float>& values) {
    const auto [least, largest] = std::ranges::minmax(along);
    if (!std::isfinite(least) || !std::isfinite(largest)) return;
    made.bar_width = round_step(std::max(double(largest) - double(least), 1e-6), most_bars);
    const double first = std::floor(double(least) / made.bar_width);
    const auto bar_of = [&](double value) {
        return std::size_t(std::floor(value / made.bar_width) - first);
    };
    made.bars.resize(bar_of(largest) + 1);
    for (std::size_t i = 0; i < made.bars.size(); ++i)
        made.bars[i].low = (first + double(i)) * made.bar_width;
    for (std::size_t i = 0; i < std::min(along.size(), values.size()); ++i) {
        OutcomeBar& bar = made.bars[bar_of(along[i])];
        ++bar.samples;
        bar.worth += values[i] != 0;
    }
}

Outcomes read_outcomes(const lab::Run& run) {
    Outcomes made;
    const lab::Samples& samples = lab::feature<lab::Samples>(run.request.settings);
    const std::vector<float>* values = result_named(run, samples.values);
    if (!values) return made;
    made.noun = samples.noun;
    made.along_words = samples.along_words;
    made.worth_words = samples.worth_words;
    made.worth_of = samples.worth_of;
    made.worth_from = samples.worth_from, made.worth_to = samples.worth_to;
    made.means = means_of(*values);
    made.worth = std::ranges::count_if(*values, [](float value) { return value != 0; });
    const std::vector<float>* along = result_named(run, samples.along);
    put_bars(made, along ? *along : *values, *values);
    return made;
}

}  // namespace

const Outcomes& outcomes(const lab::Run& run) {
    return run.derived(0, [&] { return read_outcomes(run); });
}

double round_step(double span, double most) {
    const double ten = std::pow(10, std::floor(std::log10(span / most)));
    for (const double step : {1., 2., 5.})
        if (span / (step * ten) <= most) return step * ten;
    return 10 * ten;
}

}  // namespace app
