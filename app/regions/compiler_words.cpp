// The code pane while a file does not compile: its saved text, and below each line the compiler's
// messages about it.
#include "app/regions/compiler_words.h"

#include <algorithm>
#include <cmath>

#include "app/draw/icons.h"
#include "app/views/code_text.h"
#include "lab/source_text.h"

namespace app {

namespace {

using WordsOfCompiler = std::vector<lab::CompilerWords>;

// The layout of a row of the pane.
struct Layout {
    Rect area;
    float row = 0, letter = 0, numbers = 0;
    float x() const { return area.x + numbers + row * .8f; }
    int columns() const {
        return std::max(8, static_cast<int>((area.right() - x()) / std::max(1.f, letter)));
    }
};

Layout layout_of(const Ui& ui, Rect area, std::size_t lines) {
    const TextStyle mono{Font::mono, ui.metrics.code, Role::text},
        small{Font::mono, ui.metrics.micro, Role::text3};
    const float letter = ui.canvas.width("0000000000", mono) / 10;
    return {area, ui.metrics.code * 1.6f, letter,
            ui.canvas.width(std::to_string(std::max<std::size_t>(100, lines)), small)};
}

Colour colour_of_word(WordKind kind) {
    if (kind == WordKind::comment) return Role::text3;
    if (kind == WordKind::keyword) return Role::text2;
    return kind == WordKind::barrier ? Role::accent_text : Role::text;
}

bool is_named(const WordsOfCompiler& words, int line) {
    return std::ranges::any_of(
        words, [&](const lab::CompilerWords& w) { return w.error && w.line == line; });
}

// Draws one line of the source at `y`; returns its height.
float source_line(Ui& ui, const Layout& at, std::string_view text, int number, float y,
                  bool named) {
    const auto rows = rows_of(text, number, at.columns(), CodeKind::cuda);
    const float height = at.row * static_cast<float>(rows.size());
    const float margin = at.row * .5f;
    if (named) {
        ui.canvas.fill({at.area.x - margin, y, at.area.w + 2 * margin, height},
                       Colour(Role::bad, is_dark(ui.tone) ? .16f : .11f));
        ui.canvas.fill({at.area.x - margin, y, 4, height}, Role::bad);
    }
    ui.canvas.text({at.area.x + at.numbers, y + at.row / 2}, std::to_string(number),
                   {named ? Font::mono_bold : Font::mono, ui.metrics.micro,
                    named ? Role::text : Role::text3, Align::right});
    for (const CodeRow& row : rows) {
        for (const CodeWord& word : row.words)
            ui.canvas.text(
                {at.x() + static_cast<float>(word.column) * at.letter, y + at.row / 2}, word.text,
                {word.kind == WordKind::keyword || word.kind == WordKind::barrier ? Font::mono_bold
                                                                                  : Font::mono,
                 ui.metrics.code, colour_of_word(word.kind)});
        y += at.row;
    }
    return height;
}

// Draws the messages about a line below it.
float said(Ui& ui, const Layout& at, const WordsOfCompiler& words, int line, float y) {
    const float top = y, radius = ui.metrics.small * .62f;
    for (const lab::CompilerWords& each : words) {
        if (!each.error || each.line != line) continue;
        icon::refused(ui.canvas, {at.x() - radius - 4, y + ui.metrics.small * .95f}, radius);
        const Rect box{at.x() + 4, y + 2, at.area.right() - at.x() - 4, at.area.bottom() - y};
        y +=
            paragraph(ui.canvas, box, each.words, {Font::medium, ui.metrics.small, Role::text}) + 8;
    }
    return y - top;
}

int first_named(const WordsOfCompiler& words) {
    int first = 0;
    for (const lab::CompilerWords& each : words)
        if (each.error && each.line > 0 && (first == 0 || each.line < first)) first = each.line;
    return first;
}

// Messages without a line of this file: a header, a missing compiler, an unreadable file.
float said_of_all(Ui& ui, const Layout& at, const lab::FileNews& news) {
    if (first_named(news.words) > 0) return said(ui, at, news.words, 0, at.area.y);
    return paragraph(ui.canvas, at.area, news.problem,
                     {Font::medium, ui.metrics.small, Role::text}) +
           12;
}

}  // namespace

void compiler_words(Ui& ui, Shell& shell, Rect area, const lab::FileNews& news) {
    const std::vector<std::string_view> lines = lab::lines_in(news.source);
    Layout at = layout_of(ui, area, lines.size());
    ui.canvas.push_clip({area.x - at.row, area.y, area.w + 2 * at.row, area.h});
    at.area.cut_top(said_of_all(ui, at, news));
    Cursor& cursor = shell.playback.cursor;
    const int last = static_cast<int>(lines.size());
    if (const float wheel = ui.take_wheel(area); wheel != 0)
        cursor.code_top = std::max(1, shell.trouble_top - static_cast<int>(wheel * 3));
    const int home = std::max(1, first_named(news.words) - 5);
    int line = std::clamp(cursor.code_top > 0 ? cursor.code_top : home, 1, std::max(1, last));
    shell.trouble_top = line;
    for (float y = at.area.y; line <= last && y < area.bottom(); ++line) {
        y += source_line(ui, at, lines[static_cast<std::size_t>(line - 1)], line, y,
                         is_named(news.words, line));
        y += said(ui, at, news.words, line, y);
    }
    ui.canvas.pop_clip();
}

}  // namespace app
