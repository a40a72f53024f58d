// The host's side of what is shown, in the code pane: the text, and the button that writes it with
// the kernel as a program.
#include <algorithm>

#include "app/regions/regions.h"
#include "app/views/code_text.h"
#include "app/views/marks.h"

namespace app {
namespace {

// Rows of `text` from line `top` on, as many as fit.
void draw_rows(Ui& ui, const HostCode::Text& text, int top, Rect area) {
    const float row_height = ui.metrics.code * 1.6f;
    const float letter =
        ui.canvas.width("0000000000", mono_style(ui.metrics.code, Role::text, Font::mono)) / 10;
    const int columns = std::max(8, static_cast<int>(area.w / letter));
    float y = area.y + row_height / 2;
    for (int line = top; line <= std::ssize(text.lines); ++line)
        for (const CodeRow& row : rows_of(text.lines[static_cast<std::size_t>(line) - 1], line,
                                          columns, CodeKind::cuda)) {
            if (y + row_height / 2 > area.bottom()) return;
            draw_words(ui.canvas, row, {area.x, y}, letter, false, ui.metrics);
            y += row_height;
        }
}

void foot(Ui& ui, Shell& shell, Rect area) {
    const float height = ui.metrics.segment;
    const Rect place{area.x, area.bottom() - height, std::min(area.w, ui.metrics.px(250)), height};
    if (button(ui, "source.export", place, "Write the program", ButtonKind::secondary, "Ctrl + E"))
        shell.export_program();
    ui.tooltip("source.export", place,
               "Kernel and host go to a file of their own, which nvcc builds and which checks its "
               "own result. No file is replaced.");
}

}  // namespace

void host_pane(Ui& ui, Shell& shell, Rect body) {
    const auto shown = shell.session.shown();
    if (!shown) return;
    HostCode& host = shell.host_code;
    const HostCode::Text& text = host.text(shown->request);
    if (!text.problem.empty()) {
        paragraph(ui.canvas, body, text.problem, body_style(ui.metrics));
        return;
    }
    if (body.h > ui.metrics.px(160))
        foot(ui, shell, body.cut_bottom(ui.metrics.segment + ui.metrics.gap));
    int top = host.top < 1 ? text.main_line : host.top;
    if (const float wheel = ui.take_wheel(body); wheel != 0)
        host.top = top = std::clamp(top - static_cast<int>(wheel * 3), 1,
                                    std::max(1, static_cast<int>(text.lines.size()) - 4));
    ui.canvas.push_clip(body);
    draw_rows(ui, text, std::min<int>(top, static_cast<int>(text.lines.size())), body);
    ui.canvas.pop_clip();
}

}  // namespace app
