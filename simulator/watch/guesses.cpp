// Follows a loaded value through registers to all its uses (see guesses.h).
#include "simulator/watch/guesses.h"

#include <algorithm>
#include <set>

namespace simulator::checks {
namespace {

bool is_swap(const Recipe& recipe) {
    return recipe.kind == Kind::atomic && recipe.origin == Origin::choice;
}

class Guesses {
public:
    Guesses(const Program& program, const Recipes& recipes)
        : program_(program), recipes_(recipes), definitions_(recipes.registers) {
        for (std::size_t i = 0; i < recipes.of.size(); ++i) {
            const Recipe& recipe = recipes.of[i];
            for (int k = 0; k < recipe.destinations; ++k)
                definitions_[recipe.destination[k].reg].push_back(i);
        }
    }

    bool is_guess(std::size_t load) const {
        const Recipe& recipe = recipes_.of[load];
        const bool plain = recipe.kind == Kind::load && !(program_.code[load].flags & is_signal);
        if (!plain || !has_atomic_at(load, 0, recipes_.of.size())) return false;
        std::set<Register> made;
        std::vector<Register> left;
        std::vector<std::size_t> swaps;
        bool tried = false;
        const auto follow = [&](const Recipe& from) {
            for (int k = 0; k < from.destinations; ++k)
                if (made.insert(from.destination[k].reg).second)
                    left.push_back(from.destination[k].reg);
        };
        follow(recipe);
        while (!left.empty()) {
            const Register next = left.back();
            left.pop_back();
            for (const std::size_t reader : recipes_.readers[next]) {
                const Recipe& by = recipes_.of[reader];
                if (by.address.reg == next) return false;
                if (is_swap(by) && same_address(reader, load))
                    swaps.push_back(reader);
                else if (by.kind == Kind::compute)
                    follow(by);
                else if (by.kind != Kind::control)
                    return false;
            }
            if (!only_tries(next, load, tried)) return false;
        }
        // The swap must compare with the loaded value.
        return (tried || !swaps.empty()) && std::ranges::all_of(swaps, [&](std::size_t swap) {
                   return made.contains(recipes_.of[swap].source[0].reg);
               });
    }

private:
    // The origin of an address register, before moves and conversions to another space.
    Register origin(Register reg) const {
        for (int hops = 0; hops < 8 && reg != no_register; ++hops) {
            reg = recipes_.root[reg];
            if (definitions_[reg].size() != 1) return reg;
            const Recipe& made = recipes_.of[definitions_[reg].front()];
            const bool passed = made.kind == Kind::compute && made.sources == 1 &&
                                (made.origin == Origin::address || made.origin == Origin::copy);
            if (!passed || made.source[0].reg == no_register) return reg;
            reg = made.source[0].reg;
        }
        return reg;
    }

    bool same_address(std::size_t one, std::size_t other) const {
        const Operand &a = recipes_.of[one].address, &b = recipes_.of[other].address;
        if (program_.code[one].offset != program_.code[other].offset) return false;
        if (a.reg == no_register || b.reg == no_register) return a.place == b.place;
        return origin(a.reg) == origin(b.reg);
    }

    bool has_atomic_at(std::size_t load, std::size_t first, std::size_t last) const {
        for (std::size_t i = first; i < last; ++i)
            if (recipes_.of[i].kind == Kind::atomic && same_address(i, load)) return true;
        return false;
    }

    // Whether a predicate only guards atomics on the same address.
    bool only_tries(Register predicate, std::size_t load, bool& tried) const {
        const Place place = recipes_.places[predicate];
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            if (program_.code[i].guard != place || recipes_.of[i].kind == Kind::control) continue;
            if (recipes_.of[i].kind != Kind::atomic || !same_address(i, load)) return false;
            tried = true;
        }
        for (const BasicBlock& block : program_.blocks) {
            if (block.ending != Ending::branch || block.predicate != place) continue;
            if (!region_tries(block, load)) return false;
            tried = true;
        }
        return true;
    }

    // The blocks whose execution the branch decides: those before both ways meet again.
    std::set<std::uint32_t> region(const BasicBlock& branch) const {
        std::set<std::uint32_t> found;
        std::vector<std::uint32_t> left{branch.next, branch.target};
        while (!left.empty()) {
            const std::uint32_t at = left.back();
            left.pop_back();
            if (at == branch.joins || at >= program_.blocks.size()) continue;
            if (!found.insert(at).second) continue;
            const BasicBlock& block = program_.blocks[at];
            const bool jumps = block.ending == Ending::jump || block.ending == Ending::branch;
            if (jumps) left.push_back(block.target);
            if (block.ending == Ending::branch || block.ending == Ending::next)
                left.push_back(block.next);
        }
        return found;
    }

    bool region_tries(const BasicBlock& branch, std::size_t load) const {
        const std::set<std::uint32_t> blocks = region(branch);
        std::vector<bool> inside(recipes_.of.size());
        bool tries = false;
        for (const std::uint32_t at : blocks) {
            const BasicBlock& block = program_.blocks[at];
            const bool plain = block.ending == Ending::next || block.ending == Ending::jump ||
                               block.ending == Ending::branch || block.ending == Ending::exit;
            if (!plain) return false;
            for (std::size_t i = block.first; i < block.last; ++i) {
                inside[i] = true;
                const Kind kind = recipes_.of[i].kind;
                const bool atomic = kind == Kind::atomic && same_address(i, load);
                if (!atomic && kind != Kind::compute && kind != Kind::load &&
                    kind != Kind::control && kind != Kind::hint)
                    return false;
                tries |= atomic;
            }
        }
        return tries && stays(inside);
    }

    // Whether values made inside are read only inside.
    bool stays(const std::vector<bool>& inside) const {
        for (Register r = 0; r < recipes_.registers; ++r) {
            const auto within = [&](std::size_t i) { return bool(inside[i]); };
            if (std::ranges::any_of(definitions_[r], within) &&
                !std::ranges::all_of(recipes_.readers[r], within))
                return false;
        }
        return true;
    }

    const Program& program_;
    const Recipes& recipes_;
    std::vector<std::vector<std::size_t>> definitions_;  // by register
};

}  // namespace

std::vector<bool> guesses_of(const Program& program, const Recipes& recipes) {
    std::vector<bool> guesses(program.code.size());
    const bool any = std::ranges::any_of(
        recipes.of, [](const Recipe& each) { return each.kind == Kind::atomic; });
    if (!any) return guesses;
    const Guesses search(program, recipes);
    for (std::size_t i = 0; i < guesses.size(); ++i) guesses[i] = search.is_guess(i);
    return guesses;
}

}  // namespace simulator::checks
