// Follows parameters through registers, in the order of the instructions. A moved, converted or
// offset address stays an address of its parameter.
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
        : program_(program), walked(program.parameters.size()) {}

    void follow(const Instruction& instruction) {
        if (instruction.operands.empty()) return;
        const std::string& word = instruction.parts.front();
        if (word == "ld" && instruction.has("param")) return load_parameter(instruction);
        note_walk(instruction);
        if (reaches_memory(instruction)) note_access(instruction);
        if (word == "cvta") note_conversion(instruction);
        if (word == "tex") note_texture(instruction);
        const Operand& to = instruction.operands.front();
        if (to.kind == Operand::Kind::register_) put(to.name, carried(instruction));
    }

private:
    using Key = std::pair<std::size_t, std::uint32_t>;  // parameter and offset in it
    using Parameter = std::optional<Key>;

    static bool reaches_memory(const Instruction& instruction) {
        constexpr std::array words{"ld", "ldu", "st", "atom", "red"};
        constexpr std::array elsewhere{"shared", "shared::cta", "local", "const", "param"};
        return std::ranges::find(words, instruction.parts.front()) != words.end() &&
               std::ranges::none_of(elsewhere,
                                    [&](const char* space) { return instruction.has(space); });
    }

    std::optional<std::size_t> number_of(const std::string& name) const {
        const auto found =
            std::ranges::find(program_.parameters, name, &simulator::Parameter::name);
        if (found == program_.parameters.end()) return std::nullopt;
        return static_cast<std::size_t>(found - program_.parameters.begin());
    }

    // The elements of a vector follow each other.
    void load_parameter(const Instruction& instruction) {
        const Operand &to = instruction.operands[0], &from = instruction.operands[1];
        const auto number = number_of(from.name);
        const Type type = simulator::type_named(instruction.parts.back());
        auto offset = from.offset;
        const auto load = [&](const Operand& one) {
            const Key key{number.value_or(0), static_cast<std::uint32_t>(offset)};
            if (number && offset >= 0) used[key].type = type;
            put(one.name, number && simulator::size_of(type) == 8 ? Parameter(key) : std::nullopt);
            offset += simulator::size_of(type);
        };
        if (to.kind != Operand::Kind::vector) return load(to);
        for (const Operand& element : to.elements) load(element);
    }

    void note_walk(const Instruction& instruction) {
        for (const Operand& operand : instruction.operands)
            if (const auto number = number_of(operand.name)) walked[*number] = true;
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

    bool is_address(const Key& key) const {
        const auto found = used.find(key);
        return found != used.end() && found->second.address;
    }

    // Which operand of a sum is the address: the known address, else the first parameter.
    Parameter either(const Operand& one, const Operand& other) const {
        const Parameter a = held(one), b = held(other);
        return a && b && is_address(*b) && !is_address(*a) ? b : a ? a : b;
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

    // "tex.2d.v4.f32.f32" reads two dimensions of floats.
    void note_texture(const Instruction& instruction) {
        const Parameter parameter = held(instruction.operands[1]);
        if (!parameter || used[*parameter].texture) return;
        simulator::TextureForm form;
        form.dimensions = instruction.has("3d") ? 3 : instruction.has("2d") ? 2 : 1;
        form.type = simulator::type_named(instruction.parts[instruction.parts.size() - 2]);
        const bool whole = instruction.parts.back() == "s32";
        form.texels = whole ? simulator::TexelsIn::memory : simulator::TexelsIn::array;
        used[*parameter].texture = form;
    }

    void note_access(const Instruction& instruction) {
        for (const Operand& operand : instruction.operands) {
            const Parameter parameter =
                operand.kind == Operand::Kind::address ? held(operand) : std::nullopt;
            if (!parameter) continue;
            const std::string& word = instruction.parts.front();
            used[*parameter].address = true;
            used[*parameter].written |= word == "st" || word == "atom" || word == "red";
            Type& element = used[*parameter].element;
            const Type type = simulator::type_named(instruction.parts.back());
            if (element == Type::none && !name_of(type).starts_with('b')) element = type;
        }
    }

    const simulator::Program& program_;
    std::map<std::string, Key> held_;  // register -> the parameter that it comes from

public:
    std::map<Key, UsedMember> used;
    std::vector<bool> walked;
};

}  // namespace

UsedParameters used_parameters(const simulator::Program& program) {
    Followed followed(program);
    for (const simulator::Code& code : program.code) followed.follow(program.text[code.index]);
    const std::size_t count = program.parameters.size();
    UsedParameters all{std::vector<UsedParameter>(count),
                       std::vector<std::vector<UsedMember>>(count), std::move(followed.walked)};
    for (auto& [key, member] : followed.used) {
        member.offset = key.second;
        if (key.second == 0 && program.parameters[key.first].bytes == 8)
            all.whole[key.first] = member;
        all.members[key.first].push_back(member);
    }
    return all;
}

}  // namespace lab
