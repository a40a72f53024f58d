// Every key, on a sheet over the window. Read from the table that the keys themselves come from.
#include <algorithm>

#include "app/regions.h"
#include "app/shortcuts.h"

namespace app {

namespace {

void row(Ui& ui, const Shortcut& shortcut, Rect area, float keys) {
    const TextStyle cap{Font::medium, ui.metrics.small, Role::text},
        words{Font::regular, ui.metrics.small, Role::text2};
    const float w = ui.canvas.width(shortcut.keys, cap) + 16,
                h = std::min(area.h - 4, ui.metrics.small * 1.75f);
    const Rect box{area.x, area.middle_y() - h / 2, w, h};
    ui.canvas.fill(box, Role::raised, 5);
    ui.canvas.outline(box, Role::stroke, 5);
    ui.canvas.text({box.x + 8, box.middle_y()}, shortcut.keys, cap);
    paragraph(ui.canvas,
              {area.x + keys, area.middle_y() - words.size * .66f, area.w - keys, area.h},
              shortcut.does, words, 1.3f);
}

}  // namespace

void help_sheet(Ui& ui, Shell& shell, Rect window) {
    ui.begin_dialog();
    const Colour scrim =
        ui.tone == Tone::dark ? Colour::of(0x05070A, .74f) : Colour::of(0x2B2A26, .46f);
    ui.canvas.fill(window, scrim);
    const float pad = 28, w = std::min(window.w - 24, 980.f);
    const int columns = w > 640 ? 2 : 1;
    const int count = static_cast<int>(shortcuts().size()), rows = (count + columns - 1) / columns;
    const float line =
        std::clamp((window.h - 24 - 2 * pad - 48) / static_cast<float>(rows), 18.f, 36.f);
    const float h = std::min(window.h - 24, 2 * pad + 48 + line * static_cast<float>(rows));
    const Rect sheet{window.middle_x() - w / 2, window.middle_y() - h / 2, w, h};
    shadow(ui.canvas, sheet, 20, 40, .4f);
    card_ground(ui, "help", sheet, 20);
    ui.canvas.push_clip(sheet);
    ui.canvas.text({sheet.x + pad, sheet.y + pad + 10}, "Everything works from the keyboard",
                   {Font::display, ui.metrics.h1, Role::text});
    const float width = (w - 2 * pad) / static_cast<float>(columns);
    for (int i = 0; i < count; ++i) {
        const Rect area{sheet.x + pad + static_cast<float>(i / rows) * width,
                        sheet.y + pad + 48 + static_cast<float>(i % rows) * line, width - 20, line};
        row(ui, shortcuts()[static_cast<std::size_t>(i)], area, columns == 2 ? 168.f : 150.f);
    }
    ui.canvas.pop_clip();
    const bool outside = ui.input.pressed && !sheet.contains(ui.input.mouse);
    const bool closed = ui.take({Key::escape}) || ui.take({Key::question}) ||
                        ui.take({.key = Key::slash, .shift = true}) ||
                        ui.take({.key = Key::question, .shift = true});
    if (outside || closed) shell.help = false;
    ui.end_dialog();
}

}  // namespace app
