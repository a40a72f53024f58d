// The sentence on a change above the picture; and notices.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// The sentence on the last change, one line cut off the top of `inside`; while two stand in step,
/// the sentence on their difference. With a button to the picture of the named count, except
/// `alone`, in a figure.
void because_line(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside,
                  bool alone = false);
/// The notice over the strip: what was just done, or cannot be done.
void notice_pill(Ui& ui, const Shell& shell, const Frame& frame);
/// In place of everything, where the window is too small.
void too_small(Ui& ui, Rect window);

}  // namespace app
