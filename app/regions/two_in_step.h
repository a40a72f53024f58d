// Two results on the stage with one scrubber; and the sentence on the effect of a change. Called by
// the stage, the shell and the keyboard.
#pragma once

#include "app/regions/shell.h"
#include "lab/time/alternating.h"

namespace app {

/// The sentence on the last change, one line cut off the top of `inside`; while two stand in step,
/// the sentence on their difference. With a button to the picture of the named count, except
/// `alone`, in a figure.
void because_line(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside,
                  bool alone = false);
/// The counter that the sentence names; empty where it names none.
std::string named_count(const Session&);
/// The stage's view of the named counter, if the counter changed by more than `part`; else
/// nullptr. The stage opens the view by itself from most_of_it on; a button leads to it from
/// any_part on.
constexpr double most_of_it = .5, any_part = 0;
const View* view_of_change(const Session&, double part);

/// Draws both pictures, and below each the counts spent so far.
void two_in_step(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area);

/// Both sides' names for the head of the stage; empty where their names are the same.
std::string title_in_step(const Shell& shell, const DrawContext& context);

/// "*Kernel 3*: ", the prefix of the one sentence over both pictures: it is about the side with the
/// scrubber.
std::string whose_sentence(const Shell& shell, const DrawContext& context);

/// The button for two in step; it ends at `right`. Returns its width, 0 where there are no two.
float step_switch(Ui& ui, Shell& shell, Point right);

/// Gives the cards' room to the stage where the cards are below it.
Frame frame_without_cards(Frame frame);

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
