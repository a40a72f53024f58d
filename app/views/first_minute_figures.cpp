// Draws the first minute's figures. See first_minute_figures.h.
#include "app/views/first_minute_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/format.h"
#include "app/views/first_minute_thread.h"
#include "app/views/marks.h"

namespace app {

using simulator::warp_size;

namespace {

// Cells of one size in rows within a box.
struct RowsOfCells {
    Rect box;
    int columns = 1;
    float wide = 0, high = 0, gap = 0;
    Rect at(int index) const {
        return {box.x + static_cast<float>(index % columns) * (wide + gap),
                box.y + static_cast<float>(index / columns) * (high + gap), wide, high};
    }
};

// Cells that fill a box, wide rather than high, for words.
RowsOfCells cells_for_words(Rect box, int count, float gap) {
    RowsOfCells best{box};
    float most = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const float wide = (box.w - gap * static_cast<float>(columns - 1)) / float(columns),
                    high = (box.h - gap * static_cast<float>(rows - 1)) / float(rows);
        const float worth = std::min(wide, high * 3) * float(count) / float(rows * columns);
        if (wide > 0 && high > 0 && worth > most)
            best = {box, columns, wide, high, gap}, most = worth;
    }
    return best;
}

// The number of columns that makes the cells largest; each is `aspect` times as wide as high.
RowsOfCells cells_in(Rect box, int count, float aspect, float gap) {
    RowsOfCells best{box};
    for (int columns = 1; columns <= std::max(count, 1); ++columns) {
        const int rows = (count + columns - 1) / columns;
        const float wide = (box.w - gap * static_cast<float>(columns - 1)) / float(columns),
                    high = (box.h - gap * static_cast<float>(rows - 1)) / float(rows);
        const float fits = std::max(std::min(wide, high * aspect), 0.f);
        if (fits > best.wide) best = {box, columns, fits, fits / aspect, gap};
    }
    return best;
}

// The 32 lanes of a warp, four or eight in a row.
RowsOfCells lanes_in(Rect box, int columns = 0) {
    const float gap = std::min(3.f, std::min(box.w, box.h) * .015f);
    const auto side = [&](int columns) {
        return std::min(box.w / float(columns), box.h / float(warp_size / columns)) - gap;
    };
    if (columns == 0) columns = side(4) > side(8) ? 4 : 8;
    return {box, columns, side(columns), side(columns), gap};
}

// --- a thread

constexpr float thread_lines = 8;  // name, four numbers, code, gaps

// Height of a row in the thread's figure.
float thread_line(Rect box, const Metrics& m) {
    const float most = std::min(m.small * 3, box.w * .13f);
    return std::clamp(box.h / thread_lines, m.small * 1.5f, std::max(most, m.small * 1.5f));
}

// Its name, its built-in variables, and the line that it runs.
void draw_thread(Canvas& canvas, const MinuteScene& scene, Rect box, const Metrics& m) {
    const float line = thread_line(box, m), size = std::clamp(line * .42f, m.small, m.h2);
    const float code = minute_code_height(canvas, scene, box.w - 2 * m.px(12), line, m);
    box.h = std::min(box.h, line * 6.3f + code);
    canvas.fill(box, Role::sunk, 10);
    const Rect whole = box;
    const Rect head = box.cut_top(std::min(line * 1.7f, box.h));
    work_cell(canvas, head, true, 10);
    const std::string id = std::to_string(scene.thread());
    text_fitting(
        canvas, {head.middle_x(), head.middle_y()}, head.w - 8,
        {Font::mono_bold, std::min(size * 1.45f, head.h * .62f), on_work(true), Align::centre},
        {"thread " + id, id});
    canvas.outline(whole, Role::accent, 10, 2);
    box = box.inside(m.px(12), 0);
    box.cut_top(std::min(line * .3f, box.h));
    draw_minute_registers(canvas, scene, box, line, code, size);
    draw_minute_code(canvas, scene, box, line, m);
}

// --- its warp

void draw_warp(Canvas& canvas, const MinuteScene& scene, Rect box, const Metrics& m) {
    const RowsOfCells cells = lanes_in(box);
    TextStyle digits = aligned(mono_style(std::min(m.body, cells.wide * .42f)), Align::centre);
    const int there = scene.lanes_of(scene.warp);
    for (int lane = 0; lane < warp_size && cells.wide > 3; ++lane) {
        const Rect cell = cells.at(lane);
        if (lane >= there) {
            canvas.dashed_outline(cell, Role::stroke, 4);
            continue;
        }
        work_cell(canvas, cell, lane == scene.lane, 5);
        digits.colour = on_work(lane == scene.lane);
        digits.font = lane == scene.lane ? Font::mono_bold : Font::mono_medium;
        if (digits.size >= 9)
            canvas.text({cell.middle_x(), cell.middle_y()}, std::to_string(lane), digits);
    }
}

// --- its block

float name_room(const Metrics& m) { return m.micro * 1.5f; }

// The warps of a block as small cells, with a name above each where there is room.
struct SmallWarps {
    RowsOfCells cells;
    float name = 0;
    Rect lanes(int warp) const {
        Rect cell = cells.at(warp);
        cell.cut_top(name);
        return cell;
    }
};

// Each small warp has the lanes in the same order as the large one.
SmallWarps small_warps(const MinuteScene& scene, const MinutePlaces& places, const Metrics& m) {
    const Rect box = places.figure[2].inside(3);
    const float aspect = places.lanes == 4 ? .5f : 2.f;
    const float gap = m.px(scene.warps > 8 ? 6 : 10);
    // A name adds its own height to a cell.
    for (const float name : {name_room(m), 0.f}) {
        SmallWarps best{{box}, name};
        for (int columns = 1; columns <= std::max(scene.warps, 1); ++columns) {
            const int rows = (scene.warps + columns - 1) / columns;
            const float w = (box.w - gap * float(columns - 1)) / float(columns);
            const float h = (box.h - gap * float(rows - 1)) / float(rows) - name;
            const float wide = std::max(std::min(w, h * aspect), 0.f);
            if (wide > best.cells.wide)
                best.cells = {box, columns, wide, wide / aspect + name, gap};
        }
        if (name == 0 || best.cells.wide >= m.micro * 4) return best;
    }
    return {{box}, 0};
}

void draw_small_warp(Canvas& canvas, const MinuteScene& scene, int warp, Rect box, int columns) {
    const RowsOfCells cells = lanes_in(box, columns);
    const int there = scene.lanes_of(warp);
    const bool ours = warp == scene.warp;
    for (int lane = 0; lane < warp_size; ++lane) {
        if (cells.wide < 1.2f) break;
        if (lane >= there) {
            if (cells.wide > 4) canvas.outline(cells.at(lane), Role::line, 1, 1);
            continue;
        }
        canvas.fill(cells.at(lane),
                    ours && lane == scene.lane ? Colour{Role::accent}
                    : ours                     ? Colour{Role::accent, .55f}
                                               : Colour{Role::accent, .3f},
                    cells.wide > 8 ? 2.f : 0.f);
    }
}

void draw_block(Canvas& canvas, const MinuteScene& scene, const MinutePlaces& places,
                const Metrics& m) {
    const SmallWarps warps = small_warps(scene, places, m);
    for (int warp = 0; warp < scene.warps; ++warp) {
        const Rect lanes = warps.lanes(warp);
        if (lanes.w < 2 || lanes.h < 2) continue;
        const bool ours = warp == scene.warp;
        draw_small_warp(canvas, scene, warp, lanes, places.lanes);
        if (ours) canvas.outline(lanes.inside(-3), Role::accent, 4, 2);
        if (warps.name <= 0) continue;
        TextStyle style = micro_style(m, ours ? Role::text : Role::text3);
        if (ours) style.font = Font::semibold;
        const std::string id = std::to_string(warp);
        const Point at{lanes.x, lanes.y - warps.name * .55f};
        for (const std::string& words : {"warp " + id, id}) {
            const float wide = canvas.width(words, style);
            if (wide > lanes.w) continue;
            // The dashed line from the warp's figure passes behind the name.
            canvas.fill({at.x, at.y - style.size / 2, wide, style.size}, Role::panel);
            canvas.text(at, words, style);
            break;
        }
    }
}

// --- the GPU

// One large multiprocessor, and all of them in small below.
struct GpuPlaces {
    Rect name, one, names, all;
};

GpuPlaces gpu_places(Rect box, const Metrics& m) {
    GpuPlaces places;
    const float line = m.micro * 1.7f;
    if (box.h >= line * 2 + m.px(110)) {
        places.name = box.cut_top(line);
        places.one = box.cut_top((box.h - line) * .42f);
        places.names = box.cut_top(line * 1.35f);
        places.names.cut_top(line * .35f);
    }
    places.all = box;
    return places;
}

// The blocks that one multiprocessor has room for, with numbers where those fit.
void draw_multiprocessor(Canvas& canvas, const MinuteScene& scene, int sm, Rect box,
                         const Metrics& m) {
    const bool home = scene.dealt.home_of(scene.block) == sm;
    canvas.fill(box, Role::sunk, 8);
    canvas.outline(box, home ? Role::accent : Role::stroke, 8, home ? 2.f : 1.f);
    const auto places = static_cast<int>(scene.dealt.at_once);
    const auto all = static_cast<std::uint64_t>(std::max(1, scene.dealt.multiprocessors));
    const RowsOfCells cells = cells_for_words(box.inside(m.px(8)), places, m.px(5));
    for (int i = 0; i < places && cells.wide > 2; ++i) {
        const std::uint64_t block =
            static_cast<std::uint64_t>(sm) + all * static_cast<std::uint64_t>(i);
        const Rect cell = cells.at(i);
        if (block >= scene.blocks) {
            canvas.dashed_outline(cell, Role::stroke, 4);
            continue;
        }
        const bool ours = block == scene.block;
        work_cell(canvas, cell, ours, 4);
        if (cell.h < m.micro * 1.15f) continue;  // a number would cut it in two
        const TextStyle style =
            aligned(mono_style(m.micro, on_work(ours), ours ? Font::mono_bold : Font::mono_medium),
                    Align::centre);
        text_fitting(canvas, {cell.middle_x(), cell.middle_y()}, cell.w - 4, style,
                     {"block " + grouped(block), grouped(block)});
    }
}

// All multiprocessors, as full as their blocks make them. Returns the box of `home`.
Rect draw_multiprocessors(Canvas& canvas, const MinuteScene& scene, int home, Rect box) {
    const RowsOfCells cells =
        cells_in(box, scene.dealt.multiprocessors, 1, box.w > 160 ? 4.f : 2.f);
    const auto room = static_cast<float>(std::max<std::uint64_t>(1, scene.dealt.at_once));
    Rect lit;
    for (int sm = 0; sm < scene.dealt.multiprocessors && cells.wide > 2; ++sm) {
        const Rect cell = cells.at(sm);
        const float full = static_cast<float>(scene.dealt.on(sm)) / room;
        canvas.outline(cell, Role::stroke, 2, 1);
        Rect level = cell.inside(2);
        level.cut_top(level.h * (1 - std::min(full, 1.f)));
        if (level.w > 0 && full > 0)
            canvas.fill(level, sm == home ? Colour{Role::accent} : Colour{Role::accent, .3f}, 1);
        if (sm == home) canvas.outline(lit = cell.inside(-1), Role::accent, 3, 2);
    }
    return lit;
}

void draw_gpu(Canvas& canvas, const MinuteScene& scene, Rect box, const Metrics& m) {
    const int home = scene.dealt.home_of(scene.block), sm = std::max(home, 0);
    const GpuPlaces places = gpu_places(box, m);
    const Rect lit = draw_multiprocessors(canvas, scene, home, places.all);
    if (places.one.h <= 0) return;
    TextStyle style = micro_style(m, Role::text2);
    const std::string name = "SM " + std::to_string(sm);
    text_fitting(canvas, {places.name.x, places.name.middle_y()}, places.name.w, style,
                 {name + ", a multiprocessor: room for " + plural(scene.dealt.at_once, "block"),
                  name + ", a multiprocessor", name});
    draw_multiprocessor(canvas, scene, sm, places.one, m);
    if (lit.w > 0 && places.one.w > lit.w)
        canvas.line({lit.x, lit.y}, {places.one.x, places.one.bottom()}, Colour{Role::accent, .4f});
    const std::string all = "All " + std::to_string(scene.dealt.multiprocessors),
                      many = all + " multiprocessors", whole = many + ", filled by their blocks";
    const std::string words =
        fitting(canvas, places.names.w - m.px(12), style, {whole, many, all + " SMs"});
    const Rect ground{places.names.x + m.px(8), places.names.y,
                      canvas.width(words, style) + m.px(8), places.names.h};
    canvas.fill(ground, Role::panel);  // the line passes behind it
    canvas.text({ground.x + m.px(4), ground.middle_y()}, words, style);
}

// --- from each to the next

// The box in this figure that the figure before magnifies.
Rect lit_in(const MinuteScene& scene, const MinutePlaces& places, int part, const Metrics& m) {
    const Rect box = places.figure[static_cast<std::size_t>(part)];
    if (part == 1) return lanes_in(box).at(scene.lane);
    if (part == 2) return small_warps(scene, places, m).lanes(scene.warp).inside(-3);
    const GpuPlaces gpu = gpu_places(box, m);
    const Rect one = gpu.one.h > 0 ? gpu.one.inside(m.px(8)) : Rect{};
    const int home = scene.dealt.home_of(scene.block);
    if (home < 0 || one.h <= 0) return {};
    const RowsOfCells cells = cells_for_words(one, static_cast<int>(scene.dealt.at_once), m.px(5));
    const auto all = static_cast<std::uint64_t>(std::max(1, scene.dealt.multiprocessors));
    return cells.at(static_cast<int>(scene.block / all));
}

// The drawn part of a box: figures end where their cells do.
Rect drawn_of(const MinuteScene& scene, const MinutePlaces& places, int part, const Metrics& m) {
    Rect box = places.figure[static_cast<std::size_t>(part)];
    const auto until = [&](Rect last) {
        return Rect{box.x, box.y, last.right() - box.x, last.bottom() - box.y};
    };
    if (part == 1) return until(lanes_in(box).at(warp_size - 1));
    if (part == 2) {
        const RowsOfCells cells = small_warps(scene, places, m).cells;
        const Rect last = cells.at(std::max(0, scene.warps - 1));
        return {box.x, box.y, cells.at(std::min(cells.columns, scene.warps) - 1).right() - box.x,
                last.bottom() - box.y};
    }
    box.h = std::min(box.h, thread_line(box, m) * 1.7f);
    return box;
}

void draw_way(Canvas& canvas, Rect from, Rect to) {
    if (to.w <= 0 || to.x < from.right()) return;
    const Colour faint{Role::accent, .45f};
    canvas.dashed_line({from.right() + 3, from.y + 1}, {to.x - 2, to.y + 1}, faint, 1.25f);
    canvas.dashed_line({from.right() + 3, from.bottom() - 1}, {to.x - 2, to.bottom() - 1}, faint,
                       1.25f);
}

void draw_figure(Canvas& canvas, const MinuteScene& scene, const MinutePlaces& places, int part,
                 const Metrics& m) {
    const Rect box = places.figure[static_cast<std::size_t>(part)];
    if (box.h < 12 || box.w < 24) return;
    if (part == 0) draw_thread(canvas, scene, box, m);
    if (part == 1) draw_warp(canvas, scene, box, m);
    if (part == 2) draw_block(canvas, scene, places, m);
    if (part == 3) draw_gpu(canvas, scene, box, m);
}

// --- layout of the four

constexpr std::array<float, minute_parts> column_shares{.9f, .95f, 1.1f, 1.15f};

// Estimated height of these words, with a line to spare: a click needs it without a canvas that
// could measure them.
float room_for(const std::string& words, float width, const Metrics& m) {
    const float letters = std::max(width, 1.f) / (m.small * .54f);
    return m.small * 1.4f * (std::ceil(static_cast<float>(words.size()) / letters) + .4f);
}

enum class Said : std::uint8_t { all, brief, title };

struct Split {
    int columns = 1;
    Said said = Said::all;
    std::array<float, minute_parts> widths{};
    float h = 0, words = 0, side = 0;
    bool narrow = false;  // too narrow for a title or a name
    // Prefers large figures in one row, with long words.
    float worth(const Metrics& m) const {
        const float large = std::min(side, m.px(190)) * (columns == 4 ? 1.4f : 1.f);
        return (large + side * .2f) *
               (said == Said::all     ? 1.f
                : said == Said::brief ? .62f
                                      : .4f) *
               (narrow ? .15f : 1.f);
    }
};

float gap_of(const Metrics& m) { return m.px(34); }
float title_room(const Metrics& m) { return m.body * 1.9f; }

// Estimated width of title and disc, or of the figure's letters; without a canvas, as above.
float least_column_width(const MinuteWords& part, const Metrics& m) {
    const float title = m.body * (2.05f + .58f * static_cast<float>(part.name().size()));
    const float letters = static_cast<float>(part.letters) * m.small * .6f;
    return std::max(title, part.letters == 0 ? 0 : letters + m.px(24));
}

Split split(Rect area, const Metrics& m, std::span<const MinuteWords> parts, int columns,
            Said said) {
    Split made{columns, said};
    const int rows = minute_parts / columns;
    const float room = area.w - gap_of(m) * static_cast<float>(columns - 1);
    float all = 0, narrowest = room;
    for (int i = 0; i < columns; ++i) all += columns == 4 ? column_shares[std::size_t(i)] : 1.f;
    made.h = (area.h - gap_of(m) * .6f * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const float w = room * (columns == 4 ? column_shares[i] : 1.f) / all;
        made.widths[i] = w;
        narrowest = std::min(narrowest, w);
        made.narrow = made.narrow || w < least_column_width(parts[i], m);
        if (said != Said::title)
            made.words = std::max(
                made.words,
                room_for(said == Said::all ? parts[i].words : parts[i].brief, w, m) + m.px(10));
    }
    made.side = std::min(narrowest, made.h - made.words - title_room(m));
    return made;
}

}  // namespace

MinutePlaces minute_places(Rect area, const Metrics& m, std::span<const MinuteWords> parts) {
    Split best;
    for (const int columns : {4, 2})
        for (const Said said : {Said::all, Said::brief, Said::title})
            if (const Split one = split(area, m, parts, columns, said);
                one.worth(m) > best.worth(m) || best.h == 0)
                best = one;
    MinutePlaces places{.brief = best.said == Said::brief};
    Rect row = area;
    for (int i = 0; i < minute_parts; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (i % best.columns == 0) {
            row = {area.x, area.y + float(i / best.columns) * (best.h + gap_of(m) * .6f), area.w,
                   best.h};
        }
        Rect cell = row.cut_left(best.widths[at]);
        row.cut_left(gap_of(m));
        places.title[at] = cell.cut_top(title_room(m));
        if (best.said != Said::title) places.words[at] = cell.cut_top(best.words);
        places.figure[at] = cell;
    }
    places.lanes = lanes_in(places.figure[1]).columns;
    return places;
}

void draw_minute(Canvas& canvas, const MinuteScene& scene, const MinutePlaces& places,
                 const Metrics& m) {
    for (int part = 1; part < scene.shown; ++part)
        draw_way(canvas, drawn_of(scene, places, part - 1, m), lit_in(scene, places, part, m));
    for (int part = 0; part < minute_parts; ++part) {
        const Rect box = places.figure[static_cast<std::size_t>(part)];
        if (part < scene.shown)
            draw_figure(canvas, scene, places, part, m);
        else
            canvas.dashed_outline(box, Role::future_outline, 8);
    }
}

int minute_lane_at(const MinuteScene& scene, const MinutePlaces& places, Point at) {
    const RowsOfCells cells = lanes_in(places.figure[1]);
    for (int lane = 0; lane < scene.lanes_of(scene.warp); ++lane)
        if (cells.at(lane).contains(at)) return lane;
    return -1;
}

int minute_warp_at(const MinuteScene& scene, const MinutePlaces& places, const Metrics& m,
                   Point at) {
    const RowsOfCells cells = small_warps(scene, places, m).cells;
    for (int warp = 0; warp < scene.warps; ++warp)
        if (cells.at(warp).contains(at)) return warp;
    return -1;
}

}  // namespace app
