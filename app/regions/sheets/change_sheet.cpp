// "Change this kernel": copies a lesson's kernels to the user's own file.
#include "app/regions/sheets/change_sheet.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/draw/icons.h"
#include "app/widgets/sheet.h"
#include "app/widgets/widgets.h"
#include "lab/own/copy.h"
#include "lab/programs.h"
#include "platform/files.h"

namespace app {

namespace {

float whole_px(const Ui& ui, float length) { return std::round(ui.metrics.px(length)); }

std::string ending_of(const std::string& path) {
    return std::filesystem::path(path).extension().string();
}

// Copies the file, and opens the copy at the settings shown now.
void copy(Shell& shell) {
    ChangeSheet& sheet = shell.change_sheet;
    const std::string path = path_meant(sheet.path.words);
    if (ending_of(path) != ".cu") {
        sheet.problem = "Its name has to end with .cu, so that the compiler knows what it is.";
        return;
    }
    const std::string text = lab::source_of(shell.session.settings());
    sheet.problem = platform::write_new_file(path, text);
    if (!sheet.problem.empty()) return;
    sheet.open = false;
    show_open_sheet(shell, path_shown(path));
    shell.own.begin(lab::launch_words(lab::picture_of(shell.session.settings()), path), true);
    shell.notice = path_shown(path) +
                   " is yours: edit it in any editor and save it. Each time, it is " +
                   "compiled and run here.";
}

void foot(Ui& ui, Shell& shell, Rect row, bool entered) {
    const Rect go = row.cut_right(whole_px(ui, 230));
    if (button(ui, "change.go", go, "Copy and open", ButtonKind::primary, "Enter") || entered ||
        ui.take({Key::enter}))
        copy(shell);
}

}  // namespace

void change_sheet(Ui& ui, Shell& shell, Rect window) {
    ChangeSheet& state = shell.change_sheet;
    const float w = std::min(window.w - 24, whole_px(ui, 640));
    const TextStyle words{Font::regular, ui.metrics.body, Role::text2},
        wrong{Font::medium, ui.metrics.small, Role::bad};
    const std::string what =
        "The kernels of `" + lab::source_name(shell.session.settings()) +
        "` are copied to a file of yours. Edit it in any editor: each time you save it, it is "
        "compiled and run here, beside the place where you were.";
    const float pad = whole_px(ui, 36),
                said = paragraph_height(ui.canvas, w - 2 * pad, what, words);
    const float trouble =
        state.problem.empty()
            ? 0
            : paragraph_height(ui.canvas, w - 2 * pad, state.problem, wrong) + whole_px(ui, 10);
    const float h = std::min(window.h - 24, whole_px(ui, 210) + said + trouble + field_height(ui));
    const Rect sheet = begin_sheet(ui, "change", window, w, h);
    Rect rest = sheet.inside(pad, whole_px(ui, 28));
    const Rect head = rest.cut_top(whole_px(ui, 44));
    ui.canvas.text({head.x, head.middle_y() - whole_px(ui, 4)}, "Change this kernel",
                   {Font::display, ui.metrics.h1, Role::text});
    paragraph(ui.canvas, rest.cut_top(said + whole_px(ui, 18)), what, words);
    const Rect label = rest.cut_top(whole_px(ui, 26));
    ui.canvas.text({label.x, label.middle_y()}, "Copy to",
                   {Font::medium, ui.metrics.small, Role::text2});
    const FieldEvents events =
        text_field(ui, "change.path", rest.cut_top(field_height(ui)), state.path,
                   "path of a new .cu file", !state.problem.empty());
    if (events.changed) state.problem.clear();
    rest.cut_top(whole_px(ui, 8));
    if (trouble > 0) paragraph(ui.canvas, rest, state.problem, wrong);
    foot(ui, shell, sheet.inside(pad, whole_px(ui, 28)).cut_bottom(whole_px(ui, 46)),
         events.entered);
    if (end_sheet(ui, "change", sheet)) state.open = false;
}

}  // namespace app
