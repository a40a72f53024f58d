// The result beside the shown one, and the count that the sentence on both names. Called by the
// stage and the keyboard.
#pragma once

#include <string>

#include "app/shell/shell.h"
#include "lab/time/alternating.h"

namespace app {

/// The counter that the sentence names; empty where it names none.
std::string named_count(const Session&);
/// The stage's view of the named counter, if the counter changed by more than `part`; else
/// nullptr. The stage opens the view by itself from most_of_it on; a button leads to it from
/// any_part on.
constexpr double most_of_it = .5, any_part = 0;
const View* view_of_change(const Session&, double part);

/// Puts the result before the last change, else the previous kernel of the ladder, beside the shown
/// one; ends it where two stand already.
void toggle_step(Shell& shell);

/// Whether the result beside is a later kernel of the same ladder: it is then drawn below or at the
/// right, and named last.
bool beside_comes_later(const Shell& shell, const DrawContext& context);
/// The alternation of the same two with their roles exchanged.
lab::Alternation turned_over(const lab::Alternation&);

/// Puts kernel `rung` beside the shown one. For the shown kernel itself a notice says why not.
void stand_kernel_beside(Shell& shell, int rung);

}  // namespace app
