// A lesson's home: a tile for each kernel of its ladder, with its warps over time, its time and its
// main problem in two words. All of it comes from runs; a tile says what no run has told yet.
#include "app/views/cards/ladder.h"

#include <algorithm>
#include <set>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/sentences/disease.h"
#include "app/view.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ladder_flat.h"
#include "app/views/cards/ladder_times.h"
#include "app/views/cards/spots.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "app/warps_strip.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {
namespace {

struct Tile {
    int rung = 0;
    bool chosen = false, refused = false, guessing = false;
    std::string_view ended_by{};  // what ended the run: see Series::ended_by
    bool elsewhere = false;       // timed only by another clock
    const WarpsOverTime* warps = nullptr;
    std::optional<CountPoint> counts{};
    const TimePoint *time = nullptr, *second = nullptr;  // second: on the second device
    const lab::Rung* named = nullptr;
    std::vector<std::string> reason{};
    std::string size{};  // drawn size, where tiles have several
    // No time, but one with other caches: why, longest first.
    std::vector<std::string> other_regime{};
    std::vector<std::string> no_time{};  // "no time yet", longest first
};

struct Data {
    lab::Settings settings;
    std::optional<TimeSource> source, second;
    std::vector<Tile> tiles;
    std::string asked{};  // the requested and timed size
    std::string drawn{};  // size of all pictures; empty where they differ
};

Tile tile_of(const DrawContext& context, const Data& data, int rung) {
    const lab::Settings at = at_rung(data.settings, rung);
    const lab::Rung& named = data.settings.subject->rungs[static_cast<std::size_t>(rung)];
    const Series& series = context.series;
    Tile tile{.rung = rung,
              .chosen = rung == data.settings.rung,
              .guessing = context.cursor.guessing,
              .named = &named};
    // Recorded on any day, as for the bars of "Kernels compared".
    if (data.source) tile.time = series.time_of_any_day(at, *data.source);
    if (data.second) tile.second = series.time_of_any_day(at, *data.second);
    tile.elsewhere = !tile.time && series.timed(at);
    if (tile.elsewhere && data.source)
        tile.other_regime = other_regime_words(series, at, *data.source);
    if (!tile.time) tile.no_time = no_time_of(series, at);
    tile.ended_by = series.ended_by(at);
    tile.refused = series.refuses(at);
    const lab::Settings telling = with_many_blocks(at);
    tile.warps = series.silhouette(telling);
    if (!tile.refused) tile.size = lab::size_words(at_picture(telling), power_or_grouped);
    if (!tile.refused) tile.counts = telling_counts(series, telling);
    if (tile.refused) tile.warps = nullptr, tile.reason = reason_in_brief(*lab::refusal(at));
    return tile;
}

// One size of all pictures is named once, below all tiles. Where sizes differ, each picture names
// its own, if it is not the requested one.
void name_sizes(Data& data) {
    data.asked = lab::size_words(data.settings, power_or_grouped);
    std::set<std::string> sizes;
    for (const Tile& tile : data.tiles)
        if (!tile.refused) sizes.insert(tile.size);
    if (sizes.size() == 1) data.drawn = *sizes.begin();
    for (Tile& tile : data.tiles)
        if (sizes.size() == 1 || tile.size == data.asked) tile.size.clear();
}

Data data_of(const DrawContext& context) {
    Data data{context.result.request.settings, {}, {}, {}};
    if (!data.settings.subject) return data;
    data.source = context.series.source(data.settings);
    data.second = context.series.second_source(data.settings);
    for (int rung = 0; rung < static_cast<int>(data.settings.subject->rungs.size()); ++rung)
        data.tiles.push_back(tile_of(context, data, rung));
    name_sizes(data);
    return data;
}

float line_height(const Metrics& m) { return m.small * 1.6f; }
Inset tile_padding(const Metrics& m) { return {m.px(14), m.px(9)}; }
float dense_line(const Metrics& m) { return m.small * 1.42f; }

// --- what stands in a tile

// The problem in two words, with its own mark: waste is hatched, no problem has an empty ring.
void draw_disease(Canvas& canvas, const Tile& tile, Rect row, const Metrics& m) {
    const float size = m.small * .8f, gap = m.px(7);
    const Rect mark{row.x, row.middle_y() - size / 2, size * 1.3f, size};
    const TextStyle plain = small_style(m, Role::text3);
    const Point at{mark.right() + gap, row.middle_y()};
    const float room = row.right() - at.x;
    if (tile.refused) {
        icon::refused(canvas, {mark.middle_x(), mark.middle_y()}, size * .62f);
        return void(text_fitting(canvas, at, room, plain, {"does not run here", "can't run"}));
    }
    if (!tile.counts)
        return void(text_fitting(canvas, {row.x, at.y}, row.w, plain, {"counting...", "..."}));
    if (const std::string by(tile.ended_by); !by.empty())
        return void(text_fitting(canvas, {row.x, at.y}, row.w, plain, {by + " ended the run", by}));
    if (!tile.counts->finding.empty())
        icon::refused(canvas, {mark.middle_x(), mark.middle_y()}, size * .62f);
    else if (const Disease* disease = disease_of(*tile.counts); disease && disease->hatched)
        waste_box(canvas, mark, 3, 1, 4);
    else if (disease)  // the picture above does not show it
        canvas.outline(mark, Role::stroke, 3, 1.4f);
    else if (!tells(*tile.counts))
        canvas.dashed_outline(mark, Role::stroke, 3, 1.2f);
    else
        canvas.ring({mark.middle_x(), mark.middle_y()}, size * .4f, Role::text3, 1.4f);
    const std::string_view words = disease_words(*tile.counts);
    text_fitting(canvas, at, room, small_style(m, Role::text),
                 {words, words.substr(0, words.find(','))});
}

std::vector<std::string> no_time_words(const Tile& tile, const Data& data) {
    if (!tile.other_regime.empty()) return {tile.other_regime.front(), "no time"};
    if (!tile.ended_by.empty()) return {"no time: it did not end", "no time"};
    if (tile.elsewhere && data.source) return not_of_clock(*data.source);
    return tile.no_time;
}

void draw_time(Canvas& canvas, const Tile& tile, Rect row, const Data& data, const Metrics& m) {
    const TextStyle plain = small_style(m, Role::text3);
    const Point left{row.x, row.middle_y()};
    if (tile.refused) return void(text_fitting(canvas, left, row.w, plain, tile.reason));
    if (data.second && (tile.time || tile.second))
        return draw_two_times(canvas, {tile.time, tile.second}, row, *data.source, *data.second, m);
    if (!tile.time)
        return void(text_fitting(canvas, left, row.w, plain, no_time_words(tile, data)));
    const float w = draw_digits(canvas, left, row.w, *tile.time, *data.source, m);
    if (w <= 0) return;
    const float x = left.x + w + m.px(8);
    // Warm times look too good beside cold ones, so they are marked; so is a size other than the
    // picture's.
    const std::string warm = lab::warm(tile.time->time) ? "with warm caches" : "",
                      of = tile.size.empty() ? "" : "with " + data.asked;
    const std::string both = warm.empty() || of.empty() ? warm + of : of + ", warm caches";
    text_fitting(canvas, {x, left.y}, row.right() - x, plain,
                 {both, of.empty() && !warm.empty() ? "warm" : of});
}

// The number of steps in the silhouette: it may tell two silhouettes that look alike.
std::string steps_words(const WarpsOverTime& warps) {
    const std::string steps = plural(warps.steps / warps.alike, "step");
    return warps.alike < 2 ? steps : std::to_string(warps.alike) + " launches of " + steps;
}

TextStyle title_style(const Tile& tile, const Metrics& m) {
    return {tile.chosen ? Font::semibold : Font::medium, m.small, Role::text};
}

const std::string& brief_name(const lab::Rung& rung) {
    return rung.brief.empty() ? rung.title : rung.brief;
}

// The number of a kernel, and the room that it takes before the name.
TextStyle number_style(const Tile& tile, const Metrics& m) {
    return {Font::semibold, m.body, tile.chosen ? Role::accent_text : Role::text3};
}

float number_room(const Canvas& canvas, const Tile& tile, const Metrics& m) {
    return std::max(m.px(24),
                    canvas.width(rung_number(tile.rung), number_style(tile, m)) + m.px(8));
}

// False where a size has no room.
bool draw_steps(Canvas& canvas, const Tile& tile, Rect& row, const Metrics& m) {
    if (!tile.warps || tile.refused || tile.guessing) return true;
    const TextStyle style = aligned(micro_style(m), Align::right);
    const std::string words = steps_words(*tile.warps),
                      shorter = plural(tile.warps->steps / tile.warps->alike, "step");
    const std::string of = tile.size.empty() ? "" : "with " + tile.size;
    // The name comes first; steps take the room left beside it.
    const TextStyle name = title_style(tile, m);
    const float room = row.w - number_room(canvas, tile, m) - m.px(8) -
                       canvas.width(brief_name(*tile.named), name);
    const float w = text_fitting(canvas, {row.right(), row.middle_y()}, room, style,
                                 {of.empty() ? words : of + ": " + words, of.empty() ? shorter : of,
                                  tile.size.empty() ? shorter : tile.size});
    row.cut_right(w > 0 ? w + m.px(8) : 0);
    return w > 0 || tile.size.empty();
}

void draw_size_below(Canvas& canvas, const Tile& tile, Rect& picture, const Metrics& m) {
    const Rect below = picture.cut_bottom(m.micro * 1.5f);
    text_fitting(canvas, {below.right(), below.middle_y() + 1}, below.w,
                 aligned(micro_style(m), Align::right), {"with " + tile.size, tile.size});
}

void draw_title(Canvas& canvas, const Tile& tile, Rect row, const Metrics& m) {
    canvas.text({row.x, row.middle_y()}, rung_number(tile.rung), number_style(tile, m));
    row.cut_left(number_room(canvas, tile, m));
    const TextStyle style = title_style(tile, m);
    const std::string title = fitted(canvas, *tile.named, row.w, style);
    if (!title.empty()) canvas.text({row.x, row.middle_y()}, title, style);
}

void draw_silhouette(Canvas& canvas, const Tile& tile, Rect well, const Metrics& m) {
    if (well.w < 20 || well.h < 8 || tile.refused) return;
    canvas.fill(well, Role::panel, 5);
    if (tile.warps) return draw_warps_over_time(canvas, *tile.warps, -1, well.inside(m.px(6)));
    canvas.outline(well, Role::line, 5);
}

// A tile leaves out what would answer the prediction.
void draw_rest(Canvas& canvas, const Tile& tile, Rect first, Rect second, const Data& data,
               const Metrics& m) {
    if (tile.guessing)
        return void(text_fitting(canvas, {first.x, first.middle_y()}, first.w,
                                 small_style(m, Role::text3),
                                 {"opens after your prediction", "predict first"}));
    draw_disease(canvas, tile, first, m);
    draw_time(canvas, tile, second, data, m);
}

void draw_beside(Canvas& canvas, const Tile& tile, Rect inside, const Data& data,
                 const Metrics& m) {
    const float wide = std::clamp(inside.w * .46f, m.px(100), m.px(320));
    Rect well = inside.cut_right(wide);
    inside.cut_right(m.px(12));
    const float line = inside.h / 3;
    draw_title(canvas, tile, inside.cut_top(line), m);
    const Rect first = inside.cut_top(line);
    if (!tile.guessing && !tile.refused && !tile.size.empty()) {  // size below the picture
        draw_size_below(canvas, tile, well, m);
    }
    if (!tile.guessing) draw_silhouette(canvas, tile, well, m);
    draw_rest(canvas, tile, first, inside, data, m);
}

void draw_stacked(Canvas& canvas, const Tile& tile, Rect inside, const Data& data,
                  const Metrics& m) {
    const float line = line_height(m);
    Rect head = inside.cut_top(line);
    const bool has_size = draw_steps(canvas, tile, head, m);
    draw_title(canvas, tile, head, m);
    Rect foot = inside.cut_bottom(2 * line);
    if (!has_size) draw_size_below(canvas, tile, inside, m);
    if (!tile.guessing) draw_silhouette(canvas, tile, inside.inside(0, m.px(5)), m);
    const Rect first = foot.cut_top(line);
    draw_rest(canvas, tile, first, foot, data, m);
}

void draw_line(Canvas& canvas, const Tile& tile, Rect inside, const Data& data, const Metrics& m) {
    Rect right = inside.cut_right(inside.w * .6f);
    inside.cut_right(m.px(8));
    draw_title(canvas, tile, inside, m);
    if (tile.guessing) return;
    const float time_needed =
        m.badge * 1.9f + m.px(18) + canvas.width("00.0 µs", mono_style(m.value, Role::text));
    const float most = data.second ? .8f : .45f;
    const Rect time = right.cut_right(
        std::min(right.w * most, data.second ? 2 * (time_needed + m.px(80)) : time_needed));
    right.cut_right(m.px(6));
    draw_disease(canvas, tile, right, m);
    draw_time(canvas, tile, time, data, m);
}

void draw_tile(Canvas& canvas, const Tile& tile, TileForm form, Rect area, const Data& data,
               const Metrics& m) {
    const float radius = form == TileForm::line ? 6 : 10;
    canvas.fill(area, tile.chosen ? Role::raised : Role::sunk, radius);
    canvas.outline(area, tile.chosen ? Role::accent : Role::line, radius, tile.chosen ? 2.f : 1.f);
    const Inset pad = tile_padding(m);
    const Rect inside = area.inside(pad.x, form == TileForm::line ? 0 : pad.y);
    if (form == TileForm::stacked) draw_stacked(canvas, tile, inside, data, m);
    if (form == TileForm::beside) draw_beside(canvas, tile, inside, data, m);
    if (form == TileForm::line) draw_line(canvas, tile, inside, data, m);
}

// The legend names the drawn size of the silhouettes, and the requested size of the times.
void draw_legend(Canvas& canvas, const Data& data, TileForm form, Rect row, const Metrics& m) {
    if (row.h <= 0) return;
    const TextStyle style = micro_style(m);
    if (form == TileForm::line)  // lines have no pictures
        return void(
            text_fitting(canvas, {row.x, row.middle_y()}, row.w, style, {"times: " + data.asked}));
    StripForms forms;
    for (const Tile& tile : data.tiles)
        if (tile.warps && !tile.refused && !tile.guessing) forms.add(*tile.warps);
    row.cut_left(draw_strip_key(canvas, row, m, StripKey::whole, forms));
    const std::string &drawn = data.drawn, &asked = data.asked;
    if (drawn == asked || asked.empty()) return;
    const Point right{row.right(), row.middle_y()};
    if (drawn.empty())
        return void(
            text_fitting(canvas, right, row.w, aligned(style, Align::right),
                         {"each picture names its size; times: " + asked, "times: " + asked}));
    text_fitting(canvas, right, row.w, aligned(style, Align::right),
                 {"pictures: one block of " + drawn + "; times: " + asked,
                  "pictures: " + drawn + "; times: " + asked, "times: " + asked});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    const Data data = data_of(context);
    if (data.tiles.empty()) return nothing(canvas, area, "No lesson is open.", m);
    const LadderTiles places = ladder_places(context, area);
    for (std::size_t i = 0; i < places.tiles.size(); ++i)
        draw_tile(canvas, data.tiles[static_cast<std::size_t>(places.first) + i], places.form,
                  places.tiles[i], data, m);
    draw_flat(canvas, context, places.flat);
    draw_legend(canvas, data, places.form, places.legend, m);
}

// --- where tiles stand

struct Grid {
    TileForm form = TileForm::line;
    int columns = 1;
    float width = 0, height = 0;
    // A silhouette is best 2.4 times as wide as high.
    float worth() const { return form == TileForm::line ? 0 : std::min(width, height * 2.4f); }
};

Grid grid_of(Rect area, const Metrics& m, int count, int columns) {
    const int rows = (count + columns - 1) / columns;
    const float gap = m.px(10), line = line_height(m);
    const float pads = 2 * tile_padding(m).y;
    Grid grid{TileForm::line, columns,
              (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
              (area.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows)};
    grid.height = std::min(grid.height, m.px(250));
    if (grid.width >= m.px(170) && grid.height >= 3 * line + silhouette_height + pads)
        grid.form = TileForm::stacked;
    else if (grid.width >= m.px(270) && grid.height >= 3 * dense_line(m) + pads)
        grid.form = TileForm::beside;
    return grid;
}

Grid best_grid(Rect area, const Metrics& m, int count) {
    Grid best;
    for (int columns = 1; columns <= std::min(count, 6); ++columns) {
        const Grid grid = grid_of(area, m, count, columns);
        if (grid.worth() > best.worth()) best = grid;
    }
    return best;
}

// One line for each kernel, as many as fit.
LadderTiles in_lines(Rect area, const Metrics& m, int count, int chosen) {
    LadderTiles made;
    const float least = line_height(m), gap = m.px(2);
    const int shown = std::clamp(static_cast<int>((area.h + gap) / (least + gap)), 0, count);
    if (shown == 0 || area.w < m.px(120)) return made;
    const float pitch = std::min((area.h + gap) / static_cast<float>(shown), m.small * 2.4f);
    made.first = std::clamp(chosen - shown / 2, 0, count - shown);
    for (int i = 0; i < shown; ++i)
        made.tiles.push_back({area.x, area.y + static_cast<float>(i) * pitch, area.w, pitch - gap});
    const float below = area.y + static_cast<float>(shown) * pitch;
    if (area.bottom() - below >= m.micro * 1.9f)
        made.legend = {area.x, below, area.w, m.micro * 1.9f};
    return made;
}

// --- words and numbers

std::string words_of(const Data& data, const Tile& tile) {
    std::string words = rung_heading(data.settings, tile.rung) + tile.named->idea;
    if (tile.guessing) return words;
    if (tile.refused) {
        const auto refusal = lab::refusal(at_rung(data.settings, tile.rung));
        return words + "\n" + (refusal ? refusal->title + "." : "");
    }
    if (tile.counts) {
        words += "\n*" + capitalised(std::string(disease_words(*tile.counts))) + ".* " +
                 disease_evidence(*tile.counts);
        const std::string size = lab::size_words(tile.counts->settings, power_or_grouped);
        if (!size.empty()) words += " Counted with " + size + ".";
    }
    if (tile.time) words += "\n" + time_sentence(*tile.time, *data.source);
    return tile.second ? words + "\n" + time_sentence(*tile.second, *data.second) : words;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Data data = data_of(context);
    const LadderTiles places = ladder_places(context, area);
    for (std::size_t i = 0; i < places.flat.size(); ++i)
        if (places.flat[i].contains(mouse)) return Spot{places.flat[i], flat_words(context, i)};
    for (std::size_t i = 0; i < places.tiles.size(); ++i)
        if (places.tiles[i].contains(mouse)) {
            const Tile& tile = data.tiles[static_cast<std::size_t>(places.first) + i];
            return Spot{places.tiles[i], words_of(data, tile), at_rung(data.settings, tile.rung)};
        }
    return std::nullopt;
}

std::string numbers(const DrawContext& context) {
    const Data data = data_of(context);
    std::string text =
        lab::csv_line({"kernel", "title", "disease", "median_ms", "clock", "device"});
    const auto add = [&](const Tile& tile, const TimePoint* time,
                         const std::optional<TimeSource>& source) {
        text += lab::csv_line({rung_number(tile.rung), tile.named->title,
                               tile.counts ? std::string(disease_words(*tile.counts)) : "",
                               time ? shortest(time->time.median_ms, 9) : "",
                               time ? std::string(name_of(badge_of(source))) : "",
                               time ? source->device : ""});
    };
    for (const Tile& tile : data.tiles) {
        add(tile, tile.time, data.source);
        if (tile.second) add(tile, tile.second, data.second);
    }
    return text;
}

// Counts of the requested size say most; those of the drawn size come with the silhouettes.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    if (!settings.subject || settings.subject->rungs.size() < 2) return all;
    for (const lab::Settings& rung : every_rung(settings)) {
        const lab::Settings telling = with_many_blocks(rung);
        all.push_back(cost_for_cards(telling) <= usual_card_cost ? telling : at_picture(telling));
        if (!(telling == rung)) all.push_back(at_picture(rung));  // for its time
    }
    return all;
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && run.request.settings.subject->rungs.size() > 1;
}

Badge badge_now(const DrawContext& context) {
    return badge_of(context.series.source(context.result.request.settings));
}

const RegisterView registered{{.id = "ladder",
                               .title = "All kernels",
                               .slot = Slot::home,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.note = who_is_ahead, .badge = badge_now},
                               .pointing = {.spot = spot},
                               .needs = {.settings = needs}}};

}  // namespace

namespace {

// Free cells of the last row: room for a line at their foot.
Rect free_cells(Rect area, const Grid& grid, int count, const Metrics& m) {
    const int last = count % grid.columns;
    if (last == 0) return {};
    const float gap = m.px(10), x = static_cast<float>(last) * (grid.width + gap);
    const float bottom =
        area.y + static_cast<float>(count / grid.columns) * (grid.height + gap) + grid.height;
    return {area.x + x, bottom - m.micro * 1.9f, area.w - x, m.micro * 1.9f};
}

}  // namespace

LadderTiles ladder_tiles(Rect area, const Metrics& m, int count, int chosen) {
    if (count < 1 || area.w < 40 || area.h < 10) return {};
    const Grid whole = best_grid(area, m, count);
    Rect legend = area;
    legend.cut_top(area.h - m.micro * 1.9f);
    Rect above = area;
    above.h -= legend.h;
    const Grid less = best_grid(above, m, count);
    // The legend is below the tiles: in free cells, or in a row that makes the tiles lower. It is
    // left out where the tiles would lose their pictures to it.
    const bool fits = area.h > m.px(300) && less.form == whole.form;
    const Rect free = fits ? Rect{} : free_cells(area, whole, count, m);
    const bool says = fits || (free.w <= 0 && less.form != TileForm::line);
    const Grid& best = says ? less : whole;
    if (best.form == TileForm::line) return in_lines(area, m, count, chosen);
    LadderTiles made{best.form, best.columns, 0, {}, says ? legend : free};
    const float gap = m.px(10);
    for (int i = 0; i < count; ++i)
        made.tiles.push_back({area.x + static_cast<float>(i % best.columns) * (best.width + gap),
                              area.y + static_cast<float>(i / best.columns) * (best.height + gap),
                              best.width, best.height});
    return made;
}

}  // namespace app
