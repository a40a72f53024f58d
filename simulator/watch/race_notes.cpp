// See race_notes.h.
#include "simulator/watch/race_notes.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "simulator/isa/arithmetic.h"
#include "simulator/race_texts.h"

namespace simulator::race_note {
namespace {

const char* atomic_of(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::sum:
        case Arithmetic::difference:
        case Arithmetic::product_and_sum: return "atomicAdd";
        case Arithmetic::least: return "atomicMin";
        case Arithmetic::greatest: return "atomicMax";
        case Arithmetic::both_bits: return "atomicAnd";
        case Arithmetic::any_bit: return "atomicOr";
        case Arithmetic::one_bit: return "atomicXor";
        default: return "";
    }
}

class Update {
public:
    Update(const Program& program, const Recipes& recipes, std::size_t load, std::size_t store)
        : program_(program),
          recipes_(recipes),
          read_(value(recipes.of[load].destination[0])),
          stored_(value(recipes.of[store].source[0])) {}

    std::string operation() const {
        for (std::size_t i = 0; i < recipes_.of.size(); ++i) {
            const Recipe& recipe = recipes_.of[i];
            if (recipe.kind != Kind::compute) continue;
            if (makes(recipe) && takes(recipe, read_)) return named(i, recipe);
        }
        const auto compares = [&](const Recipe& recipe) {
            return recipe.origin == Origin::truth && takes(recipe, read_) && takes(recipe, stored_);
        };
        return std::ranges::any_of(recipes_.of, compares) ? "atomicMax() or atomicMin" : "";
    }

private:
    using Value = std::pair<Register, Place>;  // a register, or the place of a constant

    Value value(const Operand& operand) const {
        if (operand.reg == no_register) return {no_register, operand.place};
        return {recipes_.root[operand.reg], nowhere};
    }
    bool makes(const Recipe& recipe) const {
        for (int k = 0; k < recipe.destinations; ++k)
            if (value(recipe.destination[k]) == stored_ && recipe.origin != Origin::copy)
                return recipe.sources > 1;
        return false;
    }
    bool takes(const Recipe& recipe, const Value& what) const {
        for (int k = 0; k < recipe.sources; ++k)
            if (value(recipe.source[k]) == what) return true;
        return false;
    }
    // In a difference, the loaded value must come first; a product with it is no sum.
    std::string named(std::size_t i, const Recipe& recipe) const {
        const Arithmetic is = arithmetic_of(program_.text[program_.code[i].index].parts.front());
        const bool first = value(recipe.source[0]) == read_;
        if (is == Arithmetic::difference && !first) return "";
        const bool factor = first || value(recipe.source[1]) == read_;
        return is == Arithmetic::product_and_sum && factor ? "" : atomic_of(is);
    }

    const Program& program_;
    const Recipes& recipes_;
    Value read_, stored_;
};

// Whether a thread may get from after `from` to `to`; `free`: without a barrier on the way.
bool reaches(const Program& program, std::size_t from, std::size_t to, bool free = true) {
    const auto holds = [](const BasicBlock& block, std::size_t at) {
        return at >= block.first && at < block.last;
    };
    std::vector<std::uint32_t> left;
    std::set<std::uint32_t> seen;
    const auto leave = [&](const BasicBlock& block) {
        const bool branches = block.ending == Ending::branch;
        if (branches || block.ending == Ending::jump) left.push_back(block.target);
        const bool passes = !free && block.ending == Ending::barrier;
        if (branches || passes || block.ending == Ending::next) left.push_back(block.next);
    };
    for (const BasicBlock& block : program.blocks) {
        if (!holds(block, from)) continue;
        if (holds(block, to) && to > from) return true;
        leave(block);
    }
    while (!left.empty()) {
        const std::uint32_t at = left.back();
        left.pop_back();
        if (at >= program.blocks.size() || !seen.insert(at).second) continue;
        if (holds(program.blocks[at], to)) return true;
        leave(program.blocks[at]);
    }
    return false;
}

// Whether the writing line stands before the reading one; a compiler may have made several copies
// of the write.
bool written_first(const Program& program, std::size_t read, std::size_t write) {
    const auto line = [&](std::size_t at) { return program.code[at].line; };
    if (line(write) <= 0 || line(read) <= 0) return write < read;
    for (std::size_t i = 0; i < read; ++i)
        if (line(i) == line(write) && program.code[i].row == program.code[write].row)
            return line(write) < line(read);
    return false;
}

}  // namespace

std::string operation_of(const Program& program, const Recipes& recipes, std::size_t store) {
    const Code& written = program.code[store];
    for (std::size_t i = 0; i < store; ++i) {
        const Code& read = program.code[i];
        const bool same = read.line == written.line && read.a == written.a &&
                          read.offset == written.offset && recipes.of[i].kind == Kind::load;
        if (same) return Update(program, recipes, i, store).operation();
    }
    return "";
}

std::string_view turn_of(const Program& program, std::size_t read, std::size_t write) {
    if (!reaches(program, read, write) || !reaches(program, write, read, false)) return "";
    if (reaches(program, write, read)) return race_text::any_turn;
    return written_first(program, read, write) ? race_text::later_turn : "";
}

bool write_constants(const Recipes& recipes, std::size_t one, std::size_t other) {
    const auto is_constant = [&](const Operand& stored) {
        return stored.reg == no_register || recipes.literal[stored.reg];
    };
    return std::ranges::all_of(std::array{one, other}, [&](std::size_t code) {
        const Recipe& recipe = recipes.of[code];
        return std::all_of(recipe.source, recipe.source + recipe.sources, is_constant);
    });
}

}  // namespace simulator::race_note
