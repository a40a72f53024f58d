// One knob of a lesson as a control of the rail, and the ladder of kernels. Called by rail.cpp alone.
#pragma once

#include "app/shell.h"
#include "app/widgets.h"

namespace app {

/// Why this knob changes nothing at the present settings; empty where it does.
std::string idle_reason(const Shell& shell, const lab::Knob& knob);
float knob_height(Ui& ui, Shell& shell, const lab::Knob& knob, float width, bool says_why);
void knob_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area, bool says_why);
/// The numbered ladder with the title of the kernel above it.
void kernel_control(Ui& ui, Shell& shell, Rect area);
/// "1024", "2²²", "strided": a value as buttons and tick labels say it.
std::string value_words(const lab::Knob& knob, std::int64_t value);

}  // namespace app
