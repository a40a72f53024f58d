// Draws edges of panes, and drawers over the window. See pane.h.
#include "app/widgets/pane.h"

#include <algorithm>

#include "app/widgets/widgets.h"

namespace app {

void splitter(Ui& ui, std::string_view id, Rect edge, float& width, float now, float direction) {
    const Ui::Hit hit = ui.control(id, edge);
    if (hit.hovered || hit.held) ui.pointer = Pointer::sideways;
    if (hit.held) width = std::max(1.f, now + direction * (ui.input.mouse.x - edge.middle_x()));
    if (hit.hovered && ui.input.twice) width = 0;
}

void drawer(Ui& ui, Rect window, Rect area, std::string_view title, bool& open,
            const std::function<void(Rect)>& draw) {
    ui.begin_dialog();
    ui.canvas.fill(window, scrim(ui.tone));
    const bool top = ui.on_top(), outside = ui.input.pressed && !area.contains(ui.input.mouse);
    ui.canvas.fill(area, Role::rail);
    const Rect head = area.cut_top(std::min(ui.metrics.px(56), area.h));
    ui.canvas.card(title, head);
    ui.canvas.text({head.x + ui.metrics.px(20), head.middle_y()}, title,
                   {Font::semibold, ui.metrics.h2, Role::text});
    const bool closed = close_button(ui, "drawer.close", head) || (top && ui.take({Key::escape}));
    draw(area);
    if ((top && outside) || closed) open = false;
    ui.end_dialog();
}

}  // namespace app
