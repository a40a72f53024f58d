// "Pages": where the pages of arrays lie after each step of the plan, one row a step: with the host
// above, on the device below. A model of pages of 64 KiB, from what the steps touch. Registers
// itself as "pages", for runs whose arrays both sides reach, or whose host reads them.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/pages/words.h"

namespace app::pages_view {
namespace {

using lab::PageAt;
using lab::PageMove;

struct AboutPages {
    bool yes = false;
};

bool fits(const lab::Run& run) {
    if (!run.request.settings.lesson()) return false;
    return run
        .derived(
            0, [&] { return AboutPages{lab::is_about_pages(lab::plan_of(run.request.settings))}; })
        .yes;
}

// Pages of the requested size: those of the drawn run are too few. Runs of several requests may be
// the same picture, so the plan's hash tells them apart.
const DrawnPages& pages_shown(const DrawContext& context) {
    lab::Plan plan = lab::plan_of(context.result.request.settings);
    const auto key = static_cast<std::int64_t>(plan.hash());
    return context.picture().derived(key, [&] { return drawn_pages(std::move(plan)); });
}

std::size_t row_now(const DrawContext& context, const DrawnPages& drawn) {
    const auto& steps = context.picture().steps;
    const int step = context.cursor.step;
    if (step < 0 || step >= std::ssize(steps)) return 0;
    return drawn.row_of_launch(steps[std::size_t(step)].launch);
}

// ---- Places

struct Places {
    Rect names, moves, key;
    std::vector<Rect> arrays;  // a column each, over all rows
    float top = 0, pitch = 0;
    std::size_t first = 0, shown = 0;  // rows in sight
    explicit operator bool() const { return shown > 0; }
    Rect row(std::size_t row) const {
        return {names.x, top + float(row - first) * pitch, moves.right() - names.x, pitch};
    }
    Rect in_row(const Rect& column, std::size_t at) const {
        return {column.x, row(at).y, column.w, pitch};
    }
};

Places places_of(const Metrics& metrics, Rect area, const DrawnPages& drawn, std::size_t now) {
    Places places;
    const std::size_t arrays = drawn.plan.allocations.size();
    const float gap = metrics.px(16), least = metrics.small * 2.1f;
    places.key = area.cut_bottom(metrics.small * 2);
    area.cut_top(metrics.small * 1.6f);  // the arrays' names
    if (area.h < least || area.w < metrics.px(240) || arrays == 0 || arrays > 6) return {};
    places.names = area.cut_left(area.w * .22f);
    places.moves = area.cut_right(area.w * .28f);
    const float wide = area.w / float(arrays);
    for (std::size_t i = 0; i < arrays; ++i)
        places.arrays.push_back({area.x + float(i) * wide, area.y, wide - gap, area.h});
    places.moves.cut_left(metrics.px(4));
    places.top = area.y;
    places.shown = std::min(drawn.rows(), std::size_t(area.h / least));
    places.pitch = std::min(area.h / float(places.shown), metrics.small * 4);
    const std::size_t last = drawn.rows() - places.shown;
    places.first = std::min(now > places.shown / 2 ? now - places.shown / 2 : 0, last);
    return places;
}

// ---- Marks

// What a cell shows: some neighbouring pages of an array, on one side.
struct Cell {
    std::size_t here = 0, moved = 0, made = 0, reached = 0, all = 0;
};

Cell cell_of(const lab::ArrayPages& pages, std::size_t first, std::size_t end, bool on_device) {
    Cell cell;
    const PageAt side = on_device ? PageAt::device : PageAt::host;
    for (std::size_t page = first; page < end; ++page) {
        const PageMove move = pages.moves[page];
        ++cell.all;
        cell.here += pages.at[page] == side || pages.at[page] == PageAt::both;
        cell.moved += move == (on_device ? PageMove::to_device : PageMove::to_host);
        cell.made += move == (on_device ? PageMove::made_on_device : PageMove::made_on_host);
        cell.reached += !on_device && move == PageMove::over_the_bus;
    }
    return cell;
}

void draw_cell(Canvas& canvas, const Rect& box, const Cell& cell) {
    const float radius = std::min(2.f, box.w / 4);
    if (cell.here == 0) return canvas.outline(box, Role::future_outline, radius);
    const float share = .35f + .65f * float(cell.here) / float(cell.all);
    if (cell.moved > 0)
        canvas.fill(box, Colour{Role::accent, share}.on(Role::panel), radius);
    else
        canvas.fill(box, Colour{Role::cell_done, share}.on(Role::panel), radius);
    if (cell.made > 0) canvas.outline(box, Role::accent, radius, 1.6f);
    if (cell.reached > 0) canvas.hatch(box, Role::accent, 5, 1.2f);
}

void draw_side(Canvas& canvas, const lab::ArrayPages& pages, const Rect& strip, bool on_device,
               const Metrics& metrics) {
    const std::size_t all = pages.at.size();
    if (all == 0) return;
    const float least = metrics.px(6);
    const std::size_t cells = std::clamp<std::size_t>(std::size_t(strip.w / least), 1, all);
    const float wide = std::min(strip.w / float(cells), metrics.px(40));
    for (std::size_t i = 0; i < cells; ++i) {
        const Rect box{strip.x + float(i) * wide, strip.y, wide - 1, strip.h};
        draw_cell(canvas, box, cell_of(pages, i * all / cells, (i + 1) * all / cells, on_device));
    }
}

void draw_row(Canvas& canvas, const Places& places, const DrawnPages& drawn, std::size_t row,
              bool now, const Metrics& metrics) {
    const Rect line = places.row(row);
    if (now) canvas.fill(line, Role::hover, 4);
    const TextStyle style = small_style(metrics, now ? Role::text : Role::text2);
    text_fitting(canvas, {line.x + metrics.px(4), line.middle_y()}, places.names.w - metrics.px(12),
                 now ? strong(style) : style, step_names(drawn, row));
    for (std::size_t id = 0; id < places.arrays.size(); ++id) {
        const Rect whole = places.in_row(places.arrays[id], row).inside(0, line.h * .14f);
        const float half = whole.h / 2;
        draw_side(canvas, drawn.array(row, id), {whole.x, whole.y, whole.w, half - 1}, false,
                  metrics);
        draw_side(canvas, drawn.array(row, id), {whole.x, whole.y + half, whole.w, half - 1}, true,
                  metrics);
    }
    if (const lab::PagesStep* step = drawn.step(row))
        text_fitting(canvas, {places.moves.x, line.middle_y()}, places.moves.w - metrics.px(4),
                     small_style(metrics), moves_words(*step));
}

void draw_heads(Canvas& canvas, const Places& places, const DrawnPages& drawn,
                const Metrics& metrics) {
    for (std::size_t id = 0; id < places.arrays.size(); ++id) {
        const Rect& column = places.arrays[id];
        const lab::Allocation& allocation = drawn.plan.allocations[id];
        const std::string pages =
            plural(std::int64_t(lab::pages_in(allocation.buffer)), "page") + " of 64 KiB";
        text_fitting(canvas, {column.x, places.top - metrics.small * .8f}, column.w,
                     small_style(metrics, Role::text),
                     {allocation.name + ": " + pages + ", host above, device below",
                      allocation.name + ": " + pages, allocation.name});
    }
}

struct KeyEntry {
    Cell cell;
    const char *whole, *brief;
};

void draw_key(Canvas& canvas, const Places& places, const Metrics& metrics) {
    constexpr std::array entries{
        KeyEntry{{1, 0, 0, 0, 1}, "lies here", "here"},
        KeyEntry{{1, 1, 0, 0, 1}, "moved here in this step", "moved"},
        KeyEntry{{1, 0, 1, 0, 1}, "first touched here", "made"},
        KeyEntry{{1, 0, 0, 1, 1}, "the kernel reaches it over the bus", "over the bus"},
        KeyEntry{{0, 0, 0, 0, 1}, "not here", "not here"},
    };
    const float side = metrics.small, gap = metrics.px(6), apart = metrics.px(18);
    const auto width = [&](bool whole) {
        float sum = 0;
        for (const KeyEntry& entry : entries)
            sum += side + gap + apart +
                   canvas.width(whole ? entry.whole : entry.brief, small_style(metrics));
        return sum;
    };
    const bool whole = width(true) <= places.key.w;
    if (!whole && width(false) > places.key.w) return;
    float x = places.key.x;
    const float y = places.key.bottom() - side;
    for (const KeyEntry& entry : entries) {
        const char* const words = whole ? entry.whole : entry.brief;
        draw_cell(canvas, {x, y - side / 2, side, side}, entry.cell);
        canvas.text({x + side + gap, y}, words, small_style(metrics));
        x += side + gap + apart + canvas.width(words, small_style(metrics));
    }
}

// ---- The view

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    if (!fits(context.picture()))
        return nothing(canvas, area, "Its arrays are the device's alone.", context.metrics);
    const DrawnPages& drawn = pages_shown(context);
    const std::size_t now = row_now(context, drawn);
    const Places places = places_of(context.metrics, area, drawn, now);
    if (!places) return nothing(canvas, area, "Too little room for pages.", context.metrics);
    draw_heads(canvas, places, drawn, context.metrics);
    for (std::size_t row = places.first; row < places.first + places.shown; ++row)
        draw_row(canvas, places, drawn, row, row == now && now > 0, context.metrics);
    draw_key(canvas, places, context.metrics);
}

std::string claim(const DrawContext& context) {
    return fits(context.picture()) ? pages_claim(pages_shown(context)) : "Where pages lie";
}

std::string sentence(const DrawContext& context) {
    if (!fits(context.picture())) return "Its arrays are the device's alone.";
    const DrawnPages& drawn = pages_shown(context);
    return pages_sentence(drawn, row_now(context, drawn));
}

Note note(const DrawContext&) { return "pages of 64 KiB; the driver may move more"; }

std::string numbers(const DrawContext& context) {
    return fits(context.picture()) ? pages_numbers(pages_shown(context)) : "";
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    if (!fits(context.picture())) return std::nullopt;
    const DrawnPages& drawn = pages_shown(context);
    const Places places = places_of(context.metrics, area, drawn, row_now(context, drawn));
    for (std::size_t row = places.first; row < places.first + places.shown; ++row) {
        if (!places.row(row).contains(at)) continue;
        std::string words = step_names(drawn, row).front();
        if (const lab::PagesStep* step = drawn.step(row))
            if (const std::string moves = moves_words(*step).front(); !moves.empty())
                words += ": " + moves;
        for (std::size_t id = 0; id < drawn.plan.allocations.size(); ++id)
            words += ".\n" + lie_words(drawn, row, id);
        return Spot{places.row(row), words + "."};
    }
    return std::nullopt;
}

const RegisterView registered{{.id = "pages",
                               .title = "Pages",
                               .slot = Slot::memory,
                               .order = 13,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.claim = claim,
                                         .sentence = sentence,
                                         .note = note,
                                         .note_has_size = true,
                                         .badge = Badge::modelled,
                                         .lacking = "Only the device reaches its arrays."},
                               .pointing = {.spot = spot}}};

}  // namespace
}  // namespace app::pages_view
