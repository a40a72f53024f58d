// The functions of a module by name: which of them are inlined into a kernel, which stand after it,
// and the size that each adds. Used by inline.cpp and standing.cpp.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulator/demangle.h"
#include "simulator/ptx/ast.h"
#include "simulator/sentence.h"

namespace simulator::ptx {

class Callees {
public:
    static constexpr std::size_t longest = 100'000;  // instructions, all calls inlined
    static constexpr std::size_t deepest = 100;      // functions that call each other

    Callees(const Module& module, const Function& kernel) {
        for (const Function& function : module.functions) by_name_[function.name] = &function;
        reach(module, kernel);
        find_recursive();
    }

    /// Whether this call is inlined. Calls of functions without a body stay: decode knows some, and
    /// refuses the others.
    bool inlines(const Instruction& instruction) const {
        const Function* callee = called_by(instruction);
        return callee && !recursive_.contains(callee);
    }
    /// Whether it calls functions that stand after the kernel.
    bool enters(const Instruction& instruction) const {
        const Function* callee = called_by(instruction);
        return instruction.through_pointer || (callee && recursive_.contains(callee));
    }
    /// Functions that stand after the kernel, in the order of the text.
    std::vector<const Function*> standing() const {
        std::set<const Function*> all = recursive_;
        all.insert(targets_.begin(), targets_.end());
        return {all.begin(), all.end()};
    }
    bool is_recursive(const Function& function) const { return recursive_.contains(&function); }
    /// The name in the variables that pass values to it; empty if pointers lead to it: those are
    /// shared.
    std::string owner(const Function& function) const {
        return targets_.contains(&function) ? std::string{} : function.name;
    }
    const Function& named(std::string_view name) const { return *by_name_.find(name)->second; }
    const Function& of(const Instruction& call) const { return named(call.callee); }

    /// Why the calls of a function, and theirs, can't be inlined; nullopt if they can. Looks at
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
        std::size_t size = 0;  // of the instructions passed so far, with inlined calls
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

    // A call is passed once the size of its function is known.
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
                       "this kernel and its calls have more than 100 000 instructions, which is "
                       "the limit");
    }

    // Enters a called function that was not looked at yet.
    std::optional<Diagnostic> callee_of(const Instruction& call) {
        if (open_.size() > deepest) {
            return refusal(call, "functions call each other more than " + std::to_string(deepest) +
                                     " levels deep here, which is the limit");
        }
        return enter(of(call));
    }

    const Function* called_by(const Instruction& instruction) const {
        if (instruction.callee.empty() || instruction.through_pointer) return nullptr;
        const auto found = by_name_.find(instruction.callee);
        if (found == by_name_.end()) return nullptr;
        return found->second->body.empty() && !found->second->problem ? nullptr : found->second;
    }

    // Functions whose address is taken anywhere. Unreadable functions are not among them: their
    // callers get the problem.
    void note_pointed_at(const Module& module) {
        std::set<std::string, std::less<>> names;
        for (const Function& function : module.functions)
            for (const Instruction& instruction : function.body)
                for (const Operand& operand : instruction.operands)
                    if (operand.kind == Operand::Kind::symbol) names.insert(operand.name);
        for (const Variable& variable : module.variables)
            for (const auto& [at, name] : variable.symbols) names.insert(name);
        for (const Function& function : module.functions)
            if (!function.entry && !function.body.empty() && names.contains(function.name))
                pointed_at_.push_back(&function);
    }

    static bool same_bytes(const std::vector<Variable>& parameters,
                           const std::vector<std::uint64_t>& bytes) {
        return std::ranges::equal(parameters, bytes, {}, &Variable::bytes);
    }

    // The functions that a call may lead to.
    std::vector<const Function*> led_to(const Instruction& call) const {
        if (const Function* callee = called_by(call)) return {callee};
        std::vector<const Function*> found;
        if (!call.through_pointer) return found;
        for (const Function* function : pointed_at_) {
            const auto& signature = call.signature;
            const bool listed = signature && !signature->targets.empty();
            const bool fits =
                !signature || (listed ? std::ranges::count(signature->targets, function->name) > 0
                                      : same_bytes(function->parameters, signature->arguments) &&
                                            same_bytes(function->results, signature->results));
            if (fits) found.push_back(function);
        }
        return found;
    }

    void reach(const Module& module, const Function& kernel) {
        std::vector<const Function*> open{&kernel};
        while (!open.empty()) {
            const Function* function = open.back();
            open.pop_back();
            if (!calls_.try_emplace(function).second) continue;
            for (const Instruction& instruction : function->body) {
                if (instruction.through_pointer && pointed_at_.empty()) note_pointed_at(module);
                const std::vector<const Function*> callees = led_to(instruction);
                calls_[function].insert(callees.begin(), callees.end());
                if (instruction.through_pointer) targets_.insert(callees.begin(), callees.end());
                open.insert(open.end(), callees.begin(), callees.end());
            }
        }
    }

    // Removes, repeatedly, functions that call none of the rest, then functions that none of the
    // rest calls. Recursive ones remain, and those on paths between them.
    void find_recursive() {
        for (const auto& [function, callees] : calls_) recursive_.insert(function);
        const auto take_away = [&](auto spare) {
            while (std::erase_if(recursive_, spare) > 0) {
            }
        };
        const auto is_left = [&](const Function* function) {
            return recursive_.contains(function);
        };
        take_away([&](const Function* function) {
            return std::ranges::none_of(calls_.at(function), is_left);
        });
        take_away([&](const Function* function) {
            return std::ranges::none_of(recursive_, [&](const Function* caller) {
                return calls_.at(caller).contains(function);
            });
        });
    }

    std::map<std::string, const Function*, std::less<>> by_name_;
    std::vector<const Function*> pointed_at_;
    std::map<const Function*, std::set<const Function*>> calls_;
    std::set<const Function*> recursive_, targets_;
    std::map<std::string, std::size_t, std::less<>> sizes_;
    std::vector<Open> open_;  // functions being looked at, outermost first
};

}  // namespace simulator::ptx
