// The page of words on the sheet of help: every entry of the glossary, those first that letters
// were typed of; a way to the picture that shows what is meant.
#include <algorithm>

#include "app/format.h"
#include "app/glossary.h"
#include "app/regions/regions.h"

namespace app {

namespace {

bool has(std::string_view text, const std::string& letters) {
    return lower_case(text).find(letters) != std::string::npos;
}

// Words that begin so, then such that mention it.
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

// The picture of a word, where this run has it.
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
    places.name > 0 ? void(words.cut_left(places.name)) : void(words.cut_top(line));
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

}  // namespace

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

}  // namespace app
