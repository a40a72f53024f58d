// The user's input since the last frame. The window fills it from Dear ImGui, tests by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/canvas.h"

namespace app {

enum class Key : std::uint8_t {
    none,
    space,
    enter,
    escape,
    tab,
    backspace,
    remove,
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    f1,
    f5,
    f6,
    f11,
    plus,
    minus,
    zero,
    left_bracket,
    right_bracket,
    question,
    slash,
    one,
    two,
    three,
    four,
    five,
    six,
    seven,
    eight,
    nine,
    a,
    c,
    d,
    e,
    f,
    g,
    j,
    k,
    l,
    m,
    n,
    o,
    p,
    q,
    r,
    s,
    t,
    v,
    w,
    y,
    z,
};

struct Stroke {
    Key key = Key::none;
    bool control = false, shift = false;
    bool repeated = false;  // repeated while held down
    bool operator==(const Stroke&) const = default;
};

/// Whether the stroke types a character in a field.
constexpr bool types_something(const Stroke& stroke) {
    return !stroke.control && (stroke.key == Key::space || stroke.key >= Key::plus);
}

struct Input {
    Point mouse{-1, -1};  // logical pixels; negative: not over the window
    bool down = false, pressed = false, released = false, twice = false;
    bool right = false;  // the right button was pressed
    float wheel = 0;     // notches, positive away from the user
    bool shift = false, control = false;
    std::vector<Stroke> strokes;
    std::string typed;                 // characters, UTF-8
    std::string pasted;                // the clipboard's text at Ctrl+V
    std::vector<std::string> dropped;  // paths of files
    double time = 0;                   // seconds of a monotonic clock
};

}  // namespace app
