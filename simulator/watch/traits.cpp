// See traits.h.
#include "simulator/watch/traits.h"

namespace simulator::checks {
namespace {

Traits traits_of(const Code& code, const Recipe& recipe) {
    Traits traits;
    traits.atomic = recipe.kind == Kind::atomic;
    traits.reads = recipe.kind == Kind::load || (traits.atomic && recipe.destinations);
    traits.writes = recipe.kind == Kind::store || traits.atomic;
    traits.signals = traits.atomic || code.flags & is_signal;
    traits.only_volatile = !traits.atomic && (code.flags & is_signal) == is_volatile;
    traits.by_fence = traits.only_volatile && traits.writes;
    traits.releases = code.flags & releases;
    traits.acquires = code.flags & acquires;
    traits.block_scope = code.flags & block_scope;
    traits.lanes_meet = code.synchronizes;
    traits.fences = code.row->effect.kind == Kind::fence;
    return traits;
}

// Whether any instruction takes what stands in a register.
std::vector<bool> registers_read(const Recipes& recipes) {
    std::vector<bool> read(recipes.registers);
    const auto take = [&](const Operand& operand) {
        if (operand.reg < read.size()) read[operand.reg] = true;
    };
    for (const Recipe& recipe : recipes.of) {
        for (int i = 0; i < recipe.sources; ++i) take(recipe.source[i]);
        take(recipe.address);
    }
    return read;
}

}  // namespace

Notes::Notes(const Program& of) : program(&of), recipes(recipes_of(of)) {
    for (std::size_t i = 0; i < of.code.size(); ++i) {
        traits.push_back(traits_of(of.code[i], recipes->of[i]));
    }
    const std::vector<bool> read = registers_read(*recipes);
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const Recipe& recipe = recipes->of[i];
        const Register brought = recipe.destination[0].reg;
        traits[i].sets = traits[i].atomic && recipe.origin == Origin::copy &&
                         !(brought < read.size() && read[brought]);
    }
    for (const std::uint32_t at : of.polls) traits[at].polls = traits[at].signals;
}

}  // namespace simulator::checks
