// Takes pictures from the window's own painter, numbers from the views. See keeper.h.
#include "app/program/keeper.h"

#include "app/gl/framebuffer.h"
#include "app/program/snapshot.h"
#include "lab/cli/report.h"
#include "lab/json/json.h"
#include "lab/words.h"
#include "platform/machine.h"

namespace app {

namespace {

constexpr int slide_width = 1920, slide_height = 1080;
constexpr float slide_scale = 1.5f;  // letters are readable from afar

// A slide of the stage shows one run, without the sentence on the last change; the copied command
// does not know that change either.
Snapshot picture_of(Shell& shell, const std::string& view, const Window& window) {
    if (view.empty()) return {"", window.width(), window.height(), 1};
    Snapshot picture{view, slide_width, slide_height, slide_scale};
    picture.of_change = false;
    return with_all_rows(shell, picture);
}

Image image_of(Shell& shell, Window& window, const std::string& view) {
    if (view.empty()) return window.shown();
    const Snapshot picture = picture_of(shell, view, window);
    Framebuffer beside;
    beside.bind(picture.width, picture.height);
    return drawn(window.painter(), shell, picture);
}

std::string run_of(const Shell& shell) {
    const lab::Run* run = shell.session.counted();
    return run ? lab::written(lab::run_json(*run), 2) + "\n" : "";
}

std::string bytes_of(Shell& shell, Window& window, const Keeping& what) {
    switch (what.form) {
        case KeepForm::png: return png_bytes(image_of(shell, window, what.view));
        case KeepForm::svg: return svg_of(shell, picture_of(shell, what.view, window));
        case KeepForm::csv: return numbers_of(shell, what.view);
        case KeepForm::gif:
        case KeepForm::program:
        case KeepForm::json: break;
    }
    return run_of(shell);
}

}  // namespace

// Runs the `shot` command in a process of its own, since it takes seconds.
void Keeper::begin_to_play(Shell& shell, const Keeping& what) {
    std::error_code unknown;
    if (std::filesystem::exists(what.path, unknown))
        return told_of_keeping(shell, what, what.path + " is there already.");
    const auto words = lab::words_in(shot_line(shell, what.view, what.path));
    platform::Command command;
    command.words = *words;
    command.words.front() = program_.string();
    command.seconds = 600;
    drawing_ = std::make_unique<platform::Child>(std::move(command));
    drawn_ = what;
    shell.keeping = "drawing " + std::filesystem::path(what.path).filename().string();
}

void Keeper::look_after(Shell& shell) {
    if (!drawing_) return;
    if (shell.wishes.stop_keeping) drawing_->cancel();
    if (!drawing_->ended()) return;
    const platform::Ending& ending = drawing_->ending();
    const bool done = ending.how == platform::Ending::How::exited && ending.code == 0;
    if (ending.how == platform::Ending::How::cancelled)
        shell.notice = "Nothing was kept.";
    else
        told_of_keeping(shell, drawn_,
                        done                    ? ""
                        : ending.output.empty() ? "It could not be drawn."
                                                : ending.output);
    drawing_.reset();
    shell.keeping.clear();
}

void Keeper::keep(Shell& shell, Window& window, const Keeping& what) {
    if (what.form == KeepForm::gif) return begin_to_play(shell, what);
    if (what.path.empty())
        return told_of_keeping(shell, what, on_clipboard(image_of(shell, window, what.view)));
    const std::string bytes = bytes_of(shell, window, what);
    told_of_keeping(shell, what,
                    bytes.empty() ? "There is nothing to keep in this form yet."
                                  : platform::write_new_file(what.path, bytes));
}

}  // namespace app
