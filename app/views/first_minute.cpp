// The first minute: one thread, the 32 of a warp, the warps of a block, the blocks on a GPU, of the
// launch that is shown. The steps of the run uncover it one part after the other.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/dealt_blocks.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app {
namespace {

using simulator::warp_size;

constexpr int parts = 4;

struct Scene {
    int threads = 0, warps = 0;  // of a block
    int lane = 0, warp = 0;      // of the thread that is followed
    std::uint64_t block = 0;     // its block
    std::uint64_t blocks = 0;    // of the launch as it was asked for
    int shown = parts;           // how many parts are uncovered
    DealtBlocks dealt;
    int thread() const { return warp * warp_size + lane; }
    int lanes_of(int of) const { return std::clamp(threads - of * warp_size, 0, warp_size); }
};

// The first steps uncover it; with fewer steps, more at once.
int uncovered(const lab::Run& run, int step) {
    const int steps = static_cast<int>(run.steps.size());
    return std::clamp(step + 1 + std::max(0, parts - steps), 1, parts);
}

Scene scene_of(const lab::Run& run, const Cursor& cursor, const lab::Run* asked) {
    Scene scene;
    if (run.launches.empty()) return scene;
    const lab::LaunchRecord& launch = run.launches.front();
    scene.threads = static_cast<int>(launch.block.count());
    scene.warps = (scene.threads + warp_size - 1) / warp_size;
    scene.warp = std::clamp(cursor.warp, 0, std::max(0, scene.warps - 1));
    scene.lane = std::clamp(cursor.lane, 0, std::max(0, scene.lanes_of(scene.warp) - 1));
    if (run.trace && !run.trace->watched.empty()) scene.block = run.trace->watched.front();
    const bool whole = asked && !asked->launches.empty();
    scene.blocks = (whole ? asked->launches.front() : launch).grid.count();
    scene.shown = uncovered(run, cursor.step);
    scene.dealt = dealt_blocks(scene.blocks, launch.block.count());
    return scene;
}

std::string number(std::uint64_t value) { return grouped(static_cast<std::int64_t>(value)); }

// --- the four parts

struct Part {
    std::string title, words;
    std::string brief = title;
};

std::string of_gpu(const Scene& scene) {
    const std::uint64_t room = scene.dealt.room(), left = scene.blocks - room;
    const std::string words = "A block stays on one multiprocessor. An " +
                              short_device(scene.dealt.card) + " has " +
                              std::to_string(scene.dealt.multiprocessors) + "; by a formula, ";
    if (left == 0) return words + "all of these blocks have room at once.";
    return words + number(room) + " of these blocks have room at once, and " + number(left) +
           " wait.";
}

std::array<Part, parts> parts_of(const Scene& scene) {
    const std::string warps = plural(scene.warps, "warp");
    return {
        {{"A thread", "One run of the kernel's code, with registers of its own. This is thread " +
                          std::to_string(scene.thread()) + " of its block."},
         {"A warp", "32 threads that run one instruction together. Ours is lane " +
                        std::to_string(scene.lane) + " of warp " + std::to_string(scene.warp) +
                        "."},
         {"A block", warps + (scene.warps == 1 ? " is" : " are") + " a block of " +
                         plural(scene.threads, "thread") +
                         ": they share memory and meet at barriers. Ours is block " +
                         number(scene.block) + "."},
         {plural(static_cast<std::int64_t>(scene.blocks), "block") + " on a GPU", of_gpu(scene),
          "A GPU"}}};
}

// Cells of one size that fill a box: how many stand beside each other, and how large they are.
struct Cells {
    Rect box;
    int columns = 1;
    float pitch = 0;
    Rect at(int index) const {
        const float gap = std::min(3.f, pitch * .14f);
        return {box.x + static_cast<float>(index % columns) * pitch,
                box.y + static_cast<float>(index / columns) * pitch, pitch - gap, pitch - gap};
    }
};

Cells cells_in(Rect box, int count, int columns) {
    const int rows = (count + columns - 1) / std::max(1, columns);
    const float pitch = std::min(box.w / static_cast<float>(columns),
                                 box.h / static_cast<float>(std::max(1, rows)));
    return {box, columns, std::max(pitch, 0.f)};
}

void draw_thread(Canvas& canvas, const Scene& scene, Rect box, const Metrics& m) {
    const float side = std::min({box.w, box.h, m.px(84)});
    if (side < 16) return;
    const Rect cell{box.x, box.y, side, side};
    work_cell(canvas, cell, true, 10);
    const std::string words = std::to_string(scene.thread());
    const TextStyle style{Font::mono_bold, std::min(m.h1, side * .4f), on_work(true),
                          Align::centre};
    if (canvas.width(words, style) < side)
        canvas.text({cell.middle_x(), cell.middle_y()}, words, style);
}

Cells warp_cells(Rect box) { return cells_in(box, warp_size, 8); }

void draw_warp(Canvas& canvas, const Scene& scene, Rect box, const Metrics& m) {
    const Cells cells = warp_cells(box);
    const TextStyle style =
        aligned(mono_style(std::min(m.digits, cells.pitch * .42f)), Align::centre);
    const int there = scene.lanes_of(scene.warp);
    for (int lane = 0; lane < warp_size && cells.pitch > 3; ++lane) {
        const Rect cell = cells.at(lane);
        if (lane >= there) {
            canvas.dashed_outline(cell, Role::stroke, 4);
            continue;
        }
        work_cell(canvas, cell, lane == scene.lane, 4);
        TextStyle digits = style;
        digits.colour = on_work(lane == scene.lane);
        if (digits.size >= 9)
            canvas.text({cell.middle_x(), cell.middle_y()}, std::to_string(lane), digits);
    }
}

// A row for each warp; where they are many, as high as there is room.
Rect warp_row(const Scene& scene, Rect box, int warp) {
    const float pitch = std::min(box.h / static_cast<float>(std::max(1, scene.warps)), 26.f);
    return {box.x, box.y + static_cast<float>(warp) * pitch, box.w,
            std::max(1.f, pitch - std::min(3.f, pitch * .2f))};
}

void draw_block(Canvas& canvas, const Scene& scene, Rect box) {
    for (int warp = 0; warp < scene.warps; ++warp) {
        const Rect row = warp_row(scene, box, warp);
        const float pitch = row.w / warp_size;
        const int there = scene.lanes_of(warp);
        Rect on{row.x, row.y, pitch * static_cast<float>(there), row.h};
        work_cell(canvas, on, warp == scene.warp, 3);
        if (there < warp_size)
            canvas.dashed_outline({on.right(), row.y, row.right() - on.right(), row.h},
                                  Role::stroke, 3);
        if (warp != scene.warp) continue;
        const Rect lane{row.x + pitch * static_cast<float>(scene.lane), row.y, pitch, row.h};
        canvas.fill(lane, Role::ink, 1);
    }
}

Cells gpu_cells(const Scene& scene, Rect box) {
    const int count = std::max(1, scene.dealt.multiprocessors);
    const int columns = std::clamp(static_cast<int>(std::ceil(std::sqrt(
                                       static_cast<float>(count) * box.w / std::max(1.f, box.h)))),
                                   1, count);
    return cells_in(box, count, columns);
}

// A cell for each multiprocessor, with as many bars as blocks are on it.
void draw_gpu(Canvas& canvas, const Scene& scene, Rect box) {
    const Cells cells = gpu_cells(scene, box);
    const int home = scene.dealt.home_of(scene.block);
    for (int sm = 0; sm < scene.dealt.multiprocessors && cells.pitch > 4; ++sm) {
        const Rect cell = cells.at(sm);
        const auto on = static_cast<int>(std::min<std::uint64_t>(scene.dealt.on(sm), 32));
        canvas.outline(cell, sm == home ? Role::accent : Role::stroke, 3, sm == home ? 2.f : 1.f);
        const Rect inside = cell.inside(2.5f);
        const float pitch =
            inside.h / static_cast<float>(std::max<std::uint64_t>(1, scene.dealt.at_once));
        for (int i = 0; i < on; ++i) {
            const bool ours =
                sm == home &&
                static_cast<std::uint64_t>(i) ==
                    scene.block / std::max<std::uint64_t>(
                                      1, static_cast<std::uint64_t>(scene.dealt.multiprocessors));
            canvas.fill({inside.x, inside.bottom() - pitch * static_cast<float>(i + 1), inside.w,
                         std::max(.8f, pitch - 1)},
                        ours ? Role::accent : Role::other_series);
        }
    }
}

// --- where the parts stand

struct Places {
    std::array<Rect, parts> title{}, picture{}, words{};
};

// About as high as these words are, with a line to spare: where a click lands is asked without a
// canvas that could measure them.
float room_for(const std::string& words, float width, const Metrics& m) {
    const float letters = width / (m.small * .54f);
    return m.small * 1.4f * (std::ceil(static_cast<float>(words.size()) / letters) + 1);
}

float gap_of(const Metrics& m) { return m.px(28); }
float title_room(const Metrics& m) { return m.body * 1.9f; }

// Four beside each other, or two above two: whichever leaves larger pictures.
struct Split {
    int columns = 1;
    float w = 0, h = 0, words = 0;
    float side(const Metrics& m) const { return std::min(w, h - words - title_room(m)); }
};

Split split(Rect area, const Metrics& m, const std::array<Part, parts>& all, int columns) {
    const int rows = parts / columns;
    const float gap = gap_of(m);
    Split made{columns,
               (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
               (area.h - gap * .6f * static_cast<float>(rows - 1)) / static_cast<float>(rows)};
    for (const Part& part : all)
        made.words = std::max(made.words, room_for(part.words, std::max(made.w, 1.f), m));
    return made;
}

Places places_of(const Scene& scene, Rect area, const Metrics& m) {
    Places places;
    const auto all = parts_of(scene);
    const Split beside = split(area, m, all, 4), twice = split(area, m, all, 2);
    const auto& [columns, w, h, words] = beside.side(m) >= twice.side(m) ? beside : twice;
    const float gap = gap_of(m);
    for (int i = 0; i < parts; ++i) {
        Rect cell{area.x + static_cast<float>(i % columns) * (w + gap),
                  area.y + static_cast<float>(i / columns) * (h + gap * .6f), w, h};
        const auto at = static_cast<std::size_t>(i);
        places.title[at] = cell.cut_top(title_room(m));
        // The words go before the picture gets too small to be one.
        if (cell.h - words > m.px(40)) places.words[at] = cell.cut_bottom(words + m.px(8));
        if (places.words[at].h > 0) places.words[at].cut_top(m.px(8));
        cell.h = std::min(cell.h, std::max(m.px(60), w));
        places.picture[at] = cell;
        if (places.words[at].h > 0) places.words[at].y = cell.bottom() + m.px(10);
    }
    return places;
}

void draw_part(Canvas& canvas, const Scene& scene, std::size_t part, Rect box, const Metrics& m) {
    if (box.h < 12 || box.w < 24) return;
    if (part == 0) draw_thread(canvas, scene, box, m);
    if (part == 1) draw_warp(canvas, scene, box, m);
    if (part == 2) draw_block(canvas, scene, box);
    if (part == 3) draw_gpu(canvas, scene, box);
}

const lab::Run* asked_run(const DrawContext& context) { return context.result.counted.get(); }

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    if (!context.result.picture || context.result.picture->launches.empty())
        return nothing(canvas, area, "No kernel was launched.", m);
    const Scene scene = scene_of(*context.result.picture, context.cursor, asked_run(context));
    const Places places = places_of(scene, area, m);
    const auto all = parts_of(scene);
    if (area.w < m.px(120) || area.h < m.px(70))
        return nothing(canvas, area, "A thread, its warp, its block.", m);
    for (std::size_t i = 0; i < parts; ++i) {
        const bool shown = static_cast<int>(i) < scene.shown;
        const TextStyle title{Font::semibold, m.body, shown ? Role::text : Role::text3};
        const Rect head = places.title[i];
        const float numbered =
            text_fitting(canvas, {head.x, head.middle_y()}, head.w, title,
                         {std::to_string(i + 1) + "  " + all[i].title,
                          std::to_string(i + 1) + "  " + all[i].brief, std::to_string(i + 1)});
        if (numbered <= 0) continue;
        if (!shown) {
            canvas.dashed_outline(places.picture[i], Role::future_outline, 8);
            continue;
        }
        draw_part(canvas, scene, i, places.picture[i], m);
        if (places.words[i].h > 0)
            paragraph_fitting(canvas, places.words[i], all[i].words, small_style(m), 1.4f);
    }
}

// A lane of the warp, or a warp of the block.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    if (!context.result.picture || context.result.picture->launches.empty()) return false;
    const Scene scene = scene_of(*context.result.picture, cursor, asked_run(context));
    const Places places = places_of(scene, area, context.metrics);
    const Cells cells = warp_cells(places.picture[1]);
    for (int lane = 0; lane < scene.lanes_of(scene.warp); ++lane)
        if (cells.at(lane).contains(at)) return cursor.lane = lane, true;
    for (int warp = 0; warp < scene.warps; ++warp)
        if (warp_row(scene, places.picture[2], warp).contains(at)) return cursor.warp = warp, true;
    return false;
}

std::string claim(const lab::Run&, const Cursor&) { return "From a thread to the GPU"; }

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    const Scene scene = scene_of(run, cursor, nullptr);
    if (scene.threads == 0) return "";
    const std::string thread = "*Thread " + std::to_string(scene.thread()) + "*";
    switch (scene.shown) {
        case 1: return thread + " is one of many that run this kernel. Step on: who is beside it?";
        case 2: return thread + " is *lane " + std::to_string(scene.lane) + "* of its warp.";
        case 3: return "Its warp is one of " + std::to_string(scene.warps) + " in the block.";
        default:
            return thread + " is *lane " + std::to_string(scene.lane) + "* of *warp " +
                   std::to_string(scene.warp) + "* of *block " + number(scene.block) +
                   "*. The launch that is drawn has " +
                   number(scene.blocks * std::uint64_t(scene.threads)) + " threads.";
    }
}

// It opens whole.
double weight(const lab::Run& run, int step) { return uncovered(run, step) == parts ? 1 : 0; }

bool fits(const lab::Run& run) { return !run.launches.empty() && !run.steps.empty(); }

const RegisterView registered{{.id = "first_minute",
                               .title = "First minute",
                               .slot = Slot::thread,
                               .fits = fits,
                               .claim = claim,
                               .sentence = sentence,
                               .draw = draw,
                               .click = click,
                               .order = 9,
                               .weight = weight,
                               .weighs = "at which the picture is whole"}};

}  // namespace
}  // namespace app
