// Saves a picture, numbers or a run as the window asks: to a new file, or to the clipboard.
#pragma once

#include <memory>
#include <string>

#include "app/program/window.h"
#include "app/regions/keep_sheet.h"
#include "platform/child.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace app {

class Keeper {
public:
    /// `program`: the binary that draws slow pictures; by default this one.
    explicit Keeper(platform::Path program = platform::program_file())
        : program_(std::move(program)) {}
    /// Saves it and tells the shell the outcome. Call it between two frames of the window.
    void keep(Shell& shell, Window& window, const Keeping& what);
    /// Checks on a slow drawing. Call it once a frame.
    void look_after(Shell& shell);

private:
    std::string on_clipboard(const Image& image);
    void begin_to_play(Shell& shell, const Keeping& what);

    platform::Path program_;
    std::unique_ptr<platform::PrivateFolder> folder_;
    /// Serves the picture on the clipboard until another program copies something.
    std::unique_ptr<platform::Child> clipboard_;
    /// Draws an animated picture.
    std::unique_ptr<platform::Child> drawing_;
    Keeping drawn_;
};

}  // namespace app
