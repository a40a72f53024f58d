// See bases.h.
#include "simulator/watch/bases.h"

#include <algorithm>
#include <bit>
#include <map>

namespace simulator::checks {
namespace {

using Names = std::uint64_t;  // a set of arrays, as bits

constexpr std::size_t most_arrays = 64;

class Follower {
public:
    explicit Follower(const Program& program) : program_(program) { list_arrays(); }

    SharedBases follow() {
        while (goes_on()) {
        }
        for (const Code& code : program_.code) found_.of.push_back(base_of(code));
        return std::move(found_);
    }

private:
    void list_arrays() {
        for (std::size_t i = 0; i < program_.shared.size(); ++i) {
            const ptx::Variable& array = program_.shared[i];
            const std::uint32_t first = program_.shared_offsets[i];
            add({array.name, first, first + static_cast<std::uint32_t>(array.bytes()), array.type});
        }
        for (const std::string& name : program_.dynamic_arrays) add({name, 0, 0, Type::none});
    }

    void add(SharedArray array) {
        if (found_.arrays.size() >= most_arrays) return;
        numbers_[array.name] = found_.arrays.size();
        found_.arrays.push_back(std::move(array));
    }

    Names names_in(const ptx::Operand& operand) const {
        if (const auto array = numbers_.find(operand.name); array != numbers_.end())
            return Names{1} << array->second;
        const auto known = registers_.find(operand.name);
        return known == registers_.end() ? 0 : known->second;
    }

    // Loads bring values, comparisons bring none: addresses go through computations alone.
    bool goes_on() {
        bool grew = false;
        for (const Code& code : program_.code) {
            const ptx::Instruction& text = program_.text[code.index];
            if (code.row->effect.kind != Kind::compute || text.operands.size() < 2) continue;
            Names names = 0;
            for (std::size_t i = 1; i < text.operands.size(); ++i)
                names |= names_in(text.operands[i]);
            if (names == 0) continue;
            Names& known = registers_[text.operands[0].name];
            grew |= (names & ~known) != 0;
            known |= names;
        }
        return grew;
    }

    std::int8_t base_of(const Code& code) const {
        const ptx::Instruction& text = program_.text[code.index];
        const auto address =
            std::ranges::find(text.operands, ptx::Operand::Kind::address, &ptx::Operand::kind);
        if (!code.row->effect.is_memory() || address == text.operands.end()) return -1;
        const Names names = names_in(*address);
        return static_cast<std::int8_t>(std::has_single_bit(names) ? std::countr_zero(names) : -1);
    }

    const Program& program_;
    SharedBases found_;
    std::map<std::string, std::size_t, std::less<>> numbers_;
    std::map<std::string, Names, std::less<>> registers_;
};

}  // namespace

SharedBases shared_bases(const Program& program) {
    if (program.shared.size() + program.dynamic_arrays.size() == 0)
        return {{}, std::vector<std::int8_t>(program.code.size(), -1)};
    return Follower(program).follow();
}

}  // namespace simulator::checks
