// See compare_native.h.
#include "lab/cli/commands/compare_native.h"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/compiler/native.h"
#include "lab/own/open.h"
#include "lab/own/own_file.h"
#include "lab/own/templates.h"
#include "lab/problem.h"
#include "lab/programs.h"
#include "lab/words.h"

namespace lab::compare_command {
namespace {

using simulator::Outcome;

struct CudaSource {
    std::filesystem::path file;
    std::string last_line{};  // that instantiates a template
};

Outcome<CudaSource> source_file(const Settings& settings) {
    if (const auto& own = settings.subject->own) {
        const AskedFile& asked = own->asked;
        if (asked.file.ends_with(".cu"))
            return CudaSource{asked.file, instantiation_of(asked.kernel)};
        return problem_of(fmt::format(
            "{} is PTX, and --native compiles CUDA: name the .cu file that it was made of.",
            asked.file));
    }
    const auto file = kernel_source(source_name(settings));
    if (!file)
        return problem_of(fmt::format(
            "The source of {} is missing: the folder kernels belongs beside the folder assets.",
            source_name(settings)));
    return CudaSource{*file};
}

std::string bytes_of(std::uint64_t bytes, const char* what) {
    return bytes == 0 ? "" : fmt::format(", {} {}", bytes_worded(bytes), what);
}

}  // namespace

Outcome<std::shared_ptr<const MachineCode>> made_here(const Settings& settings, int architecture) {
    const auto module = module_of(settings);
    if (!module) return module.problem();
    const auto source = source_file(settings);
    if (!source) return source.problem();
    auto made = machine_code(source->file, architecture, source->last_line);
    if (!made) return made.problem();
    made->of = (*module)->hash();
    return std::make_shared<const MachineCode>(std::move(*made));
}

std::string code_report(const std::vector<CodeFigures>& all) {
    std::string text;
    for (const CodeFigures& each : all)
        text += fmt::format("   {}: {} registers{}{}{}\n", each.kernel, each.registers,
                            bytes_of(each.shared_bytes, "of shared memory"),
                            bytes_of(each.local_bytes, "of local memory"),
                            bytes_of(each.code_bytes, "of code"));
    return text;
}

Json code_json(const std::vector<CodeFigures>& all) {
    Json list = Json::array();
    for (const CodeFigures& each : all)
        list.push_back({{"kernel", each.kernel},
                        {"registers", each.registers},
                        {"shared_bytes", each.shared_bytes},
                        {"local_bytes", each.local_bytes},
                        {"code_bytes", each.code_bytes ? Json(each.code_bytes) : Json()}});
    return list;
}

}  // namespace lab::compare_command
