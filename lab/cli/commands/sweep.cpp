// sweep: every combination of rungs and knobs' values, one row each.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/commands/sweep_devices.h"
#include "lab/cli/commands/sweep_rows.h"
#include "lab/cli/looker.h"
#include "lab/library.h"
#include "lab/programs.h"
#include "lab/requests/given_twice.h"
#include "lab/requests/timed_run.h"
#include "lab/running/faults.h"
#include "lab/time/bench.h"
#include "lab/time/processor.h"
#include "lab/words.h"
#include "platform/clock.h"
#include "simulator/read_number.h"

namespace lab::sweep_command {
namespace {

constexpr std::size_t most_points = 100'000;

// "reduction/a,b" -> reduction/a, reduction/b.
std::vector<std::string> targets(const std::string& lesson) {
    const auto slash = lesson.find('/');
    if (slash == std::string::npos || is_kernel_file(lesson)) return {lesson};
    std::vector<std::string> all;
    for (const std::string_view rung : split(std::string_view(lesson).substr(slash + 1), ','))
        all.push_back(lesson.substr(0, slash + 1).append(rung));
    return all;
}

// The settings of each rung before knobs are turned. The first state has seed, order and device.
simulator::Outcome<std::vector<State>> starts(Asked& asked) {
    std::vector<State> all;
    for (const std::string& target : targets(asked.lesson)) {
        Asked one = asked;
        one.lesson = target;
        one.assignments.clear();
        auto state = one.state();
        asked.failure = one.failure;
        if (!state) return state.problem();
        all.push_back(std::move(*state));
    }
    return all;
}

// All combinations; the last knob varies fastest.
simulator::Outcome<std::vector<Settings>> combinations(const Asked& asked,
                                                       const std::vector<State>& first) {
    std::vector<Settings> all;
    for (const State& state : first) all.push_back(state.request.settings);
    if (auto problem = given_twice(asked.assignments)) return *problem;
    for (const std::string& assignment : asked.assignments) {
        const auto equals = std::min(assignment.find('='), assignment.size());
        const std::string name = assignment.substr(0, equals),
                          values = assignment.substr(std::min(equals + 1, assignment.size()));
        std::vector<Settings> turned;
        for (const Settings& settings : all)
            for (const std::string_view value : split(values, ',')) {
                turned.push_back(settings);
                const std::string word =
                    equals == assignment.size() ? assignment : fmt::format("{}={}", name, value);
                if (const auto problem = assign(turned.back(), word)) return *problem;
                if (turned.size() > most_points)
                    return simulator::Diagnostic{
                        0, 0,
                        fmt::format("That makes more than {} runs: sweep fewer values.",
                                    grouped(most_points))};
            }
        all = std::move(turned);
    }
    return all;
}

// Runs one combination; false where the sweep can't go on.
bool run_point(Point& point, State state, Looker& looker, std::ostream& err) try {
    point.refusal = refusal(point.settings);
    if (point.refusal) return true;
    state.request.settings = point.settings;
    const bool gpu = measures(state), counts = !gpu && !is_library(point.settings);
    if (const auto why = counts ? too_little_memory(state.request) : std::nullopt) {
        err << *why << '\n';
        point.no_memory = true;
        return true;
    }
    TimedRun done =
        gpu ? run_measured(state.request, &looker) : run_simulated(state.request, false, &looker);
    looker.take_away();
    if (looker.ended()) return true;  // a part of a run is not a row
    point.run = std::move(done.run);
    if (!point.run) err << done.why << '\n';
    return point.run || !gpu;
} catch (const std::bad_alloc& problem) {
    err << failure_sentence(problem) << '\n';
    point.no_memory = true;
    return true;
}

// When a measured time is good enough; what is not given is the bench's own.
struct StoppingWords {
    std::string noise;         // "0.5%"
    int samples = 0;           // 0: not given
    double cell_seconds = 10;  // of device time, where one of the others is given

    void add_to(CommandFlags& words) {
        words.add("--noise", noise,
                  "sample until the 95 % interval of a time is within so many percent of it, such "
                  "as 0.5%");
        words.add("--samples", samples, "take at least so many samples of each run");
        words.add("--cell-seconds", cell_seconds,
                  "limit of a run's device time in seconds, for --noise and --samples (default "
                  "10)");
    }
    bool given() const { return !noise.empty() || samples != 0; }
    simulator::Outcome<Patience> patience() const;
};

constexpr std::size_t most_samples = 100'000;

simulator::Outcome<Patience> StoppingWords::patience() const {
    Patience all;
    if (!given()) return all;
    std::string_view number = noise;
    if (number.ends_with('%')) number.remove_suffix(1);
    double percent = 100 * all.half_width;
    const char* const end = number.data() + number.size();
    if (!noise.empty()) {
        const auto [rest, bad] = simulator::read_number(number.data(), end, percent);
        if (bad != std::errc{} || rest != end || !(percent >= .01 && percent <= 50))
            return problem_of(
                fmt::format("--noise {}: write a share from 0.01 % to 50 %, such as 0.5%.", noise));
    }
    if (samples < 0 || std::size_t(samples) > most_samples)
        return problem_of(fmt::format("--samples takes a number from 1 to {}.",
                                      grouped(std::int64_t(most_samples))));
    if (!(cell_seconds > 0)) return problem_of("--cell-seconds takes a number of seconds above 0.");
    all.half_width = percent / 100;
    all.milliseconds = 1000 * cell_seconds;
    if (samples > 0) all.least = std::size_t(samples), all.times_if_short = 1;
    all.most = noise.empty() ? std::max(all.most, all.least) : most_samples;
    return all;
}

// The words of the command.
struct SweepGiven {
    Asked asked;
    std::string json, csv, nvbench, devices;
    bool resume = false;
    double seconds = 0;  // 0: no limit
    Allowance allowance;
    StoppingWords stopping;
    SweepWorker worker;

    void add_to(CommandFlags& words) {
        asked.add_lesson(words);
        asked.add_flags(words);
        words.add("--devices", devices,
                  "measure on several GPUs of this machine at once: all, or their numbers, such as "
                  "0,1");
        words.add("--csv", csv, "file for one line a run, - for standard output");
        words.add("--json", json, "file for the runs as JSON, - for standard output");
        words.add("--nvbench-json", nvbench,
                  "file for the times in the layout of NVBench's --json, - for standard output");
        words.add("--resume", resume,
                  "write each line to the CSV file at once, and leave out the runs that it has");
        words.add("--seconds", seconds, "seconds after which no further run begins");
        stopping.add_to(words);
        allowance.add_flags(words);
        worker.add_to(words);
    }
    /// What does not go together, a sentence; empty: all does.
    std::string unfit() const {
        if ((csv == "-") + (json == "-") + (nvbench == "-") > 1)
            return "--csv -, --json - and --nvbench-json - can't share standard output: give all "
                   "but one a file.";
        if (resume && (csv.empty() || csv == "-"))
            return "--resume goes on in a file: name it with --csv FILE.";
        if (resume && !(json.empty() && nvbench.empty()))
            return "--resume goes on in a CSV file only: leave --json and --nvbench-json out.";
        if (!(seconds >= 0)) return "--seconds takes a number above 0.";
        const bool gpu = asked.devices.empty() || asked.devices.front() == "gpu";
        if (!devices.empty() && !gpu) return "--devices measures on GPUs: leave --device out.";
        if (const auto patience = stopping.patience(); !patience) return patience.problem().message;
        if (stopping.given() && devices.empty() && (asked.devices.empty() || !gpu))
            return "--noise and --samples are for times that are measured: add --device gpu or "
                   "--devices.";
        return allowance.choose_memory().value_or("");
    }
    RowWants wants() const {
        return {!json.empty() || worker.sends_json, !nvbench.empty() || worker.sends_state};
    }
};

void choose_patience(const SweepGiven& given, const State& state) {
    if (!given.stopping.given() || !measures(state)) return;
    for (Bench* each : {bench(), &processor_bench()})
        if (each) each->sample_until(*given.stopping.patience());
}

// How a sweep went.
struct Swept {
    std::size_t done = 0;
    bool late = false, lost = false, stopped = false;
};

// Runs these on this process's GPU, or on the simulator.
Swept sweep_here(const SweepGiven& given, const State& state, const std::vector<Settings>& all,
                 const std::vector<std::size_t>& left, const AddRow& add, std::ostream& err) {
    Looker looker(err, given.allowance);
    choose_patience(given, state);
    const std::vector<const Knob*> turned = turned_knobs(all);
    const double began = platform::now();
    Swept swept;
    for (const std::size_t index : left) {
        swept.late = given.seconds > 0 && platform::now() - began >= given.seconds;
        if (swept.late) break;
        Point point{all[index]};
        swept.lost = !run_point(point, state, looker, err);
        if (swept.lost || looker.ended()) break;
        add(row_of(point, turned, given.wants(), given.worker.gpu_number()));
        ++swept.done;
        if (!given.worker.works()) looker.passed(swept.done, left.size());
    }
    swept.stopped = looker.ended();
    return swept;
}

Swept sweep_on_gpus(const SweepGiven& given, Arguments arguments, const std::vector<HostGpu>& gpus,
                    const std::vector<Settings>& all, const std::vector<std::size_t>& left,
                    const AddRow& add, std::ostream& err) {
    Looker looker(err, given.allowance);
    Swept swept;
    const AddRow counted = [&](const SweepRow& row) {
        looker.take_away();
        add(row);
        looker.passed(++swept.done, left.size());
    };
    const DevicesSweep sweep{arguments, gpus, given.seconds, given.wants()};
    const WorkersEnd end = run_sweep_workers(sweep, all, left, counted, err);
    looker.take_away();
    swept.late = end.late, swept.lost = end.failed, swept.stopped = looker.ended();
    return swept;
}

// Runs all that the file does not have.
int sweep_all(const SweepGiven& given, Arguments arguments, const State& state,
              const std::vector<Settings>& wanted, const std::vector<HostGpu>& gpus,
              ResumedRows* resumed, std::ostream& out, std::ostream& err) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!resumed || !resumed->has(key_fields(wanted[i]))) left.push_back(i);
    Telling telling({given.csv, given.json, given.nvbench, resumed, !gpus.empty()}, wanted, out);
    const AddRow add = [&](const SweepRow& row) { telling.add(row); };
    const Swept swept = gpus.empty()
                            ? sweep_here(given, state, wanted, left, add, err)
                            : sweep_on_gpus(given, arguments, gpus, wanted, left, add, err);
    if (swept.lost && gpus.empty()) return exit_without_gpu();
    const std::size_t had = wanted.size() - left.size();
    if (had > 0) err << fmt::format("The file had {} of {} runs.\n", had, wanted.size());
    if (swept.stopped || swept.late || swept.lost)
        err << fmt::format("{}: {} of {} runs are done.{}\n",
                           swept.lost   ? "Not all GPUs came to the end"
                           : swept.late ? "The time is over"
                                        : "You stopped it",
                           had + swept.done, wanted.size(),
                           resumed ? " The same command goes on." : "");
    if (swept.done == 0 && !swept.lost)
        return had > 0 || swept.late ? exit_right : exit_interrupted;
    const int code = telling.finish(err);
    if (swept.lost) return exit_gpu_failed;
    return swept.stopped ? exit_interrupted : code;
}

// A worker of `--devices`: its rows go to standard output, for the process that started it.
int work(const SweepGiven& given, const State& state, const std::vector<Settings>& wanted,
         std::ostream& out, std::ostream& err) {
    const auto mine = given.worker.indices(wanted.size());
    if (!mine) return exit_bad_file;
    const Swept swept = sweep_here(
        given, state, wanted, *mine,
        [&](const SweepRow& row) { out << line_of(row) << std::flush; }, err);
    return swept.lost      ? exit_without_gpu()
           : swept.stopped ? int{exit_interrupted}
                           : int{exit_right};
}

int sweep(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens sweep",
                       "Runs every combination of rungs and knobs' values: LESSON/RUNG,RUNG "
                       "knob=a,b,c. If no rung is named, it runs the first.");
    SweepGiven given;
    given.add_to(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens sweep: " << why << '\n';
        return code;
    };
    if (const std::string why = given.unfit(); !why.empty()) return refuse(why, exit_usage);
    if (share_a_file({given.csv, given.json, given.nvbench}, err)) return exit_usage;
    for (const std::string& file : {given.csv, given.json, given.nvbench})
        if (!can_deliver(file, err)) return exit_bad_file;
    const auto first = starts(given.asked);
    const auto wanted = first ? combinations(given.asked, *first) : first.problem();
    if (!wanted) return refuse(wanted.problem().message, first ? exit_usage : given.asked.failure);
    const Settings& one = wanted->front();
    if (const auto module = module_of(one); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    if (given.worker.works()) return work(given, first->front(), *wanted, out, err);
    const ChosenGpus chosen = given.devices.empty() ? ChosenGpus{} : gpus_of_host(given.devices);
    if (!chosen.why.empty()) return refuse(chosen.why, chosen.code);
    const std::vector<HostGpu>& gpus = chosen.gpus;
    if (!given.resume)
        return sweep_all(given, arguments, first->front(), *wanted, gpus, nullptr, out, err);
    auto rows = ResumedRows::open(given.csv, csv_heads(*one.subject, !gpus.empty()),
                                  key_fields(one).size());
    if (!rows) return refuse(rows.problem().message, exit_bad_file);
    return sweep_all(given, arguments, first->front(), *wanted, gpus, &*rows, out, err);
}

const RegisterCommand registered(
    {"sweep",
     "sweep LESSON[/RUNG,...]|FILE.cu|FILE.ptx knob=a,b,c ... [--devices all|0,1] [--csv FILE] "
     "[--json FILE] [--nvbench-json FILE] [--resume] [--seconds S] [--noise P%] [--samples N] "
     "[--cell-seconds S] [--memory SIZE] [--progress]",
     "runs every combination of the named rungs (or the first) and values", 30, sweep});

}  // namespace
}  // namespace lab::sweep_command
