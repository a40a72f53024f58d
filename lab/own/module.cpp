#include "lab/own/module.h"

#include <fmt/format.h>

#include "lab/running/faults.h"

namespace lab {

using simulator::Diagnostic;

namespace {

// The line for line_words(): a PTX line, below 0 where the user has another text.
int told_line(const Code& code, int ptx_line) { return code.source.empty() ? ptx_line : -ptx_line; }

// The source line for this PTX line; 0 where it is unknown.
int source_line(const simulator::Module& module, int ptx_line) {
    for (const auto& function : module.text().functions)
        for (const auto& instruction : function.body)
            if (instruction.ptx_line == ptx_line) return instruction.source.line;
    return 0;
}

}  // namespace

Diagnostic located(const AskedFile& asked, const Code& code, const simulator::Module& module,
                   Diagnostic problem) {
    if (problem.line == 0) return problem;
    const int source = code.source.empty() ? 0 : source_line(module, problem.line);
    const std::string ptx = source > 0 ? fmt::format(" (PTX line {})", problem.line) : "";
    const int line = source > 0 ? source : told_line(code, problem.line);
    return {line, 0,
            fmt::format("{}, {}{}: {}", asked.file, line_words(line), ptx, problem.message)};
}

simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const std::string& file,
                                                                       const Code& code) {
    auto module = simulator::Module::read(code.ptx);
    if (module) return module;
    const int line = told_line(code, module.problem().line);
    return Diagnostic{line, 0,
                      fmt::format("{}, {}: {}", file, line_words(line), module.problem().message)};
}

}  // namespace lab
