// All keys on a sheet over the window, with a search by typing. Read from the table that the keys
// come from.
#include "app/regions/sheets/help_sheet.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/format.h"
#include "app/glossary.h"
#include "app/regions/shortcuts.h"
#include "app/widgets/sheet.h"
#include "app/widgets/widgets.h"

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

// The layout of the rows: in columns of about the same height, filled one after the other.
struct Columns {
    float width = 0, keys = 0, height = 0;
    std::vector<Rect> rows;  // from the upper left
    std::vector<const Shortcut*> shortcuts;
};

// The shortcuts with these letters in their keys, their action or their other words.
std::vector<const Shortcut*> found_shortcuts(const std::string& filter) {
    const std::string letters = lower_case(filter);
    const auto has = [&](std::string_view text) {
        return lower_case(text).find(letters) != std::string::npos;
    };
    std::vector<const Shortcut*> found;
    for (const Shortcut& shortcut : shortcuts())
        if (has(shortcut.keys) || has(shortcut.does) || has(shortcut.finds))
            found.push_back(&shortcut);
    return found;
}

Columns columns_of(Ui& ui, float width, int count, const std::string& filter) {
    Columns made{width / static_cast<float>(count), 0, 0, {}, found_shortcuts(filter)};
    for (const Shortcut& shortcut : shortcuts())
        made.keys =
            std::max(made.keys, ui.canvas.width(shortcut.keys, {Font::medium, ui.metrics.small}) +
                                    ui.metrics.px(32));
    std::vector<float> heights;
    float all = 0;
    for (const Shortcut* shortcut : made.shortcuts) {
        heights.push_back(row_height(ui, *shortcut, made.width - 20 - made.keys));
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
    if (columns.rows.empty())
        ui.canvas.text({page.x, page.y + ui.metrics.px(16)}, "No key does that.", words_style(ui));
    ui.begin_scroll("help.keys", page, columns.height, shell.help_scroll);
    for (std::size_t i = 0; i < columns.rows.size(); ++i) {
        const Rect& at = columns.rows[i];
        const Rect area{page.x + at.x, page.y + at.y - shell.help_scroll, at.w, at.h};
        if (area.bottom() > page.y && area.y < page.bottom())
            row(ui, *columns.shortcuts[i], area, columns.keys);
    }
    ui.end_scroll();
}

// The search text; without one, a hint that typing searches.
void search_field(Ui& ui, const std::string& typed, bool chosen, Rect row) {
    ui.canvas.fill(row, Role::sunk, 8);
    ui.canvas.outline(row, Role::stroke, 8);
    const bool none = typed.empty();
    const TextStyle style{Font::regular, ui.metrics.small, none ? Role::text3 : Role::text};
    const float x = row.x + ui.metrics.px(12);
    if (chosen)
        ui.canvas.fill({x, row.middle_y() - style.size * .75f, ui.canvas.width(typed, style),
                        style.size * 1.5f},
                       Colour(Role::accent, .3f), 3);
    ui.canvas.text({x, row.middle_y()}, none ? "Type to search" : typed, style);
    if (none) return;
    const float caret = x + ui.canvas.width(typed, style) + 1;
    ui.canvas.fill({caret, row.middle_y() - ui.metrics.small * .6f, 1.5f, ui.metrics.small * 1.2f},
                   Role::accent);
}

// The choice of keys or words; returns the rest of the row.
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
    if (ui.take({Key::home})) shell.help_scroll = 0;
    if (ui.take({Key::end})) shell.help_scroll = 1e6f;  // to the end
    if (ui.take({Key::page_down})) shell.help_scroll += window.h * .6f;
    if (ui.take({Key::page_up})) shell.help_scroll -= window.h * .6f;
}

// Letters go into the search text; Ctrl + A selects it. Returns whether it changed.
bool searched(Ui& ui, Shell& shell) {
    if (ui.take({.key = Key::a, .control = true})) shell.help_chosen = !shell.help_filter.empty();
    const std::string before = shell.help_filter;
    if (shell.help_chosen && (!ui.input.typed.empty() || ui.take({Key::backspace}))) {
        shell.help_filter.clear();
        shell.help_chosen = false;
    }
    ui.type_into(shell.help_filter);
    return shell.help_filter != before;
}

// Once something is typed, a question mark is a normal character.
bool closed_by_key(Ui& ui, bool writes) {
    if (ui.take({Key::f1})) return true;
    if (writes) return false;
    return ui.take({Key::question}) || ui.take({.key = Key::slash, .shift = true}) ||
           ui.take({.key = Key::question, .shift = true});
}

void close_help(Shell& shell) {
    shell.help = shell.help_chosen = false;
    shell.help_filter.clear();
}

// ---- The page of words: every entry of the glossary, those with the typed letters first.

bool has(std::string_view text, const std::string& letters) {
    return lower_case(text).find(letters) != std::string::npos;
}

// Entries whose word has the letters, then those whose text mentions them.
std::vector<const Term*> found(const std::string& filter) {
    const std::string letters = lower_case(filter);
    std::vector<const Term*> first, others;
    for (const Term& term : glossary()) {
        if (has(term.word, letters) || has(term.forms, letters))
            first.push_back(&term);
        else if (has(term.means, letters))
            others.push_back(&term);
    }
    first.insert(first.end(), others.begin(), others.end());
    return first;
}

// The view of a word, where this run has it.
const View* picture_of(const Shell& shell, const Term& term) {
    const View* view = term.view.empty() ? nullptr : find_view(term.view);
    if (!view || !on_stage(view->slot)) return nullptr;
    const auto here = shell.stage_views(view->slot);
    return std::ranges::find(here, view) == here.end() ? nullptr : view;
}

void show(Shell& shell, const View& view) {
    shell.slot = view.slot;
    shell.view_of_slot[view.slot] = view.id;
    shell.home = shell.help = false;
}

struct RowPlaces {
    float name = 0, button = 0;
};

TextStyle meaning_style(const Ui& ui) { return {Font::regular, ui.metrics.small, Role::text2}; }

RowPlaces row_places(const Ui& ui, float width) {
    const bool wide = width > ui.metrics.px(560);
    return {wide ? ui.metrics.px(170) : 0, wide ? ui.metrics.px(150) : 0};
}

float entry_height(Ui& ui, const Term& term, float width) {
    const RowPlaces places = row_places(ui, width);
    const float line = ui.metrics.small * 1.5f;
    const float words = paragraph_height(ui.canvas, width - places.name - places.button, term.means,
                                         meaning_style(ui), 1.4f);
    return words + (places.name > 0 ? 0 : line) + (term.metric.empty() ? 0 : line) +
           ui.metrics.px(14);
}

void entry(Ui& ui, Shell& shell, const Term& term, Rect area) {
    const RowPlaces places = row_places(ui, area.w);
    const float line = ui.metrics.small * 1.5f;
    const TextStyle name{Font::semibold, ui.metrics.small, Role::text};
    ui.canvas.line({area.x, area.y - ui.metrics.px(6)}, {area.right(), area.y - ui.metrics.px(6)},
                   Role::line);
    ui.canvas.text({area.x, area.y + line / 2}, term.word, name);
    Rect words = area;
    if (places.name > 0)
        words.cut_left(places.name);
    else
        words.cut_top(line);
    Rect side = words.cut_right(places.button);
    words.cut_top(paragraph(ui.canvas, words, term.means, meaning_style(ui), 1.4f));
    const TextStyle metric{Font::mono, ui.metrics.micro, Role::text3};
    if (!term.metric.empty())
        ui.canvas.text({words.x, words.y + line / 2},
                       cut_in_middle(ui.canvas, std::string(term.metric), metric, words.w), metric);
    const View* view = picture_of(shell, term);
    if (!view || side.w <= 0) return;
    const Rect press{side.x + ui.metrics.px(12), area.y - ui.metrics.px(2),
                     side.w - ui.metrics.px(12), ui.metrics.tab};
    const bool minute = view->id == "first_minute";
    if (button(ui, "words." + std::string(term.word), press,
               minute ? "Show me again" : "Show " + lower_case(view->title), ButtonKind::secondary))
        show(shell, *view);
}

// The glossary: the words that contain the typed letters.
void words_page(Ui& ui, Shell& shell, Rect page) {
    const std::vector<const Term*> terms = found(shell.help_filter);
    if (terms.empty()) {
        ui.canvas.text({page.x, page.y + ui.metrics.px(16)}, "None of these words has that.",
                       meaning_style(ui));
        return;
    }
    const float width = page.w - ui.metrics.px(12);
    float height = 0;
    for (const Term* term : terms) height += entry_height(ui, *term, width);
    ui.begin_scroll("help.words", page, height, shell.help_scroll);
    float y = page.y - shell.help_scroll + ui.metrics.px(6);
    for (const Term* term : terms) {
        const float high = entry_height(ui, *term, width);
        if (y + high > page.y && y < page.bottom())
            entry(ui, shell, *term, {page.x, y, width, high});
        y += high;
    }
    ui.end_scroll();
}

}  // namespace

void help_sheet(Ui& ui, Shell& shell, Rect window) {
    const float pad = ui.metrics.px(28), title = ui.metrics.px(48),
                search = ui.metrics.option + ui.metrics.px(12),
                w = std::min(window.w - 24, ui.metrics.px(980));
    const int side_by_side = w > ui.metrics.px(640) ? 2 : 1;
    // As high as the list of all keys, for any search.
    const float all = columns_of(ui, w - 2 * pad, side_by_side, "").height;
    const Rect sheet =
        begin_sheet(ui, "help", window, w, std::min(window.h - 24, 2 * pad + title + search + all));
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
    Rect page{sheet.x + pad, sheet.y + pad + title, w - 2 * pad, sheet.h - 2 * pad - title};
    const bool by_key = closed_by_key(ui, !shell.help_filter.empty());
    if (!by_key && searched(ui, shell)) shell.help_scroll = 0;
    scroll_help(ui, shell, window);
    const Rect search_row = page.cut_top(ui.metrics.option);
    search_field(ui, shell.help_filter, shell.help_chosen, search_row);
    ui.keep_in_sight(search_row);
    page.cut_top(search - ui.metrics.option);
    if (shell.help_words)
        words_page(ui, shell, page);
    else
        keys_page(ui, shell, columns_of(ui, w - 2 * pad, side_by_side, shell.help_filter), page);
    if (end_sheet(ui, "help", sheet) || by_key) close_help(shell);
}

}  // namespace app
