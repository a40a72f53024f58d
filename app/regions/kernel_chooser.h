// The ladder of kernels in the rail: a row for each, with its title and the silhouette of its run,
// or, where room is short, their numbers alone and a list of their titles. Called by rail.cpp and
// by the shell.
#pragma once

#include <cstdint>

#include "app/regions/shell.h"

namespace app {

enum class LadderForm : std::uint8_t { numbers, rows };

float kernel_height(const Ui& ui, const Shell& shell, LadderForm form);
/// The ladder; over numbers alone stands the title of the chosen kernel.
void kernel_control(Ui& ui, Shell& shell, Rect area, LadderForm form);
/// Where the rail is folded away: number and title of the kernel, which open that list.
void kernel_picker(Ui& ui, Shell& shell, Rect area);
/// What it takes where the kernel's name stands whole.
float kernel_picker_width(const Ui& ui, const Shell& shell);
/// Shows it. While nothing is turned, each kernel opens as its idea needs it: one that is about
/// several blocks, with a size that has them.
void choose_rung(Shell& shell, int rung);
/// The titles of all kernels, over the window; the shell draws it while it is open.
void kernel_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app
