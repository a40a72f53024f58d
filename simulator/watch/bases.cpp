// See bases.h.
#include "simulator/watch/bases.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <string_view>

#include "simulator/isa/addresses.h"

namespace simulator::checks {
namespace {

using Names = std::uint64_t;  // a set of arrays, as bits

constexpr std::size_t most_arrays = 63;
constexpr Names anything = Names{1} << most_arrays;  // an array without a number, or not an address
constexpr std::string_view frame_prefix = "__local_depot";

class Follower {
public:
    explicit Follower(const Program& program) : program_(program) {
        list_shared();
        find_frames();
        list_local();
    }

    Bases follow() {
        while (goes_on()) {
        }
        for (const Code& code : program_.code) found_.of.push_back(base_of(code));
        return std::move(found_);
    }

private:
    void list_shared() {
        for (std::size_t i = 0; i < program_.shared.size(); ++i) {
            const ptx::Variable& array = program_.shared[i];
            const std::uint32_t first = program_.shared_offsets[i];
            add({array.name, Space::shared, first,
                 first + static_cast<std::uint32_t>(array.bytes()), array.type});
        }
        for (const std::string& name : program_.dynamic_arrays)
            add({name, Space::shared, 0, 0, Type::none});
    }

    void list_local() {
        for (std::size_t i = 0; i < program_.local.size(); ++i) {
            const ptx::Variable& variable = program_.local[i];
            const std::uint32_t first = program_.local_offsets[i];
            const std::uint32_t last = first + static_cast<std::uint32_t>(variable.bytes());
            const auto frame = objects_.find(variable.name);
            if (variable.name == ptx::stack_variable || variable.name.starts_with(frame_prefix))
                numbers_[variable.name] = most_arrays;
            else
                add({variable.name, Space::local, first, last, variable.type});
            if (frame == objects_.end()) continue;
            std::uint32_t end = last;
            for (auto& [offset, number] : frame->second) {
                const std::uint32_t begin = first + offset;
                number = offset < variable.bytes() ? add({{}, Space::local, begin, end, Type::none})
                                                   : most_arrays;
                end = std::min(begin, end);
            }
        }
    }

    // Returns its number.
    std::size_t add(BaseArray array) {
        const std::size_t number = std::min(found_.arrays.size(), most_arrays);
        if (!array.name.empty()) numbers_[array.name] = number;
        if (number < most_arrays) found_.arrays.push_back(std::move(array));
        return number;
    }

    // --- objects of a frame ---

    // Registers that only ever hold the beginning of a frame, and the offsets added to these.
    void find_frames() {
        std::map<std::string, int, std::less<>> written;
        for (const ptx::Instruction& text : program_.text)
            if (!text.operands.empty() && text.operands[0].kind == ptx::Operand::Kind::register_)
                ++written[text.operands[0].name];
        const auto once = [&](const ptx::Instruction& text) {
            return text.operands.size() >= 2 && written[text.operands[0].name] == 1;
        };
        for (const ptx::Instruction& text : program_.text) {
            if (!once(text) || !copies_address(text)) continue;
            const ptx::Operand& from = text.operands[1];
            const auto frame = frames_.find(from.name);
            const std::string& to = text.operands[0].name;
            if (from.name.starts_with(frame_prefix) && from.offset == 0) frames_[to] = from.name;
            if (frame != frames_.end()) frames_[to] = std::string(frame->second);
        }
        for (const ptx::Instruction& text : program_.text)
            if (object_of(text)) objects_[frames_[text.operands[1].name]][offset_in(text)] = 0;
    }

    bool object_of(const ptx::Instruction& text) const {
        return adds_place_in_frame(text) && frames_.contains(text.operands[1].name);
    }

    static std::uint32_t offset_in(const ptx::Instruction& text) {
        return static_cast<std::uint32_t>(text.operands[2].bits);
    }

    // --- flow of addresses ---

    static Names named(std::size_t number) { return Names{1} << number; }

    Names names_in(const ptx::Operand& operand) const {
        if (frames_.contains(operand.name)) return anything;
        if (const auto array = numbers_.find(operand.name); array != numbers_.end())
            return named(array->second);
        Names names = 0;
        for (const ptx::Operand& element : operand.elements) names |= names_in(element);
        const auto known = registers_.find(operand.name);
        return known == registers_.end() ? names : names | known->second;
    }

    Names result_of(const Code& code, const ptx::Instruction& text) const {
        if (code.row->effect.origin == Origin::truth) return 0;
        if (object_of(text))
            return named(objects_.at(frames_.at(text.operands[1].name)).at(offset_in(text)));
        const bool whole = text.operands[0].elements.empty();
        const unsigned through = whole ? address_sources(text) : 0;
        Names names = 0;
        for (std::size_t i = 1; i < text.operands.size(); ++i) {
            const Names here = names_in(text.operands[i]);
            names |= here == 0 || through >> i & 1 ? here : anything;
        }
        return names;
    }

    // Loads give values, comparisons give none: addresses go only through computations.
    bool goes_on() {
        bool grew = false;
        for (const Code& code : program_.code) {
            const ptx::Instruction& text = program_.text[code.index];
            if (code.row->effect.kind != Kind::compute || text.operands.size() < 2) continue;
            const Names names = result_of(code, text);
            if (names == 0) continue;
            grew |= grow(text.operands[0], names);
        }
        return grew;
    }

    bool grow(const ptx::Operand& made, Names names) {
        bool grew = false;
        for (const ptx::Operand& element : made.elements) grew |= grow(element, names);
        if (!made.elements.empty()) return grew;
        Names& known = registers_[made.name];
        grew = (names & ~known) != 0;
        known |= names;
        return grew;
    }

    std::int8_t base_of(const Code& code) const {
        const ptx::Instruction& text = program_.text[code.index];
        const auto address =
            std::ranges::find(text.operands, ptx::Operand::Kind::address, &ptx::Operand::kind);
        if (!code.row->effect.is_memory() || address == text.operands.end()) return -1;
        const Names names = names_in(*address);
        const bool one = std::has_single_bit(names) && names != anything;
        return static_cast<std::int8_t>(one ? std::countr_zero(names) : -1);
    }

    const Program& program_;
    Bases found_;
    std::map<std::string, std::size_t, std::less<>> numbers_;
    std::map<std::string, Names, std::less<>> registers_;
    std::map<std::string, std::string, std::less<>> frames_;  // registers, and the variable of each
    // Of such a variable: the beginnings of its objects, the last first, and their numbers.
    using Objects = std::map<std::uint32_t, std::size_t, std::greater<>>;
    std::map<std::string, Objects, std::less<>> objects_;
};

}  // namespace

const BaseArray* Bases::at(Space space, Address address) const {
    const auto found = std::ranges::find_if(arrays, [&](const BaseArray& array) {
        return array.space == space && address >= array.first && address < array.last;
    });
    return found == arrays.end() ? nullptr : &*found;
}

Bases array_bases(const Program& program) {
    if (program.shared.empty() && program.dynamic_arrays.empty() && program.local.empty())
        return {{}, std::vector<std::int8_t>(program.code.size(), -1)};
    return Follower(program).follow();
}

}  // namespace simulator::checks
