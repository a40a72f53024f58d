// See sheet.h.
#include "app/widgets/sheet.h"

#include <string>

#include "app/widgets/widgets.h"

namespace app {

Rect begin_sheet(Ui& ui, std::string_view name, Rect window, float w, float h) {
    return begin_sheet(ui, name, window,
                       {window.middle_x() - w / 2, window.middle_y() - h / 2, w, h});
}

Rect begin_sheet(Ui& ui, std::string_view name, Rect window, Rect sheet) {
    ui.begin_dialog();
    ui.canvas.fill(window, scrim(ui.tone));
    shadow(ui.canvas, sheet, 20, 40, .4f);
    card_ground(ui, name, sheet, 20);
    return sheet;
}

bool end_sheet(Ui& ui, std::string_view name, Rect sheet) {
    const bool pressed = close_button(ui, std::string(name) + ".close", sheet);
    const bool outside = ui.input.pressed && !sheet.contains(ui.input.mouse);
    const bool closed = pressed || outside || ui.take({Key::escape});
    ui.end_dialog();
    return closed;
}

}  // namespace app
