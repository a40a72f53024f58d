// The system's side of the window: drawing surface and events. GLFW on a desktop, the page's canvas
// in a browser. One of two files is built: glfw_surface.cpp or app/web/surface.cpp.
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
        int width = 0, height = 0;  // framebuffer pixels; 0 while the window is not visible
        int points = 0;             // width in the units of mouse positions
        float content = 1;          // the display's own scale: 1 is usual
    };

    /// Opens a window of `width` x `height`, 0 for the usual size, with OpenGL current.
    Surface(int width, int height);
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Why there is no window, one sentence; empty where there is one. `no_display`: the machine
    /// has no display.
    const std::string& problem() const { return problem_; }
    bool no_display() const { return no_display_; }

    /// Sends events to Dear ImGui, whose context must be current; call detach() before that context
    /// ends.
    void attach();
    void detach();

    Size size() const;
    /// Collects events. If `sleeps`, waits at most `seconds` for one. Returns whether an event came
    /// that the wait was for.
    bool wait(bool sleeps, double seconds);
    /// Ends a wait from any thread.
    static void wake();
    void begin_frame();
    void show();
    /// For how many seconds the last shown frame has waited for the GPU; 0 where it is finished.
    double undrawn_for();
    void close();
    bool closes() const;
    void point_as(Pointer pointer);
    bool fills_screen() const;
    void toggle_full_screen();
    void copy(const std::string& text);
    std::string pasted() const;

    /// Events that Dear ImGui swallows, or does not pass on in their order.
    KeyQueue keys;
    std::vector<std::string> dropped;

private:
    struct System;
    std::unique_ptr<System> system_;
    std::string problem_;
    bool no_display_ = false;
};

}  // namespace app
