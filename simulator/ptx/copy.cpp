// Renames, binds parameters and replaces returns in a copied body. See copy.h.
#include "simulator/ptx/copy.h"

#include <algorithm>
#include <utility>

namespace simulator::ptx {

Operand named(Operand::Kind kind, std::string name) {
    Operand made;
    made.kind = kind;
    made.name = std::move(name);
    return made;
}

Variable made_variable(Space space, std::string name, std::uint64_t bytes) {
    Variable variable;
    variable.space = space;
    variable.type = Type::b8;
    variable.alignment = 16;
    variable.name = std::move(name);
    variable.count = bytes;
    return variable;
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

namespace {

// Copies one callee's body into one caller. Every name gets a suffix, the call's variables replace
// the parameters, and a return becomes a jump to the code after the call.
class Copy {
public:
    Copy(Function& caller, const Function& callee, const Instruction& call, std::string suffix,
         bool stands)
        : caller_(caller),
          callee_(callee),
          call_(call),
          suffix_(std::move(suffix)),
          stands_(stands) {}

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

    // A .param variable of the caller replaces the parameter; any other argument is stored into a
    // new one.
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

    // Moves results to the registers that the call names.
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
        if (copy.through_pointer) copy.callee = renamed(copy.callee);
        for (auto* operands : {&copy.operands, &copy.arguments, &copy.results}) {
            for (Operand& operand : *operands) rename(operand);
        }
        if (stands_) return copied_to_stand(std::move(copy));
        if (copy.parts[0] == "ret") {
            copy.opcode = "bra.uni";
            copy.parts = {"bra", "uni"};
            copy.operands = {named(Operand::Kind::label, after())};
        }
        // A function from the kernel's own file keeps its lines. For one from another file, the
        // call's line tells more.
        if (copy.source.file != call_.source.file) copy.source = call_.source;
        return copy;
    }

    // A reader of the kernel's file can't use lines of other files.
    Instruction copied_to_stand(Instruction copy) const {
        copy.goes_back |= copy.parts[0] == "ret";
        if (copy.source.file != call_.source.file) copy.source = {};
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
    bool stands_;
    std::map<std::string, std::string, std::less<>> bound_;
};

}  // namespace

void append_copy(Function& caller, const Function& callee, const Instruction& call,
                 const std::string& suffix, bool stands, std::vector<Instruction>& body,
                 Labels& labels) {
    Copy(caller, callee, call, suffix, stands).append(body, labels);
}

}  // namespace simulator::ptx
