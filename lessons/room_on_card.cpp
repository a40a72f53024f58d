// The resource that a block has too little of, and the knob that makes room.
#include "lessons/room_on_card.h"

#include <cstdlib>
#include <string>

#include "lab/occupancy/card_here.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/words.h"

namespace lessons {

using namespace lab;

namespace {

// What does not fit on a multiprocessor of the card, "a block of 1024 threads", and the knob that
// makes room.
struct Lack {
    std::string what, limit_name, limit_words;
    std::int64_t asked, limit;
    const Knob* knob;
};

Lack lack_of_registers(const Settings& set, const Multiprocessor& of, const BlockNeeds& asked,
                       const Occupancy& held, const RoomKnobs& knobs) {
    if (asked.registers > of.registers_a_thread)
        return {"a thread of " + grouped(asked.registers) + " registers",
                "registers per thread",
                grouped(of.registers_a_thread),
                asked.registers,
                of.registers_a_thread,
                says_registers(set) ? &registers_knob() : &card_knob()};
    const std::int64_t of_block = held.of(Resource::registers).of_block;
    return {"a block of " + grouped(of_block) + " registers",
            "registers of a multiprocessor",
            grouped(of.registers),
            of_block,
            of.registers,
            knobs.block};
}

Lack lack_of(const Settings& set, const Multiprocessor& of, const BlockNeeds& asked,
             const Occupancy& held, const RoomKnobs& knobs) {
    if (held.limit == Resource::registers) return lack_of_registers(set, of, asked, held, knobs);
    if (held.limit == Resource::shared)
        return {"a block of " + bytes_worded(std::uint64_t(asked.shared)) + " of shared memory",
                "shared bytes per block",
                bytes_worded(std::uint64_t(of.shared_a_block)),
                asked.shared,
                of.shared_a_block,
                knobs.shared};
    return {"a block of " + grouped(asked.threads) + " threads",
            "threads per block",
            grouped(of.threads_a_block),
            asked.threads,
            of.threads_a_block,
            knobs.block};
}

// The tick, nearest to the knob's value, at which a block fits.
std::optional<std::int64_t> nearest_that_fits(const Settings& set, const Knob& knob,
                                              const RoomKnobs& knobs) {
    std::optional<std::int64_t> found;
    for (const std::int64_t tick : knob.ticks) {
        Settings other = set;
        other.set(knob, tick);
        const bool fits = occupancy_of(multiprocessor_of(other), knobs.needs(other)).blocks > 0;
        if (fits && (!found || std::abs(tick - set[knob]) < std::abs(*found - set[knob])))
            found = tick;
    }
    return found;
}

}  // namespace

std::optional<Refusal> no_card_here(const Settings& set) {
    if (!chooses_card_here(set)) return std::nullopt;
    const CardHere* here = known_card_here();
    if (here && here->lacks.empty()) return std::nullopt;
    return Refusal{.title = !here        ? "The card of this machine is not known yet"
                            : here->card ? "The facts of this machine's card are incomplete"
                                         : "This machine has no card whose facts can be asked",
                   .why = (here ? here->lacks : "The driver has not answered yet.") +
                          " The cards of 2006 to 2024 are known without a driver.",
                   .limit_name = "card",
                   .limit = std::nullopt,
                   .knob = whole_card_knob().id,
                   .use = whole_card_knob().preset,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> no_room_on_card(const Settings& set, const RoomKnobs& knobs) {
    const Multiprocessor& of = multiprocessor_of(set);
    const Occupancy held = occupancy_of(of, knobs.needs(set));
    if (held.blocks > 0) return std::nullopt;
    const Lack lack = lack_of(set, of, knobs.needs(set), held, knobs);
    std::string card = a_card(of);
    card.front() = 'A';
    return Refusal{
        .title = card + " has no room for " + lack.what + ": its limit is " + lack.limit_words,
        .why = "A whole block must fit on one multiprocessor. That card would refuse the launch.",
        .limit_name = lack.limit_name,
        .limit = double(lack.limit),
        .asked = double(lack.asked),
        .knob = lack.knob->id,
        .use = nearest_that_fits(set, *lack.knob, knobs),
        .cuda_error = {},
        .shows = {}};
}

}  // namespace lessons
