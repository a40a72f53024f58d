// Follows parameters through the registers, instruction by instruction as they are written: what
// was moved, converted or added to stays the address that it was.
#include "lab/own/pointers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace lab {
namespace {

using simulator::Type;
using simulator::ptx::Instruction;
using simulator::ptx::Operand;

class Followed {
public:
    explicit Followed(const simulator::Program& program)
        : program_(program), used(program.parameters.size()) {}

    void follow(const Instruction& instruction) {
        if (instruction.operands.empty()) return;
        const std::string& word = instruction.parts.front();
        if (word == "ld" && instruction.has("param")) return load_parameter(instruction);
        if (reaches_memory(instruction)) note_access(instruction);
        if (word == "cvta") note_conversion(instruction);
        if (word == "tex") note_texture(instruction);
        const Operand& to = instruction.operands.front();
        if (to.kind == Operand::Kind::register_) put(to.name, carried(instruction));
    }

private:
    using Parameter = std::optional<std::size_t>;

    static bool reaches_memory(const Instruction& instruction) {
        constexpr std::array words{"ld", "ldu", "st", "atom", "red"};
        constexpr std::array elsewhere{"shared", "shared::cta", "local", "const", "param"};
        return std::ranges::find(words, instruction.parts.front()) != words.end() &&
               std::ranges::none_of(elsewhere,
                                    [&](const char* space) { return instruction.has(space); });
    }

    void load_parameter(const Instruction& instruction) {
        const Operand &to = instruction.operands[0], &from = instruction.operands[1];
        const auto found =
            std::ranges::find(program_.parameters, from.name, &simulator::Parameter::name);
        const bool whole =
            found != program_.parameters.end() && found->bytes == 8 && from.offset == 0;
        const auto number = static_cast<std::size_t>(found - program_.parameters.begin());
        put(to.name, whole ? Parameter(number) : std::nullopt);
    }

    void put(const std::string& name, Parameter parameter) {
        if (parameter)
            held_[name] = *parameter;
        else
            held_.erase(name);
    }

    Parameter held(const Operand& operand) const {
        const auto found = held_.find(operand.name);
        return found == held_.end() ? std::nullopt : Parameter(found->second);
    }

    // Of a sum the address is the side that is known to be one, else the first.
    Parameter either(const Operand& one, const Operand& other) const {
        const Parameter a = held(one), b = held(other);
        return a && b && used[*b].address && !used[*a].address ? b : a ? a : b;
    }

    Parameter carried(const Instruction& instruction) const {
        const std::string& word = instruction.parts.front();
        const std::vector<Operand>& operands = instruction.operands;
        if (word == "mov" || word == "cvta") return held(operands[1]);
        if (word == "add" || word == "selp") return either(operands[1], operands[2]);
        if (word == "sub") return held(operands[1]);
        return word == "mad" ? held(operands[3]) : std::nullopt;
    }

    void note_conversion(const Instruction& instruction) {
        const Parameter parameter = held(instruction.operands.back());
        if (instruction.has("global") && parameter) used[*parameter].address = true;
    }

    // "tex.2d.v4.f32.f32": two dimensions, of floats.
    void note_texture(const Instruction& instruction) {
        const Parameter parameter = held(instruction.operands[1]);
        if (!parameter || used[*parameter].texture) return;
        simulator::TextureForm form;
        form.dimensions = instruction.has("3d") ? 3 : instruction.has("2d") ? 2 : 1;
        form.type = simulator::type_named(instruction.parts[instruction.parts.size() - 2]);
        used[*parameter].texture = form;
    }

    void note_access(const Instruction& instruction) {
        for (const Operand& operand : instruction.operands) {
            const Parameter parameter =
                operand.kind == Operand::Kind::address ? held(operand) : std::nullopt;
            if (!parameter) continue;
            used[*parameter].address = true;
            Type& element = used[*parameter].element;
            const Type type = simulator::type_named(instruction.parts.back());
            if (element == Type::none && !name_of(type).starts_with('b')) element = type;
        }
    }

    const simulator::Program& program_;
    std::map<std::string, std::size_t> held_;  // a register: the parameter that it comes from

public:
    std::vector<UsedParameter> used;
};

}  // namespace

std::vector<UsedParameter> used_parameters(const simulator::Program& program) {
    Followed followed(program);
    for (const simulator::Code& code : program.code) followed.follow(program.text[code.index]);
    return std::move(followed.used);
}

}  // namespace lab
