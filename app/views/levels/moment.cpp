// Levels at a cursor. See moment.h.
#include "app/views/levels/moment.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace app {
namespace {

using simulator::Step;

// The array that contains a sector; nullptr: none known.
const simulator::Array* array_with(const simulator::Trace& trace, std::uint64_t sector) {
    for (const simulator::Array& array : trace.arrays) {
        const std::uint64_t bytes =
            array.elements * static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
        const std::uint64_t first = array.base / sector_bytes;
        if (array.space == simulator::Space::global && sector >= first &&
            sector <= (array.base + std::max<std::uint64_t>(bytes, 1) - 1) / sector_bytes)
            return &array;
    }
    return nullptr;
}

// Arrays by address, with all sectors that loads request.
std::vector<HeatArray> arrays_asked(const simulator::Trace& trace, const lab::Levels& levels) {
    std::map<const simulator::Array*, std::set<std::uint64_t>> sectors;
    for (const lab::SectorAsked& ask : levels.asks)
        if (const simulator::Array* array = array_with(trace, ask.sector))
            sectors[array].insert(ask.sector - array->base / sector_bytes);
    std::vector<HeatArray> made;
    for (const auto& [array, those] : sectors)
        made.push_back(
            {static_cast<int>(array - trace.arrays.data()), {those.begin(), those.end()}, {}, {}});
    std::ranges::sort(made, {}, [&](const HeatArray& array) {
        return trace.arrays[static_cast<std::size_t>(array.array)].base;
    });
    return made;
}

std::vector<AskedPlace> places_of(const simulator::Trace& trace, const LevelsOfRun& made) {
    std::vector<AskedPlace> places;
    for (const lab::SectorAsked& ask : made.levels.asks) {
        AskedPlace& place = places.emplace_back();
        const simulator::Array* array = array_with(trace, ask.sector);
        for (std::size_t i = 0; array && i < made.arrays.size(); ++i)
            if (&trace.arrays[static_cast<std::size_t>(made.arrays[i].array)] == array)
                place = {static_cast<int>(i), ask.sector - array->base / sector_bytes};
    }
    return places;
}

LevelsOfRun made_for(const lab::Run& run, const lab::Settings& asked) {
    LevelsOfRun made;
    made.room = lab::cache_room(run, asked);
    made.levels = lab::levels_of(*run.trace, made.room);
    made.arrays = arrays_asked(*run.trace, made.levels);
    made.places = places_of(*run.trace, made);
    return made;
}

// By step: requested sectors that earlier loads requested too, whatever the caches hold.
struct AskedBefore {
    std::vector<std::uint64_t> steps;
    int fullest = -1;  // of the steps with most, the middle one, so that some come before and after
};

int middle_of_most(const std::vector<std::uint64_t>& steps) {
    std::vector<int> fullest;
    const std::uint64_t most = steps.empty() ? 0 : *std::ranges::max_element(steps);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (most > 0 && steps[i] == most) fullest.push_back(static_cast<int>(i));
    return fullest.empty() ? -1 : fullest[fullest.size() / 2];
}

AskedBefore before_by_steps(const lab::Run& run) {
    const lab::Levels levels = lab::levels_of(*run.trace, {});
    std::vector<std::uint64_t> by_event(run.trace->events.size());
    for (const lab::SectorAsked& ask : levels.asks) by_event[ask.event] += !ask.first();
    AskedBefore made;
    for (const Step& step : run.steps) {
        std::uint64_t& sum = made.steps.emplace_back(0);
        for (const std::uint32_t event : step.events) sum += by_event[event];
    }
    made.fullest = middle_of_most(made.steps);
    return made;
}

const AskedBefore& asked_before_in(const lab::Run& run) {
    return run.derived(0, [&] { return before_by_steps(run); });
}

}  // namespace

bool loads_sectors(const Step& step) {
    return step.kind == simulator::EventKind::load && is_global_access(step);
}

std::uint64_t asked_before(const lab::Run& run, int step) {
    return run.trace ? asked_before_in(run).steps[static_cast<std::size_t>(step)] : 0;
}

int fullest_step(const lab::Run& run) { return run.trace ? asked_before_in(run).fullest : -1; }

const LevelsOfRun& levels_of_run(const lab::Run& run, const lab::Settings& asked) {
    return run.derived(lab::key_of(asked), [&] { return made_for(run, asked); });
}

bool LevelsNow::is_now(const lab::SectorAsked& ask) const {
    return std::ranges::binary_search(events, ask.event);
}

LevelsNow levels_now(const lab::Run& run, const lab::Settings& asked, const Cursor& cursor) {
    LevelsNow now;
    if (!run.trace) return now;
    now.shown = nearest(run, cursor, loads_sectors);
    if (!now.shown) return now;
    now.all = &levels_of_run(run, asked);
    now.events = run.steps[static_cast<std::size_t>(now.shown.step)].events;
    std::ranges::sort(now.events);
    for (const std::uint32_t event : now.events)
        now.end = std::max(now.end, now.all->levels.ends[event]);
    for (std::size_t i = 0; i < now.end; ++i) {
        const lab::SectorAsked& ask = now.all->levels.asks[i];
        now.until.add(ask);
        if (!now.is_now(ask)) continue;
        now.step.add(ask);
        if (!ask.first()) now.most = std::max(now.most, ask.between);
    }
    return now;
}

std::vector<LevelCell> level_cells(const LevelsNow& now, const HeatGrid& grid, std::size_t array) {
    const LevelsOfRun& all = *now.all;
    std::vector<LevelCell> cells(static_cast<std::size_t>(grid.arrays[array].rows) *
                                 static_cast<std::size_t>(grid.columns));
    const auto cell_of = [&](std::uint64_t sector) -> LevelCell& {
        return cells[static_cast<std::size_t>(grid.cell_of(array, sector))];
    };
    for (const std::uint64_t sector : all.arrays[array].sectors) ++cell_of(sector).sectors;
    for (std::size_t i = 0; i < now.end; ++i) {
        if (all.places[i].array != static_cast<int>(array)) continue;
        LevelCell& cell = cell_of(all.places[i].sector);
        ++cell.asked;
        cell.last = all.levels.asks[i];
        cell.now |= now.is_now(cell.last);
    }
    return cells;
}

}  // namespace app
