// What "Open a kernel" says beside its button: what is wrong with the launch, else what can be
// written, and which lines reach past what was guessed. Called by that sheet.
#pragma once

#include <string>

#include "app/regions/own_kernel.h"
#include "app/widgets/ui.h"

namespace app {

struct OpenTold {
    std::string words;
    TextStyle style;
    float width = 0;
};

/// For a foot of this width, of which the button takes its part.
OpenTold told_of(const Ui& ui, const OwnKernel::Draft& draft, float width);

/// As high as the button at the least.
float foot_height(const Ui& ui, const OpenTold& told);

}  // namespace app
