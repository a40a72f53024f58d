// `warplens record`: measures every kernel of every lesson on the GPU that is here, one knob at a
// time, and keeps the times in a file that machines without a GPU show as "recorded".
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <ostream>
#include <set>

#include "lab/asked.h"
#include "lab/bench.h"
#include "lab/command_line.h"
#include "lab/recordings.h"

namespace lab {
namespace {

/// The presets of a rung, and those with one knob at each of its ticks or choices.
std::vector<Settings> one_at_a_time(const Settings& presets) {
    std::vector<Settings> all{presets};
    for (const Knob* knob : presets.lesson->knobs) {
        const auto add = [&](std::int64_t value) {
            all.push_back(presets);
            all.back().set(*knob, value);
        };
        for (std::int64_t tick : knob->ticks) add(tick);
        for (std::size_t i = 0; i < knob->choices.size(); ++i) add(static_cast<std::int64_t>(i));
    }
    return all;
}

/// What is to be measured: each plan once, refused ones left out.
std::vector<Settings> to_measure(const std::vector<Settings>& rungs) {
    std::vector<Settings> wanted;
    std::set<std::pair<std::string, std::uint64_t>> known;
    for (const Settings& presets : rungs)
        for (const Settings& settings : one_at_a_time(presets))
            if (!refusal(settings) &&
                known.insert({settings.lesson->id, plan_of(settings).hash()}).second)
                wanted.push_back(settings);
    return wanted;
}

std::vector<Settings> all_rungs(const Lesson& lesson) {
    std::vector<Settings> rungs;
    for (std::size_t i = 0; i < lesson.rungs.size(); ++i) {
        rungs.emplace_back(lesson);
        rungs.back().rung = static_cast<int>(i);
    }
    return rungs;
}

struct Asked {
    std::string file;
    std::vector<Settings> rungs;
};

simulator::Outcome<Asked> asked(Arguments arguments) {
    Asked asked;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--out" && i + 1 < arguments.size()) {
            asked.file = arguments[++i];
        } else if (arguments[i].find('/') != std::string::npos) {
            const auto settings = settings_named(arguments[i]);
            if (!settings) return settings.problem();
            asked.rungs.push_back(*settings);
        } else {
            const Lesson* lesson = find_lesson(arguments[i]);
            if (!lesson)
                return simulator::Diagnostic{0, 0, "There is no lesson " + arguments[i] + "."};
            for (const Settings& rung : all_rungs(*lesson)) asked.rungs.push_back(rung);
        }
    }
    if (asked.file.empty()) return simulator::Diagnostic{0, 0, "Say where to keep it: --out FILE."};
    if (asked.rungs.empty())
        for (const Lesson* lesson : lessons())
            for (const Settings& rung : all_rungs(*lesson)) asked.rungs.push_back(rung);
    return asked;
}

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

int record(Arguments arguments, std::ostream& out, std::ostream& err) {
    const auto request = asked(arguments);
    if (!request) {
        err << request.problem().message << '\n';
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
    const std::vector<Settings> wanted = to_measure(request->rungs);
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
            err << settings.lesson->id << ": " << problem.what() << '\n';
            if (gpu->lacks()) break;
            continue;
        }
        const Rung& rung = settings.lesson->rungs[settings.rung];
        wrong += !last->verdict.ok;
        err << fmt::format("{} of {}: {}/{} {:.4g} ms, {}\n", runs.size() + 1, wanted.size(),
                           settings.lesson->id, rung.id, last->time.median_ms,
                           last->verdict.ok ? "right" : "WRONG");
        runs.push_back(std::move(last));
    }
    std::ofstream file(request->file);
    file << recording_text(runs, today());
    if (!file.flush()) {
        err << "The recording could not be written to " << request->file << ".\n";
        return exit_bad_file;
    }
    out << fmt::format("{} runs on an {} kept in {}, {} of them wrong.\n", runs.size(),
                       gpu->device().name, request->file, wrong);
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
