// The keyboard map: one table for dispatch, the help sheet and the tests.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/input.h"

namespace app {

class Shell;

struct Shortcut {
    std::vector<Stroke> strokes;  // any one of them
    std::string_view keys;        // as printed in the help sheet
    std::string_view does;
    void (*act)(Shell& shell, const Stroke& stroke);
    bool through_run = false;  // works on the run; disabled while a refusal covers it
    std::string_view finds{};  // other words by which the help sheet finds it
};

std::span<const Shortcut> shortcuts();

/// Runs the command of `stroke`; false where it has none.
bool run_shortcut(Shell& shell, const Stroke& stroke);

}  // namespace app
