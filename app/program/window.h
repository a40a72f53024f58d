// The window: draws frames on a surface and turns its events into an Input. Sleeps while nothing
// happens.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "app/gl/painter.h"
#include "app/input.h"
#include "app/program/surface.h"
#include "app/shell/shell.h"

namespace app {

class Window {
public:
    /// Opens a window of `width` x `height`, 0 for the usual size.
    Window(int width, int height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Why there is no window, one sentence; empty where there is one. `no_display`: the machine
    /// has no display.
    const std::string& problem() const { return surface_.problem(); }
    bool no_display() const { return surface_.no_display(); }

    /// One frame of `shell`: waits for an event or the due time, draws, shows. Returns false when
    /// the window closes. `laid_out` is called before OpenGL draws, which may block for ever.
    bool frame(Shell& shell, const std::function<void()>& laid_out = {});
    /// Asks for the next frame in at most so many seconds.
    void wake_in(double seconds) { due_ = std::min(due_, seconds); }
    /// Seconds until frame() has work, if no event comes.
    double due() const;
    /// For how many seconds the last shown frame has waited for the GPU; 0 where it is finished.
    double undrawn_for() { return surface_.undrawn_for(); }
    /// Whether drawing still works: a lost device may have taken OpenGL with it.
    bool draws() { return painter_->draws(); }
    /// Wakes frame() from any thread.
    static void wake() { Surface::wake(); }
    /// The pixels that the window shows now.
    Image shown() { return painter_->last_frame(); }
    int frames() const { return frames_; }
    /// Asks the display, which may take a tenth of a millisecond.
    Surface::Size size() const { return surface_.size(); }
    int width() const { return size().width; }
    int height() const { return size().height; }
    Painter& painter() { return *painter_; }
    /// Window units, as of mouse positions, per logical pixel.
    float unit() const { return unit_; }
    bool fills_screen() const { return surface_.fills_screen(); }

private:
    void wait(double seconds);
    bool rest(double seconds);
    bool waits_to_be_answered() const;
    Input input(bool typing);
    void apply(const Wishes& wishes);

    Surface surface_;
    std::unique_ptr<Painter> painter_;
    int frames_ = 0, settling_ = 2;  // frames still to draw after an event
    float unit_ = 1;
    double due_ = 0;  // seconds until the next frame is due without an event
};

}  // namespace app
