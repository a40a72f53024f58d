// One knob of a lesson as a control of the rail. Called by rail.cpp.
#pragma once

#include <cstdint>

#include "app/shell/shell.h"
#include "app/widgets/widgets.h"

namespace app {

struct KnobForm {
    bool says_why = true;  // with the reason below it
    bool dense = false;    // a knob without effect shows only the reason
};
/// The control's height at these settings; 0 where nothing is shown.
float knob_height(Ui& ui, const lab::Settings& at, const lab::Knob& knob, float width,
                  KnobForm form);
void knob_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area, KnobForm form);
/// A value as buttons and tick labels write it: "1024", "2²²", "strided".
std::string value_words(const lab::Knob& knob, std::int64_t value);

}  // namespace app
