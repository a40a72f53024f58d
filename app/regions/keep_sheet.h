// "Keep this": saves a picture, its numbers or its run to a file or the clipboard. The sheet asks
// for the form and the place; the running program, which has the pixels, saves it.
#pragma once

#include <string>
#include <string_view>

#include "app/shell/shell.h"

namespace app {

/// ".png"
std::string_view ending_of(KeepForm form);
/// The numbers that a view plots, as CSV; empty where it plots nothing.
std::string numbers_of(Shell& shell, const std::string& view);
/// Opens the sheet for a view; without one, for the card with the mouse or the focus, else for the
/// stage's view.
void show_keep_sheet(Shell& shell, const std::string& view);
void show_keep_sheet(Shell& shell);
/// Tells the outcome in one sentence: why it failed (`problem`), or where the file is.
void told_of_keeping(Shell& shell, const Keeping& kept, const std::string& problem);
/// The `shot` command that makes the same file without a window; for a .gif, with the steps from
/// here on.
std::string shot_line(const Shell& shell, const std::string& view, const std::string& out);
void keep_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app
