// Names of buffers, and their copies and fillings. See arrays.h.
#include "lab/host_code/arrays.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/host_side.h"

namespace lab::host_code {
namespace {

Array made_array(const Allocation& allocation, bool managed, Names& names) {
    Array array;
    array.buffer = allocation.buffer;
    array.fill = allocation.fill;
    array.type = c_type(allocation.buffer.type);
    const Fill::Kind kind = allocation.fill.kind;
    array.zeroed =
        kind == Fill::Kind::constant && allocation.fill.a == 0 && allocation.symbol.empty();
    array.filled = kind != Fill::Kind::none && !array.zeroed;
    array.symbol = !allocation.symbol.empty();
    array.managed = (managed || allocation.kind == MemoryKind::managed) && !array.symbol;
    array.mapped = allocation.kind == MemoryKind::mapped && !array.symbol;
    array.host_writes = allocation.kind != MemoryKind::device && !array.symbol;
    array.read_mostly = allocation.read_mostly;
    array.device =
        array.symbol
            ? allocation.symbol
            : names.made((managed || array.for_both_sides() ? "" : "d_") + allocation.name);
    return array;
}

void note(std::vector<Array>& arrays, const KernelText& kernels, const Launch& launch) {
    const auto parameters = kernels.parameters(launch.kernel);
    const bool known = parameters.size() == launch.arguments.size();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        if (const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]))
            arrays[buffer->id].written |= !known || !parameters[i].reads_only();
}

void note(std::vector<Array>& arrays, const KernelText&, const Copy& copy) {
    arrays[copy.to.id].written = true;
}

void note(std::vector<Array>& arrays, const KernelText&, const Clear& clear) {
    arrays[clear.buffer.id].written = true;
}

void note(std::vector<Array>& arrays, const KernelText&, const Transfer& transfer) {
    Array& array = arrays[transfer.buffer.id];
    if (transfer.means != Transfer::Means::copy) return;
    (transfer.way == Transfer::Way::to_device ? array.uploaded : array.downloaded) = true;
}

void note(std::vector<Array>& arrays, const KernelText&, const MemoryCall& call) {
    arrays[call.buffer.id].by_steps = true;
}

// Names on the host. A result must not overwrite the initial values.
void name_host(Array& array, const std::string& name, bool result, Names& names) {
    if (array.uploaded && array.zeroed) array.filled = true;
    if (array.filled || array.uploaded)
        array.host = names.made(array.host_writes ? name + "_values" : name);
    const std::string back = array.host.empty() ? name : name + "_result";
    if (array.downloaded) array.landing = names.made(back);
    if (result)
        array.result = array.downloaded         ? array.landing
                       : array.for_both_sides() ? array.device
                                                : names.made(back);
}

}  // namespace

std::string Array::bytes() const {
    if (host.empty() || uploaded) return bytes_of(buffer.count, type);
    return fmt::format("{}.size() * sizeof({})", host, type);
}

simulator::Outcome<std::vector<Array>> arrays_of(const Plan& plan, const KernelText& kernels,
                                                 bool managed, Names& names) {
    std::vector<Array> arrays;
    for (const Allocation& allocation : plan.allocations) {
        arrays.push_back(made_array(allocation, managed, names));
        if (arrays.back().type.empty())
            return simulator::Diagnostic{
                0, 0,
                fmt::format("The buffer {} holds values of type {}, but plain C++ has no such "
                            "type.",
                            allocation.name, simulator::name_of(allocation.buffer.type))};
    }
    for (const PlanStep& step : plan.steps)
        std::visit([&](const auto& any) { note(arrays, kernels, any); }, step);
    for (std::size_t step = 0; step < plan.steps.size(); ++step)
        if (copies_unwritten(plan, step))
            arrays[std::get<Transfer>(plan.steps[step]).buffer.id].early = true;
    for (Array& array : arrays) {
        const bool result = std::ranges::any_of(
            plan.results, [&](const Buffer& one) { return one.id == array.buffer.id; });
        name_host(array, plan.allocations[array.buffer.id].name, result, names);
    }
    return arrays;
}

void write_host_sum(Writer& writer, const std::string& values, std::uint64_t count) {
    writer.comment("The host adds. The clock has stopped before, so this is not in the time.");
    writer.line("double total = 0;");
    writer.line(fmt::format("for (size_t i = 0; i < {}; ++i)", count));
    writer.line(fmt::format("    total += {}[i];", values));
    writer.line(R"(std::printf("The sum: %.9g\n", total);)");
}

}  // namespace lab::host_code
