// Writes a lesson's launch in the words of a file's launch.
#include "lab/own/copy.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/declared.h"
#include "lab/problem.h"
#include "lab/programs.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

const Launch* largest_launch(const Plan& plan) {
    const Launch* most = nullptr;
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            if (!most || launch->size.grid.count() > most->size.grid.count()) most = launch;
    return most;
}

std::string shape_text(const Dim3& of) {
    if (of.z > 1) return fmt::format("{},{},{}", of.x, of.y, of.z);
    return of.y > 1 ? fmt::format("{},{}", of.x, of.y) : fmt::format("{}", of.x);
}

std::string word_of(Type type) {
    std::string name{name_of(type)};
    if (name.starts_with('s')) name.front() = 'i';
    if (name.starts_with('b')) name.front() = 'u';
    return name;
}

bool is_cleared(const Plan& plan, int id) {
    return std::ranges::any_of(plan.steps, [&](const PlanStep& step) {
        const auto* clear = std::get_if<Clear>(&step);
        return clear && clear->buffer.id == id && clear->value == 0;
    });
}

// A ranged filling becomes another generator's values.
std::string filling(const Plan& plan, const Fill& fill, int id) {
    switch (fill.kind) {
        case Fill::Kind::none: return is_cleared(plan, id) ? "zeros" : "none";
        case Fill::Kind::iota: return "iota";
        case Fill::Kind::given:
        case Fill::Kind::digits:
        case Fill::Kind::uniform: return fmt::format("random:{}", id + 1);
        default: break;
    }
    return fill.a == 1 ? "ones" : "zeros";
}

std::string spec_of(const Argument& argument, const Plan& plan, const std::string& name) {
    if (const auto* buffer = std::get_if<Buffer>(&argument)) {
        const Allocation& allocation = plan.allocations.at(static_cast<std::size_t>(buffer->id));
        return fmt::format("{}:{}[{}]={}", name, word_of(buffer->type), buffer->count,
                           filling(plan, allocation.fill, buffer->id));
    }
    constexpr const char* types[] = {"", "i32", "u32", "i64", "u64", "f32", "f64"};
    return std::visit(
        [&](const auto& value) -> std::string {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                return fmt::format("{}:{}={}", name, types[argument.index()], value);
            return {};
        },
        argument);
}

std::vector<std::string> names_of(const Settings& settings, const std::string& kernel) {
    std::vector<std::string> names;
    const auto module = module_of(settings);
    const auto program = module ? (*module)->kernel(kernel) : module.problem();
    if (!program) return names;
    for (const FoundKernel& found : kernels_in(**module, source_of(settings)))
        if (found.name == (*program)->name)
            for (const Taken& taken : found.parameters) names.push_back(taken.name);
    return names;
}

}  // namespace

AskedFile launch_words(const Settings& settings, const std::string& file) {
    AskedFile asked;
    asked.file = file;
    const Plan plan = plan_of(settings);
    const Launch* launch = largest_launch(plan);
    if (!launch) return asked;
    asked.kernel = launch->kernel;
    if (const auto module = module_of(settings)) asked.arch = (*module)->text().target;
    asked.grid = shape_text(launch->size.grid);
    asked.block = shape_text(launch->size.block);
    if (launch->size.shared_bytes > 0) asked.shared = fmt::format("{}", launch->size.shared_bytes);
    const std::vector<std::string> names = names_of(settings, launch->kernel);
    for (std::size_t i = 0; i < launch->arguments.size(); ++i)
        asked.arguments.push_back(spec_of(launch->arguments[i], plan,
                                          i < names.size() ? names[i] : fmt::format("p{}", i)));
    return asked;
}

Outcome<AskedFile> copy_kernel(const Settings& settings, const std::string& file) {
    if (!file.ends_with(".cu"))
        return problem_of(
            fmt::format("{} is not a .cu file: the copy is CUDA, so give it a name "
                        "that ends with .cu.",
                        file));
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return Diagnostic{
            0, 0,
            fmt::format("{} already exists and is not overwritten: choose another name.", file)};
    const std::string text = source_of(settings);
    if (text.empty())
        return Diagnostic{
            0, 0, fmt::format("The source of the kernels of {} is missing.", settings.subject->id)};
    const std::string loops = words_of_kept_loops(text);
    const std::string head = loops.empty() ? "" : "// " + loops + "\n";
    if (auto problem = write_file(file, head + text)) return *problem;
    return launch_words(settings, file);
}

}  // namespace lab
