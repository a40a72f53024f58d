// What benchmarks of the window share: a clock, percentiles, a frame of ours, and one of Dear
// ImGui's demo window, which is the measure of what a display takes.
#pragma once

#include <glad/gl.h>
#include <glfw/loaded.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "app/program/shell_frame.h"
#include "app/program/window.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"

namespace window_runs {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
inline double seconds_since(Clock::time_point start) { return milliseconds_since(start) / 1000; }

/// The value that `part` (0 to 1) of all are below; 0 where there is none.
inline double percentile(std::vector<double> values, double part) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const auto at = static_cast<std::size_t>(part * double(values.size()));
    return values[std::min(values.size() - 1, at)];
}

// Milliseconds of a frame.
struct FrameTime {
    double issued = 0;  // until the last call to OpenGL
    double drawn = 0;   // until the GPU has drawn it
    double whole = 0;   // until the display has it
};

/// Shows the frame that was begun at `start`, and waits until the display has it.
inline FrameTime show_frame(Clock::time_point start) {
    FrameTime time;
    time.issued = milliseconds_since(start);
    glFinish();
    time.drawn = milliseconds_since(start);
    glfwSwapBuffers(glfwGetCurrentContext());
    glFinish();
    time.whole = milliseconds_since(start);
    return time;
}

/// Draws a frame of the program.
inline FrameTime frame(app::Window& window, app::Shell& shell, const app::Input& input) {
    const auto start = Clock::now();
    const auto size = window.size();
    window.painter().draw(size.width, size.height, 1, shell.look.tone, [&](app::Canvas& canvas) {
        app::draw_frame(shell, canvas, input, float(size.width), float(size.height));
    });
    return show_frame(start);
}

/// A frame at the present time, without a mouse or keys.
inline FrameTime frame(app::Window& window, app::Shell& shell) {
    app::Input input;
    input.time = glfwGetTime();
    return frame(window, shell, input);
}

/// Draws a frame of Dear ImGui's demo window, all of it anew, as programs with it do.
inline FrameTime demo_frame(app::Window& window) {
    const auto start = Clock::now();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    ImGui::ShowDemoWindow();
    ImGui::Render();
    const auto size = window.size();
    glViewport(0, 0, size.width, size.height);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return show_frame(start);
}

/// Whether the picture that the controls ask for is on the stage.
inline bool is_settled(const app::Shell& shell) {
    const app::Session& session = shell.session;
    return session.shown() && !session.stale() && !session.progress().busy;
}

/// Draws frames until `done`, at most so long. Returns whether it came.
template <class Done>
bool await(app::Window& window, app::Shell& shell, double seconds, Done done) {
    for (const auto start = Clock::now(); seconds_since(start) < seconds;) {
        frame(window, shell);
        if (done()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

}  // namespace window_runs
