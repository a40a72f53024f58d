// Keeps what the window was asked to keep: as a file that was not there before, or on the
// clipboard.
#pragma once

#include <memory>
#include <string>

#include "app/program/window.h"
#include "app/regions/keep_sheet.h"
#include "platform/child.h"
#include "platform/files.h"

namespace app {

class Keeper {
public:
    /// Does it, and tells the shell what came of it. Between two frames of the window.
    void keep(Shell& shell, Window& window, const Keeping& what);

private:
    std::string on_clipboard(const Image& image);

    std::unique_ptr<platform::PrivateFolder> folder_;
    /// Hands the picture to whoever pastes it, until somebody copies something else.
    std::unique_ptr<platform::Child> clipboard_;
};

}  // namespace app
