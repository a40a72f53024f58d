// A list for choices that are too long to stay open. See menu.h.
#include "app/widgets/menu.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include "app/format.h"
#include "app/widgets/widgets.h"

namespace app {

namespace {

constexpr std::size_t short_list = 8;  // a shorter list needs no words about typing

// Whether the text has each typed word, in any order: "vectors adding".
bool has_words(const std::string& text, const std::string& wanted) {
    const std::string all = lower_case(text);
    std::istringstream typed(wanted);
    for (std::string word; typed >> word;)
        if (all.find(word) == std::string::npos) return false;
    return true;
}

bool is_called(const MenuRow& row, const std::string& wanted) {
    return has_words(row.text + " " + row.id, wanted) || row.mark == wanted;
}

bool stands_in(const MenuRow& row, const std::string& wanted) {
    return has_words(row.group, wanted);
}

// Rows with a matching name; where there are none, rows with a matching group.
std::vector<std::size_t> matching(std::span<const MenuRow> rows, std::string_view filter) {
    const std::string wanted = lower_case(filter);
    for (const auto matches : {is_called, stands_in}) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (matches(rows[i], wanted)) found.push_back(i);
        if (!found.empty()) return found;
    }
    return {};
}

float menu_row_height(const Ui& ui) { return ui.metrics.option; }
float menu_row_height(const Ui& ui, const MenuRow& row) {
    return menu_row_height(ui) + (row.detail.empty() ? 0 : ui.metrics.small * 1.3f);
}
float menu_heading_height(const Ui& ui) { return ui.metrics.small * 2.2f; }

bool heads(std::span<const MenuRow> rows, const std::vector<std::size_t>& shown, std::size_t at) {
    const std::string& group = rows[shown[at]].group;
    return !group.empty() && (at == 0 || rows[shown[at - 1]].group != group);
}

float height_of(const Ui& ui, std::span<const MenuRow> rows,
                const std::vector<std::size_t>& shown) {
    float height = 0;
    for (std::size_t i = 0; i < shown.size(); ++i)
        height += menu_row_height(ui, rows[shown[i]]) +
                  (heads(rows, shown, i) ? menu_heading_height(ui) : 0);
    return height;
}

// How well a row's name matches, 0 the best: the whole name or id, its start, a word of it, else
// less.
int likeness(const MenuRow& row, const std::string& wanted) {
    const std::string text = lower_case(row.text);
    if (text == wanted || row.mark == wanted || row.id.ends_with("." + wanted)) return 0;
    if (text.starts_with(wanted)) return 1;
    if (text.starts_with("a " + wanted) || text.starts_with("the " + wanted)) return 2;
    return text.find(" " + wanted) != std::string::npos ? 3 : 4;
}

// The index of the likeliest row, which gets the focus; the rows keep their order during typing.
int likeliest(std::span<const MenuRow> rows, const std::vector<std::size_t>& shown,
              const std::string& filter) {
    const std::string wanted = lower_case(filter);
    const auto found = std::ranges::min_element(
        shown, {}, [&](std::size_t row) { return likeness(rows[row], wanted); });
    return static_cast<int>(found - shown.begin());
}

// Adds typed letters to the filter; Ctrl + A selects it, so that the next letter replaces it.
bool type_filter(Ui& ui, Menu& menu) {
    if (ui.take({.key = Key::a, .control = true})) menu.all = !menu.filter.empty();
    const std::string before = menu.filter;
    if (menu.all && (!ui.input.typed.empty() || ui.take({Key::backspace}))) {
        menu.filter.clear();
        menu.all = false;
    }
    ui.type_into(menu.filter);
    return menu.filter != before;
}

// Moves the focus over the shown rows.
void walk_menu(Ui& ui, Menu& menu, std::span<const MenuRow> rows,
               const std::vector<std::size_t>& shown, bool filtered, int likely) {
    if (shown.empty()) return;
    const int last = static_cast<int>(shown.size()) - 1;
    int now = -1, chosen = 0;
    for (int i = 0; i <= last; ++i) {
        const MenuRow& row = rows[shown[static_cast<std::size_t>(i)]];
        if (row.id == ui.state.focus) now = i;
        if (row.chosen) chosen = i;
    }
    constexpr int page = 8;
    int to = now < 0 || filtered ? -1 : now;
    if (ui.take({Key::down})) to = now + 1;
    if (ui.take({Key::up})) to = std::max(0, now - 1);
    if (ui.take({Key::page_down})) to = now + page;
    if (ui.take({Key::page_up})) to = std::max(0, now - page);
    if (ui.take({Key::home})) to = 0;
    if (ui.take({Key::end})) to = last;
    if (to < 0) to = menu.fresh ? chosen : likely;
    to = std::clamp(to, 0, last);
    if (to != now || menu.fresh) ui.focus(rows[shown[static_cast<std::size_t>(to)]].id);
    menu.fresh = false;
}

struct MenuPlaces {
    Rect sheet, field, list;
};

// The width of the widest row, within readable limits.
float menu_width(const Ui& ui, std::span<const MenuRow> rows) {
    const TextStyle style{Font::semibold, ui.metrics.body};
    float widest = 0;
    const TextStyle below{Font::regular, ui.metrics.small};
    for (const MenuRow& row : rows)
        widest = std::max({widest, ui.canvas.width(row.text, style),
                           row.detail.empty() ? 0 : ui.canvas.width(row.detail, below)});
    return std::clamp(widest + ui.metrics.px(76), ui.metrics.px(340), ui.metrics.px(600));
}

MenuPlaces menu_places(const Ui& ui, const Menu& menu, Rect window, float content, float width,
                       bool field) {
    const float pad = ui.metrics.px(10), head = field ? ui.metrics.option + pad : 0;
    const float wished = content + head + 2 * pad, w = std::min(width, window.w - 16);
    float y = menu.from.bottom() + 6;
    if (window.bottom() - 8 - y < std::min(wished, ui.metrics.px(260)))
        y = std::max(window.y + 8, window.bottom() - 8 - wished);
    MenuPlaces places;
    const float left = std::max(window.x + 8, window.right() - w - 8);
    places.sheet = {std::clamp(menu.from.x, window.x + 8, left), y, w,
                    std::min(wished, window.bottom() - 8 - y)};
    Rect inside = places.sheet.inside(8, pad);
    if (field) places.field = inside.cut_top(ui.metrics.option), inside.cut_top(pad);
    places.list = inside;
    return places;
}

void draw_field(Ui& ui, const Menu& menu, Rect area, std::string_view what) {
    ui.canvas.fill(area, Role::sunk, 8);
    ui.canvas.outline(area, menu.filter.empty() ? Role::stroke : Role::accent, 8);
    const TextStyle style{Font::regular, ui.metrics.body,
                          menu.filter.empty() ? Role::text3 : Role::text};
    const std::string words =
        menu.filter.empty() ? "Type to find a " + std::string(what) : menu.filter;
    const Point at{area.x + ui.metrics.px(12), area.middle_y()};
    if (menu.all)
        ui.canvas.fill(
            {at.x, at.y - style.size * .75f, ui.canvas.width(words, style), style.size * 1.5f},
            Colour(Role::accent, .3f), 3);
    ui.canvas.text(at, words, style);
    if (menu.filter.empty()) return;
    const float x = at.x + ui.canvas.width(words, style) + 2, half = style.size * .6f;
    ui.canvas.fill({x, at.y - half, 1.5f, 2 * half}, Role::accent);
}

// The longest form that fits, else a cut one.
std::string row_words(const Ui& ui, const MenuRow& row, const TextStyle& style, float room) {
    if (ui.canvas.width(row.text, style) <= room) return row.text;
    for (const std::string& form : row.shorter)
        if (ui.canvas.width(form, style) <= room) return form;
    return cut_in_middle(ui.canvas, row.shorter.empty() ? row.text : row.shorter.back(), style,
                         room);
}

// As many of the words as the room has.
std::string cut_after_word(const Ui& ui, std::string words, const TextStyle& style, float room) {
    if (ui.canvas.width(words, style) <= room) return words;
    for (std::size_t end = words.rfind(' '); end != words.npos && end > 0;
         end = words.rfind(' ', end - 1)) {
        words.resize(end);
        if (ui.canvas.width(words + " …", style) <= room) return words + " …";
    }
    return "";
}

bool draw_row(Ui& ui, const MenuRow& row, Rect area) {
    const Ui::Hit hit = ui.control(row.id, area);
    const Rect box = area.inside(0, 1);
    const float line = row.detail.empty() ? box.middle_y() : area.y + menu_row_height(ui) * .46f;
    if (row.chosen || hit.hovered) ui.canvas.fill(box, row.chosen ? Role::raised : Role::hover, 9);
    float x = box.x + ui.metrics.px(row.mark.empty() ? 12 : 42);
    if (!row.mark.empty()) number_mark(ui, {box.x + ui.metrics.px(21), line}, row.mark, row.chosen);
    const TextStyle style{row.chosen ? Font::semibold : Font::regular, ui.metrics.body,
                          row.chosen ? Role::text : Role::text2};
    const float room = box.right() - x - ui.metrics.px(10);
    ui.canvas.text({x, line}, row_words(ui, row, style, room), style);
    const TextStyle below{Font::regular, ui.metrics.small, Role::text3};
    if (!row.detail.empty())
        ui.canvas.text({x, line + (style.size + below.size) * .68f},
                       cut_after_word(ui, row.detail, below, room), below);
    if (hit.focused) ui.canvas.outline(box, Role::text, 9, 2);
    ui.tooltip(row.id, area, row.tip);
    return hit.clicked;
}

std::optional<std::size_t> draw_rows(Ui& ui, Menu& menu, Rect list, std::span<const MenuRow> rows,
                                     const std::vector<std::size_t>& shown) {
    std::optional<std::size_t> chosen;
    ui.begin_scroll("menu", list, height_of(ui, rows, shown), menu.scroll);
    float y = list.y - menu.scroll;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const MenuRow& row = rows[shown[i]];
        if (heads(rows, shown, i)) {
            const float height = menu_heading_height(ui);
            ui.canvas.text({list.x + ui.metrics.px(12), y + height * .56f}, row.group,
                           {Font::regular, ui.metrics.small, Role::text3});
            y += height;
        }
        const float height = menu_row_height(ui, row);
        if (draw_row(ui, row, {list.x, y, list.w - 8, height})) chosen = shown[i];
        y += height;
    }
    ui.end_scroll();
    return chosen;
}

void close(Ui& ui, Menu& menu) {
    ui.state.focus = menu.back;
    ui.state.reveal = true;
    menu = {};
    ui.want_frame();
}

// What the keys of this frame did to a menu.
struct Typing {
    bool filtered = false;  // the filter has changed
    bool leaves = false, clears = false;
    bool has_field = false;
};

Typing type_in_menu(Ui& ui, Menu& menu, bool is_long) {
    ui.begin_dialog();
    Typing typing{.filtered = type_filter(ui, menu), .leaves = ui.take({Key::escape})};
    // A short list has no field for its filter, so it closes at once.
    typing.clears = typing.leaves && !menu.filter.empty() && is_long;
    if (typing.clears) menu.filter.clear(), menu.all = false, typing.filtered = true;
    typing.has_field = is_long || !menu.filter.empty();
    return typing;
}

struct ShownRows {
    std::span<const MenuRow> rows;
    const std::vector<std::size_t>& order;  // indices of the rows that are shown
    int likely = 0;                         // index in `order` of the row that gets the focus
    std::string none;                       // the sentence where there are no rows
    std::string_view what;
};

// Draws what was found, and closes the menu where a row was chosen or the user leaves it.
std::optional<std::size_t> draw_shown(Ui& ui, Menu& menu, Rect window, const ShownRows& shown,
                                      const Typing& typing) {
    if (menu.fresh) menu.back = ui.state.focus;  // a menu from a shortcut may have no opener
    if (typing.filtered) menu.scroll = 0;
    walk_menu(ui, menu, shown.rows, shown.order, typing.filtered, shown.likely);
    const TextStyle none{Font::regular, ui.metrics.small, Role::text3};
    const float width = menu_width(ui, shown.rows);
    const float content =
        shown.order.empty()
            ? std::max(menu_row_height(ui),
                       paragraph_height(ui.canvas, width - ui.metrics.px(44), shown.none, none) +
                           ui.metrics.px(12))
            : height_of(ui, shown.rows, shown.order);
    const MenuPlaces places = menu_places(ui, menu, window, content, width, typing.has_field);
    shadow(ui.canvas, places.sheet, 14, 24, .4f);
    card_ground(ui, "menu", places.sheet);
    ui.canvas.outline(places.sheet, Role::line, 14);
    if (typing.has_field) draw_field(ui, menu, places.field, shown.what);
    const auto chosen = draw_rows(ui, menu, places.list, shown.rows, shown.order);
    if (shown.order.empty())
        paragraph(ui.canvas, places.list.inside(ui.metrics.px(12), ui.metrics.px(6)), shown.none,
                  none);
    ui.canvas.card({}, {});
    const bool outside = ui.input.pressed && !places.sheet.contains(ui.input.mouse);
    if (chosen || outside || (typing.leaves && !typing.clears)) close(ui, menu);
    ui.end_dialog();
    return chosen;
}

}  // namespace

void Menu::toggle(std::string_view whose, std::string_view from_control, Rect at) {
    const bool open = !is_open(whose);
    *this = {};
    if (!open) return;
    name = whose;
    opener = from_control;
    from = at;
    fresh = true;
}

void number_mark(Ui& ui, Point at, std::string_view digits, bool open) {
    if (open)
        ui.canvas.circle(at, ui.metrics.px(10), Role::accent);
    else
        ui.canvas.ring(at, ui.metrics.px(9.2f), Role::stroke);
    ui.canvas.text(
        at, digits,
        {open ? Font::semibold : Font::medium, open ? ui.metrics.digits : ui.metrics.digits - .5f,
         open ? Role::ink : Role::text3, Align::centre});
}

std::optional<std::size_t> draw_menu(Ui& ui, Menu& menu, Rect window, std::span<const MenuRow> rows,
                                     std::string_view what) {
    const Typing typing = type_in_menu(ui, menu, rows.size() > short_list);
    const std::vector<std::size_t> shown = matching(rows, menu.filter);
    const int likely = shown.empty() ? 0 : likeliest(rows, shown, menu.filter);
    return draw_shown(ui, menu, window,
                      {rows, shown, likely, "No " + std::string(what) + " has this name", what},
                      typing);
}

std::optional<MenuRow> draw_menu(Ui& ui, Menu& menu, Rect window, std::span<const MenuRow> rows,
                                 std::string_view what, const MenuSearch& search) {
    const Typing typing = type_in_menu(ui, menu, rows.size() > short_list);
    const bool searches = !menu.filter.empty();
    if (searches && (menu.found_for != menu.filter || !menu.found.lasts)) {
        menu.found = search(menu.filter);
        menu.found_for = menu.filter;
    }
    // Taken out of the menu, as closing empties it.
    MenuFound found = std::exchange(menu.found, {});
    const std::span<const MenuRow> shown = searches ? std::span<const MenuRow>(found.rows) : rows;
    std::vector<std::size_t> all(shown.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto chosen = draw_shown(ui, menu, window, {shown, all, 0, found.none, what}, typing);
    const auto row = chosen ? std::optional(shown[*chosen]) : std::nullopt;
    if (!menu.name.empty()) menu.found = std::move(found);
    return row;
}

}  // namespace app
