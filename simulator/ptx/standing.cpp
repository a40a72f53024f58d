// Parts after a kernel, and the values passed to them. See standing.h.
#include "simulator/ptx/standing.h"

#include <algorithm>
#include <utility>

#include "simulator/ptx/copy.h"

namespace simulator::ptx {
namespace {

// The name of the variable for a value. A function that no pointer leads to has its own; others
// share one for each size.
std::string passed(bool result, std::size_t index, std::uint64_t bytes, std::string_view owner) {
    return (result ? "$ret" : "$arg") + std::to_string(index) + ":" +
           (owner.empty() ? std::to_string(bytes) : std::string(owner));
}
bool is_passed(std::string_view name) {
    return name.starts_with("$arg") || name.starts_with("$ret");
}

// A body that is rewritten; labels and parts move along.
class Rebuilt {
public:
    explicit Rebuilt(Function& function) : function_(function) {}
    void begin_instruction() { moved_.push_back(static_cast<int>(body.size())); }
    void finish() {
        begin_instruction();
        for (auto& [name, at] : function_.labels) at = moved_[at];
        for (Part& part : function_.parts)
            part.first = static_cast<std::size_t>(moved_[part.first]);
        function_.body = std::move(body);
    }
    std::vector<Instruction> body;

private:
    Function& function_;
    std::vector<int> moved_;
};

bool loads_parameter(const Function& function, const Instruction& instruction) {
    if (instruction.parts[0] != "ld" || instruction.operands.size() != 2) return false;
    return std::ranges::count(function.parameters, instruction.operands[1].name, &Variable::name) >
           0;
}

// Moves loads of parameters to the start: the next call overwrites the shared variables.
class Hoister {
public:
    explicit Hoister(Function& function) : function_(function) {}

    void run() {
        Rebuilt made(function_);
        for (const Instruction& instruction : function_.body)
            if (loads_parameter(function_, instruction)) first_.push_back(hoisted(instruction));
        if (first_.empty()) return;
        made.body = std::move(first_);
        for (Instruction& instruction : function_.body) {
            made.begin_instruction();
            if (!loads_parameter(function_, instruction))
                made.body.push_back(std::move(instruction));
            else
                copy_back(instruction, made.body);
        }
        made.finish();
    }

private:
    template <class Each>
    static void each_value(Operand& operand, Each each) {
        if (operand.kind == Operand::Kind::register_) each(operand);
        for (Operand& element : operand.elements) each_value(element, each);
    }

    Instruction hoisted(Instruction load) {
        load.guard.clear();
        each_value(load.operands[0], [&](Operand& value) {
            const Type type = function_.registers.at(value.name);
            value.name = "$in" + std::to_string(fresh_++);
            function_.registers.emplace(value.name, type);
        });
        return load;
    }

    void copy_back(const Instruction& load, std::vector<Instruction>& body) {
        Operand values = load.operands[0];
        each_value(values, [&](const Operand& value) {
            const int bits = size_of(function_.registers.at(value.name)) * 8;
            Instruction move =
                made_at(load, {"mov", "b" + std::to_string(bits)},
                        {value, named(Operand::Kind::register_, "$in" + std::to_string(taken_++))});
            move.guard = load.guard;
            move.guard_negated = load.guard_negated;
            body.push_back(std::move(move));
        });
    }

    Function& function_;
    std::vector<Instruction> first_;
    int fresh_ = 0, taken_ = 0;
};

bool loads_parameters_late(const Function& function, const Callees& callees) {
    bool late = false;
    for (std::size_t i = 0; i < function.body.size(); ++i) {
        const Instruction& instruction = function.body[i];
        late |= callees.enters(instruction) || instruction.parts[0] == "bra";
        late |= std::ranges::any_of(function.labels, [&](const auto& label) {
            return label.second == static_cast<int>(i) && i > 0;
        });
        if (late && loads_parameter(function, instruction)) return true;
    }
    return false;
}

// Rewrites calls of parts: their values go through the shared variables.
class Entering {
public:
    Entering(Function& kernel, const Callees& callees) : kernel_(kernel), callees_(callees) {}

    std::optional<Diagnostic> run() {
        Rebuilt made(kernel_);
        for (Instruction& instruction : kernel_.body) {
            made.begin_instruction();
            if (!callees_.enters(instruction)) {
                made.body.push_back(std::move(instruction));
                continue;
            }
            if (auto problem = pass(std::move(instruction), made.body)) return problem;
        }
        made.finish();
        for (Instruction& instruction : kernel_.body)
            for (auto* operands :
                 {&instruction.operands, &instruction.arguments, &instruction.results})
                for (Operand& operand : *operands) rename(operand);
        std::erase_if(kernel_.variables,
                      [&](const Variable& variable) { return shared_.contains(variable.name); });
        for (const Part& part : kernel_.parts) make_room(part);
        for (const auto& [name, bytes] : rooms_)
            kernel_.variables.push_back(made_variable(Space::parameter, name, bytes));
        return std::nullopt;
    }

private:
    static std::vector<std::uint64_t> bytes_of(const std::vector<Variable>& variables) {
        std::vector<std::uint64_t> bytes;
        for (const Variable& variable : variables) bytes.push_back(variable.bytes());
        return bytes;
    }

    std::optional<Diagnostic> pass(Instruction call, std::vector<Instruction>& body) {
        Signature signature;
        std::string owner;
        if (call.signature) signature = *call.signature;
        if (!call.through_pointer) {
            const Function& callee = callees_.of(call);
            signature = {bytes_of(callee.parameters), bytes_of(callee.results), {}};
            owner = callees_.owner(callee);
        }
        std::vector<Instruction> behind;
        for (const bool result : {false, true}) {
            std::vector<Operand>& given = result ? call.results : call.arguments;
            const auto& bytes = result ? signature.results : signature.arguments;
            for (std::size_t i = 0; i < given.size(); ++i) {
                const std::uint64_t size = i < bytes.size() ? bytes[i] : 8;
                const std::string name = passed(result, i, size, owner);
                rooms_[name] = std::max(rooms_[name], size);
                if (given[i].kind == Operand::Kind::symbol) {
                    const auto [known, is_new] = shared_.emplace(given[i].name, name);
                    if (!is_new && known->second != name) return in_the_way(call);
                } else if (result) {
                    behind.push_back(moved(call, "ld", given[i], name, size));
                } else {
                    body.push_back(moved(call, "st", given[i], name, size));
                }
            }
            given.clear();
        }
        call.enters = true;
        body.push_back(std::move(call));
        std::ranges::move(behind, std::back_inserter(body));
        return std::nullopt;
    }

    static Diagnostic in_the_way(const Instruction& call) {
        return {call.ptx_line, 0,
                "This call passes on a variable that its function received as an argument. That "
                "is not simulated if functions call themselves or are called through pointers."};
    }

    static Instruction moved(const Instruction& call, const std::string& verb, const Operand& value,
                             const std::string& name, std::uint64_t bytes) {
        const std::string type = "b" + std::to_string(bytes * 8);
        const Operand at = named(Operand::Kind::address, name);
        return made_at(call, {verb, "param", type},
                       verb == "ld" ? std::vector{value, at} : std::vector{at, value});
    }

    void rename(Operand& operand) const {
        for (Operand& element : operand.elements) rename(element);
        const auto found = shared_.find(operand.name);
        if (found != shared_.end()) operand.name = found->second;
    }

    void make_room(const Part& part) {
        for (const auto& [result, sizes] :
             {std::pair{false, &part.argument_bytes}, std::pair{true, &part.result_bytes}})
            for (std::size_t i = 0; i < sizes->size(); ++i) {
                const std::string& owner = callees_.owner(callees_.named(part.name));
                std::uint64_t& room = rooms_[passed(result, i, (*sizes)[i], owner)];
                room = std::max(room, (*sizes)[i]);
            }
    }

    Function& kernel_;
    const Callees& callees_;
    std::map<std::string, std::string, std::less<>> shared_;  // calls' variables
    std::map<std::string, std::uint64_t, std::less<>> rooms_;
};

std::vector<Operand> passed_to(const std::vector<Variable>& parameters, bool results,
                               std::string_view owner) {
    std::vector<Operand> all;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        all.push_back(
            named(Operand::Kind::symbol, passed(results, i, parameters[i].bytes(), owner)));
    return all;
}

bool ends(const std::vector<Instruction>& body) {
    if (body.empty() || !body.back().guard.empty()) return false;
    const std::string& verb = body.back().parts[0];
    return verb == "ret" || verb == "exit" || verb == "trap" || verb == "bra";
}

}  // namespace

void append_part(Function& kernel, Function function, const Callees& callees) {
    const Function& original = callees.named(function.name);
    if (loads_parameters_late(function, callees)) Hoister(function).run();
    Instruction call = made_at({}, {"call"}, {});
    call.ptx_line = function.ptx_line;
    for (const Instruction& instruction : kernel.body)
        if (call.source.line == 0) call.source = instruction.source;
    const std::string owner = callees.owner(original);
    call.arguments = passed_to(function.parameters, false, owner);
    call.results = passed_to(function.results, true, owner);
    if (kernel.parts.empty() && !ends(kernel.body))
        kernel.body.push_back(made_at(call, {"ret"}, {}));
    Part part;
    part.name = function.name;
    part.suffix = "^f" + std::to_string(kernel.parts.size());
    part.first = kernel.body.size();
    part.recursive = callees.is_recursive(original);
    for (const Variable& each : function.parameters) part.argument_bytes.push_back(each.bytes());
    for (const Variable& each : function.results) part.result_bytes.push_back(each.bytes());
    append_copy(kernel, function, call, part.suffix, true, kernel.body, kernel.labels);
    Instruction back = made_at(call, {"ret"}, {});
    back.goes_back = true;
    if (kernel.body.size() == part.first || !ends(kernel.body))
        kernel.body.push_back(std::move(back));
    kernel.parts.push_back(std::move(part));
}

std::optional<Diagnostic> enter_parts(Function& kernel, const Callees& callees) {
    return Entering(kernel, callees).run();
}

Outcome<Function> check_passed(Function kernel) {
    for (const Variable& variable : kernel.variables)
        if (is_passed(variable.name))
            return Diagnostic{kernel.ptx_line, 0,
                              "A function that calls itself, or is called through a pointer, "
                              "takes or returns a structure that does not fit in registers. That "
                              "is not simulated yet. Pass a pointer to it."};
    return kernel;
}

}  // namespace simulator::ptx
