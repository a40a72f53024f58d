// The program of the hunt, and the line that the user says is wrong.
#pragma once

#include <string>

#include "app/shell/shell.h"

namespace app {

/// The program of the hunt in place of a picture: the host code where the cure changes the host.
void hunted_code(Ui& ui, Shell& shell, const DrawContext& context, Rect area);
/// A click on a line of this program says that this line is wrong.
void point_at_line(Ui& ui, Shell& shell, const Ui::Hit& hit, Hunt::Line line, Rect band);
/// The verdict on the line that the user named: named by a check or by the lesson as a cause, near
/// such a line, or neither: "*Kernel, line 41: close.* ...". Empty while no line is named.
std::string pointed_words(Shell& shell);

}  // namespace app
