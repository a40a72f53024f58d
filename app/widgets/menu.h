// A list that opens from a control and covers the window: lessons, kernels, cards. It scrolls,
// filters by typing, moves by arrows, and gives the focus back when it closes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace app {

struct MenuRow {
    std::string id, text;
    std::string mark;   // a number in a ring before the text; empty: none
    std::string group;  // heading above the first row of each group
    std::string tip;
    bool chosen = false;
    std::vector<std::string> shorter{};  // shorter texts for little room
    std::string detail{};                // a line below the text, cut to the room; empty: none
};

// The rows for what was typed, the best first; where there are none, the sentence that says so.
struct MenuFound {
    std::vector<MenuRow> rows;
    std::string none{};
    bool lasts = true;  // more may be found later: it is asked again
};
using MenuSearch = std::function<MenuFound(const std::string& typed)>;

// The open list and its state. The shell keeps one.
struct Menu {
    std::string name;    // "lessons"; empty: no list is open
    std::string opener;  // id of the control that opened it
    std::string back;    // id of the control that gets the focus back
    Rect from;           // area of the opener
    std::string filter;
    float scroll = 0;
    bool fresh = false;     // no row has the focus yet
    bool all = false;       // the whole filter is selected: typing replaces it
    std::string found_for;  // what `found` was searched for; empty: nothing
    MenuFound found{};

    bool is_open(std::string_view whose) const { return name == whose; }
    /// Opens the list `whose`, or closes it where it is open.
    void toggle(std::string_view whose, std::string_view from_control, Rect at);
};

/// Draws the menu and returns the chosen row. `what`: the name of one row in the filter's words:
/// "lesson".
std::optional<std::size_t> draw_menu(Ui& ui, Menu& menu, Rect window, std::span<const MenuRow> rows,
                                     std::string_view what);
/// The same with a search of its own in place of the rows' names, asked once for each filter. The
/// chosen row is one of `rows` while nothing is typed, and later one of menu.found.
std::optional<MenuRow> draw_menu(Ui& ui, Menu& menu, Rect window, std::span<const MenuRow> rows,
                                 std::string_view what, const MenuSearch& search);

/// The number of a lesson or kernel in a ring, or in a disc where it is open.
void number_mark(Ui& ui, Point at, std::string_view digits, bool open);

}  // namespace app
