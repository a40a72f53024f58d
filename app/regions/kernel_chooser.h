// The ladder of kernels in the rail: their numbers in one row or, where there are many, in several,
// and then a list of their titles too. Called by rail.cpp and by the shell.
#pragma once

#include "app/regions/shell.h"

namespace app {

float kernel_height(const Ui& ui, const Shell& shell);
/// The numbered ladder with the title of the kernel above it.
void kernel_control(Ui& ui, Shell& shell, Rect area);
/// Where the rail is folded away: number and title of the kernel, which open that list.
void kernel_picker(Ui& ui, Shell& shell, Rect area);
/// The titles of all kernels, over the window; the shell draws it while it is open.
void kernel_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app
