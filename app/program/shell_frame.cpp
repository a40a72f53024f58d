// See shell_frame.h.
#include "app/program/shell_frame.h"

#include <algorithm>

#include "app/regions/card_row.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/kernel_chooser.h"
#include "app/regions/lesson_list.h"
#include "app/regions/notices.h"
#include "app/regions/prediction_card.h"
#include "app/regions/rail.h"
#include "app/regions/sheets/change_sheet.h"
#include "app/regions/sheets/help_sheet.h"
#include "app/regions/sheets/open_sheet.h"
#include "app/regions/sheets/reading_sheet.h"
#include "app/regions/shortcuts.h"
#include "app/regions/source_pane.h"
#include "app/regions/stage.h"
#include "app/regions/status_strip.h"
#include "app/regions/top_bar.h"
#include "app/widgets/pane.h"
#include "app/widgets/widgets.h"

namespace app {

namespace {

void draw_regions(Ui& ui, Shell& shell, const Frame& frame) {
    if (frame.window.w < least_width || frame.window.h < least_height)
        return too_small(ui, frame.window);
    PaneWidths& panes = shell.look.panes[static_cast<std::size_t>(frame.mode)];
    top_bar(ui, shell, frame);
    if (frame.has_rail()) {
        rail(ui, shell, frame.rail);
        splitter(ui, "split.rail", {frame.rail.right() - 2, frame.rail.y, 6, frame.rail.h},
                 panes.rail, frame.rail.w, 1);
    }
    stage(ui, shell, frame.stage);
    if (frame.has_source()) {
        source_pane(ui, shell, frame.source);
        splitter(ui, "split.source", {frame.source.x - 9, frame.source.y, 7, frame.source.h},
                 panes.source, frame.source.w, -1);
    }
    if (frame.has_cards() && shell.hides())
        locked_cards(ui, shell, frame.cards);
    else if (frame.has_cards())
        card_row(ui, shell, frame.cards, frame.places);
    status_strip(ui, shell, frame.status);
    notice_pill(ui, shell, frame);
    const float wide = std::min(ui.metrics.px(430), frame.window.w - 20);
    const Rect side{frame.window.right() - wide, frame.top.bottom(), wide,
                    frame.status.y - frame.top.bottom()};
    if (shell.source_open && !frame.has_source())
        drawer(ui, frame.window, side, "Code", shell.source_open,
               [&](Rect r) { source_pane(ui, shell, r.inside(6)); });
    const Rect left{0, frame.top.bottom(), std::min(ui.metrics.px(280), frame.window.w),
                    frame.status.y - frame.top.bottom()};
    if (shell.controls_open && !frame.has_rail())
        drawer(ui, frame.window, left, "Controls", shell.controls_open,
               [&](Rect r) { rail(ui, shell, r); });
    const CardPlaces one{1, true, false};
    if (shell.results_open && !frame.has_cards() && !shell.hides())
        drawer(ui, frame.window, side, "Times and counts", shell.results_open,
               [&](Rect r) { card_row(ui, shell, r.inside(6), one); });
    lesson_menu(ui, shell, frame.window);
    kernel_menu(ui, shell, frame.window);
    setup_menu(ui, shell, frame.window);
    history_menu(ui, shell, frame.window);
    card_menu(ui, shell, frame.window, frame.has_cards() ? frame.places : one);
    if (shell.predictions.is_open()) prediction_card(ui, shell, frame);
    if (shell.reading && shell.session.lesson()) reading_sheet(ui, shell, frame.window);
    if (shell.change_sheet.open && shell.session.lesson()) change_sheet(ui, shell, frame.window);
    if (shell.open_sheet.open) open_sheet(ui, shell, frame.window);
    if (shell.keep_sheet.open) keep_sheet(ui, shell, frame.window);
    if (shell.help) help_sheet(ui, shell, frame.window);
}

}  // namespace

void draw_frame(Shell& shell, Canvas& canvas, const Input& input, float width, float height) {
    shell.frame(canvas, input, width, height, {draw_regions, run_shortcut});
}

}  // namespace app
