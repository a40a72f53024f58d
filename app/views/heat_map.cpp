// A map of all memory that the block touches: a band for each array, a cell for each sector of 32
// bytes. How light a cell is says how often it was asked for up to the cursor's step, hatching
// which share of its bytes nobody has used. Stride, offset, reuse and halo each have their own
// look.
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "app/format.h"
#include "app/view.h"
#include "app/views/heat_words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app {
namespace {

// Where things stand. Cells are whole pixels wide, so that their gaps are even.
struct Places {
    HeatGrid grid;
    std::size_t shown = 0;  // arrays
    float cell_w = 0, cell_h = 0, label = 0, between = 0;
    Rect area, legend;
    /// Name and sums of an array, above its cells.
    Rect head(std::size_t array) const {
        int rows = 0;
        for (std::size_t i = 0; i < array; ++i) rows += grid.arrays[i].rows;
        return {area.x,
                area.y + static_cast<float>(array) * (label + between) +
                    static_cast<float>(rows) * cell_h,
                cell_w * static_cast<float>(grid.shown()), label};
    }
    Rect cell(std::size_t array, int number) const {
        return {area.x + static_cast<float>(number % grid.columns - grid.left) * cell_w,
                head(array).bottom() + static_cast<float>(number / grid.columns) * cell_h, cell_w,
                cell_h};
    }
    Rect band(std::size_t array) const {
        const Rect above = head(array);
        return {above.x, above.bottom(), above.w,
                cell_h * static_cast<float>(grid.arrays[array].rows)};
    }
    bool found() const { return cell_w > 0; }
};

std::span<const HeatArray> shown_of(const MemoryHeat& heat, const Places& places) {
    return std::span(heat.arrays).first(places.shown);
}

// The size of cells that a grid can have here; those as large and as square as can be are best.
void try_grid(Places& best, const HeatGrid& grid, const Metrics& metrics) {
    const float most = std::clamp(best.area.w / 28, metrics.px(30), metrics.px(80));
    const float least = std::floor(metrics.px(5));
    const float heads = static_cast<float>(best.shown) * (best.label + best.between);
    float w = std::min(most, best.area.w / static_cast<float>(grid.shown()));
    float h = std::min(most, (best.area.h - heads) / static_cast<float>(grid.rows));
    w = std::floor(std::min(w, 1.6f * h)), h = std::floor(std::min(h, 1.6f * w));
    if (w < least || h < least || w * h <= best.cell_w * best.cell_h) return;
    best.grid = grid, best.cell_w = w, best.cell_h = h;
}

// Rows of cells that are planes of a field, where its planes can be rows.
std::uint64_t plane_of(const lab::Run& run, std::span<const HeatArray> arrays) {
    for (const HeatArray& array : arrays)
        if (const std::uint64_t plane = plane_sectors(run, array)) return plane;
    return 0;
}

// As few sectors a cell as fit.
void choose_grid(Places& places, const lab::Run& run, std::span<const HeatArray> arrays,
                 const Metrics& metrics) {
    const std::uint64_t plane = plane_of(run, arrays);
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
        places.legend = area.cut_bottom(metrics.small * (area.h > metrics.px(260) ? 3.8f : 1.9f));
    places.area = area;
    const float a_band = places.label + places.between + metrics.px(12);
    const auto fit = static_cast<std::size_t>(std::max(1.f, area.h / a_band));
    places.shown = std::min(heat.arrays.size(), fit);
    choose_grid(places, run, shown_of(heat, places), metrics);
    return places;
}

// Nobody counts beyond 32 by looking.
Colour heat_colour(std::uint32_t asked, float strength = 1) {
    const float steps = std::log2(static_cast<float>(std::clamp(asked, 1u, 32u)));
    return Colour{Role::text, (.30f + .14f * steps) * strength}.on(Role::panel);
}

// The part of a cell whose bytes were used, from its foot.
Rect used_part(Rect cell, float share) {
    const float height = std::clamp(std::round(cell.h * share), 1.f, cell.h);
    return {cell.x, cell.bottom() - height, cell.w, height};
}

// One array's cells, in layers: what is to come, sectors asked for, hatching where bytes of
// neighbours are unused, the used parts, and those of this step.
class Band {
public:
    Band(Canvas& canvas, const Places& places, std::size_t array, std::vector<HeatCell> cells,
         int step)
        : canvas_(canvas), places_(places), array_(array), cells_(std::move(cells)), step_(step) {}

    void draw() {
        canvas_.fill(places_.band(array_).inside(-1), Role::sunk, 3);
        each([&](const HeatCell& cell, Rect box) {
            if (!cell.touched && cell.sectors) canvas_.outline(box, Role::future_outline);
            if (cell.touched)
                canvas_.fill(box, is_now(cell) ? Colour{Role::accent, .3f}.on(Role::panel)
                                               : heat_colour(cell.asked, .3f));
        });
        hatch();
        each([&](const HeatCell& cell, Rect box) {
            if (cell.touched)
                canvas_.fill(used_part(box, cell.share()),
                             is_now(cell) ? Colour{Role::accent} : heat_colour(cell.asked));
        });
    }

private:
    template <class Use>
    void each(Use use) {
        for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
            if (cells_[static_cast<std::size_t>(i)].sectors)
                use(cells_[static_cast<std::size_t>(i)], box_of(i));
    }
    Rect box_of(int number) const {
        const Rect cell = places_.cell(array_, number);
        return {cell.x, cell.y, cell.w - 1, cell.h - 1};
    }
    bool is_now(const HeatCell& cell) const { return cell.last >= 0 && cell.last == step_; }
    bool is_wasteful(int number) const {
        const HeatCell& cell = cells_[static_cast<std::size_t>(number)];
        return cell.touched && cell.share() < 1;
    }
    // Small cells of a row that follow each other share one hatching.
    void hatch() {
        const bool small = places_.cell_w < 12;
        const int columns = places_.grid.columns, count = static_cast<int>(cells_.size());
        for (int i = 0; i < count; ++i) {
            if (!is_wasteful(i)) continue;
            const int first = i;
            while (small && (i + 1) % columns && i + 1 < count && is_wasteful(i + 1)) ++i;
            const Rect from = box_of(first), to = box_of(i);
            canvas_.hatch({from.x, from.y, to.right() - from.x, from.h}, Role::waste,
                          small ? 4.f : 6.f);
        }
    }

    Canvas& canvas_;
    const Places& places_;
    std::size_t array_;
    std::vector<HeatCell> cells_;
    int step_;
};

void draw_head(Canvas& canvas, const Places& places, const lab::Run& run, const HeatArray& heat,
               std::size_t number, int step, const Metrics& metrics) {
    const simulator::Array& array = run.trace->arrays[static_cast<std::size_t>(heat.array)];
    const Rect head = places.head(number);
    const float y = head.middle_y(), width = places.area.w;
    const TextStyle name = mono_style(metrics.small, Role::text, Font::mono_bold);
    float x = head.x + text_fitting(canvas, {head.x, y}, width * .45f, name, {array.name});
    const auto bytes =
        array.elements * static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
    if (bytes)
        x += metrics.px(8) + text_fitting(canvas, {x + metrics.px(8), y}, head.x + width * .5f - x,
                                          micro_style(metrics),
                                          {"of " + bytes_text(bytes), bytes_text(bytes)});
    const std::vector<std::string> sums = heat_sums(heat.at(step));
    x += metrics.px(18);
    for (const std::string& sum : sums)
        if (text_fitting(canvas, {x, y}, head.x + width - x, small_style(metrics), {sum}) > 0)
            return;
}

// Entries of the legend stand beside each other, and in a second line where there is one.
class Legend {
public:
    Legend(Canvas& canvas, Rect area, const Metrics& metrics)
        : canvas_(canvas), area_(area), metrics_(metrics), at_{area.x, area.y + line() * .6f} {}

    /// A sample as wide as `width`, and words behind it; false where there is no room.
    template <class Draw>
    bool entry(float width, std::string_view words, Draw sample) {
        const TextStyle style = small_style(metrics_);
        const float gap = width > 0 ? metrics_.px(7) : 0;
        const float needed = width + gap + canvas_.width(words, style);
        if (at_.x + needed > area_.right() && at_.x > area_.x) at_ = {area_.x, at_.y + line()};
        if (at_.x + needed > area_.right() || at_.y + metrics_.small * .6f > area_.bottom())
            return false;
        sample(Rect{at_.x, at_.y - metrics_.small * .55f, width, metrics_.small * 1.1f});
        canvas_.text({at_.x + width + gap, at_.y}, words, style);
        at_.x += needed + metrics_.px(22);
        return true;
    }
    bool words(std::string_view words) {
        return entry(0, words, [](Rect) {});
    }

private:
    float line() const { return metrics_.small * 1.8f; }
    Canvas& canvas_;
    Rect area_;
    const Metrics& metrics_;
    Point at_;
};

// The longest first.
std::vector<std::string> cell_words(const Places& places) {
    if (places.grid.each == 1) return {"one cell: a sector of 32 bytes", "one cell: 32 bytes"};
    const std::string few = "one cell: " + std::to_string(places.grid.each) + " sectors";
    return {few + " of 32 bytes, as light as the one asked for most", few};
}

// 1, 2, 4... up to what this run comes to.
void ramp(Canvas& canvas, Legend& legend, std::uint32_t most, const Metrics& metrics) {
    const int steps = static_cast<int>(std::bit_width(std::clamp(most, 1u, 32u) * 2 - 1));
    const float each = metrics.small * 1.9f;
    const TextStyle style = mono_style(metrics.micro, Role::text, Font::mono_bold);
    legend.entry(each * static_cast<float>(steps), "times asked for", [&](Rect box) {
        for (int i = 0; i < steps; ++i) {
            const Rect swatch{box.x + static_cast<float>(i) * each, box.y, each - 1, box.h};
            const Colour colour = heat_colour(1u << i);
            canvas.fill(swatch, colour);
            TextStyle letters = aligned(style, Align::centre);
            letters.colour = colour.read();
            canvas.text({swatch.middle_x(), swatch.middle_y()},
                        std::to_string(1 << i) + (i == 5 ? "+" : ""), letters);
        }
    });
}

void draw_legend(Canvas& canvas, const Places& places, const lab::Run& run, const MemoryHeat& heat,
                 const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    std::uint32_t most = 1;
    bool unused = false;
    const auto arrays = shown_of(heat, places);
    for (const HeatArray& array : arrays) {
        most = std::max(most, array.sums.back().most);
        unused |= array.sums.back().used < array.sums.back().sectors * sector_bytes;
    }
    Rect area = places.legend;
    const float end = places.band(places.shown - 1).bottom() + metrics.px(6);
    area.y = std::min(area.y, end);
    Legend legend(canvas, area, metrics);
    const std::vector<std::string> cell = cell_words(places);
    if (!legend.words(cell.front())) legend.words(cell.back());
    ramp(canvas, legend, most, metrics);
    const float sample = metrics.small * 1.7f;
    legend.entry(sample, "asked for in this step",
                 [&](Rect box) { canvas.fill(box, Role::accent); });
    if (unused)
        legend.entry(sample, "bytes that no lane has used yet", [&](Rect box) {
            canvas.fill(box, heat_colour(1, .3f));
            canvas.hatch(box, Role::waste);
        });
    const std::uint64_t plane = plane_of(run, arrays);
    if (plane && plane == static_cast<std::uint64_t>(places.grid.each) *
                              static_cast<unsigned>(places.grid.columns))
        legend.words("rows begin where planes of the field do");
    if (places.shown < heat.arrays.size())
        legend.words("and " + plural(static_cast<std::int64_t>(heat.arrays.size() - places.shown),
                                     "more array"));
}

// The cell at a point; no array where there is none that is ever asked for.
struct Hit {
    const HeatArray* array = nullptr;
    HeatCell cell;
    Rect box;
    std::uint64_t first = 0;  // sector
};

Hit hit_at(const MemoryHeat& heat, const Places& places, int step, Point at) {
    for (std::size_t i = 0; i < places.shown && places.found(); ++i) {
        const Rect band = places.band(i);
        if (!band.contains(at)) continue;
        const int number = static_cast<int>((at.y - band.y) / places.cell_h) * places.grid.columns +
                           static_cast<int>((at.x - band.x) / places.cell_w) + places.grid.left;
        const std::vector<HeatCell> cells = heat_cells(heat.arrays[i], places.grid, i, step);
        const HeatCell& cell = cells[static_cast<std::size_t>(number)];
        if (!cell.sectors) return {};
        return {&heat.arrays[i], cell, places.cell(i, number),
                places.grid.arrays[i].first +
                    static_cast<std::uint64_t>(number) * static_cast<unsigned>(places.grid.each)};
    }
    return {};
}

int step_of(const lab::Run& run, const Cursor& cursor) {
    return std::min(cursor.step, static_cast<int>(run.steps.size()) - 1);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run* run = context.result.picture.get();
    if (!run || heat_of(*run).arrays.empty())
        return nothing(canvas, area, "This run touches no global memory.", context.metrics);
    const MemoryHeat& heat = heat_of(*run);
    const Places places = places_of(*run, heat, context.metrics, area);
    if (!places.found())
        return nothing(canvas, area, "Too little room for a map.", context.metrics);
    const int step = step_of(*run, context.cursor);
    for (std::size_t i = 0; i < places.shown; ++i) {
        draw_head(canvas, places, *run, heat.arrays[i], i, step, context.metrics);
        Band(canvas, places, i, heat_cells(heat.arrays[i], places.grid, i, step), step).draw();
    }
    draw_legend(canvas, places, *run, heat, context.metrics);
    const Hit hit = hit_at(heat, places, step, context.cursor.mouse);
    if (!hit.array) return;
    canvas.outline(hit.box.inside(-1), Role::text, 2, 2);
    hover_box(canvas, area, hit.box,
              heat_cell_words(*run, *hit.array, hit.first, places.grid.each, hit.cell),
              context.metrics);
}

// A cell leads to the step that asked for it last; one that is to come, to the first that will.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const lab::Run* run = context.result.picture.get();
    if (!run || heat_of(*run).arrays.empty()) return false;
    const MemoryHeat& heat = heat_of(*run);
    const Places places = places_of(*run, heat, context.metrics, area);
    const Hit hit = hit_at(heat, places, step_of(*run, cursor), at);
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

std::string claim(const lab::Run& run, const Cursor& cursor) {
    return heat_claim(run, heat_of(run), step_of(run, cursor));
}

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    return heat_sentence(run, heat_of(run), step_of(run, cursor));
}

// The map only grows, so it shows most of a launch at the last of those steps that ask for more
// than would do.
double weight(const lab::Run& run, int step) {
    const MemoryHeat& heat = heat_of(run);
    if (!heat.wasteful(step) || heat.beyond(step) <= heat.beyond(step - 1)) return 0;
    const std::uint16_t launch = run.steps[static_cast<std::size_t>(step)].launch;
    const auto begin = std::ranges::lower_bound(run.steps, launch, {}, &simulator::Step::launch);
    return static_cast<double>(heat.asked(step) -
                               heat.asked(static_cast<int>(begin - run.steps.begin()) - 1));
}

bool fits(const lab::Run& run) { return !heat_of(run).arrays.empty(); }

void prepare(const lab::Run& run) { heat_of(run); }

const RegisterView registered{{.id = "heat_map",
                               .title = "Heat map",
                               .slot = Slot::memory,
                               .fits = fits,
                               .prepare = prepare,
                               .claim = claim,
                               .sentence = sentence,
                               .draw = draw,
                               .click = click,
                               .badge = "counted",
                               .order = 2,
                               .weight = weight,
                               .weighs = "where sectors are asked for again, or for a part"}};

}  // namespace
}  // namespace app
