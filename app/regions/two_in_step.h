// Two results over each other on the stage, one scrubber for both; and the sentence that says what
// a change did. Called by the stage, the shell and the keyboard.
#pragma once

#include "app/regions/shell.h"
#include "lab/time/alternating.h"

namespace app {

/// What the last change did, one line cut off the top of `inside`; while two stand in step, how the
/// one differs from the other. With the way to the picture of what it counts, unless this one
/// stands `alone`, as a figure.
void because_line(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside,
                  bool alone = false);
/// The counter that this sentence names, of the last change; empty where it names none, and beside
/// another run.
std::string named_count(const Session&);
/// The picture that shows what it counts, and how it moved by more than a `part`; nullptr
/// where none does. By most of it: the picture is shown by itself. By any: a button leads there.
constexpr double most_of_it = .5, any_part = 0;
const View* view_of_change(const Session&, double part);

/// Both pictures, and under each what it has spent so far.
void two_in_step(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area);

/// Names both sides, for the head of the stage; empty where their names do not tell them apart.
std::string title_in_step(const Shell& shell, const DrawContext& context);

/// "*Kernel 3*: ", before the one sentence over both, which tells of the side that has the
/// scrubber.
std::string whose_sentence(const Shell& shell, const DrawContext& context);

/// The button for it, which ends at `right`; how wide it is, 0 where there are no two.
float step_switch(Ui& ui, Shell& shell, Point right);

/// The cards' room goes to the stage, where they stand below it.
Frame frame_without_cards(Frame frame);

/// Beside what was shown before the last change, else the kernel before on the ladder; alone again
/// where two stand already.
void toggle_step(Shell& shell);

/// Whether what stands beside is a later kernel of the same ladder: it stands below then, or at the
/// right, and is said last.
bool beside_comes_later(const Shell& shell, const DrawContext& context);
/// The same two in turns, the other one first.
lab::Alternation turned_over(const lab::Alternation&);

/// A kernel of the ladder beside the shown one; the shown one itself is not, and a notice says why.
void stand_kernel_beside(Shell& shell, int rung);

}  // namespace app
