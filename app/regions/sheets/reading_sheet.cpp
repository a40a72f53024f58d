// The lesson's text on a sheet over the window: what is visible, the wrong belief, the reason, what
// to try.
#include "app/regions/sheets/reading_sheet.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/search/searched_lesson.h"
#include "app/widgets/sheet.h"
#include "lab/words.h"

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

// The first block with the words as they were typed, else one with each of them; blocks.size()
// where there is none.
std::size_t block_with(const std::vector<MarkdownBlock>& blocks, const std::string& typed) {
    const std::string phrase = folded(typed);
    const auto words = lab::words_between(phrase, " ");
    if (words.empty()) return blocks.size();
    std::size_t each = blocks.size();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        std::string text = folded(blocks[i].text);
        std::erase_if(text, [](char c) { return c == '*' || c == '`'; });
        const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
        if (has(phrase)) return i;
        if (each == blocks.size() && std::ranges::all_of(words, has)) each = i;
    }
    return each;
}

struct DrawnText {
    float height = 0;
    std::optional<float> marked{};  // from the top of the text to the marked block
};

// Draws the blocks from the top of `page`, with a bar beside the block of index `marked`.
DrawnText draw_blocks(Ui& ui, Rect page, const std::vector<MarkdownBlock>& blocks,
                      std::size_t marked) {
    DrawnText drawn;
    float y = page.y;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const MarkdownBlock& block = blocks[i];
        const TextForm form = form_of(ui, block.kind);
        y += y > page.y ? form.above : 0;
        if (block.kind == MarkdownBlock::Kind::item)
            ui.canvas.circle({page.x + 6, y + form.style.size * .75f}, 2, Role::text3);
        const Rect area{page.x + form.indent, y, page.w - form.indent, 1e6f};
        const float h = paragraph(ui.canvas, area, block.text, form.style, form.leading);
        if (i == marked) {
            drawn.marked = y - page.y;
            ui.canvas.fill({page.x - ui.metrics.px(14), y, 3, h}, Role::accent, 1.5f);
        }
        y += h;
    }
    drawn.height = y - page.y;
    return drawn;
}

// Scrolls once to the block that the sheet was opened at, a third below the top.
void go_to(Shell& shell, const DrawnText& drawn, Rect page) {
    if (!shell.reading_goal.reached && drawn.marked)
        shell.reading_scroll = *drawn.marked - page.h / 3;
    shell.reading_goal.reached = true;
}

void scroll(Ui& ui, Shell& shell, Rect window) {
    if (ui.take({Key::down})) shell.reading_scroll += 60;
    if (ui.take({Key::up})) shell.reading_scroll -= 60;
    if (ui.take({Key::page_down}) || ui.take({Key::space})) shell.reading_scroll += window.h * .6f;
    if (ui.take({Key::page_up})) shell.reading_scroll -= window.h * .6f;
    if (ui.take({Key::home})) shell.reading_scroll = 0;
    if (ui.take({Key::end})) shell.reading_scroll = 1e6f;
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
    ui.canvas.push_clip({page.x - pad, page.y, page.w + pad, page.h});
    const auto* blocks = shell.text.blocks(*shell.session.lesson());
    DrawnText drawn;
    if (blocks)
        drawn = draw_blocks(ui, {page.x, page.y - shell.reading_scroll, page.w, page.h}, *blocks,
                            block_with(*blocks, shell.reading_goal.words));
    else
        ui.canvas.text({page.x, page.y + 20}, "Counting the numbers of this text",
                       {Font::regular, ui.metrics.body, Role::text3});
    ui.canvas.pop_clip();
    const float height = drawn.height, most = std::max(0.f, height - page.h);
    if (blocks) go_to(shell, drawn, page);
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
