// Two results on the stage with one scrubber. Called by the stage.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// Draws both pictures, and below each the counts spent so far.
void two_in_step(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area);

/// Both sides' names for the head of the stage; empty where their names are the same.
std::string title_in_step(const Shell& shell, const DrawContext& context);

/// "*Kernel 3*: ", the prefix of the one sentence over both pictures: it is about the side with the
/// scrubber.
std::string whose_sentence(const Shell& shell, const DrawContext& context);

/// The button for two in step; it ends at `right`. Returns its width, 0 where there are no two.
float step_switch(Ui& ui, Shell& shell, Point right);

}  // namespace app
