// The view "Heat map": all global memory that the block touches, in all launches up to the cursor's
// step. A band for each array, a cell for each 32-byte sector. Lightness and number of a cell: how
// often it was requested; hatching: the share of its bytes that no lane used. Stride, offset, reuse
// and halo each look different.
#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "app/format.h"
#include "app/view.h"
#include "app/views/heat_key.h"
#include "app/views/heat_words.h"
#include "app/views/marks.h"
#include "app/views/sector_map.h"

namespace app::heat_map_view {
namespace {

struct Places : SectorMap {
    float worth = 0;  // rank of the grid among those tried
    Rect legend;
};

std::span<const HeatArray> shown_of(const MemoryHeat& heat, const Places& places) {
    return std::span(heat.arrays).first(places.shown);
}

// Finds the largest cells of this grid that fit; the best grid has large cells and wide rows.
void try_grid(Places& best, const HeatGrid& grid, const Metrics& metrics) {
    const float least = std::floor(metrics.px(5));
    const float heads = static_cast<float>(best.shown) * (best.label + best.between);
    float w = std::min(best.area.w / static_cast<float>(grid.shown()), metrics.px(100));
    float h = std::min((best.area.h - heads) / static_cast<float>(grid.rows), metrics.px(56));
    const float flat = h < metrics.px(12) ? 3.f : 1.8f;  // thin rows get wider cells
    w = std::floor(std::min(w, flat * h));
    h = std::floor(std::min(h, 2 * w));
    if (w < least || h < least) return;
    const float used = w * static_cast<float>(grid.shown()) / best.area.w;
    // A grid that leaves half the width empty has to have cells 16 times as large.
    const float worth = w * h * std::pow(used, 4.f);
    if (worth <= best.worth) return;
    best.grid = grid;
    best.cell_w = w;
    best.cell_h = h;
    best.worth = worth;
}

// The same for matrices side by side: a row of cells is a row of the matrix, as flat as its floats.
void try_matrices(Places& best, const HeatGrid& grid, float floats, const Metrics& metrics) {
    const auto count = static_cast<float>(best.shown);
    int rows = 0;
    for (const HeatRows& each : grid.arrays) rows = std::max(rows, each.rows);
    const float across = best.area.w - (count - 1) * (best.numbers + 3 * best.between);
    const float h = std::min((best.area.h - best.label) / static_cast<float>(rows), metrics.px(56));
    const float w = std::min(across / (count * static_cast<float>(grid.shown())), floats * h);
    if (std::floor(h) < std::floor(metrics.px(5)) || w < h) return;
    best.grid = grid;
    best.cell_w = std::floor(w);
    best.cell_h = std::floor(h);
    best.beside = true;
}

// Elements of an array in a sector.
float floats_of(const lab::Run& run, const HeatArray& array) {
    const simulator::Array& named = run.trace->arrays[static_cast<std::size_t>(array.array)];
    return static_cast<float>(sector_bytes) / static_cast<float>(size_of(named.type));
}

// Chooses the grid with the fewest sectors in a cell that fits.
void choose_grid(Places& places, const lab::Run& run, std::span<const HeatArray> arrays,
                 const Metrics& metrics) {
    const std::uint64_t plane = plane_sectors(run, arrays);
    if (plane && plane <= 1024 && is_matrix(run, arrays.front()))
        try_matrices(places, heat_grid(arrays, 1, static_cast<int>(plane)),
                     floats_of(run, arrays.front()), metrics);
    for (int each = 1; each < 1 << 24 && !places.found(); each *= 2) {
        if (plane % static_cast<unsigned>(each) == 0 && plane / static_cast<unsigned>(each) <= 1024)
            if (const int columns = static_cast<int>(plane) / each)
                try_grid(places, heat_grid(arrays, each, columns), metrics);
        for (int columns = 256; columns >= 4 && !places.found(); columns /= 2)
            for (int c = columns; c >= 4; c /= 2)
                try_grid(places, heat_grid(arrays, each, c), metrics);
    }
}

Places places_of(const lab::Run& run, const MemoryHeat& heat, const Metrics& metrics, Rect area) {
    Places places;
    places.label = std::ceil(metrics.small * 1.7f), places.between = metrics.px(10);
    if (area.w < metrics.px(120) || area.h < metrics.px(60)) return places;
    if (area.h >= metrics.px(130))
        places.legend = area.cut_bottom(metrics.small * (area.h > metrics.px(200) ? 3.8f : 1.9f));
    if (area.w >= metrics.px(420)) places.numbers = heat_numbers_width(run, heat.arrays, metrics);
    area.cut_left(places.numbers);
    places.area = area;
    const float a_band = places.label + places.between + metrics.px(12);
    const auto fit = static_cast<std::size_t>(std::max(1.f, area.h / a_band));
    places.shown = std::min(heat.arrays.size(), fit);
    choose_grid(places, run, shown_of(heat, places), metrics);
    return places;
}

// The same layout with another layout's grid and cells; not found where it does not fit then.
Places in_cells_of(Places places, const MemoryHeat& heat, const Places& kept) {
    places.grid = heat_grid(shown_of(heat, places), kept.grid.each, kept.grid.columns);
    places.cell_w = kept.cell_w, places.cell_h = kept.cell_h;
    const auto last = places.shown - 1;
    const bool room = places.band(last).right() <= places.area.right() + 1 &&
                      places.band(last).bottom() <= places.area.bottom() + 1;
    return room ? places : Places{};
}

// Two results in step share a grid and a size of cells: those of the one that needs more room.
Places places_of(const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    Places own = places_of(run, heat_of(run), context.metrics, area);
    const lab::Run* other = context.beside ? context.beside->result.picture.get() : nullptr;
    if (!own.found() || own.beside || !other || heat_of(*other).arrays.empty()) return own;
    Places theirs = places_of(*other, heat_of(*other), context.metrics, area);
    if (!theirs.found() || theirs.beside) return own;
    const float numbers = std::max(own.numbers, theirs.numbers);
    for (Places* each : {&own, &theirs})
        each->area.cut_left(numbers - each->numbers), each->numbers = numbers;
    const auto size = [](const Places& one) {
        return std::tuple(one.cell_w, one.cell_h, one.grid.columns);
    };
    const Places kept = size(own) < size(theirs) ? own : theirs;
    const Places shared = in_cells_of(own, heat_of(run), kept);
    return shared.found() && in_cells_of(theirs, heat_of(*other), kept).found() ? shared : own;
}

// The part of a cell for its used bytes, from the foot up.
Rect used_part(Rect cell, float share) {
    const float height = std::clamp(std::round(cell.h * share), 1.f, cell.h);
    return {cell.x, cell.bottom() - height, cell.w, height};
}

// One array's cells, in layers: sectors still to come, requested sectors, hatching of unused bytes
// (one for neighbours), used parts, and frames for this step.
class Band {
public:
    Band(Canvas& canvas, const Places& places, std::size_t array, std::vector<HeatCell> cells,
         int step, std::uint32_t most)
        : canvas_(canvas),
          places_(places),
          array_(array),
          cells_(std::move(cells)),
          step_(step),
          most_(most) {}

    void draw(const Metrics& metrics) {
        canvas_.fill(places_.band(array_).inside(-1), Role::sunk, 3);
        each([&](const HeatCell& cell, Rect box) {
            if (!cell.touched && cell.sectors) canvas_.outline(box, Role::future_outline);
            if (cell.touched)
                canvas_.fill(box, is_now(cell) ? Colour{Role::accent, .3f}.on(Role::panel)
                                               : heat_shade(cell.asked, most_, .3f));
        });
        hatch();
        each([&](const HeatCell& cell, Rect box) {
            if (cell.touched) canvas_.fill(used_part(box, cell.share()), shade_of(cell));
        });
        frames();
        if (most_ > 1 && places_.cell_h >= metrics.micro * 1.4f) numbers(metrics);
    }

private:
    template <class Use>
    void each(Use use) {
        for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
            if (cells_[static_cast<std::size_t>(i)].sectors)
                use(cells_[static_cast<std::size_t>(i)], box_of(i));
    }
    Rect box_of(int number) const { return places_.box(array_, number); }
    Colour shade_of(const HeatCell& cell) const {
        return is_now(cell) ? Colour{Role::accent} : heat_shade(cell.asked, most_);
    }
    // Frames the cells that this step requests. Equal runs in rows below each other share a frame.
    void frames() {
        std::vector<std::pair<int, int>> runs;  // first and last cell
        const int columns = places_.grid.columns;
        const auto now = [&](int i) { return is_now(cells_[static_cast<std::size_t>(i)]); };
        for_runs(places_.grid, static_cast<int>(cells_.size()), now, [&](int first, int last) {
            const auto above = std::ranges::find_if(runs, [&](const auto& run) {
                return run.second == last - columns && (run.first - first) % columns == 0;
            });
            if (above == runs.end())
                runs.emplace_back(first, last);
            else
                above->second = last;
        });
        for (const auto& [first, last] : runs)
            frame_now(canvas_, places_.boxes(array_, first, last));
    }
    // Number of requests in each cell, where all numbers fit; over hatching on a ground of its own.
    void numbers(const Metrics& metrics) {
        TextStyle style =
            aligned(mono_style(metrics.micro, Role::text, Font::mono_bold), Align::centre);
        if (canvas_.width(std::to_string(most_), style) > places_.cell_w - 5) return;
        each([&](const HeatCell& cell, Rect box) {
            if (!cell.touched) return;
            const std::string count = std::to_string(cell.asked);
            const Rect behind{box.middle_x() - canvas_.width(count, style) / 2 - 2,
                              box.middle_y() - metrics.micro * .62f,
                              canvas_.width(count, style) + 4, metrics.micro * 1.24f};
            const bool on_used = used_part(box, cell.share()).y <= behind.y;
            if (!on_used) canvas_.fill(behind, Role::panel, 2);
            style.colour = on_used ? shade_of(cell).read() : Colour{Role::text};
            canvas_.text({box.middle_x(), box.middle_y()}, count, style);
        });
    }
    bool is_now(const HeatCell& cell) const { return cell.last >= 0 && cell.last == step_; }
    bool is_wasteful(int number) const {
        const HeatCell& cell = cells_[static_cast<std::size_t>(number)];
        return cell.touched && cell.share() < 1;
    }
    // Neighbouring small cells of a row share one hatching.
    void hatch() {
        const int count = static_cast<int>(cells_.size());
        const auto wasteful = [&](int i) { return is_wasteful(i); };
        const auto draw = [&](int first, int last) {
            canvas_.hatch(places_.boxes(array_, first, last), Role::waste, small() ? 4.f : 6.f);
        };
        if (small()) return for_runs(places_.grid, count, wasteful, draw);
        for (int i = 0; i < count; ++i)
            if (wasteful(i)) draw(i, i);
    }
    bool small() const { return places_.cell_w < 12; }

    Canvas& canvas_;
    const Places& places_;
    std::size_t array_;
    std::vector<HeatCell> cells_;
    int step_;
    std::uint32_t most_;
};

void draw_head(Canvas& canvas, const Places& places, const lab::Run& run, const HeatArray& heat,
               std::size_t number, int step, const Metrics& metrics) {
    const simulator::Array& array = run.trace->arrays[static_cast<std::size_t>(heat.array)];
    const Rect head = places.head(number);
    const float y = head.middle_y();
    const TextStyle name = mono_style(metrics.small, Role::text, Font::mono_bold);
    float x = head.x + text_fitting(canvas, {head.x, y}, head.w * .45f, name, {array.name});
    const auto bytes =
        array.elements * static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
    if (bytes)
        x += metrics.px(8) + text_fitting(canvas, {x + metrics.px(8), y}, head.x + head.w * .5f - x,
                                          micro_style(metrics),
                                          {"of " + bytes_text(bytes), bytes_text(bytes)});
    const std::vector<std::string> sums = heat_sums(heat.at(step));
    x += metrics.px(18);
    for (const std::string& sum : sums)
        if (text_fitting(canvas, {x, y}, head.right() - x, small_style(metrics), {sum}) > 0) return;
}

// Counted to the last step, so that a shade stays the same while the cursor moves.
std::uint32_t most_of(std::span<const HeatArray> arrays) {
    std::uint32_t most = 1;
    for (const HeatArray& array : arrays) most = std::max(most, array.sums.back().most);
    return most;
}

// Whether rows have cells that this block never requests.
bool has_gaps(const Places& places, std::span<const HeatArray> arrays) {
    std::set<std::pair<std::size_t, int>> cells;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        for (const std::uint64_t sector : arrays[i].sectors)
            cells.insert({i, places.grid.cell_of(i, sector)});
    return cells.size() < static_cast<std::size_t>(places.grid.rows * places.grid.shown());
}

HeatKey key_of(const Places& places, const lab::Run& run, const MemoryHeat& heat, int step) {
    const auto arrays = shown_of(heat, places);
    HeatKey key{.each = places.grid.each,
                .most = most_of(arrays),
                .launches = run.launches.size() > 1,
                .never = has_gaps(places, arrays),
                .numbered = places.numbers > 0};
    for (const HeatArray& array : arrays) {
        key.unused |= array.sums.back().used < array.sums.back().sectors * sector_bytes;
        key.to_come |= array.at(step).sectors < array.sectors.size();
    }
    const std::uint64_t plane = plane_sectors(run, arrays);
    key.planes = plane && plane == static_cast<std::uint64_t>(places.grid.each) *
                                       static_cast<unsigned>(places.grid.columns);
    key.matrix = places.beside;
    key.arrays_left_out = static_cast<int>(heat.arrays.size() - places.shown);
    return key;
}

// The cell at a point; no array where the block never requests it.
struct Hit {
    const HeatArray* array = nullptr;
    HeatCell cell;
    Rect box;
    std::uint64_t first = 0;  // sector
};

Hit hit_at(const MemoryHeat& heat, const Places& places, int step, Point at) {
    const SectorPlace place = places.place_at(at);
    if (place.number < 0) return {};
    const HeatArray& array = heat.arrays[place.array];
    const std::vector<HeatCell> cells = heat_cells(array, places.grid, place.array, step);
    const HeatCell& cell = cells[static_cast<std::size_t>(place.number)];
    if (!cell.sectors) return {};
    return {&array, cell, places.cell(place.array, place.number), places.first_of(place)};
}

int step_of(const lab::Run& run, const Cursor& cursor) {
    return std::min(cursor.step, static_cast<int>(run.steps.size()) - 1);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    if (heat_of(run).arrays.empty())
        return nothing(canvas, area, "This run touches no global memory.", context.metrics);
    const MemoryHeat& heat = heat_of(run);
    const Places places = places_of(context, area);
    if (!places.found())
        return nothing(canvas, area, "Too little room for a map.", context.metrics);
    const int step = step_of(run, context.cursor);
    const std::uint32_t most = most_of(shown_of(heat, places));
    for (std::size_t i = 0; i < places.shown; ++i) {
        draw_head(canvas, places, run, heat.arrays[i], i, step, context.metrics);
        draw_row_numbers(canvas, places, run, heat.arrays[i], i, context.metrics);
        Band(canvas, places, i, heat_cells(heat.arrays[i], places.grid, i, step), step, most)
            .draw(context.metrics);
    }
    Rect below = places.legend;
    float lowest = 0;
    for (std::size_t i = 0; i < places.shown; ++i)
        lowest = std::max(lowest, places.band(i).bottom());
    below.y = std::min(below.y, lowest + context.metrics.px(6));
    draw_heat_key(canvas, below, key_of(places, run, heat, step), context.metrics);
    const Hit hit = hit_at(heat, places, step, context.cursor.mouse);
    if (!hit.array) return;
    canvas.outline(hit.box.inside(-1), Role::text, 2, 2);
    hover_box(canvas, area, hit.box,
              heat_cell_words(run, *hit.array, hit.first, places.grid.each, hit.cell),
              context.metrics);
}

// A click on a cell leads to the last step that requested it, or to the first one that will.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const lab::Run& run = context.picture();
    if (heat_of(run).arrays.empty()) return false;
    const MemoryHeat& heat = heat_of(run);
    const Places places = places_of(context, area);
    const Hit hit = hit_at(heat, places, step_of(run, cursor), at);
    if (!hit.array) return false;
    int step = hit.cell.last;
    const auto each = static_cast<unsigned>(places.grid.each);
    for (const HeatTouch& touch : hit.array->touches) {
        if (step >= 0) break;
        const std::uint64_t sector = hit.array->sectors[touch.place];
        if (sector >= hit.first && sector < hit.first + each) step = touch.step;
    }
    cursor.step = step;
    return true;
}

std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    return heat_claim(run, heat_of(run), step_of(run, context.cursor));
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    return heat_sentence(run, heat_of(run), step_of(run, context.cursor));
}

// Sectors requested before a launch began, and when it had ended.
std::pair<std::uint64_t, std::uint64_t> around_launch(const lab::Run& run, std::uint16_t launch) {
    const MemoryHeat& heat = heat_of(run);
    const auto place = &simulator::Step::launch;
    const auto begin = std::ranges::lower_bound(run.steps, launch, {}, place) - run.steps.begin();
    const auto end = std::ranges::upper_bound(run.steps, launch, {}, place) - run.steps.begin();
    return {heat.asked(static_cast<int>(begin) - 1), heat.asked(static_cast<int>(end) - 1)};
}

// Sectors requested by a step's launch up to that step. 0 for a later launch that requests as many
// as the first: the first stands for them all.
double asked_in_launch(const lab::Run& run, int step) {
    const MemoryHeat& heat = heat_of(run);
    const std::uint16_t launch = run.steps[static_cast<std::size_t>(step)].launch;
    const auto [before, after] = around_launch(run, launch);
    const auto [none, first] = around_launch(run, run.steps.front().launch);
    if (before > none && after - before == first - none) return 0;
    return static_cast<double>(heat.asked(step) - before);
}

// The map only grows: it shows most of a launch at the last step that requests more than the least.
// Where no step does, it opens at the last step that requests anything: at other steps no cell is
// lit.
double weight(const lab::Run& run, int step) {
    const MemoryHeat& heat = heat_of(run);
    if (heat.ever_wasteful)
        return heat.wasteful(step) && heat.beyond(step) > heat.beyond(step - 1)
                   ? asked_in_launch(run, step)
                   : 0;
    return heat.asked(step) > heat.asked(step - 1) ? -asked_in_launch(run, step) : 0;
}

bool fits(const lab::Run& run) { return !heat_of(run).arrays.empty(); }

void prepare(const lab::Run& run) { heat_of(run); }

const RegisterView registered{
    {.id = "heat_map",
     .title = "Heat map",
     .slot = Slot::memory,
     .order = 2,
     .fits = fits,
     .prepare = prepare,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence},
     .pointing = {.click = click},
     .interest = {.weight = weight,
                  .words = "where sectors are asked for again, or used in part"}}};

}  // namespace
}  // namespace app::heat_map_view
