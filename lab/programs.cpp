// Reads each file of assets/ptx once, and makes parameter blocks from a plan's arguments.
#include "lab/programs.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/problem.h"
#include "lab/subject.h"
#include "platform/machine.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;
using ModulePointer = std::shared_ptr<const simulator::Module>;

std::string ptx_name(const std::filesystem::path& source) {
    return "ptx/" + source.stem().string() + ".ptx";
}

Outcome<ModulePointer> read_module(const std::filesystem::path& path) {
    const Outcome<std::string> text = read_file(path);
    if (!text) return text.problem();
    Outcome<ModulePointer> read = simulator::Module::read(*text);
    if (read) return read;
    Diagnostic problem = read.problem();
    problem.message = fmt::format("{}, line {}: {}", path.string(), problem.line, problem.message);
    return problem;
}

void put(std::vector<std::byte>& block, std::uint32_t offset, const void* value,
         std::uint32_t bytes) {
    if (offset + bytes <= block.size()) std::memcpy(block.data() + offset, value, bytes);
}

bool fits(std::int64_t value, std::uint32_t bytes) {
    if (bytes >= 8) return true;
    const std::int64_t span = std::int64_t{1} << (8 * bytes);
    return value >= -span / 2 && value < span;
}

// Stores a number in a parameter; returns a sentence where it does not fit.
template <class T>
std::optional<std::string> put_number(std::vector<std::byte>& block, const simulator::Parameter& to,
                                      T value) {
    if (is_real(to.type)) {
        std::byte stored[8];
        store_value(to.type, static_cast<double>(value), stored);
        put(block, to.offset, stored, to.bytes);
        return std::nullopt;
    }
    if (to.bytes > 8) return fmt::format("takes {} bytes, but a single number was given", to.bytes);
    if (std::is_floating_point_v<T>)
        return std::string{"takes a whole number, but a real number was given"};
    if (!fits(static_cast<std::int64_t>(value), to.bytes))
        return fmt::format("takes {} bytes, and {} does not fit in them", to.bytes, value);
    const auto bits = static_cast<std::uint64_t>(value);
    put(block, to.offset, &bits, to.bytes);
    return std::nullopt;
}

// The sentence names WARPLENS_ASSETS, as the user may not know that it is set.
std::string missing_kernels(const std::string& lesson, const std::string& name) {
    const std::string chosen = platform::environment("WARPLENS_ASSETS");
    const std::string where =
        chosen.empty() ? "no assets/" + name +
                             " was found. Set WARPLENS_ASSETS to the assets folder of the "
                             "program, or run ./run again."
                       : "WARPLENS_ASSETS is " + chosen + ", which holds no " + name +
                             ". Unset it, or set it to the assets folder of the program.";
    return "The kernels of lesson " + lesson + " are missing: " + where;
}

// Only the last ones, as all together take 40 MB. Running lessons keep their own. A lesson whose
// rungs have several sources has a place for each.
std::atomic<std::size_t> modules_kept = 4;

}  // namespace

Outcome<ModulePointer> module_of(const Subject& subject, const std::string& source) {
    if (subject.module) return subject.module;
    static std::mutex mutex;
    static std::list<std::pair<std::string, ModulePointer>> known;  // the last used first
    const std::string name = ptx_name(source);
    const auto path = asset(name);
    if (!path) return problem_of(missing_kernels(subject.id, name));
    const std::lock_guard lock(mutex);
    const auto found =
        std::ranges::find(known, path->string(), &std::pair<std::string, ModulePointer>::first);
    if (found != known.end()) {
        known.splice(known.begin(), known, found);
    } else {
        Outcome<ModulePointer> read = read_module(*path);
        if (!read) return read;
        known.emplace_front(path->string(), *read);
    }
    while (known.size() > modules_kept) known.pop_back();
    return known.front().second;
}

Outcome<ModulePointer> module_of(const Settings& settings) {
    return module_of(*settings.subject, source_name(settings));
}

Outcome<ModulePointer> module_with(const Subject& subject, const std::string& kernel) {
    std::optional<Diagnostic> why;
    for (const std::string& source : source_names(subject)) {
        const Outcome<ModulePointer> module = module_of(subject, source);
        if (!module) return module.problem();
        const auto program = (*module)->kernel(kernel);
        if (program) return module;
        if (!why) why = program.problem();
    }
    return *why;
}

void keep_modules(std::size_t most) { modules_kept = most; }

std::string source_of(const Settings& settings) {
    if (!settings.subject->lesson) return settings.subject->source_text;
    const auto path = kernel_source(source_name(settings));
    if (!path) return "";
    auto text = read_file(*path);
    return text ? std::move(*text) : "";
}

Outcome<std::shared_ptr<const simulator::Program>> program_of(const Subject& subject,
                                                              const std::string& kernel) {
    const auto module = module_with(subject, kernel);
    if (!module) return module.problem();
    return (*module)->kernel(kernel);
}

// Shared memory belongs to one block, so a poll there waits for no other block.
bool waits_for_blocks(const simulator::Program& program) {
    return std::ranges::any_of(program.polls, [&](std::uint32_t at) {
        return program.code[at].space != simulator::Space::shared;
    });
}

bool waits_for_blocks(const Subject& subject, const std::string& kernel) {
    const auto program = program_of(subject, kernel);
    return program && waits_for_blocks(**program);
}

simulator::Outcome<std::shared_ptr<const simulator::Program>> program_with(
    const Subject& subject, const Plan& plan, const Allocation& allocation) {
    const std::uint64_t asked =
        allocation.buffer.count * std::uint64_t(simulator::size_of(allocation.buffer.type));
    std::uint64_t room = 0;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch) continue;
        const auto program = program_of(subject, launch->kernel);
        if (!program) return program.problem();
        for (const simulator::ptx::Variable& variable : (*program)->globals)
            if (variable.name == allocation.symbol)
                room = variable.count * std::uint64_t(simulator::size_of(variable.type));
        if (room > 0 && room >= asked) return program;
    }
    if (room > 0)
        return problem_of(
            fmt::format("The variable {} has room for {} bytes, but needs {}: declare it larger.",
                        allocation.symbol, room, asked));
    return problem_of(
        fmt::format("No launched kernel uses a variable {}: declare it __constant__ or __device__ "
                    "outside of all functions.",
                    allocation.symbol));
}

std::string ptx_hash(const simulator::Module& module) {
    return fmt::format("{:016x}", module.hash());
}

std::string kernels_hash(const simulator::Module& module, const Plan& plan) {
    std::set<std::string> names;
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) names.insert(launch->kernel);
    std::uint64_t hash = 0;
    for (const std::string& name : names)
        if (const auto program = module.kernel(name))
            hash = hash * 0x100000001b3u ^ module.kernel_hash((*program)->name);
    return fmt::format("{:016x}", hash);
}

std::string toolkit_of(std::string_view ptx) {
    constexpr std::string_view before = "compilation tools, release ";
    const std::size_t found = ptx.find(before);
    if (found == std::string_view::npos) return {};
    const std::string_view rest = ptx.substr(found + before.size(), 16);
    const std::size_t end = rest.find_first_not_of("0123456789.");
    return "CUDA " + std::string(rest.substr(0, end));
}

namespace {

void put_structure(std::vector<std::byte>& block, std::uint32_t offset, const Structure& whole,
                   const std::function<std::uint64_t(const Buffer&)>& address,
                   const std::function<std::uint64_t(const Texture&)>& object) {
    put(block, offset, whole.bytes.data(), static_cast<std::uint32_t>(whole.bytes.size()));
    for (const Structure::Inside& one : whole.inside) {
        const auto* buffer = std::get_if<Buffer>(&one.what);
        const std::uint64_t at = buffer ? address(*buffer) : object(std::get<Texture>(one.what));
        put(block, offset + one.offset, &at, 8);
    }
}

}  // namespace

Outcome<std::vector<std::byte>> parameter_block(
    const simulator::Program& program, const Launch& launch,
    const std::function<std::uint64_t(const Buffer&)>& address,
    const std::function<std::uint64_t(const Texture&)>& object) {
    if (launch.arguments.size() != program.parameters.size())
        return Diagnostic{
            0, 0,
            fmt::format("{} takes {} arguments, but {} were given", program.plain_name,
                        program.parameters.size(), launch.arguments.size())};
    std::vector<std::byte> block(program.parameter_bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const simulator::Parameter& parameter = program.parameters[i];
        std::optional<std::string> problem;
        const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]);
        const auto* texture = std::get_if<Texture>(&launch.arguments[i]);
        if (buffer || texture) {
            const std::uint64_t at = buffer ? address(*buffer) : object(*texture);
            if (parameter.bytes == 8)
                put(block, parameter.offset, &at, 8);
            else
                problem = fmt::format("takes {} bytes, but {} has 8", parameter.bytes,
                                      buffer ? "a buffer's address" : "a texture object");
        } else if (const auto* whole = std::get_if<Structure>(&launch.arguments[i])) {
            if (whole->bytes.size() == parameter.bytes)
                put_structure(block, parameter.offset, *whole, address, object);
            else
                problem = fmt::format("takes {} bytes, but {} were given", parameter.bytes,
                                      whole->bytes.size());
        } else {
            std::visit(
                [&](const auto& value) {
                    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                        problem = put_number(block, parameter, value);
                },
                launch.arguments[i]);
        }
        if (problem)
            return Diagnostic{
                0, 0, fmt::format("Argument {} of {} {}", i + 1, program.plain_name, *problem)};
    }
    return block;
}

}  // namespace lab
