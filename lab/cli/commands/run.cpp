// run: one lesson at one rung and one setting.
#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/report.h"
#include "lab/json.h"
#include "lab/programs.h"
#include "lab/requests/timed_run.h"

namespace lab {
namespace {

int refuse(const State& state, const Refusal& refusal, const std::string& json, std::ostream& out,
           std::ostream& err) {
    const Settings& settings = state.request.settings;
    err << refusal_text(refusal, settings);
    Json answer = named_json(settings);
    answer.update({{"settings", to_json(settings)}, {"refusal", to_json(refusal)}});
    if (!json.empty() && !deliver(json, written(answer, 2) + "\n", out, err)) return exit_bad_file;
    return exit_code(refusal);
}

int run(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens run",
                       "Runs one rung of a lesson, or a kernel of a file: checks its result, "
                       "counts and times it.");
    Asked asked;
    std::string json;
    asked.add_lesson(words);
    asked.add_flags(words);
    words.add("--json", json, "file for the run as JSON, - for standard output");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto state = asked.state();
    if (!state) {
        err << "warplens run: " << state.problem().message << '\n';
        return asked.failure;
    }
    const Request& request = state->request;
    if (const auto module = module_of(*request.settings.subject); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    if (const auto refused = refusal(request.settings))
        return refuse(*state, *refused, json, out, err);
    if (const auto unseen = unseen_block(request)) {
        err << "warplens run: " << *unseen << '\n';
        return exit_usage;
    }
    const bool gpu = measures(*state);
    const TimedRun done = gpu ? run_measured(request) : run_simulated(request, true);
    if (!done.run) {
        err << done.why << '\n';
        return gpu ? exit_without_gpu() : exit_usage;
    }
    if (!done.note.empty()) err << done.note << '\n';
    if (!json.empty() && !deliver(json, written(run_json(*done.run), 2) + "\n", out, err))
        return exit_bad_file;
    if (json != "-") out << report(*done.run);
    return exit_code(*done.run);
}

const RegisterCommand registered(
    {"run",
     "run LESSON[/RUNG]|FILE.cu|FILE.ptx [knob=value]... [--kernel NAME ...] [--device sim|gpu] "
     "[--seed N] [--json FILE|-]",
     "runs one rung of a lesson, or a kernel of a file: result, counts, time", 20, run});

}  // namespace
}  // namespace lab
