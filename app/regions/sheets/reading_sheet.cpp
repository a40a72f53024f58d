// The lesson's text on a sheet over the window: what is visible, the wrong belief, the reason, what
// to try.
#include "app/regions/sheets/reading_sheet.h"

#include <algorithm>

#include "app/widgets/sheet.h"

namespace app {

namespace {

struct TextForm {
    TextStyle style;
    float leading, above, indent;
};

TextForm form_of(const Ui& ui, MarkdownBlock::Kind kind) {
    const float body = ui.metrics.body;
    switch (kind) {
        case MarkdownBlock::Kind::title:
            return {{Font::display, ui.metrics.h1 * 1.2f, Role::text}, 1.2f, 0, 0};
        case MarkdownBlock::Kind::heading:
            return {{Font::semibold, ui.metrics.h2, Role::text}, 1.3f, body * 1.5f, 0};
        case MarkdownBlock::Kind::item:
            return {{Font::regular, body, Role::text2}, 1.5f, body * .5f, ui.metrics.px(18)};
        case MarkdownBlock::Kind::code:
            return {{Font::mono, ui.metrics.code, Role::text}, 1.6f, body * .7f, ui.metrics.px(12)};
        default: return {{Font::regular, body, Role::text2}, 1.5f, body * .7f, 0};
    }
}

// Draws the blocks from the top of `page`; returns their height.
float draw_blocks(Ui& ui, Rect page, const std::vector<MarkdownBlock>& blocks) {
    float y = page.y;
    for (const MarkdownBlock& block : blocks) {
        const TextForm form = form_of(ui, block.kind);
        y += y > page.y ? form.above : 0;
        if (block.kind == MarkdownBlock::Kind::item)
            ui.canvas.circle({page.x + 6, y + form.style.size * .75f}, 2, Role::text3);
        const Rect area{page.x + form.indent, y, page.w - form.indent, 1e6f};
        y += paragraph(ui.canvas, area, block.text, form.style, form.leading);
    }
    return y - page.y;
}

void scroll(Ui& ui, Shell& shell, Rect window) {
    if (ui.take({Key::down})) shell.reading_scroll += 60;
    if (ui.take({Key::up})) shell.reading_scroll -= 60;
    if (ui.take({Key::page_down}) || ui.take({Key::space})) shell.reading_scroll += window.h * .6f;
    if (ui.take({Key::page_up})) shell.reading_scroll -= window.h * .6f;
    shell.reading_scroll -= ui.take_wheel(window) * 60;
}

}  // namespace

void reading_sheet(Ui& ui, Shell& shell, Rect window) {
    const float w = std::min(window.w - 24, ui.metrics.px(760)),
                h = std::min(window.h - 32, ui.metrics.px(900));
    const Rect sheet = begin_sheet(ui, "reading", window, w, h);
    const float pad = ui.metrics.sheet;
    const Rect page = sheet.inside(pad, pad * .8f);
    scroll(ui, shell, window);
    ui.canvas.push_clip(page);
    const auto* blocks = shell.text.blocks(*shell.session.lesson());
    const float height =
        blocks ? draw_blocks(ui, {page.x, page.y - shell.reading_scroll, page.w, page.h}, *blocks)
               : 0;
    if (!blocks)
        ui.canvas.text({page.x, page.y + 20}, "Counting the numbers of this text",
                       {Font::regular, ui.metrics.body, Role::text3});
    ui.canvas.pop_clip();
    const float most = std::max(0.f, height - page.h);
    if (blocks) shell.reading_scroll = std::clamp(shell.reading_scroll, 0.f, most);
    if (most > 0) {
        const float bar = page.h * page.h / height;
        const float y = page.y + (page.h - bar) * shell.reading_scroll / most;
        ui.canvas.fill({sheet.right() - 12, y, 3, bar}, Role::stroke, 1.5f);
    }
    const bool by_key = ui.take({Key::l});
    if (end_sheet(ui, "reading", sheet) || by_key) shell.reading = false;
}

}  // namespace app
