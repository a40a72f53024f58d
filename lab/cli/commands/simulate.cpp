// simulate: runs any kernel of a .cu or .ptx file, with arguments from words and files.
#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/cli/report.h"
#include "lab/compiler/compiler.h"
#include "lab/json/json.h"
#include "lab/memory/memory_budget.h"
#include "lab/own/module.h"
#include "lab/own/open.h"
#include "lab/own/spec.h"
#include "lab/requests/timed_run.h"
#include "lab/running/simulation.h"
#include "lab/words.h"

namespace lab::simulate_command {
namespace {

struct Flags {
    AskedFile asked;
    std::string order = "sequential", check = "all", limit = "1e12", json;
    std::vector<std::string> dumps;
    Allowance allowance;
};

// NAME=FILE of --dump.
struct Dump {
    std::string name, file;
};

// Why the command stopped, and its exit code.
struct Stop {
    std::string sentence;
    Exit code = exit_usage;
    int line = 0, ptx_line = 0;  // of an unknown instruction: in the file, in the PTX
};

// The request, and how to play it.
struct Task {
    Request request;
    Playing how{.trace = false};
    std::vector<Dump> dumps;
};

void add_flags(CommandFlags& words, Flags& flags) {
    words.add("FILE", flags.asked.file, "FILE.ptx, or FILE.cu if nvcc or NVRTC is found",
              CommandFlags::Need::required);
    add_launch(words, flags.asked);
    words.add("--order", flags.order, "order of blocks: sequential, resident, seed:N or weak:N");
    words.add("--check", flags.check,
              "where to look for races and unwritten memory: all (all blocks) or first (block 0 "
              "only)");
    words.add("--limit", flags.limit,
              "lane-instructions after which the run is stopped (default 1e12)");
    words.add("--dump", flags.dumps, "NAME=FILE: writes the array's raw bytes after the run");
    words.add("--json", flags.json,
              "file for counters, lines and faults as JSON, - for standard output");
    flags.allowance.add_flags(words);
}

// An argument's file that can't be read is not a usage error.
bool bad_contents(const AskedFile& asked) {
    return std::ranges::any_of(asked.arguments, [](const std::string& text) {
        const auto spec = read_spec(text);
        return spec && spec->fill == Spec::Fill::file && !contents(*spec);
    });
}

// Opens the file before it reads the words, so that a mistyped file name is reported first.
std::optional<Stop> open_subject(const Flags& flags, Task& task) {
    const AskedFile& asked = flags.asked;
    if (!virtual_architecture(asked.arch))
        return Stop{fmt::format("--arch {} is not an architecture: write sm_75, sm_90 and so on.",
                                asked.arch)};
    const auto code = code_of(asked.file, asked.arch, asked.kernel);
    if (!code) return Stop{code.problem().message, exit_bad_file};
    const auto module = module_of(asked.file, *code);
    if (!module) return Stop{module.problem().message, exit_bad_file};
    auto subject = subject_of(asked, *code);
    if (!subject && subject.problem().line == 0)
        return Stop{subject.problem().message, bad_contents(asked) ? exit_bad_file : exit_usage};
    if (!subject)
        return Stop{subject.problem().message, exit_kernel_fault,
                    std::max(0, subject.problem().line),
                    (*module)->kernel(asked.kernel).problem().line};
    task.request.settings = Settings(std::move(*subject));
    const auto refused = refusal(task.request.settings);
    // Memory that this machine lacks is reported later, with the names of the arrays.
    if (!refused || too_large_to_count(task.request)) return std::nullopt;
    std::string words = refusal_text(*refused, task.request.settings);
    words.pop_back();  // the line's end
    return Stop{words};
}

std::optional<Stop> read_how(const Flags& flags, Task& task) {
    if (const auto wrong = flags.allowance.choose_memory()) return Stop{*wrong};
    const auto order = order_named(flags.order);
    if (!order) return Stop{"--order: " + order.problem().message};
    if (flags.check != "all" && flags.check != "first")
        return Stop{"--check must be all or first."};
    const auto limit = whole_number(flags.limit);
    if (!limit || *limit < 1)
        return Stop{
            "--limit must be a whole number of at least 1, such as "
            "1e9."};
    task.request.order = order->order;
    task.request.order_seed = order->seed;
    task.request.watched = {0};
    task.how.limit = static_cast<std::uint64_t>(*limit);
    task.how.check = flags.check == "all" ? Playing::Check::everywhere : Playing::Check::watched;
    return std::nullopt;
}

bool has_array(const Plan& plan, const std::string& name) {
    return std::ranges::any_of(plan.allocations,
                               [&](const Allocation& each) { return each.name == name; });
}

std::optional<Stop> read_dumps(const Flags& flags, Task& task) {
    const Plan plan = plan_of(task.request.settings);
    int on_output = flags.json == "-" ? 1 : 0;
    for (const std::string& text : flags.dumps) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            return Stop{fmt::format("--dump {}: write NAME=FILE.", text)};
        const Dump dump{text.substr(0, equals), text.substr(equals + 1)};
        if (!has_array(plan, dump.name))
            return Stop{fmt::format("--dump {}: no array argument has that name.", text)};
        task.dumps.push_back(dump);
        if (dump.file == "-") ++on_output;
    }
    if (on_output > 1)
        return Stop{
            "Only one of --json and --dump can go to standard output: give the others files."};
    return std::nullopt;
}

// Fails for arrays that don't fit into memory, or a launch that the device refuses.
std::optional<Stop> play(Simulation& simulation, Looker& looker, std::shared_ptr<const Run>& run) {
    try {
        run = simulation.play(&looker);
        return std::nullopt;
    } catch (const std::runtime_error& problem) {
        return Stop{problem.what()};
    }
}

Json answer(const Flags& flags, const Run& run) {
    // No launch if it ended while arrays were filled.
    const LaunchRecord launch = run.launches.empty() ? LaunchRecord{} : run.launches.front();
    Json json = {{"file", flags.asked.file},
                 {"kernel", launch.kernel},
                 {"ptx_hash", run.ptx_hash},
                 {"grid", {launch.grid.x, launch.grid.y, launch.grid.z}},
                 {"block", {launch.block.x, launch.block.y, launch.block.z}},
                 {"shared_bytes", launch.shared_bytes},
                 {"order", flags.order},
                 {"guessed", guesses_of(*run.request.settings.subject)},
                 {"finished", run.ended()},
                 {"counters", to_json(launch.counters)},
                 {"loops_at_ptx_level", run.at_ptx_level.loops},
                 {"branches_at_ptx_level", run.at_ptx_level.branches},
                 {"instruction_mix", to_json(run.instruction_mix)},
                 {"lines", Json::array()},
                 {"ptx_lines", Json::array()},
                 {"faults", Json::array()},
                 {"simulated", to_json(run.simulated)},
                 {"printed", run.printed}};
    for (const auto& line : run.lines) json["lines"].push_back(to_json(line));
    for (const auto& line : run.ptx_lines) json["ptx_lines"].push_back(to_json(line));
    for (const auto& fault : run.faults) json["faults"].push_back(to_json(fault));
    return json;
}

// The answer for a kernel with an unknown instruction: the same keys, no counts, one fault.
Json refused(const Flags& flags, const Stop& stop) {
    simulator::Fault fault;
    fault.kind = simulator::FaultKind::unknown_instruction;
    fault.line = stop.line;
    fault.ptx_line = stop.ptx_line;
    Json told = to_json(fault);
    told["message"] = stop.sentence;
    return {{"file", flags.asked.file},
            {"kernel", flags.asked.kernel},
            {"finished", false},
            {"counters", to_json(simulator::Counters{})},
            {"instruction_mix", Json::object()},
            {"lines", Json::array()},
            {"faults", Json::array({told})},
            {"simulated", to_json(Simulated{})},
            {"printed", ""}};
}

bool write_dumps(const std::vector<Dump>& dumps, const Simulation& simulation, std::ostream& out,
                 std::ostream& err) {
    bool all = true;
    for (const Dump& dump : dumps) {
        const auto bytes = simulation.contents(dump.name);
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        all &= deliver(dump.file, text, out, err);
    }
    return all;
}

std::string words_of(const Run& run) {
    const std::string& guesses = guesses_of(*run.request.settings.subject);
    std::string text = guesses.empty() ? "" : guesses + "\n";
    text += launches_report(run.launches) + counters_report(run.counters) +
            ptx_level_report(run.at_ptx_level);
    text += simulated_report(run.simulated) + faults_report(run.faults);
    if (!run.printed.empty()) text += "Printed:\n" + for_terminal(run.printed);
    return text;
}

int stopped(const Flags& flags, const Stop& stop, std::ostream& out, std::ostream& err) {
    err << "warplens simulate: " << stop.sentence << '\n';
    const bool told = stop.code == exit_kernel_fault && !flags.json.empty();
    if (told && !deliver(flags.json, written(refused(flags, stop), 2) + "\n", out, err))
        return exit_bad_file;
    return stop.code;
}

// The exit code of a run: complete, cut by its limit, or interrupted.
int ended(const Flags& flags, const Run& run, const Looker& looker, std::ostream& err) {
    if (looker.ended()) {
        err << looker.ended_sentence();
        return exit_interrupted;
    }
    if (run.cut_after == 0) return run.has_fault() ? exit_kernel_fault : exit_right;
    err << fmt::format(
        "The kernel was still running after {} lane-instructions, so the simulator stopped it. "
        "Does a loop never end? A higher --limit lets it run longer.\n",
        flags.limit);
    return exit_kernel_fault;
}

int told(const Flags& flags, const Task& task, const Simulation& simulation, const Run& run,
         const Looker& looker, std::ostream& out, std::ostream& err) {
    const auto on_output = [](const Dump& dump) { return dump.file == "-"; };
    if (flags.json != "-" && std::ranges::none_of(task.dumps, on_output)) out << words_of(run);
    const bool dumped = run.launches.empty() || write_dumps(task.dumps, simulation, out, err);
    Json json = answer(flags, run);
    if (Json part = looker.ended_json(); !part.is_null()) json["ended"] = std::move(part);
    const bool written_down =
        flags.json.empty() || deliver(flags.json, written(json, 2) + "\n", out, err);
    const int code = ended(flags, run, looker, err);
    return dumped && written_down ? code : exit_bad_file;
}

int simulate_file(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens simulate",
                       "Runs one kernel of a file on the simulator and counts its work.");
    Flags flags;
    add_flags(words, flags);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!can_deliver(flags.json, err)) return exit_bad_file;
    Task task;
    std::optional<Stop> stop = read_how(flags, task);
    if (!stop) stop = open_subject(flags, task);
    if (!stop) stop = read_dumps(flags, task);
    if (!stop)
        if (const auto why = too_little_memory(task.request)) stop = Stop{*why, exit_no_memory};
    if (stop) return stopped(flags, *stop, out, err);
    std::vector<std::string> targets{flags.json};
    for (const Dump& dump : task.dumps) targets.push_back(dump.file);
    if (share_a_file(targets, err)) return exit_usage;
    for (const Dump& dump : task.dumps)
        if (!can_deliver(dump.file, err)) return exit_bad_file;
    Looker looker(err, flags.allowance);
    Simulation simulation(task.request, task.how);
    std::shared_ptr<const Run> run;
    const std::optional<Stop> problem = play(simulation, looker, run);
    looker.take_away();
    if (problem) return stopped(flags, *problem, out, err);
    return told(flags, task, simulation, *run, looker, out, err);
}

const RegisterCommand registered(
    {"simulate",
     "simulate FILE.cu|FILE.ptx [--kernel NAME] [--grid X[,Y[,Z]]] [--block X[,Y[,Z]]] [--shared "
     "BYTES] [--arch sm_NN] "
     "[--order sequential|resident|seed:N|weak:N] [--arg SPEC]... [--dump NAME=FILE]... [--json "
     "FILE|-] [--memory SIZE] [--progress]",
     "runs any kernel of a file on the simulator", 40, simulate_file});

}  // namespace
}  // namespace lab::simulate_command
