// Opens the sheets that lie over the window. See sheets.h.
#include "app/shell/sheets.h"

#include "app/shell/shell.h"
#include "app/widgets/file_chooser.h"

namespace app {

void show_open_sheet(Shell& shell, const std::string& path) {
    if (path.empty() && file_chooser()) return file_chooser()();
    shell.open_sheet = {.open = true};
    shell.open_sheet.path.set(path);
    shell.own.forget_draft();
    shell.ui_state.focus = "open.path";
    shell.ui_state.typing.reset();
}

bool can_be_changed(const Shell& shell) {
    return shell.session.lesson() && shell.session.picture() &&
           !shell.session.picture()->source_text.empty();
}

void show_change_sheet(Shell& shell) {
    if (!can_be_changed(shell)) return;
    // The file contains every cure, and comments that tell the bugs.
    if (shell.hunt.is_on(shell.session)) return void(shell.notice = told_by_hunt);
    shell.change_sheet = {.open = true};
    shell.change_sheet.path.set(path_shown(free_path(lab::source_name(shell.session.settings()))));
    shell.ui_state.focus = "change.path";
    shell.ui_state.typing.reset();
}

void show_reading(Shell& shell, const std::string& words) {
    if (shell.hunt.is_on(shell.session)) return void(shell.notice = told_by_hunt);
    shell.reading = true;
    shell.reading_goal = {.words = words};
}

}  // namespace app
