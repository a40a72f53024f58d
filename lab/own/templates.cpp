// See templates.h.
#include "lab/own/templates.h"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/function_head.h"
#include "lab/own/module.h"
#include "lab/source_text.h"

namespace lab {
namespace {

struct TemplateArgument {
    std::string_view name;  // of the parameter: "T"
    std::string value;      // "float"
};

// Of "typename T", "int count = 4" or "bool even".
TemplateArgument argument_for(std::string_view parameter) {
    parameter = trimmed(parameter.substr(0, parameter.find('=')));
    const std::string_view kind = name_at(parameter, 0);
    const bool type = kind == "typename" || kind == "class";
    return {name_before(parameter, parameter.size()), type             ? "float"
                                                      : kind == "bool" ? "true"
                                                                       : "32"};
}

std::string with_arguments(std::string_view code, const std::vector<TemplateArgument>& arguments) {
    std::string all(code);
    for (const TemplateArgument& one : arguments)
        for (std::size_t at = find_name(all, one.name); at != all.npos;
             at = find_name(all, one.name, at + one.value.size()))
            all.replace(at, one.name.size(), one.value);
    return all;
}

// Of what follows "template", up to the function's body.
std::optional<KernelTemplate> kernel_template(std::string_view code) {
    const std::size_t close = code.starts_with('<') ? closing_bracket(code, 0) : code.npos;
    if (close == code.npos) return std::nullopt;
    const std::string_view behind = trimmed(code.substr(close + 1)),
                           head = behind.substr(0, behind.find_first_of("{;"));
    const std::size_t open = parameters_in(head);
    if (!has_name(head, "__global__") || open == head.npos || head.size() == behind.size() ||
        behind[head.size()] == ';')
        return std::nullopt;
    std::vector<TemplateArgument> arguments;
    std::vector<std::string> values;
    for (const std::string_view parameter : parts_of(code.substr(1, close - 1))) {
        arguments.push_back(argument_for(parameter));
        values.push_back(arguments.back().value);
    }
    const std::string_view before = trimmed(head.substr(0, open)),
                           name = name_before(before, before.size());
    const std::string with = fmt::format("{}<{}>", name, fmt::join(values, ", "));
    return KernelTemplate{
        with, fmt::format("template __global__ void {}{};", with,
                          with_arguments(head.substr(open, closing_bracket(head, open) + 1 - open),
                                         arguments))};
}

}  // namespace

std::vector<KernelTemplate> kernel_templates(std::string_view source) {
    const std::string code = bare(source);
    std::vector<KernelTemplate> found;
    constexpr std::string_view word = "template";
    for (std::size_t at = find_name(code, word); at != code.npos;
         at = find_name(code, word, at + word.size()))
        if (auto one = kernel_template(trimmed(std::string_view(code).substr(at + word.size()))))
            found.push_back(std::move(*one));
    return found;
}

std::string instantiation_of(const std::string& kernel) {
    const std::size_t open = kernel.find('<'),
                      close = open == kernel.npos ? kernel.npos : closing_bracket(kernel, open);
    if (close == kernel.npos) return "";
    return fmt::format("static_assert(&{} != nullptr);", kernel.substr(0, close + 1));
}

std::string missing_instantiation(const Code& code, const std::string& kernel) {
    std::string line = instantiation_of(kernel);
    if (line.empty()) return "";
    const auto module = module_of("PTX", code);
    return module && !(*module)->kernel(kernel) ? line : "";
}

std::string no_kernels(const AskedFile& asked, const std::string& source) {
    const std::vector<KernelTemplate> templates = kernel_templates(source);
    if (templates.empty())
        return fmt::format("There is no kernel in {}: a kernel is a function marked __global__.",
                           asked.file);
    const KernelTemplate& first = templates.front();
    return fmt::format(
        "The kernels of {} are templates, and nothing in the file instantiates one. Name the "
        "arguments, --kernel \"{}\", or write into the file: `{}`",
        asked.file, first.with, first.instantiation);
}

}  // namespace lab
