// The findings of the run on the stage.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// The findings of the run on the stage, cut off the top of `inside`; a click on one goes to its
/// step.
void troubles(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside);

}  // namespace app
