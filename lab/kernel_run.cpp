// Sets up a machine from SPECs and runs one launch.
#include "lab/kernel_run.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "lab/limits.h"
#include "lab/plan.h"
#include "lab/words.h"
#include "platform/clock.h"

namespace lab {
namespace {

constexpr std::uint64_t most_at_once = std::uint64_t{1} << 28;

using simulator::Diagnostic;
using simulator::Outcome;

std::string described(const simulator::Parameter& parameter) {
    if (parameter.pointer) return "a pointer";
    if (is_real(parameter.type))
        return fmt::format("{} ({} bytes)", name_of(parameter.type), parameter.bytes);
    return fmt::format("{} bytes", parameter.bytes);
}

std::optional<std::string> misfit_of(const simulator::Parameter& parameter, const Spec& spec) {
    const std::uint64_t bytes = spec.array() ? 8 : spec.bytes();
    const std::string given =
        spec.array() ? "an array" : fmt::format("{} ({} bytes)", spec.type_word, bytes);
    const bool kinds = !spec.array() && is_real(parameter.type) && !is_real(spec.type);
    if (bytes == parameter.bytes && !kinds && !(parameter.pointer && !spec.array()))
        return std::nullopt;
    return fmt::format("takes {}, and {} was given", described(parameter), given);
}

std::string kernel_signature(const simulator::Program& program) {
    std::vector<std::string> words;
    for (const simulator::Parameter& parameter : program.parameters)
        words.push_back(described(parameter));
    return words.empty() ? "none" : listed(words);
}

// Allocates and fills what the SPECs say; the parameter block in order.
Outcome<std::vector<std::byte>> set_up(KernelRun& run, const KernelRequest& request) {
    std::vector<std::byte> block(request.program->parameter_bytes);
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const Spec& spec = request.arguments[i];
        const simulator::Parameter& parameter = request.program->parameters[i];
        std::uint64_t bits = spec.bits;
        if (spec.array()) {
            const auto bytes = contents(spec);
            if (!bytes) return bytes.problem();
            bits = run.machine.memory().allocate(spec.name, spec.type, spec.count,
                                                 spec.fill != Spec::Fill::none);
            if (!bytes->empty()) run.machine.memory().write(bits, *bytes);
            run.arrays[spec.name] = bits;
        }
        std::memcpy(block.data() + parameter.offset, &bits,
                    std::min<std::size_t>(parameter.bytes, 8));
    }
    return block;
}

}  // namespace

std::optional<Diagnostic> misfit(const simulator::Program& program,
                                 const std::vector<Spec>& arguments) {
    if (arguments.size() != program.parameters.size())
        return Diagnostic{
            0, 0,
            fmt::format("{} takes {} arguments ({}), and {} were given.", program.plain_name,
                        program.parameters.size(), kernel_signature(program), arguments.size())};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (const auto problem = misfit_of(program.parameters[i], arguments[i]))
            return Diagnostic{0, 0,
                              fmt::format("Argument {} of {}, {}, {}.", i + 1, program.plain_name,
                                          arguments[i].name, *problem)};
        for (std::size_t other = 0; other < i; ++other)
            if (arguments[other].name == arguments[i].name)
                return Diagnostic{0, 0,
                                  fmt::format("Two arguments are called {}.", arguments[i].name)};
    }
    return std::nullopt;
}

Outcome<KernelRun> run_kernel(const KernelRequest& request) {
    KernelRun run{simulator::Machine(request.options, device_limits().launch), {}, {}, {}, false};
    const auto block = set_up(run, request);
    if (!block) return block.problem();
    const simulator::Program& program = *request.program;
    if (auto problem = run.machine.launch(request.program, request.grid, request.block,
                                          request.shared_bytes, *block))
        return *problem;
    const double started = platform::now();
    std::uint64_t slice = std::min(request.limit, most_at_once);
    while (run.machine.advance(slice) == simulator::Machine::State::running) {
        const std::uint64_t done = run.machine.counters().lane_instructions;
        if (done >= request.limit) break;
        slice = std::min(request.limit - done, most_at_once);
    }
    const double spent = platform::now() - started;
    const simulator::Counters counters = run.machine.counters();
    run.simulated = {counters.lane_instructions, counters.warp_instructions, spent};
    run.launch = {program.plain_name, request.grid,
                  request.block,      program.shared_bytes + request.shared_bytes,
                  counters,           0};
    run.finished = run.machine.state() == simulator::Machine::State::idle;
    return run;
}

}  // namespace lab
