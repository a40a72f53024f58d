// A lesson's home: its ladder in place of the stage. A click or Enter opens a kernel, arrows move
// between them.
#include "app/regions/home.h"

#include <algorithm>

#include "app/draw/icons.h"
#include "app/regions/kernel_chooser.h"
#include "app/views/cards/ladder.h"
#include "app/widgets/widgets.h"

namespace app {

namespace {

constexpr std::string_view tile_name = "ladder.", back_name = "home.back";

std::string tile_id(const lab::Subject& subject, int rung) {
    return std::string(tile_name) + subject.rungs[static_cast<std::size_t>(rung)].id;
}

const View& ladder() { return *find_view(Slot::home); }

// The button back to the picture, at the right end. Returns its width.
float back_button(Ui& ui, Shell& shell, Rect row) {
    const float size = ui.metrics.tab;
    const Rect area{row.right() - size, row.y + ui.metrics.badge_line - size / 2, size, size};
    if (icon_button(ui, back_name, area, "Back to the picture (Esc or Backspace)").clicked)
        close_home(shell);
    icon::cross(ui.canvas, {area.middle_x(), area.middle_y()}, size * .36f, Role::text2, 1.6f);
    return size + ui.metrics.px(8);
}

// Draws a badge for counts and one for times: they always differ in kind. Returns the width taken.
float badges(Ui& ui, const DrawContext& context, Rect row) {
    const float size = ui.metrics.badge, y = row.y + ui.metrics.badge_line, gap = ui.metrics.px(8);
    float taken = 0;
    for (const Badge kind : {ladder().words.badge(context), Badge::counted})
        if (const float w = badge(ui.canvas, {row.right() - taken, y}, kind, size); w > 0)
            taken += w + gap;
    return taken;
}

void head(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside) {
    const lab::Subject& subject = *shell.session.subject();
    float right = back_button(ui, shell, inside);
    Rect row = inside;
    row.cut_right(right);
    right += inside.w > ui.metrics.px(420) ? badges(ui, context, row) : 0;
    const TextStyle title{Font::display, ui.metrics.h1, Role::text},
        words{Font::regular, ui.metrics.body, Role::text2};
    const float high = paragraph(ui.canvas, {inside.x, inside.y, inside.w - right, inside.h},
                                 subject.title, title, 1.2f);
    inside.cut_top(high + ui.metrics.after_title);
    const std::string sees =
        shell.session.lesson() ? shell.session.lesson()->sees : "The kernels of this file.";
    if (inside.h < ui.metrics.px(220)) return;
    inside.cut_top(paragraph(ui.canvas, inside, sees, words, 1.45f) + ui.metrics.after_sentence);
}

// Whether arrows belong to the tiles: not while the keyboard is at another control.
bool arrows_are_ours(const Ui& ui) {
    return !ui.state.focus_visible || ui.state.focus.empty() || ui.state.focus == back_name ||
           ui.state.focus.starts_with(tile_name);
}

int focused_rung(const Ui& ui, const lab::Subject& subject, int otherwise) {
    for (int rung = 0; rung < static_cast<int>(subject.rungs.size()); ++rung)
        if (ui.state.focus == tile_id(subject, rung)) return rung;
    return otherwise;
}

void walk(Ui& ui, const Shell& shell, const LadderTiles& places) {
    if (!ui.on_top() || !arrows_are_ours(ui)) return;
    const lab::Subject& subject = *shell.session.subject();
    const int now = focused_rung(ui, subject, shell.session.settings().rung);
    int to = now;
    if (ui.take({Key::left})) --to;
    if (ui.take({Key::right})) ++to;
    if (ui.take({Key::up})) to -= places.columns;
    if (ui.take({Key::down})) to += places.columns;
    const int last = places.first + static_cast<int>(places.tiles.size()) - 1;
    if (to != now && to >= places.first && to <= last) ui.focus(tile_id(subject, to));
}

void kernel_tile(Ui& ui, Shell& shell, const DrawContext& context, int rung, Rect area, Rect all) {
    const std::string id = tile_id(*shell.session.subject(), rung);
    const Ui::Hit hit = ui.control(id, area);
    if (hit.hovered) {
        ui.canvas.outline(area, Colour{Role::text3, .8f}, 10, 1.2f);
        const auto spot =
            ladder().pointing.spot(ui.canvas, context, all, {area.middle_x(), area.middle_y()});
        if (spot) ui.tooltip(id, area, spot->words, 380);
    }
    ui.focus_ring(hit, area, 10);
    if (!hit.clicked) return;
    choose_rung(shell, rung);
    close_home(shell);
}

}  // namespace

bool has_home(const Shell& shell) {
    const lab::Run* run = shell.session.picture();
    if (shell.hunt.is_on(shell.session)) return false;  // it names their bugs
    return run && shell.session.subject() && ladder().fits(*run);
}

void open_home(Shell& shell) {
    if (shell.hunt.is_on(shell.session)) return void(shell.notice = told_by_hunt);
    if (!has_home(shell)) return;
    shell.home = true;
    shell.ui_state.focus = tile_id(*shell.session.subject(), shell.session.settings().rung);
    shell.ui_state.focus_visible = true;
}

void close_home(Shell& shell) {
    shell.home = false;
    const std::string& focus = shell.ui_state.focus;
    if (focus != back_name && !focus.starts_with(tile_name)) return;
    shell.ui_state.focus.clear();
    shell.ui_state.focus_visible = false;
}

// Shows the requested settings, also while a launch is refused: other kernels may run with them.
void home(Ui& ui, Shell& shell, Rect inside) {
    shell.with_context(ui.metrics, [&](const DrawContext& shown) {
        lab::Result asked = shown.result;
        asked.request = shell.session.request;
        const DrawContext context{asked, shown.cursor, shown.metrics, shown.series};
        head(ui, shell, context, inside);
        ui.canvas.card(ladder().id, inside);
        ladder().draw(ui.canvas, context, inside);
        const LadderTiles places = ladder_places(context, inside);
        walk(ui, shell, places);
        for (std::size_t i = 0; i < places.tiles.size(); ++i)
            kernel_tile(ui, shell, context, places.first + static_cast<int>(i), places.tiles[i],
                        inside);
        for (const Rect& flat : places.flat)  // nothing to choose
            if (const auto spot = ladder().pointing.spot(ui.canvas, context, inside,
                                                         {flat.middle_x(), flat.middle_y()}))
                ui.tooltip("ladder.flat " + spot->words, flat, spot->words, 380);
    });
    ui.canvas.card({}, {});
}

}  // namespace app
