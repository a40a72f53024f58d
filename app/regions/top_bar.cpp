// Logo, the switch of the stage, theme, help; where the window is small, also buttons for the panes
// that do not fit.
#include "app/regions/top_bar.h"

#include <algorithm>
#include <array>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/kernel_chooser.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/two_times.h"
#include "app/widgets/widgets.h"
#include "lab/running/verdict.h"

namespace app {

namespace {

// Draws the logo at the left end of `bar`, as wide as the rail below; without the name where the
// kernels' list is beside it and room is short.
void logo(Ui& ui, Rect& bar, float rail, bool named) {
    const float size = ui.metrics.logo, x = bar.x + ui.metrics.px(20);
    const TextStyle style{Font::display, ui.metrics.brand, Role::text};
    const float words = x + ui.metrics.px(10) + size;
    icon::lens(ui.canvas, {x + size / 2, bar.middle_y()}, size);
    if (named) ui.canvas.text({words, bar.middle_y()}, "Warplens", style);
    const float end = words + (named ? ui.canvas.width("Warplens", style) + ui.metrics.px(12) : 0);
    bar.cut_left(std::max(rail, end - bar.x));
}

// Takes a square off the right end of `bar`.
Rect square(Rect& bar, float size) {
    Rect r = bar.cut_right(size);
    bar.cut_right(4);
    return {r.x, r.middle_y() - size / 2, size, size};
}

void theme_and_help(Ui& ui, Shell& shell, Rect& bar, float size) {
    const Rect help = square(bar, size), theme = square(bar, size);
    if (icon_button(ui, "top.help", help, "Every key, and what words mean (F1)").clicked)
        shell.help = !shell.help;
    icon::question(ui.canvas, {help.middle_x(), help.middle_y()}, ui.metrics.px(17), Role::text2);
    constexpr std::array<std::string_view, tones.size()> next{
        "Light theme (T)", "High contrast (T)", "Dark theme (T)"};
    const Ui::Hit hit =
        icon_button(ui, "top.theme", theme, next[static_cast<std::size_t>(ui.tone)]);
    if (hit.clicked) shell.look.tone = next_tone(ui.tone);
    const Point at{theme.middle_x(), theme.middle_y()};
    const Role ground = hit.hovered ? Role::hover : Role::rail;
    if (ui.tone == Tone::dark) icon::moon(ui.canvas, at, ui.metrics.px(19), Role::text2, ground);
    if (ui.tone == Tone::light) icon::sun(ui.canvas, at, ui.metrics.px(19), Role::text2);
    if (ui.tone == Tone::contrast) icon::contrast(ui.canvas, at, ui.metrics.px(17), Role::text2);
}

void keep_button(Ui& ui, Shell& shell, Rect& bar, float size) {
    const Rect keep = square(bar, size);
    if (icon_button(ui, "top.keep", keep, "Keep this picture, its numbers or its run (Ctrl + S)")
            .clicked)
        show_keep_sheet(shell);
    icon::keep(ui.canvas, {keep.middle_x(), keep.middle_y()}, ui.metrics.px(18), Role::text2);
}

std::string beside_words(const StandsBeside& beside) {
    if (beside.rung) return "kernel " + std::to_string(*beside.rung + 1) + " beside it";
    if (beside.version) return "the other version beside it";
    return beside.fixed ? "another run beside it" : "one alone";
}

// The change between two states: "Kernel 2 → 3", another lesson, other times.
std::string turned_words(const Undo::State& before, const Undo::State& after) {
    const lab::Settings &from = before.request.settings, &to = after.request.settings;
    if (!to.subject || !from.subject) return "the last change";
    if (before.request == after.request && before.times.regime != after.times.regime)
        return std::string("times with ") + std::string(name_of(after.times.regime)) + " caches";
    if (before.request == after.request && !(before.times == after.times))
        return "the device of the times";
    if (before.request == after.request) return beside_words(after.beside);
    if (from.subject->id != to.subject->id) return "opening " + to.subject->title;
    const std::string words = change_words(from, to);
    return words.empty() ? "the last change" : words;
}

void undo_button(Ui& ui, Shell& shell, Rect& bar, float size, bool again) {
    const Rect area = square(bar, size);
    const std::string id = again ? "top.redo" : "top.undo";
    const Undo& history = shell.session.history();
    const Undo::State* to = again ? history.next() : history.last();
    const Undo::State now = shell.session.present();
    const std::string keys = again ? " (Ctrl + Y)" : " (Ctrl + Z)";
    const std::string tip = !to     ? std::string("Nothing to ") + (again ? "redo" : "undo")
                            : again ? "Redo: " + turned_words(now, *to)
                                    : "Undo: " + turned_words(*to, now);
    const Ui::Hit hit = ui.control(id, area, to != nullptr);
    if (hit.hovered) ui.canvas.fill(area, Role::hover, 8);
    icon::undo(ui.canvas, {area.middle_x(), area.middle_y()}, ui.metrics.px(18),
               Colour{to ? Role::text2 : Role::text3, to ? 1 : .4f}, again);
    ui.focus_ring(hit, area, 8);
    ui.tooltip(id, area, tip + keys);
    if (hit.clicked) again ? shell.redo() : shell.undo();
}

constexpr std::string_view history_name = "history";
constexpr std::size_t most_listed = 40;

// The known outcome, longest first: "right, 8.7 µs recorded", "8.7 µs recorded".
std::vector<std::string> outcome_forms(const Session& session, const lab::Request& of) {
    const Series& series = session.series();
    if (const std::string by(series.ended_by(of.settings)); !by.empty()) return {"ended by " + by};
    const lab::Result* result = session.seen(of);
    if (series.timed_wrong(of.settings) || (result && is_wrong(*result))) return {"wrong result"};
    const lab::Run* run = !result           ? nullptr
                          : result->counted ? result->counted.get()
                                            : result->picture.get();
    const bool checked = run && run->verdict.checked, far = checked && lab::far_off(run->verdict);
    const std::string verdict = far ? "far off, as allowed" : checked ? "right" : "";
    const auto source = series.source(of.settings);
    const TimePoint* point = source ? series.time(of.settings, *source) : nullptr;
    if (!point) return checked ? std::vector{verdict} : std::vector<std::string>{};
    const std::string time =
        time_text(point->time.median_ms) + " " + std::string(name_of(badge_of(source)));
    if (!checked) return {time};
    if (far) return {verdict + ", " + time};
    return {verdict + ", " + time, time};
}

// A row of the history: the change and its outcome. During a hunt a program's outcome would tell
// its bug.
MenuRow history_row(const Shell& shell, const Undo::State* older, const Undo::State& here) {
    const lab::Settings& settings = here.request.settings;
    const bool hunted = shell.hunt.is_unfound(shell.session, settings);
    const std::string turned = older ? capitalised(turned_words(*older, here))
                                     : settings.subject->title + ", where it began";
    // Longest first, and last without an outcome.
    std::vector<std::string> shorter;
    if (!hunted)
        for (const std::string& outcome : outcome_forms(shell.session, here.request))
            shorter.push_back(turned + ": " + outcome);
    shorter.push_back(turned);
    const std::string whole = shorter.front();
    shorter.erase(shorter.begin());
    return {.id = {},
            .text = whole,
            .mark = std::to_string(settings.rung + 1),
            .group = {},
            .tip = settings.subject->title + ", kernel " + std::to_string(settings.rung + 1) +
                   ": " + shell.hunt.named(shell.session, settings).title +
                   (shorter.empty() ? "" : "\n" + whole),
            .shorter = std::move(shorter)};
}

// The button of the history, after undo and redo.
void history_button(Ui& ui, Shell& shell, Rect& bar, float size) {
    Rect area = square(bar, size);
    const Ui::Hit hit = ui.control("top.history", area);
    if (hit.hovered) ui.canvas.fill(area, Role::hover, 8);
    icon::chevron(ui.canvas, {area.middle_x(), area.middle_y()}, ui.metrics.px(13), Role::text2,
                  shell.menu.is_open(history_name));
    ui.focus_ring(hit, area, 8);
    ui.tooltip("top.history", area, "Earlier runs, to go back to (Z)");
    if (hit.clicked) shell.menu.toggle(history_name, "top.history", area);
}

void history_and_undo(Ui& ui, Shell& shell, Rect& bar, float size) {
    history_button(ui, shell, bar, size);
    for (const bool again : {true, false}) undo_button(ui, shell, bar, size, again);
}

constexpr float least_slots = .85f;  // of its usual width

// The switch of the stage; a little narrower where `beside` needs the room.
void view_switch(Ui& ui, Shell& shell, Rect& bar, float beside) {
    std::vector<Option> options;
    int chosen = -1;
    for (std::size_t i = 0; i < stage_slots.size(); ++i) {
        const auto [slot, name] = stage_slots[i];
        const bool none = shell.session.picture() && shell.stage_views(slot).empty();
        options.push_back(
            {std::string(name), none ? "This run has nothing to show in this view." : "", none});
        if (slot == shell.slot && !shell.home) chosen = static_cast<int>(i);
    }
    const float wide = ui.metrics.slots, h = ui.metrics.slot;
    const float w = std::min(std::clamp(bar.w - 8 - beside, least_slots * wide, wide), bar.w - 8);
    if (w < 90) return;
    Rect area = bar.cut_right(w);
    area = {area.x, area.middle_y() - h / 2, w, h};
    if (auto picked = segmented(ui, "top.view", area, options, chosen))
        shell.slot = stage_slots[static_cast<std::size_t>(*picked)].slot, shell.home = false;
    if (ui.metrics.roomy && bar.w > 120)
        ui.canvas.text({bar.right() - ui.metrics.px(14), bar.middle_y()}, "Seen as",
                       {Font::regular, ui.metrics.small, Role::text3, Align::right});
}

bool word_button(Ui& ui, std::string_view id, Rect& bar, std::string_view words, float height) {
    const float w = ui.canvas.width(words, {Font::medium, ui.metrics.body}) + ui.metrics.px(24);
    Rect area = bar.cut_right(w);
    bar.cut_right(ui.metrics.px(8));
    return button(ui, id, {area.x, area.middle_y() - height / 2, w, height}, words,
                  ButtonKind::secondary);
}

// Whether a button offers the cards, which have no room of their own; not during a hunt.
bool offers_times(const Shell& shell, const Frame& frame) {
    return !frame.has_cards() && !shell.hunt.hides(shell.session);
}

// Whether the kernel's whole name fits beside every button of the bar.
bool name_fits(const Ui& ui, const Shell& shell, const Frame& frame, float bar, bool opens) {
    const TextStyle style{Font::medium, ui.metrics.body};
    float taken =
        6 * (ui.metrics.square + 4) + 8 + least_slots * ui.metrics.slots + ui.metrics.px(10);
    std::vector<std::string_view> words{"Read", "Code", "Controls"};
    if (opens) words.push_back("Open");
    if (offers_times(shell, frame)) words.push_back("Times");
    for (const std::string_view word : words)
        taken += ui.canvas.width(word, style) + ui.metrics.px(32);
    return bar - taken >= kernel_picker_width(ui, shell);
}

}  // namespace

// The button that opens and closes a pane; open, it has a line below it.
void pane_button(Ui& ui, std::string_view id, Rect& bar, std::string_view words,
                 std::string_view tip, bool& open) {
    const Rect before = bar;
    const bool pressed = word_button(ui, id, bar, words, ui.metrics.square);
    const Rect area{bar.right() + ui.metrics.px(8), bar.middle_y() - ui.metrics.square / 2,
                    before.right() - bar.right() - ui.metrics.px(8), ui.metrics.square};
    if (open)
        ui.canvas.fill(
            {area.x + ui.metrics.px(10), area.bottom() - 4, area.w - ui.metrics.px(20), 2},
            Role::accent, 1);
    ui.tooltip(id, area, tip);
    if (pressed) open = !open;
}

void top_bar(Ui& ui, Shell& shell, const Frame& frame) {
    Rect bar = frame.top;
    ui.region(Region::top);
    ui.canvas.card("top bar", bar);
    ui.canvas.fill(bar, Role::rail);
    ui.canvas.line({bar.x, bar.bottom() - 1}, {bar.right(), bar.bottom() - 1}, Role::line);
    if (bar.h < 30) return;
    const float size = ui.metrics.square;
    const bool picks = !frame.has_rail();  // the bar has the kernels' list
    const bool named = !picks || !ui.metrics.folds || frame.top.w >= ui.metrics.px(900);
    // Where panes fold, the lesson's name is more useful than the program's, and an open rail takes
    // no room from the buttons.
    if (frame.top.w >= 600) logo(ui, bar, frame.folds ? 0 : frame.rail.w, named && !frame.folds);
    bar.cut_right(ui.metrics.top_edge);
    // Two in step need room for their kernels' names. First the button to open files is dropped,
    // which has a key, then all dispensable ones.
    const bool in_step = frame.folds && shell.session.in_step();
    const bool without_open = in_step && !name_fits(ui, shell, frame, bar.w, true);
    const bool pressed_for_room = without_open && !name_fits(ui, shell, frame, bar.w, false);
    const bool reads =
        bar.w > 540 && !pressed_for_room && (named || frame.top.w >= ui.metrics.px(760));
    if (reads && shell.session.lesson() && word_button(ui, "top.read", bar, "Read", size))
        show_reading(shell);
    const Rect before = bar;
    const bool opens = bar.w > 620 && named && (!without_open || pressed_for_room);
    if (opens && word_button(ui, "top.open", bar, "Open", size)) show_open_sheet(shell);
    ui.tooltip("top.open", {bar.right(), bar.y, before.right() - bar.right(), bar.h},
               "A kernel of your own, from a .cu or .ptx file (Ctrl + O)");
    if (bar.w > 110) theme_and_help(ui, shell, bar, size);
    if (bar.w > ui.metrics.px(560)) keep_button(ui, shell, bar, size);
    if (bar.w > ui.metrics.px(600) && !pressed_for_room) history_and_undo(ui, shell, bar, size);
    bar.cut_right(8);
    if (offers_times(shell, frame) && bar.w > 380 &&
        word_button(ui, "top.results", bar, "Times", size))
        shell.results_open = true;
    if ((frame.folds || !frame.has_source()) && bar.w > 300)
        pane_button(ui, "top.source", bar, "Code", "The code (C)", shell.source_open);
    if ((frame.folds || !frame.has_rail()) && bar.w > 200)
        pane_button(ui, "top.controls", bar, "Controls", "Lesson, kernel and settings (R)",
                    shell.controls_open);
    if (bar.w > 100)
        view_switch(ui, shell, bar, picks ? kernel_picker_width(ui, shell) + ui.metrics.px(10) : 0);
    if (picks) {
        bar.cut_right(ui.metrics.px(10));
        kernel_picker(ui, shell, bar);
    }
}

void open_history(Shell& shell) {
    const auto found =
        std::ranges::find(shell.ui_state.controls, std::string_view("top.history"), &Control::id);
    const bool there = found != shell.ui_state.controls.end() && found->area.w > 0;
    shell.menu.toggle(history_name, there ? "top.history" : "", there ? found->area : Rect{});
}

void history_menu(Ui& ui, Shell& shell, Rect window) {
    if (!shell.menu.is_open(history_name) || !shell.session.subject()) return;
    const Undo& history = shell.session.history();
    const std::vector<Undo::State> all = history.all(shell.session.present());
    const std::size_t present = history.present(),
                      first = present - std::min(present, most_listed / 2);
    std::vector<MenuRow> rows;
    for (std::size_t i = first; i < std::min(all.size(), first + most_listed); ++i) {
        rows.push_back(history_row(shell, i + 1 < all.size() ? &all[i + 1] : nullptr, all[i]));
        rows.back().id = "history." + std::to_string(i);
        rows.back().chosen = i == present;
    }
    if (const auto chosen = draw_menu(ui, shell.menu, window, rows, "change"))
        shell.go_to_place(first + *chosen);
}

}  // namespace app
