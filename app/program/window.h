// The window: frames on a surface, and the way from its events to an Input. Sleeps while nothing
// happens.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "app/gl/painter.h"
#include "app/input.h"
#include "app/program/surface.h"
#include "app/regions/shell.h"

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
    const std::string& problem() const { return surface_.problem(); }
    bool no_display() const { return surface_.no_display(); }

    /// One frame of `shell`: waits for what is due, draws, shows. False once the window is to
    /// close. `laid_out` is called before what is to be seen is drawn, which may take for ever.
    bool frame(Shell& shell, const std::function<void()>& laid_out = {});
    /// The next frame comes after so many seconds, if nothing asks for one before.
    void wake_in(double seconds) { due_ = std::min(due_, seconds); }
    /// Seconds until frame() has something to do, if nothing happens before.
    double due() const;
    /// For how many seconds what it showed has waited to be drawn; 0 where all is.
    double undrawn_for() { return surface_.undrawn_for(); }
    /// Whether what is drawn still comes to be: a device that is lost may have taken OpenGL along.
    bool draws() { return painter_->draws(); }
    /// Wakes frame() from any thread.
    static void wake() { Surface::wake(); }
    /// What the window shows now.
    Image shown() { return painter_->last_frame(); }
    int frames() const { return frames_; }
    int width() const { return surface_.size().width; }
    int height() const { return surface_.size().height; }
    Painter& painter() { return *painter_; }
    /// Of the window's own units, in which the mouse is told: a logical pixel.
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
    int frames_ = 0, settling_ = 2;  // frames still to draw after an event, until nothing moves
    float unit_ = 1;
    double due_ = 0;  // when the next frame is due without an event
};

}  // namespace app
