// `warplens record`: measures every kernel of every lesson on the GPU that is here, one knob at a
// time, and keeps the times in a file that machines without a GPU show as "recorded".
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/survey.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "platform/clock.h"

namespace lab {
namespace {

/// The rungs that are named: all of a lesson where no rung is said, all there are without a name.
simulator::Outcome<std::vector<Settings>> rungs_named(const std::vector<std::string>& names) {
    std::vector<Settings> rungs;
    for (const std::string& name : names) {
        const auto settings = settings_named(name);
        if (!settings) return settings.problem();
        if (name.find('/') != std::string::npos)
            rungs.push_back(*settings);
        else
            std::ranges::copy(rungs_of(settings->subject), std::back_inserter(rungs));
    }
    if (names.empty())
        for (const Lesson* lesson : lessons())
            std::ranges::copy(rungs_of(subject_of(*lesson)), std::back_inserter(rungs));
    return rungs;
}

// A card without room for the copy has times all the same.
std::optional<Peak> copy_of(Bench& gpu, std::ostream& err) {
    try {
        return gpu.copy_peak();
    } catch (const std::exception& problem) {
        err << "No copy was timed, so no share of its rate will be shown: " << problem.what()
            << '\n';
        return std::nullopt;
    }
}

int record(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens record",
                       "Measures every kernel of every lesson, and keeps the times.");
    std::vector<std::string> names;
    std::string target;
    words.add("LESSONS", names, "lesson or lesson/rung, as `warplens list` names them");
    words.add("--out", target, "file to keep the times in", CommandFlags::Need::required);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto rungs = rungs_named(names);
    if (!rungs) {
        err << "warplens record: " << rungs.problem().message << '\n';
        return exit_usage;
    }
    std::string why;
    Bench* gpu = bench(&why);
    if (!gpu) {
        err << why << '\n';
        return exit_no_gpu;
    }
    std::vector<std::shared_ptr<const Run>> runs;
    int wrong = 0;
    const std::vector<Settings> wanted = survey(*rungs);
    for (const Settings& settings : wanted) {
        Request one;
        one.settings = settings;
        std::shared_ptr<const Run> last;
        try {
            gpu->measure(one, [&](std::shared_ptr<const Run> run) {
                last = std::move(run);
                return true;
            });
        } catch (const std::exception& problem) {
            err << settings.subject->id << ": " << problem.what() << '\n';
            if (gpu->lacks()) break;
            continue;
        }
        const Rung& rung = settings.subject->rungs[settings.rung];
        wrong += !last->verdict.ok;
        err << fmt::format("{} of {}: {}/{} {:.4g} ms, {}\n", runs.size() + 1, wanted.size(),
                           settings.subject->id, rung.id, last->time.median_ms,
                           last->verdict.ok ? "right" : "WRONG");
        runs.push_back(std::move(last));
    }
    if (runs.empty()) {
        err << "warplens record: nothing could be measured, so no file was written.\n";
        return exit_bad_file;
    }
    const std::string text = recording_text(runs, platform::today(), copy_of(*gpu, err));
    if (!deliver(target, text, out, err)) return exit_bad_file;
    err << fmt::format("{} runs on an {} kept in {}, {} of them wrong.\n", runs.size(),
                       gpu->device().name, target, wrong);
    return wrong ? exit_wrong_result : exit_right;
}

const RegisterCommand registered{
    {.name = "record",
     .usage = "record [LESSON[/RUNG]]... --out FILE",
     .meaning = "measures on the GPU that is here and keeps the times for machines without one",
     .order = 60,
     .run = record}};

}  // namespace
}  // namespace lab
