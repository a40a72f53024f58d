// calls: what each call of a kernel's host program returns.
#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/host_calls/answers.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/opening/opening.h"
#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "lab/words.h"

namespace lab::calls_command {
namespace {

const char* waits_word(Waits waits) {
    return waits == Waits::always ? "waits" : waits == Waits::may ? "may wait" : "";
}

std::string line_word(const HostCall& call) {
    return call.line > 0 ? fmt::format("{}", call.line) : "added";
}

std::string remark_of(const AnsweredCalls& all, std::size_t i) {
    const CallAnswer& answer = all.answers[i];
    if (!answer.made) return "not made";
    if (answer.here) return "told here";
    if (answer.sticky) return "sticky";
    return i == all.start ? "starts it" : "";
}

std::string calls_table(const AnsweredCalls& all) {
    Table table({Side::right, Side::left, Side::left, Side::left, Side::left});
    table.row({"line", "call", "waits", "returns", ""});
    for (std::size_t i = 0; i < all.answers.size(); ++i) {
        const HostCall& call = all.host.calls[i];
        const std::string times = call.times > 1 ? fmt::format("  x {}", call.times) : "";
        table.row({line_word(call), call.name + times, waits_word(call.waits),
                   all.answers[i].words(), remark_of(all, i)});
    }
    return table.text();
}

Json calls_json(const AnsweredCalls& all, const Settings& settings) {
    Json told = named_json(settings);
    told["settings"] = to_json(settings);
    told["summary"] = all.summary();
    if (!all.cause.title.empty())
        told["cause"] = {{"title", all.cause.title}, {"why", all.cause.device.why}};
    Json calls = Json::array();
    for (std::size_t i = 0; i < all.answers.size(); ++i) {
        const HostCall& call = all.host.calls[i];
        const CallAnswer& answer = all.answers[i];
        Json one{{"line", call.line},
                 {"call", call.text},
                 {"name", call.name},
                 {"waits", call.waits == Waits::always},
                 {"returns", answer.words()}};
        if (answer.error) one["code"] = answer.error->code;
        one.update({{"sure", answer.returns != CallAnswer::Returns::either},
                    {"made", answer.made},
                    {"told_here", answer.here},
                    {"sticky", answer.sticky},
                    {"why", answer.why}});
        calls.push_back(std::move(one));
    }
    told["calls"] = std::move(calls);
    return told;
}

// A launch that the device refuses: nothing is run, and its program is read all the same.
simulator::Outcome<AnsweredCalls> of_refused(const Request& request, const Refusal& refusal,
                                             bool waits) {
    auto host = host_calls(request);
    if (!host) return host.problem();
    return answered(waits ? waiting_behind_launches(*host) : std::move(*host), call_cause(refusal));
}

int calls(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens calls",
                       "Lists the CUDA calls of a kernel's host program, which of them wait for "
                       "the device, and what each returns by the rules of the CUDA runtime. Calls "
                       "in the loop over rounds are those of its first round.");
    Asked asked;
    std::string json;
    bool waits = false;
    asked.add_lesson(words);
    asked.add_flags(words);
    words.add("--wait", waits, "add a cudaDeviceSynchronize() behind each launch");
    words.add("--json", json, "file for the calls as JSON, - for standard output");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!can_deliver(json, err)) return exit_bad_file;
    auto state = asked.state();
    if (!state) {
        err << "warplens calls: " << state.problem().message << '\n';
        return asked.failure;
    }
    Request& request = state->request;
    if (!asked.names_size(request.settings)) request.settings = opening_of(request.settings);
    if (const auto module = module_of(request.settings); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    if (const auto alone = timed_alone(request.settings)) {
        err << "warplens calls: " << *alone << '\n';
        return exit_usage;
    }
    const auto refused = refusal(request.settings);
    if (refused && !cuda_error_of(*refused)) {
        err << refusal_text(*refused, request.settings);
        return exit_code(*refused);
    }
    const auto all = refused ? of_refused(request, *refused, waits)
                             : answered_calls(*simulate(request, Playing::checked()), waits);
    if (!all) {
        err << "warplens calls: " << all.problem().message << '\n';
        return exit_usage;
    }
    if (json != "-") {
        out << calls_table(*all) << all->summary() << '\n';
        if (!all->cause.title.empty()) out << "Cause: " << all->cause.title << '\n';
    }
    const std::string told = written(calls_json(*all, request.settings), 2) + "\n";
    return json.empty() || deliver(json, told, out, err) ? exit_right : exit_bad_file;
}

const RegisterCommand registered(
    {"calls", "calls LESSON[/RUNG]|FILE.cu [knob=value]... [--wait] [--anyway] [--json FILE|-]",
     "lists the host's CUDA calls, and what each returns", 47, calls});

}  // namespace
}  // namespace lab::calls_command
