// simulate: looks into any kernel of a .cu or .ptx file, with arguments from words and files.
#include <algorithm>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/cli/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/json.h"
#include "lab/cli/report.h"
#include "lab/compiler.h"
#include "lab/kernel_run.h"
#include "lab/programs.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

struct Flags {
    std::string file, kernel, grid, block, shared = "0", arch = "sm_75", order = "sequential",
                                           check = "all", limit = "1e12", json;
    std::vector<std::string> arguments, dumps;
};

// NAME=FILE of --dump.
struct Dump {
    std::string name, file;
};

// What stopped the command: a sentence and the code that goes with it.
struct Stop {
    std::string sentence;
    Exit code = exit_usage;
    int line = 0, ptx_line = 0;  // of an instruction that is not known: in the file, in the PTX
};

using Problem = std::optional<Stop>;

void add_flags(CommandFlags& words, Flags& flags) {
    words.add("FILE", flags.file, "FILE.ptx, or FILE.cu where nvcc or NVRTC is found",
              CommandFlags::Need::required);
    words.add("--kernel", flags.kernel,
              "its name, plain, demangled or mangled; a unique beginning is enough",
              CommandFlags::Need::required);
    words.add("--grid", flags.grid, "blocks: X[,Y[,Z]]", CommandFlags::Need::required);
    words.add("--block", flags.block, "threads of a block: X[,Y[,Z]]",
              CommandFlags::Need::required);
    words.add("--shared", flags.shared, "bytes of dynamic shared memory (default 0)");
    words.add("--arch", flags.arch, "for which a .cu is compiled: sm_NN (default sm_75)");
    words.add("--order", flags.order, "of blocks: sequential, resident or seed:N");
    words.add("--check", flags.check,
              "races and unwritten memory in all blocks, or in block 0 only: all, first");
    words.add("--limit", flags.limit,
              "lane-instructions after which the run is ended (default 1e12)");
    words.add(
        "--arg", flags.arguments,
        "NAME:TYPE=VALUE or NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|none|@FILE, in order");
    words.add("--dump", flags.dumps, "NAME=FILE: the array's bytes afterwards, raw");
    words.add("--json", flags.json,
              "file for counters, lines and faults as JSON, - for standard output");
}

Outcome<std::string> ptx_of(const Flags& flags) {
    const bool source = flags.file.ends_with(".cu");
    return source ? compiled(flags.file, flags.arch) : read_file(flags.file);
}

// Where the source has what stands in this line of its PTX; 0 where that is not known.
int source_line(const simulator::Module& module, int ptx_line) {
    for (const auto& function : module.text().functions)
        for (const auto& instruction : function.body)
            if (instruction.ptx_line == ptx_line) return instruction.source.line;
    return 0;
}

Problem find_program(const Flags& flags, KernelRequest& request, std::string& hash) {
    if (!virtual_architecture(flags.arch))
        return Stop{
            fmt::format("--arch {} is no architecture: write sm_75, sm_90 and so on.", flags.arch)};
    const auto text = ptx_of(flags);
    if (!text) return Stop{text.problem().message, exit_bad_file};
    const auto module = simulator::Module::read(*text);
    if (!module)
        return Stop{fmt::format("{}, line {}: {}", flags.file, module.problem().line,
                                module.problem().message),
                    exit_bad_file};
    const auto program = (*module)->kernel(flags.kernel);
    if (!program) {
        const Diagnostic& problem = program.problem();
        if (problem.line == 0) return Stop{problem.message};
        const int source = flags.file.ends_with(".cu") ? source_line(**module, problem.line) : 0;
        const int line = source > 0 ? source : problem.line;
        const std::string ptx = source > 0 ? fmt::format(" (PTX line {})", problem.line) : "";
        return Stop{fmt::format("{}, line {}{}: {}", flags.file, line, ptx, problem.message),
                    exit_kernel_fault, line, problem.line};
    }
    request.program = *program;
    hash = ptx_hash(**module);
    return std::nullopt;
}

Problem read_launch(const Flags& flags, KernelRequest& request) {
    const auto grid = shape_named(flags.grid), block = shape_named(flags.block);
    if (!grid) return Stop{"--grid " + grid.problem().message};
    if (!block) return Stop{"--block " + block.problem().message};
    const auto shared = whole_number(flags.shared);
    if (!shared) return Stop{"--shared: " + shared.problem().message};
    if (*shared < 0 || *shared > 0xFFFFFFFF)
        return Stop{fmt::format("--shared {}: the limit is {} bytes a block.", *shared,
                                simulator::Limits{}.shared_per_block)};
    const auto order = order_named(flags.order);
    if (!order) return Stop{"--order: " + order.problem().message};
    if (flags.check != "all" && flags.check != "first") return Stop{"--check is all or first."};
    const auto limit = whole_number(flags.limit);
    if (!limit || *limit < 1) return Stop{"--limit is a whole number from 1 on, such as 1e9."};
    request.limit = static_cast<std::uint64_t>(*limit);
    request.grid = *grid;
    request.block = *block;
    request.shared_bytes = static_cast<std::uint32_t>(*shared);
    request.options.order = order->order;
    request.options.seed = order->seed;
    request.options.trace = request.options.origins = false;
    request.options.watched = {0};
    request.options.check_all = flags.check == "all";
    return std::nullopt;
}

Problem read_arguments(const Flags& flags, KernelRequest& request) {
    for (const std::string& text : flags.arguments) {
        auto spec = read_spec(text);
        if (!spec) return Stop{spec.problem().message};
        request.arguments.push_back(std::move(*spec));
    }
    return std::nullopt;
}

Problem read_dumps(const Flags& flags, const KernelRequest& request, std::vector<Dump>& dumps) {
    for (const std::string& text : flags.dumps) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            return Stop{fmt::format("--dump {}: write NAME=FILE.", text)};
        const Dump dump{text.substr(0, equals), text.substr(equals + 1)};
        const bool known = std::ranges::any_of(
            request.arguments, [&](const Spec& s) { return s.array() && s.name == dump.name; });
        if (!known)
            return Stop{
                fmt::format("--dump {}: no array of that name is among the arguments.", text)};
        dumps.push_back(dump);
    }
    return std::nullopt;
}

Json answer(const Flags& flags, const KernelRequest& request, const KernelRun& run,
            const std::string& hash) {
    const simulator::Machine& machine = run.machine;
    Json json = {{"file", flags.file},
                 {"kernel", request.program->plain_name},
                 {"ptx_hash", hash},
                 {"grid", {request.grid.x, request.grid.y, request.grid.z}},
                 {"block", {request.block.x, request.block.y, request.block.z}},
                 {"shared_bytes", run.launch.shared_bytes},
                 {"order", flags.order},
                 {"finished", run.finished},
                 {"counters", to_json(run.launch.counters)},
                 {"lines", Json::array()},
                 {"ptx_lines", Json::array()},
                 {"faults", Json::array()},
                 {"simulated", to_json(run.simulated)},
                 {"printed", machine.printed()}};
    for (const auto& line : machine.lines()) json["lines"].push_back(to_json(line));
    for (const auto& line : machine.ptx_lines()) json["ptx_lines"].push_back(to_json(line));
    for (const auto& fault : machine.faults()) json["faults"].push_back(to_json(fault));
    return json;
}

// What a kernel that can't be run gets: the same keys, nothing counted, the one fault.
Json refused(const Flags& flags, const Stop& stop) {
    simulator::Fault fault;
    fault.kind = simulator::FaultKind::unknown_instruction;
    fault.line = stop.line;
    fault.ptx_line = stop.ptx_line;
    Json told = to_json(fault);
    told["message"] = stop.sentence;
    return {{"file", flags.file},
            {"kernel", flags.kernel},
            {"finished", false},
            {"counters", to_json(simulator::Counters{})},
            {"lines", Json::array()},
            {"faults", Json::array({told})},
            {"simulated", to_json(Simulated{})},
            {"printed", ""}};
}

bool write_dumps(const std::vector<Dump>& dumps, const KernelRun& run, std::ostream& out,
                 std::ostream& err) {
    return std::ranges::all_of(dumps, [&](const Dump& dump) {
        const auto bytes = run.machine.memory().bytes(run.arrays.at(dump.name));
        return deliver(dump.file,
                       std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), out,
                       err);
    });
}

std::string words_of(const KernelRun& run) {
    std::string text = launches_report({run.launch}) + counters_report(run.launch.counters);
    text += simulated_report(run.simulated) + faults_report(run.machine.faults());
    if (!run.machine.printed().empty()) text += "Printed:\n" + run.machine.printed();
    return text;
}

int simulate_file(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens simulate",
                       "Runs one kernel of a file on the simulator and counts what it does.");
    Flags flags;
    add_flags(words, flags);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    KernelRequest request;
    std::vector<Dump> dumps;
    std::string hash;
    Problem stop = read_launch(flags, request);
    if (!stop) stop = read_arguments(flags, request);
    if (!stop) stop = read_dumps(flags, request, dumps);
    if (!stop) stop = find_program(flags, request, hash);
    if (!stop)
        if (const auto problem = misfit(*request.program, request.arguments))
            stop = Stop{problem->message};
    if (stop) {
        err << "warplens simulate: " << stop->sentence << '\n';
        if (stop->code == exit_kernel_fault && !flags.json.empty() &&
            !deliver(flags.json, refused(flags, *stop).dump(2) + "\n", out, err))
            return exit_bad_file;
        return stop->code;
    }
    const auto run = run_kernel(request);
    if (!run) {
        err << "warplens simulate: " << run.problem().message << '\n';
        const bool file = std::ranges::any_of(request.arguments, [](const Spec& s) {
            return s.fill == Spec::Fill::file && !contents(s);
        });
        return file ? exit_bad_file : exit_usage;
    }
    if (!write_dumps(dumps, *run, out, err)) return exit_bad_file;
    if (!flags.json.empty() &&
        !deliver(flags.json, answer(flags, request, *run, hash).dump(2) + "\n", out, err))
        return exit_bad_file;
    if (flags.json != "-") out << words_of(*run);
    if (run->machine.state() == simulator::Machine::State::running) {
        err << fmt::format(
            "The kernel was still running after {} lane instructions, and was ended. Does a loop "
            "never "
            "end? --limit lets it run on.\n",
            flags.limit);
        return exit_kernel_fault;
    }
    return run->machine.faults().empty() ? exit_right : exit_kernel_fault;
}

const RegisterCommand registered(
    {"simulate",
     "simulate FILE.cu|FILE.ptx --kernel NAME --grid X[,Y[,Z]] --block X[,Y[,Z]] [--shared BYTES] "
     "[--arch sm_NN] "
     "[--order sequential|resident|seed:N] --arg SPEC... [--dump NAME=FILE]... [--json FILE|-]",
     "runs any kernel of a file on the simulator", 40, simulate_file});

}  // namespace
}  // namespace lab
