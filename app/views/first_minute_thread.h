// The rows of the first figure of the first minute: the variables that identify the thread, and the
// code that it runs.
#pragma once

#include <array>
#include <string>

#include "app/view.h"
#include "app/views/first_minute_scene.h"

namespace app {

/// A built-in variable that identifies the thread: name and value, "threadIdx" and "5, 1, 0".
struct MinuteRegister {
    std::string name, value;
    bool flat = true;  // has one axis only
};
std::array<MinuteRegister, 4> minute_registers(const MinuteScene&);
/// Draws the registers, cut off the top of the box; `code` pixels stay free below them.
void draw_minute_registers(Canvas&, const MinuteScene&, Rect& box, float line, float code,
                           float size);
/// Height of what draw_minute_code() draws; 0 where there is nothing to say.
float minute_code_height(const Canvas&, const MinuteScene&, float width, float line,
                         const Metrics&);
/// Below a rule, in lines of height `line`: the thread's number among all threads, and the line
/// that it runs. Part of the first figure.
void draw_minute_code(Canvas&, const MinuteScene&, Rect box, float line, const Metrics&);

}  // namespace app
