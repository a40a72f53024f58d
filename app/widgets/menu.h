// A list that hangs from a control and lies over the window: lessons, kernels, cards. It scrolls,
// takes typing as a filter and arrows as a choice, and gives the focus back when it closes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace app {

// Which list is open, and how it stands. The shell keeps one.
struct Menu {
    std::string name;    // "lessons"; empty: none is open
    std::string opener;  // id of the control that it hangs from
    std::string back;    // which control had the focus, and gets it again
    Rect from;           // where that is
    std::string filter;
    float scroll = 0;
    bool fresh = false;  // no row has the focus yet
    bool all = false;    // of the filter is chosen: what is typed takes its place

    bool is_open(std::string_view whose) const { return name == whose; }
    /// Opens the list of `whose`, or closes it where it is open.
    void toggle(std::string_view whose, std::string_view from_control, Rect at);
};

struct MenuRow {
    std::string id, text;
    std::string mark;   // a number in a ring before the text; empty: none
    std::string group;  // a heading stands over the first of each
    std::string tip;
    bool chosen = false;
    std::vector<std::string> shorter{};  // what stands there where the text has no room
    std::string about{};                 // found by these words too, where no name has them
};

/// Draws it, and answers with the row that was chosen. `what` is one of its rows, for the words
/// of the filter: "lesson".
std::optional<std::size_t> draw_menu(Ui& ui, Menu& menu, Rect window, std::span<const MenuRow> rows,
                                     std::string_view what);

/// The number of a lesson or kernel in a ring, or in a disc where it is the open one.
void number_mark(Ui& ui, Point at, std::string_view digits, bool open);

}  // namespace app
