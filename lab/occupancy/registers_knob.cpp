#include "lab/occupancy/registers_knob.h"

#include <algorithm>

#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/subject.h"

namespace lab {
namespace {

constexpr std::int64_t as_compiled = 0;

Knob made() {
    Knob knob = whole("registers", "Registers per thread", "registers",
                      {.ticks = {as_compiled, 8, 10, 11, 12, 16, 20, 24, 32, 40, 64, 128, 255},
                       .preset = as_compiled},
                      as_compiled);
    knob.amounts = [](std::int64_t count) {
        return std::string(count == as_compiled ? "as compiled" : "for the room alone");
    };
    knob.hint =
        "How many registers a thread takes where its blocks look for room on the card. The kernel "
        "itself keeps the registers that the compiler gave it. 0: it takes these.";
    return knob;
}

}  // namespace

const Knob& registers_knob() {
    static const Knob knob = made();
    return knob;
}

bool says_registers(const Settings& settings) {
    return settings.subject && std::ranges::count(settings.subject->knobs, &registers_knob()) > 0 &&
           settings[registers_knob()] != as_compiled;
}

std::int64_t registers_for_room(const Settings& settings, const std::string& kernel) {
    return says_registers(settings) ? settings[registers_knob()]
                                    : registers_of(*settings.subject, kernel).count;
}

BlockNeeds needs_of(const Settings& settings, const LaunchRecord& launch) {
    BlockNeeds needs = needs_of(*settings.subject, launch);
    needs.registers = registers_for_room(settings, launch.kernel);
    return needs;
}

std::uint32_t blocks_held(const Settings& settings, const LaunchRecord& launch) {
    if (!chooses_card(settings)) return 0;
    const Occupancy held = occupancy_of(multiprocessor_of(settings), needs_of(settings, launch));
    return static_cast<std::uint32_t>(held.blocks);
}

}  // namespace lab
