// Every key, on a sheet over the window. Read from the table that the keys themselves come from.
#include <algorithm>
#include <array>
#include <vector>

#include "app/regions/regions.h"
#include "app/regions/shortcuts.h"

namespace app {

namespace {

TextStyle words_style(const Ui& ui) { return {Font::regular, ui.metrics.small, Role::text2}; }

float row_height(Ui& ui, const Shortcut& shortcut, float width) {
    const float words = paragraph_height(ui.canvas, width, shortcut.does, words_style(ui), 1.3f);
    return std::max(words, ui.metrics.small * 1.75f) + ui.metrics.px(8);
}

void row(Ui& ui, const Shortcut& shortcut, Rect area, float keys) {
    const TextStyle cap{Font::medium, ui.metrics.small, Role::text};
    const float w = ui.canvas.width(shortcut.keys, cap) + ui.metrics.px(16),
                h = ui.metrics.small * 1.75f;
    const Rect box{area.x, area.y, w, h};
    ui.canvas.fill(box, Role::raised, 5);
    ui.canvas.outline(box, Role::stroke, 5);
    ui.canvas.text({box.x + ui.metrics.px(8), box.middle_y()}, shortcut.keys, cap);
    const float top = area.y + (h - ui.metrics.small * 1.3f) / 2;
    paragraph(ui.canvas, {area.x + keys, top, area.w - keys, area.h}, shortcut.does,
              words_style(ui), 1.3f);
}

// How the rows stand: in columns that are filled one after the other to about the same height.
struct Columns {
    float width = 0, keys = 0, height = 0;
    std::vector<Rect> rows;  // from the upper left
};

Columns columns_of(Ui& ui, float width, int count) {
    Columns made{width / static_cast<float>(count), 0, 0, {}};
    for (const Shortcut& shortcut : shortcuts())
        made.keys =
            std::max(made.keys, ui.canvas.width(shortcut.keys, {Font::medium, ui.metrics.small}) +
                                    ui.metrics.px(32));
    std::vector<float> heights;
    float all = 0;
    for (const Shortcut& shortcut : shortcuts()) {
        heights.push_back(row_height(ui, shortcut, made.width - 20 - made.keys));
        all += heights.back();
    }
    float x = 0, y = 0;
    for (const float height : heights) {
        if (y >= all / static_cast<float>(count)) x += made.width, y = 0;
        made.rows.push_back({x, y, made.width - 20, height});
        made.height = std::max(made.height, y += height);
    }
    return made;
}

void keys_page(Ui& ui, Shell& shell, const Columns& columns, Rect page) {
    shell.help_scroll = std::clamp(shell.help_scroll, 0.f, std::max(0.f, columns.height - page.h));
    for (std::size_t i = 0; i < columns.rows.size(); ++i) {
        const Rect& at = columns.rows[i];
        const Rect area{page.x + at.x, page.y + at.y - shell.help_scroll, at.w, at.h};
        if (area.bottom() > page.y && area.y < page.bottom())
            row(ui, shortcuts()[i], area, columns.keys);
    }
}

// Keys or words; returns the rest of the row.
void choose_page(Ui& ui, Shell& shell, Rect head) {
    const std::array<Option, 2> pages{
        {{"Keys", "What every key does"}, {"Words", "What the words of the field mean"}}};
    const float w = std::min(ui.metrics.px(200), head.w), h = ui.metrics.segment;
    const Rect area{head.right() - w - ui.metrics.px(46), head.middle_y() - h / 2, w, h};
    if (const auto picked = segmented(ui, "help.page", area, pages, shell.help_words ? 1 : 0))
        shell.help_words = *picked == 1, shell.help_scroll = 0;
}

void scroll_help(Ui& ui, Shell& shell, Rect window) {
    if (ui.take({Key::down})) shell.help_scroll += 60;
    if (ui.take({Key::up})) shell.help_scroll -= 60;
    if (ui.take({Key::page_down})) shell.help_scroll += window.h * .6f;
    if (ui.take({Key::page_up})) shell.help_scroll -= window.h * .6f;
    shell.help_scroll -= ui.take_wheel(window) * 60;
}

bool closed_by_key(Ui& ui, bool writes) {
    if (ui.take({Key::escape}) || ui.take({Key::f1})) return true;
    if (writes) return false;
    return ui.take({Key::question}) || ui.take({.key = Key::slash, .shift = true}) ||
           ui.take({.key = Key::question, .shift = true});
}

}  // namespace

void help_sheet(Ui& ui, Shell& shell, Rect window) {
    ui.begin_dialog();
    ui.canvas.fill(window, scrim(ui.tone));
    const float pad = ui.metrics.px(28), title = ui.metrics.px(48),
                w = std::min(window.w - 24, ui.metrics.px(980));
    const Columns columns = columns_of(ui, w - 2 * pad, w > ui.metrics.px(640) ? 2 : 1);
    const float h = std::min(window.h - 24, 2 * pad + title + columns.height);
    const Rect sheet{window.middle_x() - w / 2, window.middle_y() - h / 2, w, h};
    shadow(ui.canvas, sheet, 20, 40, .4f);
    card_ground(ui, "help", sheet, 20);
    const Rect head{sheet.x + pad, sheet.y + pad - ui.metrics.px(8), w - 2 * pad, title * .8f};
    const TextStyle style{Font::display, ui.metrics.h1, Role::text};
    const std::string words = shell.help_words ? "Words" : "Everything works from the keyboard";
    const bool whole = ui.canvas.width(words, style) < head.w - ui.metrics.px(270);
    ui.canvas.text({head.x, head.middle_y()},
                   whole              ? words
                   : shell.help_words ? "Words"
                                      : "Keys",
                   style);
    choose_page(ui, shell, head);
    const Rect page{sheet.x + pad, sheet.y + pad + title, w - 2 * pad, h - 2 * pad - title};
    scroll_help(ui, shell, window);
    ui.canvas.push_clip({sheet.x, page.y, sheet.w, page.h + pad});
    if (shell.help_words)
        words_page(ui, shell, page);
    else
        keys_page(ui, shell, columns, page);
    ui.canvas.pop_clip();
    const bool outside = ui.input.pressed && !sheet.contains(ui.input.mouse);
    if (close_button(ui, "help.close", sheet) || closed_by_key(ui, shell.help_words) || outside)
        shell.help = false;
    ui.end_dialog();
}

}  // namespace app
