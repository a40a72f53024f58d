// See traits.h.
#include "simulator/watch/traits.h"

#include <map>
#include <tuple>

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

// A load and a store of one source line by the same address register and offset.
std::vector<bool> updates_of(const Program& program, const std::vector<Traits>& traits) {
    std::vector<bool> updates(program.code.size());
    std::map<std::tuple<int, Place, std::int64_t>, std::size_t> loads;
    for (std::size_t i = 0; i < updates.size(); ++i) {
        const Code& code = program.code[i];
        if (code.line <= 0 || traits[i].atomic || code.a == nowhere) continue;
        const std::tuple key{code.line, code.a, code.offset};
        if (traits[i].reads) loads[key] = i;
        const auto load = traits[i].writes ? loads.find(key) : loads.end();
        if (load != loads.end()) updates[i] = updates[load->second] = true;
    }
    return updates;
}

}  // namespace

Notes::Notes(const Program& of) : program(&of), recipes(recipes_of(of)), bases(shared_bases(of)) {
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
    updates = updates_of(of, traits);
}

}  // namespace simulator::checks
