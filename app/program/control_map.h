// Writes the places of the window's controls, by name, to a file for programs that drive the window
// (tests/drive_window). Written whenever it changes.
#pragma once

#include <string>

#include "app/shell/shell.h"

namespace app {

/// JSON, one control a line: the state, whether the program is idle, and [x, y, width, height] of
/// each control and slider tick, in window units. `unit`: window units per logical pixel.
std::string control_map(const Shell& shell, float unit, bool full_screen = false);

class ControlTeller {
public:
    /// Writes to `path`; writes nothing where `path` is empty.
    explicit ControlTeller(std::string path) : path_(std::move(path)) {}
    /// Call this after each frame.
    void tell(const Shell& shell, float unit, bool full_screen);

private:
    std::string path_, last_;
};

}  // namespace app
