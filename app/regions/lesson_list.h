// The lessons in the rail: all of them where there is room, else those of the open chapter, else
// one line; and the menu of all, by chapter. Called by rail.cpp and by the shell.
#pragma once

#include "app/regions/shell.h"

namespace app {

/// Height of the list with `rows` of its lessons; fewer than all are followed by the way to all.
float lesson_list_height(const Ui& ui, int rows);
/// How many rows of a shortened list fit `height`.
int lesson_rows_for(const Ui& ui, float height);
/// How many a shortened list shows that has room for `rows`: no more than the open chapter has.
int lesson_rows_shown(const Shell& shell, int rows);
void lesson_list(Ui& ui, Shell& shell, Rect area, int rows);

/// The list folded to one line, which opens the menu.
void lesson_picker(Ui& ui, Shell& shell, Rect area);

/// A lesson as it was left; at its presets where nobody was in it.
void reopen_lesson(Shell& shell, const lab::Lesson& lesson);

/// Opens the menu of all lessons, from the control that leads there, or at the upper left.
void open_lessons(Shell& shell);
/// All lessons, over the window; the shell draws it while it is open.
void lesson_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app
