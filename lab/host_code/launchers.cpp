// Declarations and definitions of launching functions. See launchers.h.
#include "lab/host_code/launchers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/declared.h"
#include "lab/host_code/card_text.h"
#include "lab/limits.h"
#include "lab/source_text.h"
#include "lab/words.h"

namespace lab::host_code {
namespace {

// "float4" of "const volatile float4*".
std::string pointee(std::string_view type) {
    std::string base;
    for (const std::string_view word : words_between(type, " *"))
        if (word != "const" && word != "volatile")
            base.append(base.empty() ? "" : " ").append(word);
    if (base.starts_with("std::")) base.erase(0, 5);
    constexpr std::array<std::pair<const char*, const char*>, 9> same{{
        {"unsigned int", "unsigned"},
        {"int32_t", "int"},
        {"uint32_t", "unsigned"},
        {"uint", "unsigned"},
        {"uint8_t", "unsigned char"},
        {"int8_t", "signed char"},
        {"uint16_t", "unsigned short"},
        {"int16_t", "short"},
        {"long long int", "long long"},
    }};
    for (const auto& [one, other] : same)
        if (base == one) return other;
    return base;
}

// Whether the pointer must be cast to `base`: not for a template, which takes any type.
bool is_other(const std::string& base, const std::string& own, bool is_template) {
    if (base == own || base.empty()) return false;
    constexpr std::array starts{"float",  "double", "int",   "uint", "char",   "uchar",   "short",
                                "ushort", "long",   "ulong", "bool", "__half", "unsigned"};
    const bool plain =
        std::ranges::any_of(starts, [&](const char* start) { return base.starts_with(start); });
    return plain || !is_template;
}

bool is_kernel(const Launch& launch) { return !launch.library && !launch.here; }

void add_once(std::vector<std::string>& list, const std::string& word) {
    if (std::ranges::find(list, word) == list.end()) list.push_back(word);
}

}  // namespace

std::string cast_for(const std::string& kernel, const KernelParameter& parameter,
                     const Buffer& buffer) {
    const bool is_template = kernel.find('<') != std::string::npos;
    return is_other(pointee(parameter.type), c_type(buffer.type), is_template) ? parameter.type
                                                                               : "";
}

std::vector<std::pair<std::string, std::uint32_t>> large_shared(
    const Plan& plan, const std::vector<std::int64_t>& static_shared) {
    std::vector<std::pair<std::string, std::uint32_t>> asked;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const auto* launch = std::get_if<Launch>(&plan.steps[step]);
        const std::int64_t fixed = static_shared.empty() ? 0 : static_shared[step];
        if (!launch || launch->size.shared_bytes <= dynamic_shared_unasked(fixed)) continue;
        const auto known =
            std::ranges::find(asked, launch->kernel, [](auto& one) { return one.first; });
        if (known == asked.end())
            asked.emplace_back(launch->kernel, launch->size.shared_bytes);
        else
            known->second = std::max(known->second, launch->size.shared_bytes);
    }
    return asked;
}

Launchers::Launchers(const HostSource& source, const KernelText& kernels,
                     const std::vector<Array>& arrays, Names& names)
    : kernels_(&kernels), asking_(large_shared(*source.plan, source.static_shared)) {
    const Plan& plan = *source.plan;
    if (const Launch* launch = launch_that_fills(source)) filling_ = launch->kernel;
    for (const PlanStep& step : plan.steps) {
        stream_ |= on_stream(step).number != 0;
        if (const auto* launch = std::get_if<Launch>(&step); launch && is_kernel(*launch))
            shared_ |= launch->size.shared_bytes > 0;
        if (const auto* clear = std::get_if<Clear>(&step); clear && clear->value != 0)
            add_once(cleared_, arrays[static_cast<std::size_t>(clear->buffer.id)].type);
    }
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch || !is_kernel(*launch) || made_.contains(launch->kernel)) continue;
        const std::string name = names.made("launch_" + std::string(bare_name(launch->kernel)));
        made_[launch->kernel] = function_of(*launch, name);
        order_.push_back(launch->kernel);
    }
    for (const Array& array : arrays)
        if (array.symbol) symbols_.push_back(array.device);
}

Launchers::Function Launchers::function_of(const Launch& launch, const std::string& name) const {
    Function made{.name = name, .size = {}, .inside = {}, .parameters = {}, .arguments = {}};
    const auto known = kernels_->parameters(launch.kernel);
    const bool named = known.size() == launch.arguments.size();
    Names names;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const std::string word = names.made(named ? known[i].name : fmt::format("argument_{}", i));
        const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]);
        if (!buffer) {
            made.parameters.push_back(c_type(launch.arguments[i]) + " " + word);
            made.arguments.push_back(word);
            continue;
        }
        const std::string constant = named && known[i].reads_only() ? "const " : "";
        made.parameters.push_back(fmt::format("{}{}* {}", constant, c_type(buffer->type), word));
        const std::string cast = named ? cast_for(launch.kernel, known[i], *buffer) : "";
        made.arguments.push_back(
            cast.empty() ? word : fmt::format("reinterpret_cast<{}>({})", cast, word));
    }
    const std::string grid = names.made("grid"), block = names.made("block");
    made.size = fmt::format("dim3 {}, dim3 {}", grid, block);
    made.inside = grid + ", " + block;
    if (shared_) {
        const std::string bytes = names.made("shared_bytes");
        made.size += ", size_t " + bytes;
        made.inside += ", " + bytes;
    }
    if (stream_) {
        const std::string stream = names.made("stream");
        made.size += ", cudaStream_t " + stream;
        made.inside += (shared_ ? ", " : ", 0, ") + stream;
    }
    return made;
}

std::vector<std::string> Launchers::all_parameters(const Function& function) const {
    std::vector<std::string> all{function.size};
    all.insert(all.end(), function.parameters.begin(), function.parameters.end());
    return all;
}

void Launchers::write_allowing(Writer& writer) const {
    writer.open();
    for (const auto& [kernel, bytes] : asking_) {
        writer.call("if (cudaError_t failed = cudaFuncSetAttribute",
                    {kernel, "cudaFuncAttributeMaxDynamicSharedMemorySize", std::to_string(bytes)},
                    ")");
        writer.line("    return failed;");
    }
    writer.line("return cudaSuccess;");
    writer.close();
}

void Launchers::write_blocks_at_once(Writer& writer, bool whole) const {
    if (filling_.empty()) return;
    if (whole) writer.gap();
    writer.line(std::string("cudaError_t ask_blocks_at_once(int* blocks, int threads, size_t "
                            "shared_bytes)") +
                (whole ? "" : ";"));
    if (!whole) return;
    writer.open();
    writer.call("return cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                {"blocks", filling_, "threads", "shared_bytes"}, ";");
    writer.close();
}

void Launchers::write(Writer& writer, bool whole) const {
    const std::string end = whole ? "" : ";";
    for (const std::string& kernel : order_) {
        const Function& function = made_.at(kernel);
        if (whole) writer.gap();
        writer.call("cudaError_t " + function.name, all_parameters(function), end);
        if (!whole) continue;
        writer.open();
        writer.call(kernel + "<<<" + function.inside + ">>>", function.arguments, ";");
        writer.line("return cudaGetLastError();");
        writer.close();
    }
    for (const std::string& type : cleared_) {
        if (whole) writer.gap();
        writer.line(fmt::format(
            "cudaError_t launch_set_all({0}* values, size_t count, {0} value){1}", type, end));
        if (!whole) continue;
        writer.open();
        writer.line("set_all<<<unsigned((count + 255) / 256), 256>>>(values, count, value);");
        writer.line("return cudaGetLastError();");
        writer.close();
    }
    for (const std::string& symbol : symbols_) {
        if (whole) writer.gap();
        writer.call(
            "cudaError_t fill_" + symbol,
            {"const void* values", "size_t bytes",
             std::string("cudaMemcpyKind way") + (whole ? "" : " = cudaMemcpyHostToDevice")},
            end);
        if (!whole) continue;
        writer.open();
        writer.line(fmt::format("return cudaMemcpyToSymbol({}, values, bytes, 0, way);", symbol));
        writer.close();
    }
    write_blocks_at_once(writer, whole);
    if (asking_.empty()) return;
    if (whole) writer.gap();
    writer.line("cudaError_t allow_shared_memory()" + end);
    if (whole) write_allowing(writer);
}

std::string Launchers::declarations() const {
    Writer writer;
    write(writer, false);
    return writer.text();
}

std::string Launchers::definitions() const {
    Writer writer;
    write(writer, true);
    return writer.text();
}

}  // namespace lab::host_code
