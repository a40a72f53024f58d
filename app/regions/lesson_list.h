// The lessons in the rail: all where there is room, else those of the open chapter, else one line.
// Also the menu of all lessons by chapter. Called by rail.cpp and the shell.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// Height of the list with `rows` lessons; a shortened list has one more row, "All lessons".
float lesson_list_height(const Ui& ui, int rows);
/// The number of rows of a shortened list that fit `height`.
int lesson_rows_for(const Ui& ui, float height);
/// The number of rows that a shortened list with room for `rows` shows: at most the open chapter's
/// lessons.
int lesson_rows_shown(const Shell& shell, int rows);
void lesson_list(Ui& ui, Shell& shell, Rect area, int rows);

/// The list as one line, which opens the menu.
void lesson_picker(Ui& ui, Shell& shell, Rect area);

/// Opens a lesson with the settings it was left at, or with its presets where it was not open yet.
void reopen_lesson(Shell& shell, const lab::Lesson& lesson);

/// Opens the menu of all lessons, at the visible control that leads to it, or at the upper left.
void open_lessons(Shell& shell);
/// The menu of all lessons, over the window; the shell draws it while it is open.
void lesson_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app
