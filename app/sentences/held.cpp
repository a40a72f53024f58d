// Registers, spills and warps in words. See held.h.
#include "app/sentences/held.h"

#include <algorithm>
#include <variant>

#include "app/format.h"
#include "lab/lesson.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/plan.h"

namespace app {
namespace {

// Of the first launch of a run; 0 where it is not known.
struct Held {
    std::int64_t registers = 0, spilled = 0, warps = 0;
};

Held held_by(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    if (run.launches.empty() || !settings.subject) return {};
    const lab::LaunchRecord& launch = run.launches.front();
    const lab::RegistersOfThread of = lab::registers_of(*settings.subject, launch.kernel);
    Held held;
    if (of.by_compiler) held.registers = of.count, held.spilled = of.spilled;
    if (lab::chooses_card(settings))
        held.warps = lab::occupancy_of(lab::multiprocessor_of(settings),
                                       lab::needs_of(*settings.subject, launch))
                         .warps();
    return held;
}

constexpr double another = 1.25;  // a register more or less is no other way to do it

bool differ(std::int64_t before, std::int64_t now) {
    return double(std::max(before, now)) >= another * double(std::min(before, now));
}

void add(std::string& words, const char* name, std::int64_t before, std::int64_t now) {
    if (before == now) return;
    words += (words.empty() ? "" : ", ") + std::string(name) + " " + grouped(before) + " → " +
             grouped(now);
}

std::int64_t launched_by(const lab::Settings& settings) {
    std::int64_t most = 0;
    for (const lab::PlanStep& step : lab::plan_of(settings).steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step); launch && launch->timed)
            most = std::max(most,
                            std::int64_t(launch->size.grid.count() * launch->size.block.count()));
    return most;
}

}  // namespace

std::string held_words(const lab::Run& before, const lab::Run& now, bool registers) {
    const Held a = held_by(before), b = held_by(now);
    std::string words;
    if (registers && a.registers > 0 && b.registers > 0) {
        if (differ(a.registers, b.registers) || a.spilled != b.spilled)
            add(words, "registers of a thread", a.registers, b.registers);
        add(words, "bytes it spills", a.spilled, b.spilled);
    }
    if (a.warps > 0 && b.warps > 0) add(words, "warps at once", a.warps, b.warps);
    return words;
}

std::string launched_words(const lab::Settings& before, const lab::Settings& now) {
    std::string words;
    const std::int64_t a = launched_by(before), b = launched_by(now);
    if (a > 0 && b > 0 && std::max(a, b) >= 2 * std::min(a, b))
        add(words, "threads launched", a, b);
    return words;
}

}  // namespace app
