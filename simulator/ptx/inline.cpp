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
constexpr std::size_t deepest = 100;      // functions that call each other
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

// The functions of a module by their names; what each brings along when it takes a call's place.
class Callees {
public:
    explicit Callees(const Module& module) {
        for (const Function& function : module.functions) by_name_[function.name] = &function;
    }

    static bool inlines(const Instruction& instruction) {
        return is_call(instruction) &&
               std::ranges::find(provided, instruction.callee) == provided.end();
    }
    const Function& of(const Instruction& call) const {
        return *by_name_.find(call.callee)->second;
    }

    /// Why the calls of a kernel, and theirs, can't be replaced; nothing where they can. Looks at
    /// each function once, and changes nothing.
    std::optional<Diagnostic> problem_of(const Function& kernel) {
        std::optional<Diagnostic> problem = enter(kernel);
        while (!problem && !open_.empty()) {
            Open& now = open_.back();
            if (now.next == now.function->body.size())
                leave();
            else
                problem = pass(now, now.function->body[now.next]);
        }
        return problem;
    }

private:
    struct Open {
        const Function* function;
        std::size_t next = 0;  // of its instructions
        std::size_t size = 0;  // of what was passed, with everything in it
    };

    static Diagnostic refusal(const Instruction& call, std::string message) {
        return {call.ptx_line, 0, sentence(std::move(message))};
    }

    std::optional<Diagnostic> enter(const Function& function) {
        if (function.problem) return function.problem;
        open_.push_back({&function, 0,
                         function.variables.size() + function.parameters.size() +
                             function.labels.size() + function.branch_targets.size()});
        return std::nullopt;
    }

    void leave() {
        const Open done = open_.back();
        open_.pop_back();
        sizes_[done.function->name] = done.size;
    }

    // A call is passed once it is known how much it brings along.
    std::optional<Diagnostic> pass(Open& now, const Instruction& instruction) {
        const bool call = inlines(instruction);
        const auto known = call ? sizes_.find(instruction.callee) : sizes_.end();
        if (call && known == sizes_.end()) return callee_of(instruction);
        ++now.next;
        now.size += 1 + instruction.arguments.size() + instruction.results.size();
        if (!call) return std::nullopt;
        now.size += known->second;
        if (now.size <= longest) return std::nullopt;
        return refusal(instruction,
                       "with all its calls this kernel has more than 100 000 instructions");
    }

    // What is called and was not looked at yet.
    std::optional<Diagnostic> callee_of(const Instruction& call) {
        const auto found = by_name_.find(call.callee);
        if (found == by_name_.end()) {
            return refusal(
                call,
                "this calls a function through a pointer, which is not simulated; call it by its "
                "name, or choose by an if");
        }
        const Function& callee = *found->second;
        if (std::ranges::find(open_, &callee, &Open::function) != open_.end()) {
            return refusal(call, "'" + demangled(call.callee) +
                                     "' calls itself; recursion is not simulated: write it as a "
                                     "loop, with an array for what is still to be done");
        }
        if (callee.body.empty() && !callee.problem) {
            return refusal(call, "the function '" + demangled(call.callee) +
                                     "' has no body here, so it can't be run");
        }
        if (open_.size() > deepest) {
            return refusal(call, "functions call each other more than " + std::to_string(deepest) +
                                     " deep here; that many are not simulated");
        }
        return enter(callee);
    }

    std::map<std::string, const Function*, std::less<>> by_name_;
    std::map<std::string, std::size_t, std::less<>> sizes_;
    std::vector<Open> open_;  // functions being looked at, outermost first
};

// Puts functions in the place of calls, all of one depth at a time.
class Splicer {
public:
    Splicer(Function& kernel, const Callees& callees) : kernel_(kernel), callees_(callees) {}

    void run() {
        while (std::ranges::any_of(kernel_.body, Callees::inlines)) one_level();
    }

private:
    void one_level() {
        std::vector<Instruction> body;
        std::map<std::string, int, std::less<>> labels;
        std::vector<int> moved;  // where each instruction, and the end, came to stand
        for (Instruction& instruction : kernel_.body) {
            moved.push_back(static_cast<int>(body.size()));
            if (Callees::inlines(instruction))
                Copy(kernel_, callees_.of(instruction), instruction, ++calls_).append(body, labels);
            else
                body.push_back(std::move(instruction));
        }
        moved.push_back(static_cast<int>(body.size()));
        for (const auto& [name, at] : kernel_.labels) labels[name] = moved[at];
        kernel_.body = std::move(body);
        kernel_.labels = std::move(labels);
    }

    Function& kernel_;
    const Callees& callees_;
    int calls_ = 0;
};

}  // namespace

Outcome<Function> inlined(const Module& module, const Function& kernel) {
    Callees callees(module);
    if (auto problem = callees.problem_of(kernel)) return *problem;
    Function made = kernel;
    Splicer(made, callees).run();
    parameters_to_registers(made);
    return made;
}

}  // namespace simulator::ptx
