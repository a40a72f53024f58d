// The stage: the picture in the middle, alone as a figure too, and how rows are scrolled.
#pragma once

#include "app/shell/shell.h"

namespace app {

void stage(Ui& ui, Shell& shell, Rect area);
/// The first visible row after the wheel over `area`. A bar at the right shows which rows are
/// visible.
int scrolled_rows(Ui& ui, const RowsInSight& rows, Rect area, int by_keys = 0);
/// Rows to scroll by Page Down, negative by Page Up; 0 where neither was pressed.
int paged_rows(Ui& ui, const RowsInSight& rows, bool shift);
/// One view with its head, as a figure for slides; `of_change`: with the sentence on the last
/// change.
void figure(Ui& ui, Shell& shell, const View& view, Rect area, bool of_change);
/// The caption below a figure, which has no window around it: lesson, kernel, settings, source of
/// the numbers. Cuts its row off `area`.
void figure_caption(Ui& ui, Shell& shell, const View& view, Rect& area);

}  // namespace app
