// The stage: a claim, a sentence that follows the cursor, one picture, the transport. Faults and
// wrong results are above the picture; the card of a refused launch covers it.
#include "app/regions/stage.h"

#include <algorithm>
#include <ranges>

#include "app/draw/icons.h"
#include "app/drawn_words.h"
#include "app/format.h"
#include "app/regions/home.h"
#include "app/regions/hunted_program.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/notices.h"
#include "app/regions/refused_card.h"
#include "app/regions/transport.h"
#include "app/regions/troubles.h"
#include "app/regions/two_in_step.h"
#include "app/sentences/changed_settings.h"
#include "app/views/banks.h"
#include "app/views/cards/spots.h"
#include "app/views/code/source.h"
#include "app/views/code_text.h"
#include "app/views/rungs.h"
#include "app/weights.h"
#include "app/widgets/widgets.h"
#include "lab/running/faults.h"

namespace app {

namespace {

std::int64_t blocks_of(const lab::Run& run) {
    return run.launches.empty() ? 0 : static_cast<std::int64_t>(run.launches.front().grid.count());
}

// Small words at the right of the title: the watched block, and the number of blocks.
std::string block_note(const lab::Run& run) {
    if (!run.trace || run.trace->watched.empty() || run.launches.empty()) return "";
    const std::int64_t blocks = blocks_of(run);
    if (blocks == 1) return "one block";
    return block_among(run.trace->watched.front(), static_cast<std::uint64_t>(blocks));
}

// The note. Where a smaller size is drawn, that size comes first.
Note note_of(const View& view, const DrawContext& context) {
    if (context.cursor.hunting) return "";  // the place would tell the bug
    const Note note =
        view.words.note ? view.words.note(context) : Note(block_note(context.picture()));
    if (view.words.note_has_size) return note;  // it tells its own size
    Note size = drawn_note(context.picture().request.settings, context.result.request.settings);
    if (!size.drawn) return note;
    if (!note.whole().empty())
        size.forms.insert(size.forms.begin(), size.whole() + ", " + note.whole());
    return size;
}

// A click on the note, or the wheel, watches the next block, with Shift the one before. `whole`:
// the tooltip's full note.
void watch_another(Ui& ui, Shell& shell, const lab::Run& run, Rect note, const std::string& whole) {
    const std::int64_t blocks = blocks_of(run);
    if (!run.trace || run.trace->watched.empty() || blocks < 2) return;
    const Ui::Hit hit = ui.control("stage.block", note);
    ui.focus_ring(hit, note, 4);
    ui.tooltip(
        "stage.block", note,
        capitalised(whole) +
            ".\nThe block that is watched. Click or turn the wheel for the next one; Shift and a "
            "click go back.");
    if (hit.hovered) ui.canvas.fill({note.x, note.bottom() - 1, note.w, 1}, Role::text3);
    std::int64_t by = hit.clicked ? (ui.input.shift ? -1 : 1) : 0;
    if (const float wheel = ui.take_wheel(note); wheel != 0) by = wheel < 0 ? 1 : -1;
    if (by == 0) return;
    const auto now = static_cast<std::int64_t>(run.trace->watched.front());
    shell.session.request.watched = {static_cast<std::uint64_t>((now + by + blocks) % blocks)};
}

constexpr float least_title = 220;  // a title's width, beside badge and note
constexpr float most_words = .4f;   // of the stage's height, for the sentence

// The choice of pictures, where a slot has several.
void picture_switch(Ui& ui, Shell& shell, Rect row) {
    const auto views = shell.stage_views(shell.slot);
    const View* const drawn = shell.stage_view();
    std::vector<Option> options;
    int chosen = 0;
    for (std::size_t i = 0; i < views.size(); ++i) {
        options.push_back({views[i]->title, ""});
        if (views[i] == drawn) chosen = static_cast<int>(i);
    }
    if (auto picked = segmented(ui, "stage.picture", row, options, chosen))
        shell.view_of_slot[shell.slot] = views[static_cast<std::size_t>(*picked)]->id;
}

// The window's stage, or a figure, which has no controls.
enum class Stands : std::uint8_t { in_window, alone };

// The words of a note that are left out last; empty where even they have no room.
std::string brief_note(const Ui& ui, const Note& note, const TextStyle& style, float room) {
    return ui.canvas.width(note.brief, style) < room ? note.brief : "";
}

// During a hunt the pictures' names would tell the bug.
std::size_t pictures_named(const Shell& shell) {
    return shell.hunt.hides(shell.session) ? 0 : shell.stage_views(shell.slot).size();
}

// Draws badge, note and the choice of pictures; returns the width taken.
float head_right(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect row,
                 Stands stands) {
    const float size = ui.metrics.badge, middle = row.y + ui.metrics.badge_line;
    const bool chosen = stands == Stands::in_window;
    float x = row.right();
    if (const float w = badge(ui.canvas, {x, middle}, view.words.badge(context), size); w > 0)
        x -= w + ui.metrics.px(10);
    if (const float w = chosen ? step_switch(ui, shell, {x, middle}) : 0; w > 0)
        x -= w + ui.metrics.px(10);
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3, Align::right};
    const std::size_t pictures = chosen ? pictures_named(shell) : 0;
    const float w = ui.metrics.picture * static_cast<float>(pictures), h = ui.metrics.tab;
    const float gap = ui.metrics.px(14);
    const Note said = note_of(view, context);
    const auto widest = [&](float room) {
        const std::string_view note = fitting(ui.canvas, said.forms, small, std::max(room, 1.f));
        return ui.canvas.width(note, small) < room ? std::string(note) : std::string();
    };
    // The name of what is in sight: where the stage is low, the picture of memory shows only its
    // banks.
    const View& seen = speaking_view(view, context.picture(), context.cursor);
    const std::string next = seen.title + "  \u203a";
    const float narrow =
        ui.canvas.width(next, {Font::semibold, ui.metrics.small}) + ui.metrics.px(26);
    // The note is shortened before the choice of pictures, and the title keeps room.
    const float room = x - row.right() + row.w * .62f - gap;
    const auto beside = [&](float choice) { return widest(room - choice); };
    std::string note = pictures > 1 ? beside(w) : widest(x - row.right() + row.w * .5f);
    if (pictures > 1 && note.empty() && said.drawn)  // beside the choice of all pictures
        note = brief_note(ui, said, small, room - w);
    if (pictures > 1 && note.empty()) note = beside(narrow);
    if (pictures > 1 && note.empty() && !said.drawn)
        note = brief_note(ui, said, small, room - narrow);
    // The title moves below before the size is dropped.
    if (note.empty() && said.drawn) note = widest(x - row.x - (pictures > 1 ? narrow + gap : 0));
    if (!note.empty()) {
        ui.canvas.text({x, middle}, note, small);
        const float width = ui.canvas.width(note, small);
        if (chosen)
            watch_another(ui, shell, context.picture(),
                          {x - width, middle - ui.metrics.small, width, ui.metrics.small * 2},
                          said.whole());
        x -= width + gap;
    }
    if (pictures > 1 && row.right() - x + w < row.w * .62f) {
        picture_switch(ui, shell, {x - w, middle - h / 2, w, h});
        x -= w + gap;
    } else if (pictures > 1) {
        const Rect area{x - narrow, middle - h / 2, narrow, h};
        if (button(ui, "stage.next_picture", area, next, ButtonKind::secondary)) {
            shell.next_picture();
            if (pictures > 2 && shell.stage_view() == &seen) shell.next_picture();
        }
        ui.tooltip("stage.next_picture", area, "The next picture of this run");
        x -= narrow + gap;
    }
    return row.right() - x;
}

// During a hunt, the program's purpose comes before the sentence: the user judges the result by it.
std::string hunt_words(const lab::Rung& rung, const std::string& said) {
    return (rung.meant.empty() ? "" : rung.meant + " ") + said;
}

std::string hunt_question(const lab::Rung& rung) {
    return hunt_words(
        rung,
        "Find what is wrong in this program, in its kernel or its host, and click the line. "
        "*Shift + G* shows what the check found. Pressed again, it ends the hunt.");
}

std::string hunted_sentence(Shell& shell, const lab::Rung& rung) {
    const std::string pointed = pointed_words(shell);
    return pointed.empty() ? hunt_question(rung) : hunt_words(rung, pointed);
}

// With large letters, the picture's legend is more useful than a third line of the sentence.
std::string sentence_in(const Ui& ui, const std::string& sentence, const TextStyle& style,
                        Rect area, float room) {
    constexpr float line = 1.45f;
    if (ui.metrics.folds) {
        const float two_lines = std::min(room, style.size * line * 2.1f);
        const std::string brief = sentences_within(ui, sentence, style, line, area, two_lines);
        if (!brief.empty()) return brief;
    }
    return sentences_within(ui, sentence, style, line, area, room);
}

void head(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect& inside,
          Stands stands) {
    const lab::Run& run = context.picture();
    const float right =
        inside.w > ui.metrics.px(380) ? head_right(ui, shell, view, context, inside, stands) : 0;
    const bool two = stands == Stands::in_window && shell.session.in_step();
    const std::string both = two ? title_in_step(shell, context) : "";
    // During a question, the picture's words must not tell the answer.
    const bool guessing = context.cursor.guessing && run.request.settings.subject;
    const ViewWords& words = view.words;
    const std::string claim = context.cursor.hunting  // its title would tell the bug
                                  ? "Program " + std::to_string(run.request.settings.rung + 1)
                                  : !both.empty() ? both
                                    : guessing    ? lab::rung_of(run.request.settings).title
                                    : words.claim ? words.claim(context)
                                                  : view.title;
    std::string sentence = context.cursor.hunting
                               ? hunted_sentence(shell, lab::rung_of(run.request.settings))
                           : guessing || !words.sentence ? ""
                                                         : words.sentence(context);
    if (two && !sentence.empty()) sentence = whose_sentence(shell, context) + sentence;
    float beside = inside.w - right - ui.metrics.px(8);
    if (beside < ui.metrics.px(least_title)) {  // the title goes below the parts at the right
        inside.cut_top(ui.metrics.badge_line * 2 + ui.metrics.after_title);
        beside = inside.w;
    }
    const float title = paragraph(ui.canvas, {inside.x, inside.y, beside, inside.h}, claim,
                                  {Font::display, ui.metrics.h1, Role::text}, 1.2f);
    inside.cut_top(title + ui.metrics.after_title);
    const TextStyle style{Font::regular, ui.metrics.body, Role::text2};
    float room = std::max(inside.h * most_words, ui.metrics.body * 1.5f);
    // The sentence on a change comes before the sentence on the step.
    if (context.before || shell.session.in_step())
        room = std::min(room, std::max(0.f, inside.h - ui.metrics.px(200)));
    float said =
        paragraph(ui.canvas, inside, sentence_in(ui, sentence, style, inside, room), style, 1.45f);
    // The text keeps its height, so that an answer moves no line under the mouse.
    if (context.cursor.hunting) {
        const std::string asked = hunt_question(lab::rung_of(run.request.settings));
        said = std::max(
            said, paragraph_height(ui.canvas, inside.w, sentence_in(ui, asked, style, inside, room),
                                   style, 1.45f));
    }
    ui.place("stage.sentence", {inside.x, inside.y, inside.w, said});
    if (said > 0) ui.keep_in_sight({inside.x, inside.y, inside.w, said});
    inside.cut_top(said + ui.metrics.after_sentence);
}

void scroll_stage(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    const RowsInSight rows =
        view.pointing.rows ? view.pointing.rows(ui.canvas, context, area) : RowsInSight{};
    shell.playback.cursor.scrolled +=
        scrolled_rows(ui, rows, area, paged_rows(ui, rows, true)) - rows.first;
}

// Watches the spot's block, and goes to its step.
void watch_its_block(Shell& shell, const Spot& spot) {
    shell.session.request.watched = {*spot.watch};
    shell.playback.go_to_in_next(spot.step());
}

// The tooltip and action of the spot under the mouse: a click takes its settings, a double click or
// Shift and click goes to its step. Returns whether it did.
bool answer_spot(Ui& ui, Shell& shell, const std::optional<Spot>& spot, const Ui::Hit& hit) {
    if (!spot) return false;
    const bool goes = spot->settings && *spot->settings != shell.session.settings();
    const std::string more = spot->watch  ? ""
                             : spot->step ? " With Shift, or twice: to its step."
                             : goes       ? "\nA click goes there."
                                          : "";
    if (spot->keep.w > 0) ui.keep_in_sight(spot->keep);
    ui.tooltip("stage.spot" + spot->words, spot->area, spot->words + more, 400);
    if (hit.hovered) ui.pointer = Pointer::hand;
    if (goes && hit.clicked) shell.session.settings() = *spot->settings;
    if (hit.pressed && spot->watch) watch_its_block(shell, *spot);
    if (spot->watch) return false;  // the press also chooses its lane
    if (!hit.pressed || !spot->step || !(ui.input.shift || ui.input.twice)) return false;
    if (const int step = spot->step(); step >= 0) shell.playback.go_to(step);
    return true;
}

// A press selects; dragging moves parts that are no cells.
void press_picture(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    const Ui::Hit hit = ui.control("stage.view", area);
    ui.focus_ring(hit, area, 8);
    if (hit.hovered && !hit.held) ui.pointer = Pointer::arrow;
    const bool asks = view.pointing.spot && ui.on_top() && area.contains(ui.input.mouse);
    const auto spot =
        asks ? view.pointing.spot(ui.canvas, context, area, ui.input.mouse) : std::optional<Spot>{};
    if (answer_spot(ui, shell, spot, hit) || !view.pointing.click) return;
    if (!hit.pressed && (!hit.held || spot)) return;
    Cursor chosen = shell.playback.cursor;
    view.pointing.click(context, chosen, area, ui.input.mouse);
    const bool steps = chosen.step != shell.playback.cursor.step;
    shell.playback.cursor = chosen;
    if (steps) shell.playback.go_to(chosen.step);
}

// A button drawn by the picture: Tab and Enter reach it like the window's buttons.
void press_offer(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    const auto offer = view.pointing.offer ? view.pointing.offer(context, area) : std::nullopt;
    if (!offer || !offer->settings || shell.session.refusal()) return;
    const Ui::Hit hit = ui.control("stage.offer", offer->area);
    ui.focus_ring(hit, offer->area, ui.metrics.px(8));
    if (hit.clicked) shell.session.settings() = *offer->settings;
}

void picture(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    if (area.w < 120 || area.h < 60) return;
    ui.canvas.push_clip(area.inside(-12, 0));
    view.draw(ui.canvas, context, area);
    ui.canvas.pop_clip();
    press_offer(ui, shell, view, context, area);
    scroll_stage(ui, shell, view, context, area);
    if ((view.pointing.click || view.pointing.spot) && !shell.session.refusal())
        press_picture(ui, shell, view, context, area);
}

// The source of the numbers: "H200 and RTX 4090, recorded, cold caches" for times, "counted by the
// simulator" for counts.
std::string whose_numbers(const View& view, const DrawContext& context) {
    const Badge badge = view.words.badge(context);
    const std::string name(name_of(badge));
    // A modelled picture does not belong to the card of the times beside it.
    if (view.words.badge.is_always(Badge::modelled) && on_stage(view.slot)) return name;
    const lab::Settings& settings = context.result.request.settings;
    const auto source = context.series.source(settings),
               second = context.series.second_source(settings);
    if (badge == Badge::none) return "";
    if (badge == Badge::counted || !source) return name + " by the simulator";
    if (source->kind == lab::TimeKind::modelled)
        return "by a formula for " + short_device(source->device);
    const std::string devices = second ? clock_names(*source, *second).first + " and " +
                                             clock_names(*source, *second).second
                                       : short_device(source->device);
    return name + " on " + devices + ", " + std::string(name_of(source->regime)) + " caches";
}

// Lesson, kernel, settings, source of the numbers; the longest form first, then shorter middles.
std::vector<std::string> caption_forms(const View& view, const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    const std::string number = "kernel " + rung_number(settings.rung),
                      title = lab::rung_of(settings).title;
    const std::string kernel = settings.subject->rungs.size() > 1 ? number + ", " + title : title;
    const auto joined = [](std::initializer_list<std::string> parts) {
        std::string all;
        for (const std::string& part : parts)
            if (!part.empty()) all += (all.empty() ? "" : " · ") + part;
        return all;
    };
    const std::string lesson = settings.subject->title, set = set_words(settings),
                      size = lab::size_words(settings, power_or_grouped),
                      whose = whose_numbers(view, context);
    const std::string both = size.empty() || set.empty() ? size + set : size + ", " + set;
    return {joined({lesson, kernel, both, whose}), joined({lesson, number, both, whose}),
            joined({lesson, number, size, whose}), joined({lesson, number, size}),
            joined({lesson, number})};
}

void empty_stage(Ui& ui, Shell& shell, Rect inside) {
    const bool none = lab::lessons().empty();
    const std::string title = none ? "No lessons are in this build" : "Counting the first run";
    const std::string words =
        none ? "Each lesson is one file in lessons/; none was linked into the program."
             : shell.session.progress().what;
    const float y = inside.middle_y() - ui.metrics.px(30);
    ui.canvas.text({inside.middle_x(), y}, title,
                   {Font::display, ui.metrics.h1, Role::text2, Align::centre});
    ui.canvas.text({inside.middle_x(), y + ui.metrics.px(34)}, words,
                   {Font::regular, ui.metrics.body, Role::text3, Align::centre});
}

// The progress line below the head while an answer is awaited.
void travelling_line(Ui& ui, const Shell& shell, Rect area) {
    const lab::Progress progress = shell.session.progress();
    if (!progress.busy || !shell.session.stale() || !shell.waits()) return;
    const Rect track{area.x + 14, area.y, area.w - 28, 2};
    ui.canvas.fill(
        {track.x, track.y, track.w * static_cast<float>(std::clamp(progress.fraction, .02, 1.)), 2},
        Role::accent);
}

}  // namespace

int paged_rows(Ui& ui, const RowsInSight& rows, bool shift) {
    if (rows.all <= rows.shown || !ui.on_top()) return 0;
    const int page = std::max(1, rows.shown - 1);
    if (ui.take({.key = Key::page_down, .shift = shift})) return page;
    return ui.take({.key = Key::page_up, .shift = shift}) ? -page : 0;
}

int scrolled_rows(Ui& ui, const RowsInSight& rows, Rect area, int by_keys) {
    if (rows.all <= rows.shown || rows.shown <= 0) return rows.first;
    const auto share = [&](int row) {
        return area.h * static_cast<float>(row) / static_cast<float>(rows.all);
    };
    ui.canvas.fill({area.right() + 6, area.y + share(rows.first), 3, share(rows.shown)},
                   Role::stroke, 1.5f);
    const float wheel = ui.take_wheel(area);
    const int by = by_keys + (wheel < 0 ? 1 : wheel > 0 ? -1 : 0);
    if (by == 0) return rows.first;
    ui.want_frame();
    return std::clamp(rows.first + by, 0, rows.all - rows.shown);
}

void figure(Ui& ui, Shell& shell, const View& view, Rect area, bool of_change) {
    card_ground(ui, "figure", area);
    const auto [dx, dy] = ui.metrics.stage;
    Rect inside = area.inside(dx, dy);
    shell.with_context(ui.metrics, [&](const DrawContext& context) {
        head(ui, shell, view, context, inside, Stands::alone);
        if (of_change || shell.session.in_step()) because_line(ui, shell, context, inside, true);
        troubles(ui, shell, context, inside);
        if (shell.session.in_step()) return two_in_step(ui, shell, view, context, inside);
        picture(ui, shell, view, context, inside);
    });
    ui.canvas.card({}, {});
}

void figure_caption(Ui& ui, Shell& shell, const View& view, Rect& area) {
    const lab::Run* run = shell.session.picture();
    const float row = ui.metrics.micro * 2.2f;
    if (!run || !run->request.settings.subject || area.h < 8 * row) return;
    const Rect below = area.cut_bottom(row);
    shell.with_context(ui.metrics, [&](const DrawContext& context) {
        const TextStyle style{Font::regular, ui.metrics.micro, Role::text3};
        const auto forms = caption_forms(view, context);
        const float x = below.x + (on_stage(view.slot) ? ui.metrics.stage : ui.metrics.card).x;
        const std::string_view words = fitting(ui.canvas, forms, style, below.right() - 2 * x);
        ui.canvas.text({x, below.middle_y() - ui.metrics.px(3)}, words, style);
    });
}

void stage(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::stage);
    card_ground(ui, "stage", area);
    const auto [dx, dy] = ui.metrics.stage;
    Rect inside = area.inside(dx, dy);
    if (inside.w < 60 || inside.h < 40) return;
    if (shell.home && has_home(shell)) return home(ui, shell, inside);
    // During a hunt, the number of steps and their end would tell the bug.
    const bool has_transport = inside.h > ui.metrics.px(150) && !shell.hunt.hides(shell.session);
    const Rect foot = has_transport
                          ? inside.cut_bottom(ui.metrics.shelf - dy + ui.metrics.after_sentence)
                          : Rect{};
    inside.cut_bottom(has_transport ? ui.metrics.px(8) : 0);
    const View* view = shell.stage_view();
    if (!shell.session.picture() || !view) empty_stage(ui, shell, inside);
    shell.with_context(ui.metrics, [&](const DrawContext& context) {
        if (!view) return;
        head(ui, shell, *view, context, inside, Stands::in_window);
        because_line(ui, shell, context, inside);
        troubles(ui, shell, context, inside);
        if (context.cursor.hunting) return hunted_code(ui, shell, context, inside);
        if (context.cursor.guessing) return;  // its numbers would answer the question
        if (shell.session.in_step()) return two_in_step(ui, shell, *view, context, inside);
        picture(ui, shell, *view, context, inside);
    });
    if (ui.on_top() && ui.input.right && area.contains(ui.input.mouse)) show_keep_sheet(shell);
    if (has_transport) ui.keep_in_sight(foot);
    if (has_transport) (shell.shows_live() ? live_transport : transport)(ui, shell, foot);
    travelling_line(ui, shell, area);
    if (shell.session.refusal() && shell.session.subject()) refused_card(ui, shell, area);
    ui.canvas.card({}, {});
}

}  // namespace app
