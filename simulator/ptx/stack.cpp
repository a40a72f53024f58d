// Lays out the frames of recursive parts, and rewrites the instructions that use them.
#include "simulator/ptx/stack.h"

#include <algorithm>
#include <utility>

#include "simulator/ptx/copy.h"

namespace simulator::ptx {
namespace {

constexpr std::uint64_t return_address = 8;  // bytes, as on the hardware

std::uint64_t rounded(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

class Frames {
public:
    explicit Frames(Function& kernel) : kernel_(kernel) {}

    void run(const Kept& kept) {
        lay_variables();
        for (const auto& [call, registers] : kept)
            for (const std::string& name : registers) place(part_of(call), name);
        for (std::size_t i = 0; i < kernel_.parts.size(); ++i)
            if (kernel_.parts[i].recursive) kernel_.parts[i].stack = rounded(ends_[i], 8);
        rewrite(kept);
        kernel_.variables.push_back(
            made_variable(Space::local, std::string(stack_variable), stack_bytes));
        kernel_.registers.emplace(stack_register, Type::b64);
    }

private:
    std::size_t part_of(std::size_t instruction) const {
        std::size_t part = 0;
        while (part + 1 < kernel_.parts.size() && kernel_.parts[part + 1].first <= instruction)
            ++part;
        return part;
    }

    void lay_variables() {
        ends_.assign(kernel_.parts.size(), return_address);
        std::erase_if(kernel_.variables, [&](const Variable& variable) {
            for (std::size_t i = 0; i < kernel_.parts.size(); ++i) {
                const Part& part = kernel_.parts[i];
                if (!part.recursive || variable.space != Space::local ||
                    !variable.name.ends_with(part.suffix))
                    continue;
                ends_[i] = rounded(ends_[i], std::max(variable.alignment, 4));
                variables_[variable.name] = ends_[i];
                ends_[i] += variable.bytes();
                return true;
            }
            return false;
        });
    }

    int bytes_of(const std::string& name) const {
        const Type type = kernel_.registers.at(name);
        return type == Type::pred ? 4 : size_of(type);
    }

    void place(std::size_t part, const std::string& name) {
        const auto bytes = static_cast<std::uint64_t>(bytes_of(name));
        const auto [known, is_new] = places_.try_emplace(name);
        if (!is_new) return;
        known->second = ends_[part] = rounded(ends_[part], bytes);
        ends_[part] += bytes;
    }

    void rewrite(const Kept& kept) {
        std::vector<Instruction> body;
        std::vector<int> moved;
        begin(body);
        for (std::size_t i = 0; i < kernel_.body.size(); ++i) {
            moved.push_back(static_cast<int>(body.size()));
            Instruction instruction = std::move(kernel_.body[i]);
            const auto at = kept.find(i);
            const bool recursive = !kernel_.parts.empty() && i >= kernel_.parts[0].first &&
                                   kernel_.parts[part_of(i)].recursive;
            if (instruction.enters && recursive)
                call(std::move(instruction), at == kept.end() ? nothing_ : at->second,
                     kernel_.parts[part_of(i)].stack, body);
            else
                plain(std::move(instruction), body);
        }
        moved.push_back(static_cast<int>(body.size()));
        for (auto& [name, at] : kernel_.labels) at = moved[at];
        for (const auto& [name, at] : after_) kernel_.labels[name] = static_cast<int>(at);
        for (Part& part : kernel_.parts) part.first = static_cast<std::size_t>(moved[part.first]);
        kernel_.body = std::move(body);
    }

    void begin(std::vector<Instruction>& body) const {
        const Instruction none;
        body.push_back(
            made_at(kernel_.body.empty() ? none : kernel_.body.front(), {"mov", "u64"},
                    {stack(), named(Operand::Kind::symbol, std::string(stack_variable))}));
    }

    static Operand stack() { return named(Operand::Kind::register_, std::string(stack_register)); }
    static Operand number(std::uint64_t value) {
        Operand made = named(Operand::Kind::integer, {});
        made.bits = value;
        return made;
    }
    static Operand at_stack(std::uint64_t offset) {
        Operand made = named(Operand::Kind::address, std::string(stack_register));
        made.offset = static_cast<std::int64_t>(offset);
        return made;
    }

    void call(Instruction call, const std::vector<std::string>& registers, std::uint64_t frame,
              std::vector<Instruction>& body) {
        const Instruction place = call;
        std::vector<Instruction> made;
        for (const std::string& name : registers) store(place, name, made);
        made.push_back(made_at(place, {"add", "s64"}, {stack(), stack(), number(frame)}));
        Instruction enter = std::move(call);
        enter.guard.clear();
        made.push_back(std::move(enter));
        made.push_back(made_at(place, {"sub", "s64"}, {stack(), stack(), number(frame)}));
        for (const std::string& name : registers) load(place, name, made);
        if (!place.guard.empty()) {  // a guarded call: all of this, or nothing
            const std::string after = "$kept" + std::to_string(jumps_++);
            Instruction jump = made_at(place, {"bra"}, {named(Operand::Kind::label, after)});
            jump.guard = place.guard;
            jump.guard_negated = !place.guard_negated;
            body.push_back(std::move(jump));
            after_[after] = body.size() + made.size();
        }
        std::ranges::move(made, std::back_inserter(body));
    }

    void store(const Instruction& place, const std::string& name, std::vector<Instruction>& body) {
        Operand value = named(Operand::Kind::register_, name);
        if (kernel_.registers.at(name) == Type::pred) {
            const Operand word = fresh(Type::b32);
            body.push_back(made_at(place, {"selp", "b32"}, {word, number(1), number(0), value}));
            value = word;
        }
        body.push_back(
            made_at(place, {"st", "local", type_of(name)}, {at_stack(places_.at(name)), value}));
    }

    void load(const Instruction& place, const std::string& name, std::vector<Instruction>& body) {
        const Operand value = named(Operand::Kind::register_, name);
        if (kernel_.registers.at(name) != Type::pred) {
            body.push_back(made_at(place, {"ld", "local", type_of(name)},
                                   {value, at_stack(places_.at(name))}));
            return;
        }
        const Operand word = fresh(Type::b32);
        body.push_back(made_at(place, {"ld", "local", "b32"}, {word, at_stack(places_.at(name))}));
        body.push_back(made_at(place, {"setp", "ne", "u32"}, {value, word, number(0)}));
    }

    std::string type_of(const std::string& name) const {
        return "b" + std::to_string(bytes_of(name) * 8);
    }

    Operand fresh(Type type) {
        Operand made = named(Operand::Kind::register_, "$w" + std::to_string(fresh_++));
        kernel_.registers.emplace(made.name, type);
        return made;
    }

    // Addresses of variables in the frame become offsets from the stack pointer.
    void plain(Instruction instruction, std::vector<Instruction>& body) {
        for (Operand& operand : instruction.operands) {
            const bool address = operand.kind == Operand::Kind::address;
            const auto found = variables_.find(operand.name);
            if (found == variables_.end() || (!address && operand.kind != Operand::Kind::symbol))
                continue;
            const auto offset = static_cast<std::int64_t>(found->second) + operand.offset;
            if (address) {
                operand = at_stack(static_cast<std::uint64_t>(offset));
                continue;
            }
            const Operand where = fresh(Type::b64);
            body.push_back(made_at(instruction, {"add", "s64"},
                                   {where, stack(), number(static_cast<std::uint64_t>(offset))}));
            operand = where;
        }
        body.push_back(std::move(instruction));
    }

    Function& kernel_;
    std::vector<std::uint64_t> ends_;                                       // of frames, so far
    std::map<std::string, std::uint64_t, std::less<>> variables_, places_;  // places_: of registers
    std::map<std::string, std::size_t> after_;
    const std::vector<std::string> nothing_;
    int fresh_ = 0, jumps_ = 0;
};

}  // namespace

void keep_on_stack(Function& kernel, const Kept& kept) { Frames(kernel).run(kept); }

}  // namespace simulator::ptx
