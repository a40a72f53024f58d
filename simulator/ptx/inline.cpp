// Puts functions in the place of their calls, so that the engine knows kernels only.
#include <algorithm>
#include <array>

#include "simulator/demangle.h"
#include "simulator/ptx/ast.h"
#include "simulator/ptx/parameters.h"
#include "simulator/sentence.h"

namespace simulator::ptx {
namespace {

constexpr std::size_t longest = 100'000;  // instructions of a kernel with everything in it
constexpr std::array<std::string_view, 4> provided = {"vprintf", "__assertfail", "malloc", "free"};

bool is_call(const Instruction& instruction) { return !instruction.callee.empty(); }

Operand named(Operand::Kind kind, std::string name) {
    Operand made;
    made.kind = kind;
    made.name = std::move(name);
    return made;
}

Instruction made_at(const Instruction& place, std::vector<std::string> parts,
                    std::vector<Operand> operands) {
    Instruction made;
    for (const std::string& part : parts) made.opcode += (made.opcode.empty() ? "" : ".") + part;
    made.parts = std::move(parts);
    made.operands = std::move(operands);
    made.ptx_line = place.ptx_line;
    made.source = place.source;
    return made;
}

// One callee's body on its way into one caller: every name of it gets a suffix, parameters become
// the variables that the call passes, and a return becomes a jump to what follows the call.
class Copy {
public:
    Copy(Function& caller, const Function& callee, const Instruction& call, int number)
        : caller_(caller), callee_(callee), call_(call), suffix_("^" + std::to_string(number)) {}

    void append(std::vector<Instruction>& body, std::map<std::string, int, std::less<>>& labels) {
        if (!call_.guard.empty()) body.push_back(around());
        bind(callee_.parameters, call_.arguments, body);
        bind(callee_.results, call_.results, body);
        for (const auto& [name, type] : callee_.registers)
            caller_.registers.emplace(renamed(name), type);
        for (Variable variable : callee_.variables) declare(std::move(variable));
        for (const auto& [name, at] : callee_.labels) {
            labels[name + suffix_] = static_cast<int>(body.size()) + at;
        }
        for (const auto& [name, targets] : callee_.branch_targets) copy_targets(name, targets);
        for (const Instruction& instruction : callee_.body) body.push_back(copied(instruction));
        labels[after()] = static_cast<int>(body.size());
        take_results(body);
    }

private:
    std::string after() const { return "$after" + suffix_; }

    std::string renamed(const std::string& name) const {
        const auto bound = bound_.find(name);
        return bound != bound_.end() ? bound->second : name + suffix_;
    }

    Instruction around() const {
        Instruction jump = made_at(call_, {"bra"}, {named(Operand::Kind::label, after())});
        jump.guard = call_.guard;
        jump.guard_negated = !call_.guard_negated;
        return jump;
    }

    void declare(Variable variable) {
        bound_[variable.name] = variable.name + suffix_;
        variable.name += suffix_;
        caller_.variables.push_back(std::move(variable));
    }

    // A .param variable of the caller takes the place of the parameter; anything else is stored
    // into a new one.
    void bind(const std::vector<Variable>& parameters, const std::vector<Operand>& given,
              std::vector<Instruction>& body) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const bool is_variable = i < given.size() && given[i].kind == Operand::Kind::symbol;
            if (parameters[i].space == Space::none) {
                bind_register(parameters[i], i < given.size() ? &given[i] : nullptr, body);
            } else if (is_variable) {
                bound_[parameters[i].name] = given[i].name;
            } else {
                declare(parameters[i]);
                if (i < given.size() && &given == &call_.arguments)
                    body.push_back(store(parameters[i], given[i]));
            }
        }
    }

    void bind_register(const Variable& parameter, const Operand* given,
                       std::vector<Instruction>& body) {
        const std::string name = parameter.name + suffix_;
        bound_[parameter.name] = name;
        caller_.registers.emplace(name, parameter.type);
        const bool goes_in = std::ranges::any_of(
            callee_.parameters, [&](const Variable& v) { return v.name == parameter.name; });
        if (given && goes_in) {
            body.push_back(made_at(call_, {"mov", std::string(name_of(parameter.type))},
                                   {named(Operand::Kind::register_, name), *given}));
        }
    }

    Instruction store(const Variable& parameter, const Operand& value) const {
        return made_at(call_, {"st", "param", std::string(name_of(parameter.type))},
                       {named(Operand::Kind::address, renamed(parameter.name)), value});
    }

    // Results that the call wants in registers.
    void take_results(std::vector<Instruction>& body) const {
        for (std::size_t i = 0; i < std::min(callee_.results.size(), call_.results.size()); ++i) {
            if (call_.results[i].kind != Operand::Kind::register_) continue;
            const Variable& result = callee_.results[i];
            const std::string type(name_of(result.type));
            const bool in_register = result.space == Space::none;
            const auto kind = in_register ? Operand::Kind::register_ : Operand::Kind::address;
            auto parts = in_register ? std::vector<std::string>{"mov", type}
                                     : std::vector<std::string>{"ld", "param", type};
            body.push_back(made_at(call_, std::move(parts),
                                   {call_.results[i], named(kind, renamed(result.name))}));
        }
    }

    void copy_targets(const std::string& name, std::vector<std::string> targets) {
        for (std::string& target : targets) target += suffix_;
        caller_.branch_targets[name + suffix_] = std::move(targets);
        bound_[name] = name + suffix_;
    }

    Instruction copied(const Instruction& original) const {
        Instruction copy = original;
        if (!copy.guard.empty()) copy.guard = renamed(copy.guard);
        for (auto* operands : {&copy.operands, &copy.arguments, &copy.results}) {
            for (Operand& operand : *operands) rename(operand);
        }
        if (copy.parts[0] == "ret") {
            copy.opcode = "bra.uni";
            copy.parts = {"bra", "uni"};
            copy.operands = {named(Operand::Kind::label, after())};
        }
        // A function of the kernel's own file keeps its lines; of one from elsewhere the call's
        // line tells more.
        if (copy.source.file != call_.source.file) copy.source = call_.source;
        return copy;
    }

    void rename(Operand& operand) const {
        for (Operand& element : operand.elements) rename(element);
        if (!operand.paired.empty()) operand.paired = renamed(operand.paired);
        if (operand.name.empty() || operand.kind == Operand::Kind::special) return;
        const bool own = operand.kind == Operand::Kind::label ||
                         callee_.registers.contains(operand.name) || bound_.contains(operand.name);
        if (own) operand.name = renamed(operand.name);
    }

    Function& caller_;
    const Function& callee_;
    const Instruction& call_;
    std::string suffix_;
    std::map<std::string, std::string, std::less<>> bound_;
};

class Inliner {
public:
    explicit Inliner(Module& module) {
        for (Function& function : module.functions) by_name_[function.name] = &function;
    }

    /// Why `function` can't be expanded; nothing where it is done. Its callees are done first.
    std::optional<Diagnostic> expand(Function& function) {
        if (function.problem) return function.problem;
        if (const auto known = done_.find(function.name); known != done_.end())
            return known->second;
        open_.push_back(function.name);
        std::optional<Diagnostic> problem;
        for (const Instruction& call : function.body) {
            if (!problem && is_call(call)) problem = callee_of(call);
        }
        if (!problem) problem = splice(function);
        open_.pop_back();
        return done_[function.name] = problem;
    }

private:
    static bool is_provided(const std::string& name) {
        return std::ranges::find(provided, name) != provided.end();
    }

    static Diagnostic refusal(const Instruction& call, std::string message) {
        return {call.ptx_line, 0, sentence(std::move(message))};
    }

    std::optional<Diagnostic> callee_of(const Instruction& call) {
        if (is_provided(call.callee)) return std::nullopt;
        const auto found = by_name_.find(call.callee);
        if (found == by_name_.end()) {
            return refusal(
                call,
                "this calls a function through a pointer, which is not simulated; call it by its "
                "name, or choose by an if");
        }
        if (std::ranges::find(open_, call.callee) != open_.end()) {
            return refusal(call, "'" + demangled(call.callee) +
                                     "' calls itself; recursion is not simulated: write it as a "
                                     "loop, with an array for what is still to be done");
        }
        if (found->second->body.empty() && !found->second->problem) {
            return refusal(call, "the function '" + demangled(call.callee) +
                                     "' has no body here, so it can't be run");
        }
        return expand(*found->second);
    }

    std::optional<Diagnostic> splice(Function& function) {
        if (std::ranges::none_of(function.body, [&](const Instruction& i) { return inlines(i); }))
            return {};
        std::vector<Instruction> body;
        std::map<std::string, int, std::less<>> labels;
        std::vector<int> moved;  // where each instruction, and the end, came to stand
        int calls = 0;
        for (const Instruction& instruction : function.body) {
            moved.push_back(static_cast<int>(body.size()));
            if (!inlines(instruction)) {
                body.push_back(instruction);
                continue;
            }
            const Function& callee = *by_name_[instruction.callee];
            if (body.size() + callee.body.size() > longest) {
                return refusal(instruction,
                               "with all its calls this kernel has more than 100 000 instructions");
            }
            Copy(function, callee, instruction, ++calls).append(body, labels);
        }
        moved.push_back(static_cast<int>(body.size()));
        for (const auto& [name, at] : function.labels) labels[name] = moved[at];
        function.body = std::move(body);
        function.labels = std::move(labels);
        return std::nullopt;
    }

    bool inlines(const Instruction& instruction) const {
        return is_call(instruction) && !is_provided(instruction.callee);
    }

    std::map<std::string, Function*, std::less<>> by_name_;
    std::map<std::string, std::optional<Diagnostic>, std::less<>> done_;
    std::vector<std::string> open_;  // functions being expanded, outermost first
};

}  // namespace

std::map<std::string, Diagnostic, std::less<>> inline_calls(Module& module) {
    std::map<std::string, Diagnostic, std::less<>> refused;
    Inliner inliner(module);
    for (Function& function : module.functions) {
        if (!function.entry) continue;
        if (auto problem = inliner.expand(function)) {
            refused.emplace(function.name, *problem);
        } else {
            parameters_to_registers(function);
        }
    }
    return refused;
}

}  // namespace simulator::ptx
