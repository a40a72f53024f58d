// Divides a grid into waves. See waves.h.
#include "lab/occupancy/waves.h"

#include <algorithm>

#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/plan.h"
#include "lab/programs.h"
#include "lab/subject.h"

namespace lab {

std::int64_t Waves::in(std::int64_t wave) const {
    return std::clamp<std::int64_t>(blocks - wave * at_once(), 0, at_once());
}

std::int64_t Waves::on(std::int64_t wave, std::int64_t multiprocessor) const {
    const std::int64_t here = in(wave);
    return here / multiprocessors + (multiprocessor < here % multiprocessors);
}

std::int64_t Waves::idle(std::int64_t wave) const {
    return std::max<std::int64_t>(0, multiprocessors - in(wave));
}

double Waves::filled() const {
    return count() > 0 ? double(blocks) / double(count() * at_once()) : 0;
}

Waves waves_of(const Multiprocessor& of, const Occupancy& held, std::int64_t blocks) {
    return {blocks, of.count, held.blocks};
}

namespace {

const Launch* widest_launch(const Plan& plan) {
    const auto launches = timed_launches(plan);
    const auto widest = std::ranges::max_element(
        launches, {}, [](const Launch* launch) { return launch->size.grid.count(); });
    return widest == launches.end() ? nullptr : *widest;
}

// Static and dynamic.
std::int64_t shared_bytes_of(const Subject& subject, const Launch& launch) {
    const auto program = program_of(subject, launch.kernel);
    return launch.size.shared_bytes + (program ? std::int64_t((*program)->shared_bytes) : 0);
}

}  // namespace

std::optional<FilledCard> filled_card(const Settings& settings) {
    if (!settings.subject || refusal(settings)) return std::nullopt;
    const Plan plan = plan_of(settings);
    const Launch* launch = widest_launch(plan);
    if (!launch || launch->library) return std::nullopt;
    FilledCard made{.of = &multiprocessor_of(settings), .needs = {}, .held = {}, .waves = {}};
    made.needs = {static_cast<std::int64_t>(launch->size.block.count()),
                  registers_of(*settings.subject, launch->kernel).count,
                  shared_bytes_of(*settings.subject, *launch)};
    made.held = occupancy_of(*made.of, made.needs);
    made.waves =
        waves_of(*made.of, made.held, static_cast<std::int64_t>(launch->size.grid.count()));
    return made;
}

}  // namespace lab
