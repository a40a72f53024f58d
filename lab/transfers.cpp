// The timed copies between host and device of a run, and the errors of a host program.
#include <algorithm>
#include <span>
#include <string>

#include <fmt/format.h>

#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/missing_waits.h"
#include "lab/run.h"

namespace lab {
namespace {

bool same_array(const Buffer& one, const Buffer& other) { return one.id == other.id; }

// A launch may write all buffers that it gets.
bool may_write(const PlanStep& step, const Buffer& buffer) {
    if (const auto* copy = std::get_if<Copy>(&step)) return same_array(copy->to, buffer);
    if (const auto* clear = std::get_if<Clear>(&step)) return same_array(clear->buffer, buffer);
    if (std::holds_alternative<MemoryCall>(step)) return false;
    const auto* launch = std::get_if<Launch>(&step);
    return launch && std::ranges::any_of(launch->arguments, [&](const Argument& argument) {
               const auto* given = std::get_if<Buffer>(&argument);
               return given && same_array(*given, buffer);
           });
}

simulator::Fault of_host(simulator::FaultKind kind, const Plan& plan, const Buffer& buffer) {
    simulator::Fault fault;
    fault.kind = kind;
    fault.fatal = false;
    fault.buffer = plan.allocations.at(std::size_t(buffer.id)).name;
    fault.elements = buffer.count;
    fault.repeats = 1;
    return fault;
}

// "the copy of u to the device": its kind, and the rest. A launch has only its kernel's name.
struct StepName {
    std::string kind, of{};
    std::string words() const { return kind.empty() ? of : "the " + kind + of; }
    bool operator==(const StepName&) const = default;
};

StepName step_name(const Plan& plan, const PlanStep& step) {
    const auto name = [&](const Buffer& buffer) {
        return plan.allocations.at(std::size_t(buffer.id)).name;
    };
    if (const auto* launch = std::get_if<Launch>(&step)) return {"", launch->kernel};
    if (const auto* clear = std::get_if<Clear>(&step))
        return {"clear", " of " + name(clear->buffer)};
    if (const auto* call = std::get_if<MemoryCall>(&step))
        return {call->frees ? "free" : "allocation", " of " + name(call->buffer)};
    if (const auto* transfer = std::get_if<Transfer>(&step))
        return {name_of(transfer->means),
                " of " + name(transfer->buffer) +
                    (transfer->means == Transfer::Means::read ? " by the " : " to the ") +
                    name_of(transfer->way)};
    return {"copy"};
}

// With a number if several are alike: "launch 1 of sweep_planes", "copy 2 of u to the host".
std::string named_step(const Plan& plan, std::size_t index) {
    const StepName name = step_name(plan, plan.steps[index]);
    const auto alike = [&](const PlanStep& step) { return step_name(plan, step) == name; };
    if (std::ranges::count_if(plan.steps, alike) < 2 || name.of.empty()) return name.words();
    const auto number = 1 + std::ranges::count_if(std::span(plan.steps).first(index), alike);
    return name.kind.empty() ? fmt::format("launch {} of {}", number, name.of)
                             : fmt::format("{} {}{}", name.kind, number, name.of);
}

// The begin of a sentence. The name of a kernel stays as it is.
std::string capital(std::string step) {
    if (step.starts_with("the ")) step.front() = 'T';
    return step;
}

simulator::Fault of_wait(const Plan& plan, const MissingWait& missing) {
    simulator::Fault fault = of_host(simulator::FaultKind::missing_wait, plan, missing.buffer);
    const std::string before = named_step(plan, missing.before),
                      later = named_step(plan, missing.later),
                      behind = missing.behind == missing.before ? before
                                                                : named_step(plan, missing.behind) +
                                                                      ", the last step that it "
                                                                      "needs,";
    const int first = on_stream(plan.steps[missing.before]).number,
              second = on_stream(plan.steps[missing.later]).number;
    // Two lines: the conflict, then the event and the wait that resolve it.
    fault.text = fmt::format(
        "In stream {}, {} {} {}, and in stream {}, {} {} it\nRecord an event after {} and let "
        "stream {} wait for it with cudaStreamWaitEvent(), before {}.",
        second, later, missing.later_writes ? "writes" : "reads", fault.buffer, first, before,
        missing.before_writes ? "writes" : "reads", behind, second, later);
    return fault;
}

simulator::Fault of_use(const Plan& plan, const UseWithoutMemory& use) {
    simulator::Fault fault = of_host(simulator::FaultKind::without_memory, plan, use.buffer);
    const std::string step = named_step(plan, use.step);
    const char* const does = use.frees ? "frees" : use.writes ? "writes" : "reads";
    // Two lines: the use, then what to do.
    if (use.freed) {
        const std::string freed = named_step(plan, *use.freed);
        fault.text = fmt::format("{} {} {} after {}\nMove {} behind {}, in the same stream.",
                                 capital(step), does, fault.buffer, freed, freed, step);
    } else {
        fault.text = fmt::format(
            "{} {} {} before it is allocated\nAllocate {} before {}, in the same stream.",
            capital(step), does, fault.buffer, fault.buffer, step);
    }
    return fault;
}

// ": the host writes 64 * 32", if its program writes an expression.
std::string how_written(const Plan& plan) {
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step);
            launch && !launch->size.threads_words.empty())
            return ": the host code says " + launch->size.threads_words;
    return "";
}

std::string refused_words(const Refusal& refusal, const Plan& plan) {
    if (!refusal.limit) return refusal.cuda_error;
    return fmt::format("{}, because {:.0f} {} are requested, and the limit is {:.0f}{}",
                       refusal.cuda_error, refusal.asked, refusal.limit_name, *refusal.limit,
                       how_written(plan));
}

}  // namespace

std::vector<TransferRecord> timed_transfers(const Plan& plan) {
    std::vector<TransferRecord> records;
    for (const PlanStep& step : plan.steps) {
        const auto* transfer = std::get_if<Transfer>(&step);
        if (!transfer || !transfer->timed) continue;
        records.push_back({plan.allocations.at(transfer->buffer.id).name, transfer->way,
                           transfer->bytes(), 0, transfer->means});
    }
    return records;
}

std::uint64_t copied_bytes(const std::vector<TransferRecord>& transfers) {
    std::uint64_t bytes = 0;
    for (const TransferRecord& transfer : transfers)
        if (transfer.means != Transfer::Means::read) bytes += transfer.bytes;
    return bytes;
}

const char* name_of(Transfer::Way way) { return way == Transfer::Way::to_host ? "host" : "device"; }

const char* name_of(Transfer::Means means) {
    constexpr const char* names[] = {"copy", "prefetch", "read"};
    return names[static_cast<std::size_t>(means)];
}

bool copies_unwritten(const Plan& plan, std::size_t step) {
    const auto* transfer = std::get_if<Transfer>(&plan.steps.at(step));
    if (!transfer || transfer->way != Transfer::Way::to_host) return false;
    const Allocation& allocation = plan.allocations.at(std::size_t(transfer->buffer.id));
    return allocation.fill.kind == Fill::Kind::none &&
           std::ranges::none_of(std::span(plan.steps).first(step), [&](const PlanStep& before) {
               return may_write(before, transfer->buffer);
           });
}

std::vector<simulator::Fault> host_faults(const Settings& settings, const Plan& plan) {
    using simulator::FaultKind;
    std::vector<simulator::Fault> faults;
    for (std::size_t step = 0; step < plan.steps.size(); ++step)
        if (copies_unwritten(plan, step))
            faults.push_back(of_host(FaultKind::copied_unwritten, plan,
                                     std::get<Transfer>(plan.steps[step]).buffer));
    for (const MissingWait& missing : missing_waits(plan)) faults.push_back(of_wait(plan, missing));
    for (const UseWithoutMemory& use : uses_without_memory(plan))
        faults.push_back(of_use(plan, use));
    const auto unfit = is_broken(settings) ? unfit_launch(settings) : std::nullopt;
    if (!unfit || host_style(settings).looks || plan.results.empty()) return faults;
    faults.push_back(of_host(FaultKind::launch_failed, plan, plan.results.front()));
    faults.back().text = refused_words(*unfit, plan);
    return faults;
}

}  // namespace lab
