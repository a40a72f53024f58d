// run: one lesson at one rung and one setting.
#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/cli/report.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/opening/opening.h"
#include "lab/programs.h"
#include "lab/requests/timed_run.h"

namespace lab::run_command {
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
    bool picture = false;
    Allowance allowance;
    asked.add_lesson(words);
    asked.add_flags(words);
    words.add("--json", json, "file for the run as JSON, - for standard output");
    words.add("--picture", picture, "also put a hash of the data of the pictures into the JSON");
    allowance.add_flags(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!can_deliver(json, err)) return exit_bad_file;
    if (const auto wrong = allowance.choose_memory()) {
        err << "warplens run: " << *wrong << '\n';
        return exit_usage;
    }
    auto state = asked.state();
    if (!state) {
        err << "warplens run: " << state.problem().message << '\n';
        return asked.failure;
    }
    Request& request = state->request;
    if (!asked.names_size(request.settings)) request.settings = opening_of(request.settings);
    if (const auto module = module_of(request.settings); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    if (const auto refused = refusal(request.settings))
        return refuse(*state, *refused, json, out, err);
    err << asked.unused(request.settings);
    if (const auto unseen = unseen_block(request)) {
        err << "warplens run: " << *unseen << '\n';
        return exit_usage;
    }
    const bool gpu = measures(*state), counts = !is_library(request.settings) && !gpu;
    if (const auto why = counts ? too_little_memory(request) : std::nullopt) {
        err << "warplens run: " << *why << '\n';
        return exit_no_memory;
    }
    Looker looker(err, allowance);
    const TimedRun done =
        gpu ? run_measured(request, &looker) : run_simulated(request, true, &looker);
    looker.take_away();
    if (!done.run) {
        err << done.why << '\n';
        return gpu ? exit_without_gpu() : exit_usage;
    }
    if (!done.note.empty()) err << done.note << '\n';
    Json told = run_json(*done.run);
    if (Json part = looker.ended_json(); !part.is_null()) told["ended"] = std::move(part);
    if (picture && counts && !looker.ended()) told["picture"] = picture_json(request);
    if (json != "-") out << report(*done.run, looker.ended_sentence());
    if (!json.empty() && !deliver(json, written(told, 2) + "\n", out, err)) return exit_bad_file;
    return looker.ended() ? exit_interrupted : exit_code(*done.run);
}

const RegisterCommand registered(
    {"run",
     "run LESSON[/RUNG]|FILE.cu|FILE.ptx [knob=value]... [--kernel NAME ...] [--device sim|gpu] "
     "[--seed N] [--json FILE|-] [--picture] [--memory SIZE] "
     "[--progress]",
     "runs one rung of a lesson, or a kernel of a file: result, counts, time", 20, run});

}  // namespace
}  // namespace lab::run_command
