// Makes a command line from settings. See command.h.
#include "app/views/profiler/command.h"

#include <variant>

#include "lab/asked.h"
#include "lab/declared.h"
#include "lab/subject.h"

namespace app {
namespace {

// Selects the only kernel that a run launches, by ncu's name without template arguments, and the
// number of its launches. So ncu shows no launch that fills an input, and none that only repeats.
// Empty where there are several kernels.
std::string filter_words(const lab::Settings& settings) {
    if (lab::refusal(settings)) return "";
    const lab::Plan plan = lab::plan_of(settings);
    std::string name;
    int launches = 0;
    for (const lab::PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<lab::Launch>(&step);
        if (!launch) continue;
        const std::string bare = lab::bare_name(launch->kernel);
        if (launches++ > 0 && bare != name) return "";
        name = bare;
    }
    if (name.empty() || name.starts_with("_Z")) return "";
    return "--kernel-name " + name + " --launch-count " + std::to_string(launches) + " ";
}

// "warplens run LESSON/RUNG knob=value --device gpu"
std::string program_words(const lab::Settings& settings) {
    std::string line = "warplens run " + lab::name_of(settings);
    for (const lab::Knob* knob : settings.subject->knobs)
        if (settings[*knob] != knob->preset && !lab::idle(settings, *knob))
            line += " " + knob->id + "=" + lab::worded(*knob, settings[*knob]);
    return line + " --device gpu";
}

}  // namespace

std::string profiler_command(const lab::Settings& settings,
                             const std::vector<std::string>& metrics) {
    if (metrics.empty() || !settings.subject || !settings.lesson()) return "";
    std::string line = "ncu " + filter_words(settings) + "--metrics ";
    for (const std::string& metric : metrics)
        line += metric + (&metric == &metrics.back() ? "" : ",");
    return line + " " + program_words(settings);
}

std::string profiler_command_in_brief(const lab::Settings& settings) {
    return "ncu --metrics ... " + program_words(settings);
}

}  // namespace app
