// The window: GLFW, OpenGL 3.3 core, and the way from its events to an Input. Sleeps while nothing
// happens.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/gl/painter.h"
#include "app/input.h"
#include "app/regions/shell.h"

struct GLFWcursor;
struct GLFWwindow;

namespace app {

class Window {
public:
    /// Opens a window of `width` x `height`, 0 for the usual size.
    Window(int width, int height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Why there is none, one sentence; empty where there is. `no_display`: there is no display at
    /// all.
    const std::string& problem() const { return problem_; }
    bool no_display() const { return no_display_; }

    /// One frame of `shell`: waits for what is due, draws, shows. False once the window is to
    /// close.
    bool frame(Shell& shell);
    /// The next frame comes after so many seconds, if nothing asks for one before.
    void wake_in(double seconds) { due_ = std::min(due_, seconds); }
    /// Wakes frame() from any thread.
    static void wake();
    /// What the window shows now.
    Image shown();
    int frames() const { return frames_; }
    int width() const;
    int height() const;
    Painter& painter() { return *painter_; }
    /// Of the window's own units, in which the mouse is told: a logical pixel.
    float unit() const { return unit_; }
    bool fills_screen() const;

private:
    void wait(double seconds);
    Input input();
    void note_stroke(int key, int modifiers, bool repeated);
    void apply(const Wishes& wishes);
    void toggle_full_screen();
    GLFWcursor* cursor_of(Pointer pointer);

    GLFWwindow* window_ = nullptr;
    std::unique_ptr<Painter> painter_;
    std::string problem_;
    bool no_display_ = false;
    int frames_ = 0, settling_ = 2;  // frames still to draw after an event, until nothing moves
    std::vector<Stroke> strokes_;    // since the last frame
    std::vector<std::string> dropped_;
    std::array<GLFWcursor*, 4> cursors_{};  // made when first wanted, gone with GLFW
    float unit_ = 1;
    double due_ = 0;               // when the next frame is due without an event
    int place_[4] = {0, 0, 0, 0};  // of the window, while it fills the screen
};

}  // namespace app
