// The ladder of kernels in the rail: one row per kernel with its title and its run's silhouette.
// Where room is short, only their numbers, and a list of the titles. Called by rail.cpp and the
// shell.
#pragma once

#include <cstdint>

#include "app/shell/shell.h"

namespace app {

enum class LadderForm : std::uint8_t { numbers, rows };

float kernel_height(const Ui& ui, const Shell& shell, LadderForm form);
/// Draws the ladder. Where it has only numbers, the chosen kernel's title is above them.
void kernel_control(Ui& ui, Shell& shell, Rect area, LadderForm form);
/// In place of a folded rail: number and title of the kernel, which open the list.
void kernel_picker(Ui& ui, Shell& shell, Rect area);
/// Width of the picker with the kernel's whole name.
float kernel_picker_width(const Ui& ui, const Shell& shell);
/// Shows a kernel. While all settings are presets, it opens with the settings that its idea needs,
/// such as a size with several blocks.
void choose_rung(Shell& shell, int rung);
/// Shows a kernel, or puts it beside the shown one.
void show_kernel(Shell& shell, int rung, bool beside);
/// The list of all kernels' titles, over the window; the shell draws it while it is open.
void kernel_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app
