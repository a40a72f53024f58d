// "Levels": each sector that loads request, by the level that answered last: memory for the first
// time, memory again, the L2 or the L1. And three sums: sectors requested, different sectors, and
// sectors moved by memory in a model of the caches. Registers itself as "levels".
#include <algorithm>
#include <array>
#include <cmath>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/heat_key.h"
#include "app/views/heat_words.h"
#include "app/views/key.h"
#include "app/views/levels/places.h"
#include "app/views/levels/words.h"
#include "app/views/marks.h"

namespace app::levels_view {
namespace {

using lab::Level;

// The look of a cell: quieter for nearer answers; a letter shows the same.
enum class Answer : std::uint8_t { l1, l2, first, again };
constexpr std::array<Answer, 4> answers{Answer::first, Answer::again, Answer::l2, Answer::l1};

Answer answer_of(const lab::SectorAsked& ask) {
    if (ask.by == Level::l1) return Answer::l1;
    if (ask.by == Level::l2) return Answer::l2;
    return ask.first() ? Answer::first : Answer::again;
}

Colour colour_of(Answer answer) {
    constexpr std::array strength{.28f, .55f, 1.f};
    if (answer == Answer::again) return Colour{Role::waste, .38f}.on(Role::panel);
    const float share = strength[static_cast<std::size_t>(answer)];
    return share == 1 ? Colour{Role::accent} : Colour{Role::accent, share}.on(Role::panel);
}

const char* letter_of(Answer answer) {
    return answer == Answer::l1 ? "1" : answer == Answer::l2 ? "2" : "M";
}

void draw_answer(Canvas& canvas, Rect box, Answer answer) {
    const float radius = std::min({3.f, box.w / 6, box.h / 6});
    canvas.fill(box, colour_of(answer), radius);
    const float least = std::min(box.w, box.h);
    if (answer == Answer::again && least > 3)
        canvas.hatch(box.inside(least > 6 ? 1.f : 0.f), Colour{Role::waste, .9f},
                     least < 12 ? 4.f : 8.f);
}

// ---- What is drawn.

struct Scene {
    const lab::Run* run = nullptr;
    LevelsNow now;
    LevelPlaces places;
    explicit operator bool() const { return bool(now); }
    const HeatArray& array(std::size_t i) const { return now.all->arrays[i]; }
};

Scene scene_of(const DrawContext& context) {
    Scene scene;
    scene.run = &context.picture();
    if (!scene.run->trace) return scene;
    scene.now = levels_now(*scene.run, context.result.request.settings, context.cursor);
    return scene;
}

Scene scene_in(const DrawContext& context, Rect area) {
    Scene scene = scene_of(context);
    if (scene)
        scene.places =
            level_places(context.metrics, area, scene.now.all->arrays,
                         heat_numbers_width(*scene.run, scene.now.all->arrays, context.metrics));
    return scene;
}

void draw_head(Canvas& canvas, const Scene& scene, std::size_t number, const Metrics& metrics) {
    const Rect head = scene.places.head(number);
    const simulator::Array& array =
        scene.run->trace->arrays[static_cast<std::size_t>(scene.array(number).array)];
    const TextStyle style = mono_style(metrics.small, Role::text, Font::mono_bold);
    const float wide =
        text_fitting(canvas, {head.x, head.middle_y()}, head.w * .5f, style, {array.name});
    const std::string count = plural(scene.array(number).sectors.size(), "sector");
    const float x = head.x + wide + metrics.px(12);
    const std::size_t last = scene.places.shown, all = scene.now.all->arrays.size();
    const std::string more =
        number + 1 == last && last < all ? ", no room for " + grouped(all - last) + " more" : "";
    text_fitting(canvas, {x, head.middle_y()}, head.right() - x, small_style(metrics),
                 {count + " that loads request" + more, count + more, count});
}

void draw_cell(Canvas& canvas, Rect box, const LevelCell& cell, const Metrics& metrics) {
    if (cell.asked == 0) return canvas.outline(box, Role::future_outline, 2);
    const Answer answer = answer_of(cell.last);
    draw_answer(canvas, box, answer);
    if (std::min(box.w, box.h) < metrics.micro * 1.25f) return;
    TextStyle style =
        aligned(mono_style(metrics.micro, Role::text, Font::mono_medium), Align::centre);
    style.colour = colour_of(answer).read();
    const Rect behind{box.middle_x() - metrics.micro * .45f, box.middle_y() - metrics.micro * .55f,
                      metrics.micro * .9f, metrics.micro * 1.1f};
    if (answer == Answer::again) canvas.fill(behind, colour_of(answer), 2);
    canvas.text({box.middle_x(), box.middle_y()}, letter_of(answer), style);
}

// Adjacent cells of this step in a row share a frame.
void draw_frames(Canvas& canvas, const LevelPlaces& places, std::size_t array,
                 const std::vector<LevelCell>& cells) {
    const auto now = [&](int i) { return cells[static_cast<std::size_t>(i)].now; };
    for_runs(places.grid, static_cast<int>(cells.size()), now,
             [&](int first, int last) { frame_now(canvas, places.boxes(array, first, last)); });
}

void draw_array(Canvas& canvas, const Scene& scene, std::size_t array, const Metrics& metrics) {
    draw_head(canvas, scene, array, metrics);
    draw_row_numbers(canvas, scene.places, *scene.run, scene.array(array), array, metrics);
    const auto cells = level_cells(scene.now, scene.places.grid, array);
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i].sectors)
            draw_cell(canvas, scene.places.box(array, static_cast<int>(i)), cells[i], metrics);
    draw_frames(canvas, scene.places, array, cells);
}

// ---- The key.

// The names of the marks, in the order of the key. The brief form serves where the full one has no
// room: a mark that is drawn keeps its word.
struct KeyWords {
    const char* head;
    std::array<const char*, 4> answers;  // in the order of `answers`
    const char *now, *to_come;
};

std::array<KeyWords, 2> key_forms(bool now) {
    return {
        {{"Last from",
          {"memory, for the first time", "memory, again", "the L2", "the L1 of its multiprocessor"},
          now ? "in this step" : "in the load shown",
          "not requested yet"},
         {"", {"memory", "again", "L2", "L1"}, now ? "now" : "shown", "not yet"}}};
}

// Returns whether every entry has room.
bool put_entries(Canvas& canvas, KeyEntries key, const KeyWords& words, float size) {
    if (*words.head) key.head(words.head);
    bool all = true;
    for (std::size_t i = 0; i < answers.size(); ++i)
        all &= key.entry(size, size, words.answers[i],
                         [&](Rect box) { draw_answer(canvas, box, answers[i]); });
    all &= key.entry(size, size, words.now, [&](Rect box) { frame_now(canvas, box); });
    all &= key.entry(size, size, words.to_come,
                     [&](Rect box) { canvas.outline(box, Role::future_outline, 2); });
    return all;
}

void draw_level_key(Canvas& canvas, const Scene& scene, const Metrics& metrics) {
    Rect area = scene.places.key;
    if (area.h <= 0) return;
    const float foot = scene.places.band(scene.places.shown - 1).bottom();
    area.y = std::min(area.y, foot + metrics.px(8));
    const float size = metrics.small * 1.2f;
    const auto forms = key_forms(scene.now.shown.now);
    const KeyEntries measured(canvas, area, metrics, Role::text2, false);
    const bool whole = put_entries(canvas, measured, forms[0], size);
    put_entries(canvas, {canvas, area, metrics}, forms[whole ? 0 : 1], size);
}

// ---- The sums.

struct SumPart {
    std::uint64_t count = 0;
    Answer answer{};
};

// The parts of a bar, side by side. A bar of full length stands for `whole`.
void draw_sum(Canvas& canvas, Rect bar, std::span<const SumPart> parts, std::uint64_t whole) {
    float x = bar.x;
    for (const SumPart& part : parts) {
        if (part.count == 0) continue;
        const float wide = std::max(
            1.f, bar.w * static_cast<float>(static_cast<double>(part.count) / double(whole)));
        draw_answer(canvas, {x, bar.y, std::max(1.f, wide - 1), bar.h}, part.answer);
        x += wide;
    }
}

struct SumRow {
    std::string words, shorter;
    std::vector<SumPart> parts;
    std::uint64_t sum() const {
        std::uint64_t all = 0;
        for (const SumPart& part : parts) all += part.count;
        return all;
    }
};

std::array<SumRow, 3> rows_of(const lab::LevelSums& sums) {
    const SumPart first{sums.first_moved, Answer::first}, again{sums.moved_again(), Answer::again};
    return {{{"requested",
              "requested",
              {first, again, {sums.of(Level::l2), Answer::l2}, {sums.of(Level::l1), Answer::l1}}},
             {"different ones", "different", {first, {sums.first - sums.first_moved, Answer::l2}}},
             {"moved by memory, modelled", "moved, modelled", {first, again}}}};
}

void draw_sums(Canvas& canvas, const lab::LevelSums& sums, Rect& column, const Metrics& metrics) {
    const float line = metrics.small * 1.5f, bar = metrics.px(14);
    for (const SumRow& row : rows_of(sums)) {
        if (column.h < line + bar + metrics.px(10)) return;
        const Rect head = column.cut_top(line);
        const std::string count = grouped(row.sum());
        const TextStyle number = aligned(strong(small_style(metrics, Role::text)), Align::right);
        canvas.text({head.right(), head.middle_y()}, count, number);
        text_fitting(canvas, {head.x, head.middle_y()},
                     head.w - canvas.width(count, number) - metrics.px(8), small_style(metrics),
                     {row.words, row.shorter});
        draw_sum(canvas, column.cut_top(bar), row.parts, std::max<std::uint64_t>(sums.asked, 1));
        column.cut_top(metrics.px(10));
    }
}

void draw_line(Canvas& canvas, const Scene& scene, const Metrics& metrics) {
    const lab::LevelSums& sums = scene.now.until;
    const Rect side = scene.places.side;
    const std::string asked = grouped(sums.asked) + " sectors requested",
                      moved = grouped(sums.of(Level::memory)) + " moved, modelled";
    text_fitting(canvas, {side.x, side.middle_y()}, side.w, strong(small_style(metrics)),
                 {asked + ", " + grouped(sums.first) + " different, " + moved, asked + ", " + moved,
                  grouped(sums.asked) + " requested", grouped(sums.asked)});
}

// "all 4 blocks", "16 of 64 blocks": the blocks whose loads the model knows.
std::string blocks_followed(const lab::Run& run, const LevelsNow& now) {
    const auto launch = static_cast<std::size_t>(now.shown.event->launch);
    const auto all = static_cast<std::int64_t>(run.trace->launches[launch].grid.count());
    const auto known = static_cast<std::int64_t>(now.all->levels.blocks);
    if (all == 1) return "of one block";
    return known >= all ? "of all " + plural(all, "block")
                        : "of " + grouped(known) + " of " + plural(all, "block");
}

void draw_side(Canvas& canvas, const Scene& scene, const Metrics& metrics) {
    Rect column = scene.places.side;
    if (column.h < metrics.small * 3) return draw_line(canvas, scene, metrics);
    const lab::LevelSums& step = scene.now.step;
    const std::string again = grouped(step.again());
    big_number(canvas, column, again + " of " + grouped(step.asked),
               scene.now.shown.now ? "sectors of this step were requested before"
                                   : "sectors of the load shown were requested before",
               answers_short(step), metrics, step.moved_again() > 0);
    column.cut_top(metrics.number_gap);
    if (step.again() > 0 && column.h > metrics.px(430)) {
        big_number(canvas, column, grouped(scene.now.most), "other sectors in between",
                   "at most, over all loads", metrics, false);
        column.cut_top(metrics.number_gap);
    }
    const std::string blocks = blocks_followed(*scene.run, scene.now);
    const Rect head = column.cut_top(metrics.small * 1.7f);
    text_fitting(canvas, {head.x, head.middle_y()}, head.w, strong(small_style(metrics)),
                 {"Sectors up to here, " + blocks, "Up to here, " + blocks, "Up to here"});
    draw_sums(canvas, scene.now.until, column, metrics);
    paragraph_fitting(canvas, column, model_words(scene.now), small_style(metrics, Role::text3),
                      1.35f);
}

// ---- The view.

// The cell under the mouse.
struct Hit {
    SectorPlace place;
    LevelCell cell;
};

Hit hit_at(const Scene& scene, Point at) {
    const SectorPlace place = scene.places.place_at(at);
    if (place.number < 0) return {};
    const auto cells = level_cells(scene.now, scene.places.grid, place.array);
    return {place, cells[static_cast<std::size_t>(place.number)]};
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const Scene scene = scene_in(context, area);
    if (!scene) return std::nullopt;
    const Hit hit = hit_at(scene, at);
    if (!hit.cell.sectors) return std::nullopt;
    const auto [array, number] = hit.place;
    return Spot{scene.places.cell(array, number),
                level_cell_words(*scene.run, scene.array(array), scene.places.first_of(hit.place),
                                 scene.places.grid.each, hit.cell)};
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Scene scene = scene_in(context, area);
    if (!scene)
        return nothing(canvas, area, "This run loads nothing from global memory.", context.metrics);
    if (!scene.places.found())
        return nothing(canvas, area, "Too little room for sectors.", context.metrics);
    for (std::size_t i = 0; i < scene.places.shown; ++i)
        draw_array(canvas, scene, i, context.metrics);
    draw_level_key(canvas, scene, context.metrics);
    draw_side(canvas, scene, context.metrics);
}

std::string claim(const DrawContext& context) {
    const Scene scene = scene_of(context);
    return scene ? levels_claim(scene.now) : "No loads from global memory here";
}

std::string sentence(const DrawContext& context) {
    const Scene scene = scene_of(context);
    return scene ? levels_sentence(scene.now) : "This run loads nothing from global memory.";
}

// "drawn: 4 096 floats", where less is drawn than the settings request.
Note note(const DrawContext& context) {
    return drawn_note(context.picture().request.settings, context.result.request.settings);
}

bool fits(const lab::Run& run) { return std::ranges::any_of(run.steps, loads_sectors); }

// The step with most repeated requests; of several such steps the middle one.
double weight(const lab::Run& run, int step) {
    return static_cast<double>(asked_before(run, step)) + (step == fullest_step(run) ? .5 : 0);
}

const RegisterView registered{
    {.id = "levels",
     .title = "Levels",
     .slot = Slot::memory,
     .order = 3,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim,
               .sentence = sentence,
               .note = note,
               .note_has_size = true,
               .badge = Badge::modelled},
     .pointing = {.spot = spot},
     .interest = {
         .weight = weight, .words = "where sectors are requested again", .of_waste = true}}};

}  // namespace
}  // namespace app::levels_view
