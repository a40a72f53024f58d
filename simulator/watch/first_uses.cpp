// Finds first uses of loaded values. See first_uses.h.
#include "simulator/watch/first_uses.h"

namespace simulator {
namespace {

bool only_copies(const Recipe& recipe) {
    return recipe.kind == Kind::compute && recipe.origin == Origin::copy && recipe.sources == 1;
}

}  // namespace

void FirstUses::launch_begins(std::shared_ptr<const Recipes> recipes) {
    recipes_ = std::move(recipes);
    warps_.clear();
}

FirstUses::Awaited& FirstUses::of_warp(const Moment& moment) {
    Awaited& awaited = warps_[{moment.block, moment.warp.index}];
    if (awaited.empty()) awaited.assign(recipes_->registers, no_event);
    return awaited;
}

void FirstUses::reads(const Moment& moment, const Recipe& recipe, std::vector<Event>& events) {
    if (only_copies(recipe)) return;
    Awaited& awaited = of_warp(moment);
    const auto read = [&](const Operand& operand) {
        if (operand.reg == no_register || awaited[operand.reg] == no_event) return;
        Event& event = events[std::exchange(awaited[operand.reg], no_event)];
        if (event.used == 0) event.used = moment.index;
    };
    for (int k = 0; k < recipe.sources; ++k) read(recipe.source[k]);
    read(recipe.address);
}

void FirstUses::writes(const Moment& moment, const Recipe& recipe, std::uint32_t event) {
    if (recipe.destinations == 0) return;
    Awaited& awaited = of_warp(moment);
    const Register from = recipe.source[0].reg;
    if (only_copies(recipe) && from != no_register) event = awaited[from];
    for (int k = 0; k < recipe.destinations; ++k) awaited[recipe.destination[k].reg] = event;
}

}  // namespace simulator
