// The scrubber below the stage and its buttons; those of a live picture.
#pragma once

#include <string_view>

#include "app/shell/shell.h"

namespace app {

void transport(Ui& ui, Shell& shell, Rect area);
/// The transport's number that can be typed over.
constexpr std::string_view step_field = "transport.step";
void live_transport(Ui& ui, Shell& shell, Rect area);

}  // namespace app
