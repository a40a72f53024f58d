// See left_out.h.
#include "simulator/ptx/left_out.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/demangle.h"
#include "simulator/ptx/copy.h"

namespace simulator::ptx {
namespace {

const Instruction* instruction_at(const Function& function, int line) {
    const auto found = std::ranges::find(function.body, line, &Instruction::ptx_line);
    return found == function.body.end() ? nullptr : &*found;
}

const Function* function_at(const Module& module, int line) {
    for (const Function& function : module.functions)
        if (function.ptx_line == line || instruction_at(function, line) ||
            (function.problem && function.problem->line == line))
            return &function;
    return nullptr;
}

// Functions that the kernel reaches by named calls alone.
std::set<std::string, std::less<>> called_by_name(const Module& module, std::string_view kernel) {
    std::set<std::string, std::less<>> names;
    std::vector<std::string> open{std::string(kernel)};
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        if (!names.insert(name).second) continue;
        const auto function = std::ranges::find(module.functions, name, &Function::name);
        if (function == module.functions.end()) continue;
        for (const Instruction& instruction : function->body)
            if (!instruction.callee.empty() && !instruction.through_pointer)
                open.push_back(instruction.callee);
    }
    return names;
}

}  // namespace

std::optional<Function> left_out(const Module& module, std::string_view kernel,
                                 const Diagnostic& problem) {
    const Function* whole = problem.line > 0 ? function_at(module, problem.line) : nullptr;
    if (!whole || whole->entry || called_by_name(module, kernel).contains(whole->name)) return {};
    if (!whole->body.empty() && whole->body[0].callee == left_out_call) return {};
    Instruction place;
    place.ptx_line = problem.line;
    if (const Instruction* at = instruction_at(*whole, problem.line)) place.source = at->source;
    Instruction call = made_at(place, {"call"}, {});
    call.callee = left_out_call;
    call.arguments = {
        named(Operand::Kind::symbol, demangled(whole->name) + ": " + problem.message)};
    Function made;
    made.name = whole->name;
    made.ptx_line = whole->ptx_line;
    made.parameters = whole->parameters;
    made.results = whole->results;
    made.body = {std::move(call)};
    return made;
}

}  // namespace simulator::ptx
