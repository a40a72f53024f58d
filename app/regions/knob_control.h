// One knob of a lesson as a control of the rail. Called by rail.cpp.
#pragma once

#include <cstdint>

#include "app/regions/shell.h"
#include "app/widgets/widgets.h"

namespace app {

struct KnobForm {
    bool says_why = true;  // the reason stands under it
    bool dense = false;    // of a number that changes nothing only the reason is shown
};
/// At these settings; 0 where nothing of it is shown.
float knob_height(Ui& ui, const lab::Settings& at, const lab::Knob& knob, float width,
                  KnobForm form);
void knob_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area, KnobForm form);
/// "1024", "2²²", "strided": a value as buttons and tick labels say it.
std::string value_words(const lab::Knob& knob, std::int64_t value);

}  // namespace app
