// How far modelled times are from those that were recorded on the same card: every recorded setting
// that the simulator counts in reasonable time, by lesson.
//   model_error [--all]        --all: a line for each setting too
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "lab/cli/survey.h"
#include "lab/lesson.h"
#include "lab/simulation.h"
#include "lab/time/bench.h"
#include "lab/time/model.h"
#include "lab/time/recordings.h"

namespace {

constexpr double most_lane_instructions = 5e8;

// Modelled over recorded time; 0 where one of them is missing.
double ratio_at(const lab::Settings& settings) {
    lab::Request request;
    request.settings = settings;
    if (cost_of(settings) > most_lane_instructions) return 0;
    const auto recorded = lab::recorded(request);
    if (!recorded || recorded->device.name != lab::modelled_card().name) return 0;
    const auto counted = lab::simulate(request, false);
    return lab::modelled(*counted)->time.median_ms / recorded->time.median_ms;
}

double share_within(const std::vector<double>& ratios, double factor) {
    const auto near = std::ranges::count_if(
        ratios, [&](double ratio) { return ratio <= factor && ratio >= 1 / factor; });
    return static_cast<double>(near) / static_cast<double>(ratios.size());
}

void print_row(const char* title, std::vector<double> ratios) {
    if (ratios.empty()) return;
    std::ranges::sort(ratios);
    const auto at = [&](double share) {
        return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
    };
    std::printf("%-18s %5zu  %5.2f %5.2f %5.2f %5.2f %5.2f   %3.0f %% %3.0f %% %3.0f %%\n", title,
                ratios.size(), at(0.05), at(0.25), at(0.5), at(0.75), at(0.95),
                100 * share_within(ratios, 1.5), 100 * share_within(ratios, 2),
                100 * share_within(ratios, 3));
}

std::string described(const lab::Settings& settings) {
    std::string text = settings.subject->id + "/" + settings.subject->rungs[settings.rung].id;
    for (const lab::Knob* knob : settings.subject->knobs)
        text += " " + knob->id + "=" + std::to_string(settings[*knob]);
    return text;
}

}  // namespace

int main(int count, char** arguments) {
    const bool all = count > 1 && std::strcmp(arguments[1], "--all") == 0;
    std::printf("modelled / recorded time on the %s, by share of the settings\n",
                lab::modelled_card().name.c_str());
    std::printf("%-18s %5s  %5s %5s %5s %5s %5s   within 1.5, 2, 3 times\n", "", "runs", "5 %",
                "25 %", "50 %", "75 %", "95 %");
    std::vector<double> every;
    for (const lab::Lesson* lesson : lab::lessons()) {
        std::vector<double> ratios;
        for (const lab::Settings& settings : lab::survey(lab::rungs_of(lab::subject_of(*lesson)))) {
            const double ratio = ratio_at(settings);
            if (ratio == 0) continue;
            if (all) std::printf("  %6.2f %s\n", ratio, described(settings).c_str());
            ratios.push_back(ratio);
        }
        every.insert(every.end(), ratios.begin(), ratios.end());
        print_row(lesson->id.c_str(), ratios);
    }
    print_row("all", every);
    return 0;
}
