// Where the window's controls are, by name, in a file: for whoever drives the program from outside
// (tests/drive_window). Written whenever that changes.
#pragma once

#include <string>

#include "app/regions/shell.h"

namespace app {

/// JSON with one control a line: the state, whether the program rests, and [x, y, width, height] of
/// each control, and of the ticks of sliders, in the window's own units. `unit`: of those, a
/// logical pixel.
std::string control_map(const Shell& shell, float unit, bool full_screen = false);

class ControlTeller {
public:
    /// Writes to `path`; nothing where that is empty.
    explicit ControlTeller(std::string path) : path_(std::move(path)) {}
    /// To be called after each frame.
    void tell(const Shell& shell, float unit, bool full_screen);

private:
    std::string path_, last_;
};

}  // namespace app
