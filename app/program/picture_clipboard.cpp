// Copies pictures to a desktop's clipboard through a helper program. See keeper.h.
#include "app/program/keeper.h"

namespace app {

std::string Keeper::on_clipboard(const Image& image) {
    const auto helper = platform::program_named("xclip");
    if (!helper)
        return "Pictures go to the clipboard through xclip, which is not installed here. Keep it "
               "as "
               "a file instead.";
    clipboard_.reset();
    folder_ = std::make_unique<platform::PrivateFolder>();
    const platform::Path file = folder_->path() / "picture.png";
    if (std::string problem = platform::write_new_file(file, png_bytes(image)); !problem.empty())
        return problem;
    platform::Command command;
    command.words = {helper->string(), "-quiet", "-selection", "clipboard", "-t",
                     "image/png",      "-i",     file.string()};
    command.seconds = 1e9;
    clipboard_ = std::make_unique<platform::Child>(std::move(command));
    const bool ended = clipboard_->ended(.2);
    return ended ? "xclip does not take the picture: " + clipboard_->ending().output : "";
}

}  // namespace app
