// Finds the times of a map of two knobs. See knob_map.h.
#include "app/views/cards/knob_map.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/format.h"
#include "app/views/cards/spots.h"
#include "app/views/rungs.h"
#include "lab/best/space.h"
#include "lab/time/compare.h"

namespace app {
namespace {

using Meaning = lab::Knob::Role;

std::vector<std::int64_t> values_of(const lab::Settings& settings, const lab::Knob& knob) {
    std::vector<std::int64_t> values = lab::all_values(knob);
    values.push_back(settings[knob]);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// The settings that a cell's numbers are compared with: the shown ones, at the cell's size.
lab::Settings of_that_size(const KnobMap& data, const lab::Settings& cell) {
    lab::Settings shown = data.settings;
    for (const lab::Knob* knob : {data.pair.across, data.pair.down})
        if (measures_work(*knob) && shown[*knob] != cell[*knob])
            shown = lab::turned(shown, *knob, cell[*knob]);
    return shown;
}

MapCell cell_of(const DrawContext& context, const KnobMap& data, std::int64_t x, std::int64_t y) {
    MapCell cell{.settings = paired(data.settings, data.pair, x, y)};
    if (data.second_source) cell.second = context.series.time(cell.settings, *data.second_source);
    if (data.source) cell.point = context.series.time(cell.settings, *data.source);
    cell.other_numbers =
        context.series.differing_array(cell.settings, of_that_size(data, cell.settings));
    if (!cell.other_numbers.empty()) cell.point = cell.second = nullptr;
    cell.refused = !cell.point && context.series.refuses(cell.settings);
    if (!cell.point) {
        cell.ended_by = context.series.ended_by(cell.settings);
        cell.untold = context.series.untold(cell.settings);
    }
    cell.other_caches_only =
        !cell.point && data.source &&
        !other_regime_words(context.series, cell.settings, *data.source).empty();
    return cell;
}

// The race of a cell, as an index.
std::size_t race_at(const KnobMap& data, std::ptrdiff_t cell) {
    if (measures_work(*data.pair.across))
        return static_cast<std::size_t>(cell % std::ssize(data.xs));
    return measures_work(*data.pair.down) ? static_cast<std::size_t>(cell / std::ssize(data.xs))
                                          : 0;
}

const MapCell* cell_at(const KnobMap& data, std::ptrdiff_t at) {
    return at < 0 ? nullptr : &data.cells[static_cast<std::size_t>(at)];
}

// Wrong results do not compete.
void find_best(KnobMap& data) {
    data.races.assign(measures_work(*data.pair.across) ? data.xs.size()
                      : measures_work(*data.pair.down) ? data.ys.size()
                                                       : 1,
                      {});
    for (std::ptrdiff_t i = 0; i < std::ssize(data.cells); ++i) {
        const MapCell& cell = data.cells[static_cast<std::size_t>(i)];
        MapRace& race = data.races[race_at(data, i)];
        const MapCell* second_best = cell_at(data, race.second_best_at);
        if (cell.second && !cell.second->wrong &&
            (!second_best || cell.second->time.median_ms < second_best->second->time.median_ms))
            race.second_best_at = i;
        if (!cell.point || cell.point->wrong) continue;
        const double ms = cell.point->time.median_ms;
        if (race.best_at < 0 || ms < race.best) {
            race.best = ms;
            race.best_at = i;
        }
        race.worst = std::max(race.worst, ms);
    }
    const auto across = std::ranges::find(data.xs, data.settings[*data.pair.across]),
               down = std::ranges::find(data.ys, data.settings[*data.pair.down]);
    data.set_at = (down - data.ys.begin()) * std::ssize(data.xs) + (across - data.xs.begin());
    data.shown = data.races[race_at(data, data.set_at)];
}

// The launch first, the size last: so two knobs that a user asks for first come first.
int rank_of(const lab::Knob& knob) {
    return lab::shapes_a_launch(knob) ? 0 : measures_work(knob) ? 2 : 1;
}

bool turns(const lab::Settings& settings, const lab::Knob& knob) {
    return !lab::idle(settings, knob) && lab::all_values(knob).size() > 1;
}

const lab::Knob* turning(const lab::Settings& settings, const std::string& id) {
    const lab::Knob* knob = id.empty() ? nullptr : lab::find_knob(*settings.subject, id);
    return knob && turns(settings, *knob) ? knob : nullptr;
}

}  // namespace

bool KnobPair::are_sides() const {
    return across && down && lab::block_axis(*across) && lab::block_axis(*down);
}

bool KnobPair::are_launch() const {
    return across && down && across->role == Meaning::threads && down->role == Meaning::blocks;
}

bool measures_work(const lab::Knob& knob) {
    return knob.role == Meaning::size || knob.role == Meaning::side ||
           knob.role == Meaning::repeats;
}

bool make_a_map(const lab::Knob& one, const lab::Knob& other) {
    return &one != &other && !(measures_work(one) && measures_work(other));
}

KnobPair sides_of(const lab::Settings& settings, const TimeChoice&) {
    if (!settings.subject) return {};
    return {lab::find_knob(*settings.subject, Meaning::block_x),
            lab::find_knob(*settings.subject, Meaning::block_y)};
}

std::vector<const lab::Knob*> map_knobs(const lab::Settings& settings) {
    std::vector<const lab::Knob*> all;
    if (!settings.subject) return all;
    for (const lab::Knob* knob : settings.subject->knobs)
        if (turns(settings, *knob)) all.push_back(knob);
    std::ranges::stable_sort(all, {}, [](const lab::Knob* knob) { return rank_of(*knob); });
    return all;
}

KnobPair chosen_pair(const lab::Settings& settings, const TimeChoice& choice) {
    if (!settings.subject) return {};
    const KnobPair named{turning(settings, choice.map.across), turning(settings, choice.map.down)};
    if (named && make_a_map(*named.across, *named.down)) return named;
    // The sides of a block have a map of their own.
    const std::vector<const lab::Knob*> knobs = map_knobs(settings);
    for (const lab::Knob* across : knobs)
        for (const lab::Knob* down : knobs)
            if (make_a_map(*across, *down) && !KnobPair{across, down}.are_sides())
                return {across, down};
    return {};
}

lab::Settings paired(lab::Settings settings, const KnobPair& pair, std::int64_t across,
                     std::int64_t down) {
    const std::pair<const lab::Knob*, std::int64_t> both[] = {{pair.across, across},
                                                              {pair.down, down}};
    // So no block between is too large.
    const bool down_first = pair.are_sides() && down < settings[*pair.down];
    // A value may change with the other one, as a grid follows its block: it is set once more.
    for (int turn = 0; turn < 2; ++turn)
        for (const auto& [knob, value] : {both[down_first], both[!down_first]})
            if (settings[*knob] != value) settings = lab::turned(settings, *knob, value);
    return settings;
}

const MapRace& KnobMap::race_of(const MapCell& cell) const {
    return races[race_at(*this, &cell - cells.data())];
}

bool KnobMap::is_shown(const MapCell& cell) const {
    return race_at(*this, &cell - cells.data()) == race_at(*this, set_at);
}

const MapCell* KnobMap::best_cell() const { return cell_at(*this, shown.best_at); }

const MapCell* KnobMap::second_best() const { return cell_at(*this, shown.second_best_at); }

bool KnobMap::any_time() const {
    return std::ranges::any_of(races, [](const MapRace& race) { return race.best > 0; });
}

std::ptrdiff_t KnobMap::timed() const {
    return std::ranges::count_if(cells,
                                 [&](const MapCell& cell) { return cell.point && is_shown(cell); });
}

bool KnobMap::as_fast_as_any(const MapCell& cell) const {
    const MapCell* best = cell_at(*this, race_of(cell).best_at);
    return best && cell.point && !cell.point->wrong &&
           !lab::parted(cell.point->time, best->point->time);
}

std::ptrdiff_t KnobMap::as_fast(const MapRace& race) const {
    return std::ranges::count_if(cells, [&](const MapCell& cell) {
        return race_of(cell).best_at == race.best_at && &cell != cell_at(*this, race.best_at) &&
               as_fast_as_any(cell);
    });
}

std::ptrdiff_t KnobMap::within(double times) const {
    return std::ranges::count_if(cells, [&](const MapCell& cell) {
        return cell.point && !cell.point->wrong && is_shown(cell) && &cell != best_cell() &&
               cell.point->time.median_ms <= shown.best * times;
    });
}

namespace {

KnobMap made_map(const DrawContext& context, PairOf pair) {
    KnobMap data;
    data.settings = context.result.request.settings;
    data.pair = pair(data.settings, context.series.choice);
    if (!data.pair) return data;
    data.source = context.series.source(data.settings);
    data.second_source = context.series.second_source(data.settings);
    data.xs = values_of(data.settings, *data.pair.across);
    data.ys = values_of(data.settings, *data.pair.down);
    for (const std::int64_t y : data.ys)
        for (const std::int64_t x : data.xs) data.cells.push_back(cell_of(context, data, x, y));
    find_best(data);
    return data;
}

struct KeptMap {
    PairOf pair = nullptr;
    std::shared_ptr<const KnobMap> map;
};

}  // namespace

std::shared_ptr<const KnobMap> knob_map(const DrawContext& context, PairOf pair) {
    const auto* kept = std::any_cast<KeptMap>(&context.kept);
    if (kept && kept->pair == pair) return kept->map;
    auto made = std::make_shared<const KnobMap>(made_map(context, pair));
    context.kept = KeptMap{pair, made};
    return made;
}

namespace {

struct BestShape {
    const lab::Time* time = nullptr;
    lab::Settings at;
};

BestShape best_recorded(const Series& series, const KnobMap& data, int rung) {
    BestShape best;
    for (const MapCell& cell : data.cells) {
        const lab::Settings there = at_rung(cell.settings, rung);
        const lab::Time* time = series.recorded_on(data.source->device, there);
        if (time && (!best.time || time->median_ms < best.time->median_ms)) best = {time, there};
    }
    return best;
}

}  // namespace

std::string best_shape_words(const DrawContext& context, int other) {
    const auto map = knob_map(context);
    const KnobMap& data = *map;
    if (!data.source || data.settings.rung == other) return "";
    const BestShape own = best_recorded(context.series, data, data.settings.rung),
                    its = best_recorded(context.series, data, other);
    if (!own.time || !its.time || own.at == data.settings) return "";
    const bool apart = lab::parted(*own.time, *its.time);
    if (apart && own.time->median_ms > its.time->median_ms) return "";
    return rung_number(data.settings.rung) + (apart ? " is ahead of it at " : " is as fast at ") +
           std::to_string(own.at[*data.pair.across]) + " × " +
           std::to_string(own.at[*data.pair.down]);
}

}  // namespace app
