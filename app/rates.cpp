// See lab/time/throughput.h, which computes them.
#include "app/rates.h"

#include <utility>

#include <fmt/format.h>

#include "lab/time/model.h"
#include "lab/time/recordings.h"
#include "lab/time/throughput.h"

namespace app {

namespace {

// Whether operations limit the work: it has more operations per byte, each byte counted once, than
// the card computes (in float) while memory moves a byte. Then bytes per second say little.
bool bound_by_operations(const lab::Throughput& reached) {
    const lab::Card& card = lab::modelled_card();
    const double roof = card.flat_roof(false);
    return roof > 0 && reached.gigaflops / reached.gigabytes > roof / card.memory_gigabytes;
}

}  // namespace

std::vector<RateForm> rate_parts(const lab::Settings& settings, const lab::Time& time) {
    lab::Throughput reached = lab::throughput_of(settings, time);
    if (!(reached.gigabytes > 0)) return {};
    const std::string rate = lab::rate_worded(reached.gigabytes);
    if (bound_by_operations(reached)) {
        const std::string computed = lab::operations_worded(reached);
        return {{computed + ", " + rate + " useful"}, {computed}};
    }
    const auto share = std::exchange(reached.share, std::nullopt);
    const std::string percent = share ? fmt::format("{:.0f} %", 100 * *share) : "";
    std::vector<RateForm> forms{{lab::throughput_worded(reached), percent, reached.peak}};
    for (const std::string& words : {rate + " useful", rate}) {
        if (share && *share >= .005)  // else it would read as 0 %
            forms.push_back({words, percent, "a copy"});
        forms.push_back({words});
    }
    return forms;
}

std::vector<std::string> rate_forms(const lab::Settings& settings, const lab::Time& time) {
    std::vector<std::string> forms;
    for (const RateForm& form : rate_parts(settings, time)) forms.push_back(form.words());
    return forms;
}

double copy_rate(lab::TimeKind kind, const std::string& device) {
    if (kind == lab::TimeKind::modelled) return lab::modelled_card().memory_gigabytes;
    const auto peak = lab::recorded_peak(device);
    return peak ? peak->gigabytes : 0;
}

std::string rate_text(double gigabytes) { return lab::rate_worded(gigabytes); }

}  // namespace app
