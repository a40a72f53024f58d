// The code that a player loads, and what its compiler made of it.
#include <algorithm>

#include "lab/cuda/player.h"
#include "lab/programs.h"

namespace lab::cuda {

std::string Player::code_for_driver(const simulator::Module& module) const {
    const bool made_here = machine_code_ && machine_code_->of == module.hash();
    return made_here ? machine_code_->image : std::string{module.source()};
}

std::vector<CodeFigures> Player::code() const {
    std::vector<CodeFigures> all;
    for (const PlanStep& step : plan_->steps) {
        const auto* launch = std::get_if<Launch>(&step);
        const bool known = launch && std::ranges::count(all, launch->kernel, &CodeFigures::kernel);
        if (!launch || launch->library || known) continue;
        const auto module = module_with(*subject_, launch->kernel);
        const auto program = program_of(*subject_, launch->kernel);
        if (!module || !program) continue;
        all.push_back(device_->figures(code_for_driver(**module), (*program)->name));
        all.back().kernel = launch->kernel;
    }
    return all;
}

}  // namespace lab::cuda
