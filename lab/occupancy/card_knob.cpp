#include "lab/occupancy/card_knob.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "lab/named_value.h"
#include "lab/occupancy/card_here.h"
#include "lab/subject.h"

namespace lab {
namespace {

constexpr std::int64_t here = 9999;  // in place of a year

const Multiprocessor& newest_in(std::int64_t year) {
    const auto later = std::ranges::upper_bound(multiprocessors(), year, {}, &Multiprocessor::year);
    return *std::prev(std::max(later, multiprocessors().begin() + 1));
}

// Of this machine, where it is known.
const Multiprocessor* known_here() {
    const CardHere* known = known_card_here();
    return known && known->card ? &*known->card : nullptr;
}

// "GTX 480": without the name of the family, to save room.
std::string short_card(std::int64_t year) {
    const Multiprocessor* of = year == here ? known_here() : &newest_in(year);
    if (!of) return "this machine";
    std::string card = of->card;
    for (const std::string_view family : {"NVIDIA ", "GeForce ", "Tesla "})
        if (card.starts_with(family)) card.erase(0, family.size());
    return card;
}

Knob made(const char* title) {
    std::vector<std::int64_t> years;
    for (const Multiprocessor& of : multiprocessors()) years.push_back(of.year);
    Knob knob = whole("card", title, "", {.ticks = years, .preset = years.back()}, years.front());
    knob.names = true;
    knob.amounts = short_card;
    return knob;
}

Knob made_for_limits() {
    Knob knob = made("Card limits of");
    knob.hint =
        "Each of the 132 multiprocessors of an H200 gets as many blocks as a multiprocessor of "
        "this card holds. The card is the newest of its year, from the first card with CUDA on.";
    return knob;
}

Knob made_for_launches() {
    Knob knob = made("Card of");
    knob.hint =
        "The card that the grid is made for, and that the picture fills. It is the newest card of "
        "its year, from the first card with CUDA on. \"here\" is the card of this machine, as its "
        "driver describes it.";
    return knob;
}

}  // namespace

const Knob& card_knob() {
    static const Knob knob = made_for_limits();
    return knob;
}

const Knob& whole_card_knob() {
    static const Knob knob = made_for_launches();
    static const bool named = (name_value(knob, {here, id_of_card_here}), true);
    (void)named;
    return knob;
}

bool chooses_card(const Settings& settings) {
    return settings.subject &&
           (fills_card(settings) || std::ranges::count(settings.subject->knobs, &card_knob()) > 0);
}

bool fills_card(const Settings& settings) {
    return settings.subject && std::ranges::count(settings.subject->knobs, &whole_card_knob()) > 0;
}

bool chooses_card_here(const Settings& settings) {
    return fills_card(settings) && settings[whole_card_knob()] == here;
}

const Multiprocessor& multiprocessor_of(const Settings& settings) {
    if (!chooses_card(settings)) return usual_multiprocessor();
    if (chooses_card_here(settings)) {
        const Multiprocessor* known = known_here();
        return known ? *known : usual_multiprocessor();
    }
    return newest_in(settings[card_knob()]);
}

}  // namespace lab
