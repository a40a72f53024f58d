// The result beside the shown one, and the count that the sentence on both names. Called by the
// stage and the keyboard.
#pragma once

#include <optional>
#include <string>

#include "app/sentences/because.h"
#include "app/shell/shell.h"

namespace app {

/// What the sentence compares: the shown result with the one before the last change or, in step,
/// with the one beside it; the one that is drawn first comes first. nullopt where there is no other
/// result. The names of two devices are left out.
std::optional<ComparedResults> compared_results(const Session&);
/// The counter that the sentence names; empty where it names none.
std::string named_count(const Session&);
/// The stage's view of the named counter, if the counter changed by more than `part`; else
/// nullptr. The stage opens the view by itself from most_of_it on; a button leads to it from
/// any_part on.
constexpr double most_of_it = .5, any_part = 0;
const View* view_of_change(const Session&, double part);

/// Puts another result beside the shown one: that before the last change, else that of the previous
/// kernel of the ladder. Where two stand already, takes the other one away.
void toggle_step(Shell& shell);

/// Whether the result beside is a later kernel of the same ladder: it is then drawn below or at the
/// right, and named last.
bool beside_comes_later(const Session&);
/// The ratio of the same two times with their roles exchanged.
lab::Interval turned_over(const lab::Interval& ratio);

/// Puts kernel `rung` beside the shown one. For the shown kernel itself a notice says why not.
void stand_kernel_beside(Shell& shell, int rung);

}  // namespace app
