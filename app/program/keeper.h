// Keeps what the window was asked to keep: as a file that was not there before, or on the
// clipboard.
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
    /// `program`: that draws what takes a while; this very one.
    explicit Keeper(platform::Path program = platform::program_file())
        : program_(std::move(program)) {}
    /// Does it, and tells the shell what came of it. Between two frames of the window.
    void keep(Shell& shell, Window& window, const Keeping& what);
    /// Looks after what takes a while: once a frame.
    void look_after(Shell& shell);

private:
    std::string on_clipboard(const Image& image);
    void begin_to_play(Shell& shell, const Keeping& what);

    platform::Path program_;
    std::unique_ptr<platform::PrivateFolder> folder_;
    /// Hands the picture to whoever pastes it, until somebody copies something else.
    std::unique_ptr<platform::Child> clipboard_;
    /// Draws a picture that plays, for as long as it takes.
    std::unique_ptr<platform::Child> drawing_;
    Keeping drawn_;
};

}  // namespace app
