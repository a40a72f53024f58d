// Reads kernel files: their text, compiled if needed, and their kernels. See open.h.
#include <filesystem>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/compiler/compiler.h"
#include "lab/compiler/plain_text.h"
#include "lab/own/module.h"
#include "lab/own/open.h"
#include "lab/own/templates.h"
#include "lab/problem.h"

namespace lab {

using simulator::Outcome;

bool is_kernel_file(std::string_view word) {
    return word.ends_with(".cu") || word.ends_with(".ptx");
}

Outcome<Code> ptx_code(const std::filesystem::path& file) {
    auto text = read_file(file, most_ptx_text);
    if (!text) return text.problem();
    if (text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);  // UTF-8 byte order mark
    if (const char* why = no_plain_text(*text))
        return problem_of(
            fmt::format("{} {}: give PTX as plain text in UTF-8.", file.string(), why));
    if (text->starts_with('{') && text->substr(0, 200).find("warplens recording") != text->npos)
        return problem_of(
            fmt::format("{} is a recording of times, not a kernel: open a .cu or .ptx file. To "
                        "show the recording with a lesson, add --device FILE.",
                        file.string()));
    return Code{{}, std::move(*text)};
}

Outcome<Code> code_of(const std::string& file, const std::string& arch, const std::string& kernel) {
    if (!file.ends_with(".cu")) return ptx_code(file);
    auto text = read_file(file, most_source_text);
    if (!text) return text.problem();
    auto ptx = compiled(file, arch);
    if (!ptx) return ptx.problem();
    Code code{std::move(*text), std::move(*ptx)};
    const std::string line = missing_instantiation(code, kernel);
    if (line.empty()) return code;
    auto with_it = compiled(file, arch, line);
    if (!with_it) return with_it.problem();
    code.ptx = std::move(*with_it);
    return code;
}

Outcome<std::vector<FoundKernel>> kernels_of(const Code& code) {
    const auto module = module_of("PTX", code);
    if (!module) return module.problem();
    return kernels_in(**module, code.source);
}

}  // namespace lab
