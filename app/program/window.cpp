// Draws frames on a surface: when a frame is due, its size, and the way from events to an Input.
// Called by the window command and by tests.
#include "app/program/window.h"

#include <algorithm>
#include <utility>

#include "app/program/shell_frame.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "lab/time/awaited.h"
#include "platform/clock.h"
#include "platform/heap.h"

namespace app {
namespace {

constexpr double quiet = 1;                  // seconds
constexpr std::size_t most_freed = 4 << 20;  // freed bytes that may stay unused at rest

}  // namespace

Window::Window(int width, int height) : surface_(width, height) {
    if (!surface_.problem().empty()) return;
    painter_ = std::make_unique<Painter>(true);
    surface_.attach();
}

Window::~Window() {
    surface_.detach();
    painter_.reset();
}

// Sleeps until an event or the due time. Some frames follow each event, since a hit shows one frame
// later, and Dear ImGui spreads simultaneous events over several frames.
void Window::wait(double seconds) {
    const bool sleeps = settling_ == 0 && seconds > 0 && !waits_to_be_answered();
    if (settling_ > 0) --settling_;
    const bool woken = sleeps && seconds > quiet ? rest(seconds) : surface_.wait(sleeps, seconds);
    if (woken || waits_to_be_answered()) settling_ = 2;
}

bool Window::waits_to_be_answered() const {
    return !ImGui::GetCurrentContext()->InputEventsQueue.empty() || !surface_.keys.empty();
}

// After a quiet second, returns freed memory to the system. The worker frees the last result late,
// and its memory may lie between blocks in use.
bool Window::rest(double seconds) {
    if (surface_.wait(true, quiet)) return true;
    platform::give_back_freed(most_freed);
    return surface_.wait(true, seconds - quiet);
}

double Window::due() const { return settling_ > 0 || waits_to_be_answered() ? 0 : due_; }

Input Window::input(bool typing) {
    const ImGuiIO& io = ImGui::GetIO();
    Input input;
    // the window's own units may differ from the framebuffer's pixels
    if (io.MousePos.x > -1e5f) input.mouse = {io.MousePos.x / unit_, io.MousePos.y / unit_};
    input.down = io.MouseDown[0];
    input.pressed = ImGui::IsMouseClicked(0);
    input.released = ImGui::IsMouseReleased(0);
    input.twice = ImGui::IsMouseDoubleClicked(0);
    input.right = ImGui::IsMouseClicked(1);
    input.wheel = io.MouseWheel;
    input.shift = io.KeyShift;
    input.control = io.KeyCtrl;
    input.time = platform::now();
    surface_.keys.hand_on(input, typing);
    for (const Stroke& stroke : input.strokes)
        if (stroke.key == Key::v && stroke.control) input.pasted = surface_.pasted();
    input.dropped = std::exchange(surface_.dropped, {});
    return input;
}

bool Window::frame(Shell& shell, const std::function<void()>& laid_out) {
    wait(due_);
    if (surface_.closes()) return false;
    const auto [width, height, points, content] = surface_.size();
    if (width < 1 || height < 1) {  // minimised
        due_ = 1e9;
        return true;
    }
    const float scale = scale_of(content, shell.look.scale_percent,
                                 shell.look.density.value_or(Density::desk), width, height);
    unit_ = scale * static_cast<float>(std::max(1, points)) / static_cast<float>(width);
    const lab::Drawing drawing;
    surface_.begin_frame();
    const float wide = static_cast<float>(width) / scale, high = static_cast<float>(height) / scale;
    painter_->draw(width, height, scale, shell.look.tone, [&](Canvas& canvas) {
        draw_frame(shell, canvas, input(shell.ui_state.types()), wide, high);
        if (laid_out) laid_out();
    });
    surface_.show();
    ++frames_;
    apply(shell.wishes);
    return true;
}

void Window::apply(const Wishes& wishes) {
    due_ = wishes.wait;
    surface_.point_as(wishes.pointer);
    if (wishes.close) surface_.close(), due_ = 0;
    if (wishes.toggle_full_screen) surface_.toggle_full_screen();
    if (!wishes.copy.empty()) surface_.copy(wishes.copy);
}

}  // namespace app
