// The cards below or beside the stage: one for each card view with something to show. Cards without
// a place are tabs of the last place.
#include "app/regions/card_row.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/draw/icons.h"
#include "app/regions/fill_button.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/plot_zoom.h"
#include "app/regions/refused_card.h"
#include "app/regions/source_pane.h"
#include "app/regions/stage.h"
#include "app/regions/times_choice.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/bugs.h"

namespace app {

namespace {

constexpr std::string_view cards_menu = "cards", times_card = "timings",
                           kernels_card = "rungs_compared";

// The views of one place, and the shown one.
struct Place {
    std::vector<const View*> views;
    const View* shown = nullptr;
    bool figure = false;  // a figure: nothing to press
};

int shown_index(const Place& place) {
    return static_cast<int>(std::ranges::find(place.views, place.shown) - place.views.begin());
}

std::vector<Option> titles_of(const Place& place) {
    std::vector<Option> options;
    for (const View* view : place.views) options.push_back({view->title, ""});
    return options;
}

// Width of tabs of equal width with whole titles.
float tabs_width(const Ui& ui, const Place& place) {
    float widest = 0;
    for (const View* view : place.views)
        widest = std::max(widest, ui.canvas.width(view->title, {Font::semibold, ui.metrics.small}));
    return (widest + ui.metrics.px(22)) * static_cast<float>(place.views.size());
}

// The title of a place without room for tabs: it opens the list of them. Returns its width.
float title_of_several(Ui& ui, Shell& shell, const Place& place, Rect row, float room) {
    const TextStyle title{Font::semibold, ui.metrics.h2, Role::text};
    const float arrow = ui.metrics.px(22), pad = ui.metrics.px(8);
    const std::string words = fitted(ui.canvas, place.shown->title, room - arrow, title);
    const float w = ui.canvas.width(words, title);
    const Rect area{row.x - pad, row.y, w + arrow + pad, row.h - ui.metrics.px(2)};
    const Ui::Hit hit = ui.control("cards.more", area);
    if (hit.hovered) ui.canvas.fill(area, Role::hover, 8);
    ui.canvas.text({row.x, row.middle_y() - 1}, words, title);
    icon::chevron(ui.canvas, {row.x + w + ui.metrics.px(12), row.middle_y() - 1}, ui.metrics.px(12),
                  Role::text2, shell.menu.is_open(cards_menu));
    ui.focus_ring(hit, area, 8);
    ui.tooltip("cards.more", area, "The other cards of this lesson");
    if (hit.clicked) shell.menu.toggle(cards_menu, "cards.more", area);
    return w + arrow;
}

void choose(Shell& shell, const Place& place, int index) {
    shell.card_shown = place.views[static_cast<std::size_t>(index)]->id;
}

// A card's title, or the tabs of several; returns the width taken.
float titles(Ui& ui, Shell& shell, const Place& place, Rect row, float room) {
    const TextStyle title{Font::semibold, ui.metrics.h2, Role::text};
    if (place.views.size() < 2) {
        ui.canvas.text({row.x, row.middle_y() - 1},
                       cut_in_middle(ui.canvas, place.shown->title, title, room), title);
        return ui.canvas.width(place.shown->title, title);
    }
    const float w = tabs_width(ui, place);
    if (w > room) return title_of_several(ui, shell, place, row, room);
    const Rect tabs{row.x - ui.metrics.px(4), row.y - ui.metrics.px(2), w,
                    row.h - ui.metrics.px(2)};
    if (auto picked = segmented(ui, "cards.tab", tabs, titles_of(place), shown_index(place)))
        choose(shell, place, *picked);
    return w;
}

// A card of times has the choice of times in its head, and the note gets the rest of the room. The
// choice stays there while it leaves the card empty, so that the user can undo it.
void draw_note(Ui& ui, Shell& shell, const Place& place, const DrawContext& context, Rect rest,
               bool has_times) {
    const View& view = *place.shown;
    const Series& series = shell.session.series();
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    const bool refused = shell.session.refusal().has_value();
    const bool old = shell.session.stale() && (shell.waits() || refused);
    std::vector<std::string> notes;
    if (old)
        notes.push_back(whose_words(shell.session.stands_in()));
    else if (view.words.note)
        notes = view.words.note(context).forms;
    notes.emplace_back();
    if (!place.figure)
        rest.cut_right(
            fill_button(ui, shell, view, {rest.right(), rest.middle_y()}, rest.w * .75f));
    // Refused settings have no times to choose: the source of the shown numbers comes first.
    if (view.words.badge.varies() && !(old && refused) &&
        (has_times || series.choice != TimeChoice{.map = series.choice.map})) {
        const float choice =
            times_choice(ui, shell, view, {rest.right(), rest.middle_y()}, rest.w, !place.figure);
        rest.cut_right(choice);
        // Where the choice shows the device, the note does not repeat its name.
        const auto source = series.source(shell.session.settings());
        if (source && choice > ui.canvas.width(short_device(source->device) + ", cold", small))
            std::erase(notes, short_device(source->device));
    }
    ui.canvas.text({rest.x, rest.middle_y()},
                   fitting(ui.canvas, notes, small, rest.w - ui.metrics.px(8)), small);
}

// Title or tabs and note at the left, the numbers' source at the right. Returns the room below.
Rect head(Ui& ui, Shell& shell, const Place& place, const DrawContext& context, Rect area) {
    const View& view = *place.shown;
    Rect inside = area.inside(ui.metrics.card.x, ui.metrics.card.y);
    const Rect row = inside.cut_top(ui.metrics.card_head);
    const Badge kind = view.words.badge(context);
    const float taken = badge(ui.canvas, {row.right(), row.middle_y() - 1}, kind, ui.metrics.badge);
    const float room = row.w - taken - ui.metrics.px(12);
    const float used = titles(ui, shell, place, row, room) + ui.metrics.px(12);
    Rect rest{row.x + used, row.y - 1, room - used, row.h};
    draw_note(ui, shell, place, context, rest, kind != Badge::none);
    return inside;
}

constexpr std::string_view column_menu_name = "ledger.column.";

// Marks a counter's lines. For the counter that is marked already, shows again how often lines are
// issued.
void mark_lines(Shell& shell, int counter) {
    const bool again = shell.counter == counter;
    mark_lines_of(shell, again ? -1 : counter);
}

// The action of a click on a spot: takes settings (one step of undo), copies words to the
// clipboard, marks lines of the code, or opens the list for a column or an axis.
void follow(Shell& shell, const View& view, const Spot& spot, const std::string& id) {
    if (spot.row >= 0) {
        shell.card_rows[view.id] = spot.row;
    } else if (spot.settings) {
        shell.session.settings() = *spot.settings;
    } else if (!spot.library.empty()) {
        shell.show_program_of(spot.library);
    } else if (!spot.copies.empty()) {
        shell.wishes.copy = spot.copies;
        constexpr std::size_t most = 80;
        shell.notice =
            "Copied: " + spot.copies.substr(0, most) + (spot.copies.size() > most ? "..." : "");
    } else if (spot.counter >= 0) {
        mark_lines(shell, spot.counter);
    } else if (spot.axis >= 0) {
        open_map_menu(shell, spot, id);
    } else {
        shell.session.choose_columns(spot.columns);
        shell.menu.toggle(std::string(column_menu_name) + std::to_string(spot.column), id,
                          spot.area);
    }
}

// Draws a spot's tooltip and handles its click.
void answer(Ui& ui, Shell& shell, const View& view, const Spot& spot, const std::string& id) {
    const bool goes = spot.settings.has_value(), chooses = spot.column >= 0 || spot.axis >= 0,
               marks = spot.counter >= 0, scrolls = spot.row >= 0, calls = !spot.library.empty();
    const bool under_mouse = !ui.state.by_keyboard && spot.area.contains(ui.input.mouse);
    if (marks && under_mouse) shell.counter_hovered = spot.counter;
    const bool here = goes && *spot.settings == shell.session.settings();
    ui.place(id, spot.area);
    if (spot.keep.w > 0) ui.keep_in_sight(spot.keep);
    ui.tooltip(id + spot.words, spot.area,
               spot.words + (goes && !here ? "\nA click goes there."
                             : calls       ? "\nA click shows the program that calls it."
                                           : ""),
               470);
    if (!goes && !chooses && !marks && !scrolls && !calls && spot.copies.empty()) return;
    const Ui::Hit hit = ui.control(id, spot.area);
    ui.focus_ring(hit, spot.area, 5);
    if (hit.hovered) {
        ui.pointer = Pointer::hand;
        ui.canvas.outline(spot.area, Colour{Role::text3, .8f}, 5, 1.2f);
    }
    if (hit.clicked) follow(shell, view, spot, id);
}

const std::string spot_name = "spot.";

// Handles the spot under the mouse; of rows all spots, for the keyboard.
void answer_mouse(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    const std::string id = spot_name + view.id;
    if (!ui.on_top()) return;
    bool answered = false;
    if (view.pointing.spots) {
        int row = 0;
        for (const Spot& spot : view.pointing.spots(ui.canvas, context, area)) {
            answer(ui, shell, view, spot, id + "." + std::to_string(row++));
            answered |= spot.area.contains(ui.input.mouse);
        }
    }
    if (!answered && view.pointing.spot && area.contains(ui.input.mouse)) {
        if (const auto spot = view.pointing.spot(ui.canvas, context, area, ui.input.mouse))
            answer(ui, shell, view, *spot, id);
    }
}

void scroll_card(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    if (!view.pointing.rows) return;
    const RowsInSight rows = view.pointing.rows(ui.canvas, context, area);
    shell.rows_in_sight[view.id] = rows;
    // The page keys belong to the card under the mouse or focus, if it has rows out of sight.
    const auto pointed = shell.rows_in_sight.find(shell.card_pointed_before);
    const bool in_another = pointed != shell.rows_in_sight.end() && pointed->first != view.id &&
                            pointed->second.shown < pointed->second.all;
    const int by_keys = in_another ? 0 : paged_rows(ui, rows, false);
    if (const int first = scrolled_rows(ui, rows, area, by_keys); first != rows.first)
        shell.card_rows[view.id] = first;
}

void card(Ui& ui, Shell& shell, const Place& place, Rect area) {
    const View& view = *place.shown;
    card_ground(ui, view.id, area);
    ui.place("shown." + view.id, area);
    const bool has_focus = ui.state.focus_visible && ui.state.focus.starts_with(spot_name),
               focused = has_focus && ui.state.focus.starts_with(spot_name + view.id);
    if (focused || (!has_focus && ui.on_top() && area.contains(ui.input.mouse)))
        shell.card_pointed = view.id;
    if (ui.on_top() && ui.input.right && area.contains(ui.input.mouse))
        show_keep_sheet(shell, view.id);
    shell.with_context(ui.metrics, [&](const DrawContext& of_all) {
        DrawContext context = of_all;
        if (const auto zoom = shell.zooms.find(view.id); zoom != shell.zooms.end())
            context.zoom = zoom->second;
        if (const auto row = shell.card_rows.find(view.id); row != shell.card_rows.end())
            context.first_row = row->second;
        const Rect inside = head(ui, shell, place, context, area);
        if (inside.w < 80 || inside.h < 40) return;
        ui.canvas.push_clip(area);
        view.draw(ui.canvas, context, inside);
        ui.canvas.pop_clip();
        answer_mouse(ui, shell, view, context, inside);
        zoom_plot(ui, shell, view, context, inside);
        scroll_card(ui, shell, view, context, inside);
        if (!view.pointing.click) return;
        const std::string id = "card." + view.id;
        const Ui::Hit hit = ui.control(id, inside);
        if (hit.pressed)
            view.pointing.click(context, shell.playback.cursor, inside, ui.input.mouse);
        if (hit.hovered) ui.pointer = Pointer::arrow;
    });
    // Dim like the stage: this card is of other settings than the refused ones.
    if (shell.session.refusal())
        ui.canvas.fill(area, Colour(Role::panel, refused_dim), ui.metrics.px(14));
    ui.canvas.card({}, {});
}

// Widths of up to three cards, as shares of the row.
std::vector<float> card_shares(std::size_t count) {
    if (count == 3) return {.34f, .31f, .35f};
    return std::vector<float>(count, 1.f / static_cast<float>(count));
}

// Draws the tabs in a row above the only place, where their titles fit whole.
bool tabs_above(Ui& ui, Shell& shell, Rect& area, const Place& place) {
    if (tabs_width(ui, place) > area.w) return false;
    const Rect row = area.cut_top(ui.metrics.option);
    area.cut_top(ui.metrics.px(6));
    if (auto picked = segmented(ui, "cards.tab", row, titles_of(place), shown_index(place)))
        choose(shell, place, *picked);
    return true;
}

bool is_counted(const View* view) { return view->words.badge.is_always(Badge::counted); }

// The view in the last place: the chosen one, else one with counts where no place before has any,
// so that times and causes are not both hidden.
const View* shown_last(const Shell& shell, const std::vector<const View*>& all, std::size_t first) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const auto chosen = std::ranges::find(begin, all.end(), shell.card_shown, &View::id);
    if (chosen != all.end()) return *chosen;
    // With one place for all cards, the card of all kernels comes before times over sizes, which
    // show no cause.
    const auto compared = std::ranges::find(begin, all.end(), kernels_card, &View::id);
    if (first == 0 && (*begin)->id == times_card && compared != all.end()) return *compared;
    const auto counted = std::find_if(begin, all.end(), is_counted);
    const bool before = std::any_of(all.begin(), begin, is_counted);
    return first > 0 && !before && counted != all.end() ? *counted : *begin;
}

std::vector<Place> places_for(const Shell& shell, std::size_t most) {
    const std::vector<const View*> all = shell.cards();
    std::vector<Place> places;
    for (std::size_t i = 0; i < all.size() && i + 1 < most; ++i)
        places.push_back({{all[i]}, all[i]});
    const std::size_t first = places.size();
    if (first >= all.size()) return places;
    places.push_back({{all.begin() + static_cast<std::ptrdiff_t>(first), all.end()}, nullptr});
    places.back().shown = shown_last(shell, all, first);
    return places;
}

void cards_over_each_other(Ui& ui, Shell& shell, Rect area, const std::vector<Place>& places) {
    const float gap = ui.metrics.gap, count = static_cast<float>(places.size());
    const float height = (area.h - gap * (count - 1)) / count;
    for (const Place& place : places) {
        card(ui, shell, place, area.cut_top(height));
        area.cut_top(gap);
    }
}

void cards_beside_each_other(Ui& ui, Shell& shell, Rect area, const std::vector<Place>& places) {
    const float gap = ui.metrics.gap;
    const std::vector<float> parts = card_shares(places.size());
    const float room = area.w - gap * static_cast<float>(places.size() - 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
        card(ui, shell, places[i], area.cut_left(room * parts[i]));
        area.cut_left(gap);
    }
}

}  // namespace

void figure_card(Ui& ui, Shell& shell, const View& view, Rect area) {
    card(ui, shell, {{&view}, &view, true}, area);
}

void card_row(Ui& ui, Shell& shell, Rect area, CardPlaces wished) {
    ui.region(Region::cards);
    tell_found(ui, shell);
    shell.card_pointed_before = std::exchange(shell.card_pointed, "");
    std::vector<Place> places =
        places_for(shell, static_cast<std::size_t>(std::max(1, wished.count)));
    if (places.empty() || area.h < 60) return;
    if (wished.tabs_above && tabs_above(ui, shell, area, places.back()))
        places.back().views = {places.back().shown};
    if (wished.over_each_other)
        cards_over_each_other(ui, shell, area, places);
    else
        cards_beside_each_other(ui, shell, area, places);
}

void next_card(Shell& shell, int by) {
    const auto places =
        places_for(shell, static_cast<std::size_t>(std::max(1, shell.card_places.count)));
    if (places.empty()) return;
    const Place& last = places.back();
    const int count = static_cast<int>(last.views.size());
    choose(shell, last, (shown_index(last) + by + count) % count);
}

namespace {

constexpr std::size_t most_kernels = 5;

// The list for a column: every kernel, the result before, and entries to add or remove columns.
void column_menu(Ui& ui, Shell& shell, Rect window) {
    const auto at = static_cast<std::size_t>(shell.menu.name.back() - '0');
    std::vector<int> columns = shell.session.columns();
    if (at >= columns.size() || !shell.session.subject()) return;
    std::vector<MenuRow> rows;
    std::vector<int> kernels;
    for (int number = 0; number < std::ssize(shell.session.subject()->rungs); ++number) {
        const lab::Rung rung = shell.hunt.named(shell.session, number);
        rows.push_back({"column." + rung.id, rung.title, std::to_string(number + 1), "", rung.idea,
                        columns[at] == number});
        kernels.push_back(number);
    }
    if (shell.session.before()) {
        rows.push_back(
            {"column.before", "The run shown before", "", "", "", columns[at] == before_column});
        kernels.push_back(before_column);
    }
    const bool versions = lab::versions_of(shell.session.settings()) != nullptr;
    if (versions) {
        rows.push_back({"column.version", "The other version of the shown kernel", "", "", "",
                        columns[at] == version_column});
        kernels.push_back(version_column);
    }
    const std::size_t more = rows.size();
    if (columns.size() < most_kernels)
        rows.push_back({"column.more", "One column more", "", "", ""});
    const std::size_t less = rows.size();
    if (columns.size() > 1) rows.push_back({"column.less", "Take this column away", "", "", ""});
    const std::size_t usual = rows.size();
    rows.push_back(
        {"column.usual",
         versions ? "Both versions of the shown kernel" : "The ladder up to the shown kernel", "",
         "", ""});
    const auto chosen = draw_menu(ui, shell.menu, window, rows, "kernel");
    if (!chosen) return;
    if (*chosen == usual)
        columns.clear();
    else if (*chosen >= less)
        columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(at));
    else if (*chosen >= more)
        columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(at) + 1, columns[at]);
    else
        columns[at] = kernels[*chosen];
    shell.session.choose_columns(columns);
}

}  // namespace

void card_menu(Ui& ui, Shell& shell, Rect window, CardPlaces wished) {
    if (shell.menu.name.starts_with(column_menu_name)) return column_menu(ui, shell, window);
    times_choice_menu(ui, shell, window);
    map_menu(ui, shell, window);
    if (!shell.menu.is_open(cards_menu)) return;
    const std::vector<Place> places =
        places_for(shell, static_cast<std::size_t>(std::max(1, wished.count)));
    if (places.empty()) return;
    std::vector<MenuRow> rows;
    for (const View* view : places.back().views)
        rows.push_back({"card." + view->id, view->title, "", "", "", view == places.back().shown});
    if (const auto chosen = draw_menu(ui, shell.menu, window, rows, "card"))
        choose(shell, places.back(), static_cast<int>(*chosen));
}

void locked_cards(Ui& ui, const Shell& shell, Rect area) {
    card_ground(ui, "locked", area);
    const Point at{area.middle_x(), area.middle_y()};
    const float r = ui.metrics.px(8);
    ui.canvas.outline({at.x - r * .6f, at.y - r * 3.2f, r * 1.2f, r * 2}, Role::text3, r * .6f, 2);
    ui.canvas.fill({at.x - r, at.y - r * 2.2f, 2 * r, r * 1.6f}, Role::text3, 3);
    ui.canvas.text({at.x, at.y + r},
                   shell.predictions.hides() ? "Opens once you have predicted"
                                             : "Opens once you have found what is wrong",
                   {Font::regular, ui.metrics.small, Role::text2, Align::centre});
}

}  // namespace app
