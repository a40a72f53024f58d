// Flags, requests and files of the commands.
#include "lab/command_tools.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "lab/asked.h"

namespace lab {

std::optional<int> parse(CLI::App& app, Arguments arguments, std::ostream& out, std::ostream& err) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(std::move(reversed));
        return std::nullopt;
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return exit_right;
    } catch (const CLI::ParseError& problem) {
        err << fmt::format("{}: {}\n{} --help says more.\n", app.get_name(), problem.what(),
                           app.get_name());
        return exit_usage;
    }
}

bool deliver(const std::string& target, const std::string& text, std::ostream& out,
             std::ostream& err) {
    if (target == "-") {
        out << text;
        return true;
    }
    std::ofstream stream(target, std::ios::binary);
    stream << text;
    stream.close();
    if (stream.good()) return true;
    err << fmt::format("{} can't be written: is its folder there, and may you write to it?\n",
                       target);
    return false;
}

void Asked::add_lesson(CLI::App& app) {
    app.add_option("LESSON", lesson, "lesson, or lesson/rung, as `warplens list` names them")
        ->required();
    app.add_option("KNOBS", assignments, "knob=value, such as block=256, n=2^20, pattern=strided");
}

void Asked::add_flags(CLI::App& app) {
    app.add_option("--device", device,
                   "sim: the simulator counts; gpu: the GPU measures (default sim)");
    app.add_option("--seed", seed, "of the inputs (default 1)");
    app.add_option("--order", order, "of blocks on the simulator: sequential, resident or seed:N");
    app.add_option("--watch", watch, "blocks that are traced, such as 0,5 (default: the lesson's)");
    app.add_option("--at", at, "place in the run, such as 12 or step=12,warp=1");
    app.add_flag("--anyway", anyway,
                 "run what the rung refuses but could start, to see how it goes wrong");
}

// Through the line of state, so that every flag is read in one place.
simulator::Outcome<State> Asked::state() const {
    std::string line = lesson;
    const auto add = [&](const std::string& text) { line += " " + text; };
    for (const std::string& assignment : assignments) add(assignment);
    if (anyway) add("--anyway");
    add("--seed " + seed + " --order " + order);
    if (!watch.empty()) add("--watch " + watch);
    if (!device.empty()) add("--device " + device);
    if (!at.empty()) add("--at " + at);
    return read_state_line(line);
}

std::string refusal_text(const Refusal& refusal) {
    std::string text = refusal.title + ".\n" + refusal.why + "\n";
    if (!refusal.cuda_error.empty()) text += "CUDA says: " + refusal.cuda_error + "\n";
    if (refusal.use) text += fmt::format("{}={} fits.\n", refusal.knob, *refusal.use);
    if (!refusal.shows.empty())
        text += fmt::format("--anyway runs it all the same: {}\n", refusal.shows);
    return text;
}

int exit_code(const Refusal& refusal) {
    return refusal.limit_name == "code" ? exit_kernel_fault : exit_usage;
}

int exit_code(const Run& run) {
    if (!run.faults.empty()) return exit_kernel_fault;
    return run.verdict.checked && !run.verdict.ok ? exit_wrong_result : exit_right;
}

}  // namespace lab
