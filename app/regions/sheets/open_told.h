// The words beside the button of "Open a kernel": what is wrong with the launch, else what can be
// typed, and which lines reach past a guessed array. Called by that sheet.
#pragma once

#include <string>

#include "app/shell/own_kernel.h"
#include "app/widgets/ui.h"

namespace app {

struct OpenTold {
    std::string words;
    TextStyle style;
    float width = 0;
};

/// The words for a foot of this width, less the button's part.
OpenTold told_of(const Ui& ui, const OwnKernel::Draft& draft, float width);

/// Height of the foot, at least that of the button.
float foot_height(const Ui& ui, const OpenTold& told);

}  // namespace app
