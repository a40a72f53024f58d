// See space.h.
#include "lab/best/space.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr double between_choices = 2;  // doublings that are as far as one choice from another

bool shapes_a_block(const Knob& knob) {
    return knob.role == Knob::Role::threads || block_axis(knob) != 0;
}

// The coordinates of one knob: doublings, the number of a stop, or one for each choice.
void add_coordinates(SpacePoint& place, const Knob& knob, std::int64_t value) {
    if (knob.kind == Knob::Kind::choice) {
        for (std::int64_t i = 0; i < std::ssize(knob.choices); ++i)
            place.push_back(i == value ? between_choices : 0);
        return;
    }
    const bool doubles = value > 0 && knob.low > 0;
    const auto stop = std::ranges::lower_bound(knob.ticks, value) - knob.ticks.begin();
    place.push_back(doubles ? std::log2(double(value)) : double(stop));
}

SpacePoint place_of(const Settings& settings, const std::vector<const Knob*>& over) {
    SpacePoint place;
    double threads = 0;
    int factors = 0;
    for (const Knob* knob : over) {
        add_coordinates(place, *knob, settings[*knob]);
        if (!shapes_a_launch(*knob)) continue;
        ++factors;
        threads += std::log2(double(settings[*knob]));
    }
    // Room on a multiprocessor, and the work of a thread, follow from their product.
    if (factors > 1) place.push_back(threads);
    return place;
}

}  // namespace

bool shapes_a_launch(const Knob& knob) {
    return shapes_a_block(knob) || knob.role == Knob::Role::blocks;
}

std::vector<std::int64_t> all_values(const Knob& knob) {
    if (knob.kind != Knob::Kind::choice) return knob.ticks;
    std::vector<std::int64_t> values(knob.choices.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::int64_t(i);
    return values;
}

std::vector<SearchedKnob> launch_choices(const Settings& settings) {
    std::vector<SearchedKnob> found;
    for (const Knob* knob : settings.subject->knobs)
        if ((shapes_a_block(*knob) || (shapes_a_launch(*knob) && settings.lesson())) &&
            !idle(settings, *knob))
            found.push_back({knob, all_values(*knob)});
    return found;
}

std::vector<SpacePoint> BestSpace::places() const {
    std::vector<SpacePoint> made;
    for (const Settings& cell : cells) made.push_back(place_of(cell, over));
    return made;
}

BestSpace best_space(const Settings& start, const std::vector<SearchedKnob>& searched,
                     std::size_t most) {
    BestSpace space;
    std::vector<Settings> all{start};
    for (const SearchedKnob& one : searched) {
        space.over.push_back(one.knob);
        std::vector<Settings> turned;
        for (const Settings& settings : all)
            for (const std::int64_t value : one.values)
                if (turned.size() < most)
                    turned.push_back(turned_by_hand(settings, *one.knob, value));
        all = std::move(turned);
    }
    for (Settings& settings : all)
        if (refusal(settings))
            ++space.refused;
        else
            space.cells.push_back(std::move(settings));
    const SpacePoint from = place_of(start, space.over);
    const std::vector<SpacePoint> places = space.places();
    const auto near = std::ranges::min_element(
        places, {}, [&](const SpacePoint& place) { return distance(place, from); });
    if (near != places.end()) space.start = std::size_t(near - places.begin());
    return space;
}

}  // namespace lab
