// Requests and files of the commands.
#include "lab/command_tools.h"

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/assets.h"

namespace lab {

bool deliver(const std::string& target, const std::string& text, std::ostream& out,
             std::ostream& err) {
    if (target == "-") {
        out << text;
        return true;
    }
    const auto problem = write_file(target, text);
    if (!problem) return true;
    err << problem->message << '\n';
    return false;
}

void Asked::add_lesson(CommandFlags& words) {
    words.add("LESSON", lesson, "lesson, or lesson/rung, as `warplens list` names them",
              CommandFlags::Need::required);
    words.add("KNOBS", assignments, "knob=value, such as block=256, n=2^20, pattern=strided");
}

void Asked::add_flags(CommandFlags& words) {
    words.add("--device", device, "sim: the simulator counts; gpu: the GPU measures (default sim)");
    words.add("--seed", seed, "of the inputs (default 1)");
    words.add("--order", order, "of blocks on the simulator: sequential, resident or seed:N");
    words.add("--watch", watch, "blocks that are traced, such as 0,5 (default: the lesson's)");
    words.add("--at", at, "place in the run, such as 12 or step=12,warp=1");
    words.add("--anyway", anyway,
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
