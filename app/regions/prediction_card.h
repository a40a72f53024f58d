// The card of a lesson's first question.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// The card of a lesson's first question; the shell draws it while it is open.
void prediction_card(Ui& ui, Shell& shell, const Frame& frame);

}  // namespace app
