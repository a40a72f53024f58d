// See drawn.h.
#include "simulator/watch/drawn.h"

#include <algorithm>
#include <utility>

namespace simulator::checks {
namespace {

bool passes(const Program& program, std::size_t i, const Recipe& recipe, bool shared_drawn) {
    if (recipe.kind == Kind::load) return shared_drawn && program.code[i].space == Space::shared;
    return recipe.kind == Kind::compute || recipe.kind == Kind::shuffle;
}

}  // namespace

std::vector<bool> drawn_of(const Program& program, const Recipes& recipes) {
    std::vector<bool> drawn(recipes.registers), stores(program.code.size());
    bool shared = false, more = true;  // shared memory holds such a number
    while (more) {
        more = false;
        const auto holds = [&](const Operand& operand) {
            return operand.reg < drawn.size() && drawn[operand.reg];
        };
        for (std::size_t i = 0; i < recipes.of.size(); ++i) {
            const Recipe& recipe = recipes.of[i];
            const bool from = std::any_of(recipe.source, recipe.source + recipe.sources, holds);
            const bool loads = recipe.kind == Kind::load;
            if (recipe.kind == Kind::store && from && program.code[i].space == Space::shared)
                more |= !std::exchange(shared, true);
            const bool brings = recipe.kind == Kind::atomic ||
                                (passes(program, i, recipe, shared) && (loads || from));
            for (int k = 0; brings && k < recipe.destinations; ++k) {
                const Register made = recipe.destination[k].reg;
                if (recipe.destination[k].type == Type::pred || drawn[made]) continue;
                drawn[made] = more = true;
            }
        }
    }
    for (std::size_t i = 0; i < stores.size(); ++i) {
        const Operand& address = recipes.of[i].address;
        stores[i] =
            recipes.of[i].kind == Kind::store && address.reg < drawn.size() && drawn[address.reg];
    }
    return stores;
}

}  // namespace simulator::checks
