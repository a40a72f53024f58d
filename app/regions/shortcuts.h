// The keyboard map: one table, which dispatch, the help sheet and the tests read.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/input.h"

namespace app {

class Shell;

struct Shortcut {
    std::vector<Stroke> strokes;  // any of them
    std::string_view keys;        // as the help sheet prints them
    std::string_view does;
    void (*act)(Shell& shell, const Stroke& stroke);
    bool through_run = false;  // of the run that a refusal lies over: not while it does
    std::string_view finds{};  // other words for it, by which the help sheet finds it
};

std::span<const Shortcut> shortcuts();

/// Does what `stroke` stands for; false where it stands for nothing.
bool run_shortcut(Shell& shell, const Stroke& stroke);

}  // namespace app
