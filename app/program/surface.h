// What the window is drawn on and where its events come from: GLFW's window on a desktop, the
// canvas of a page in a browser. One of the two is built: glfw_surface.cpp, or app/web/surface.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/input.h"
#include "app/program/key_queue.h"
#include "app/widgets/ui.h"

namespace app {

class Surface {
public:
    struct Size {
        int width = 0, height = 0;  // pixels of the framebuffer; 0 while it can't be seen
        int points = 0;             // its width in the units in which the mouse is told
        float content = 1;          // how many times larger than usual the display shows things
    };

    /// Opens one of `width` x `height`, 0 for the usual size, with OpenGL current.
    Surface(int width, int height);
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Why there is none, one sentence; empty where there is. `no_display`: there is no display at
    /// all.
    const std::string& problem() const { return problem_; }
    bool no_display() const { return no_display_; }

    /// Hands events to Dear ImGui, whose context must be current; detach() before that goes.
    void attach();
    void detach();

    Size size() const;
    /// Takes what happened; if `sleeps`, waits for something, at most `seconds`. Whether something
    /// came that it waited for.
    bool wait(bool sleeps, double seconds);
    /// Ends a wait from any thread.
    static void wake();
    void begin_frame();
    void show();
    /// For how many seconds what was shown has waited to be drawn; 0 where all is.
    double undrawn_for();
    void close();
    bool closes() const;
    void point_as(Pointer pointer);
    bool fills_screen() const;
    void toggle_full_screen();
    void copy(const std::string& text);
    std::string pasted() const;

    /// What Dear ImGui does not hand on, since somebody took it, or not in the order in which it
    /// came.
    KeyQueue keys;
    std::vector<std::string> dropped;

private:
    struct System;
    std::unique_ptr<System> system_;
    std::string problem_;
    bool no_display_ = false;
};

}  // namespace app
