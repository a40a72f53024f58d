// `warplens record`: measures every kernel of every lesson on the GPU that is here, one knob at a
// time, and keeps the times in a file that machines without a GPU show as "recorded".
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <ostream>
#include <set>

#include "lab/asked.h"
#include "lab/bench.h"
#include "lab/command_tools.h"
#include "lab/recordings.h"

namespace lab {
namespace {

/// The presets of a rung, and those with one knob at each of its ticks or choices. The size of a
/// box is turned with all its sides.
std::vector<Settings> one_at_a_time(const Settings& presets) {
    std::vector<Settings> all{presets};
    for (const Knob* knob : presets.lesson->knobs) {
        const auto add = [&](std::int64_t value) { all.push_back(turned(presets, *knob, value)); };
        for (std::int64_t tick : knob->ticks) add(tick);
        for (std::size_t i = 0; i < knob->choices.size(); ++i) add(static_cast<std::int64_t>(i));
    }
    return all;
}

/// Every shape of a block, where a lesson lets two of its sides be chosen.
std::vector<Settings> shapes(const Settings& presets) {
    std::vector<Settings> all;
    const Knob* x = find_knob(*presets.lesson, "block_x");
    const Knob* y = find_knob(*presets.lesson, "block_y");
    if (!x || !y) return all;
    for (std::int64_t across : x->ticks)
        for (std::int64_t down : y->ticks) {
            all.push_back(presets);
            all.back().set(*x, across);
            all.back().set(*y, down);
        }
    return all;
}

/// What is to be measured: each plan once, refused ones left out.
std::vector<Settings> to_measure(const std::vector<Settings>& rungs) {
    std::vector<Settings> wanted;
    std::set<std::pair<std::string, std::uint64_t>> known;
    const auto add = [&](const Settings& settings) {
        if (!refusal(settings) &&
            known.insert({settings.lesson->id, plan_of(settings).hash()}).second)
            wanted.push_back(settings);
    };
    for (const Settings& presets : rungs) {
        std::ranges::for_each(one_at_a_time(presets), add);
        std::ranges::for_each(shapes(presets), add);
    }
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

/// The rungs that are named: all of a lesson where no rung is said, all there are without a name.
simulator::Outcome<std::vector<Settings>> rungs_named(const std::vector<std::string>& names) {
    std::vector<Settings> rungs;
    for (const std::string& name : names) {
        const auto settings = settings_named(name);
        if (!settings) return settings.problem();
        if (name.find('/') != std::string::npos)
            rungs.push_back(*settings);
        else
            std::ranges::copy(all_rungs(*settings->lesson), std::back_inserter(rungs));
    }
    if (names.empty())
        for (const Lesson* lesson : lessons())
            std::ranges::copy(all_rungs(*lesson), std::back_inserter(rungs));
    return rungs;
}

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
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
    const std::vector<Settings> wanted = to_measure(*rungs);
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
    if (!deliver(target, recording_text(runs, today()), out, err)) return exit_bad_file;
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
