// Sentences over the stage: how long they stay, and where.
#include <algorithm>

#include <fmt/format.h>

#include "app/draw/canvas.h"
#include "app/regions/regions.h"

namespace app {

// What comes by itself stands below what is said already, and does not take its place.
void Shell::tell(const std::string& words) {
    if (notice.find(words) != std::string::npos) return;
    notice += (notice.empty() ? "" : "\n") + words;
}

// A sentence that nobody waves away goes by itself, once it could be read twice; with it a key that
// waits for a second one.
void Shell::end_notice(Ui& ui) {
    constexpr double at_least = 4, at_most = 12, of_letter = .06;
    if (notice != noticed_) noticed_ = notice, noticed_since_ = last_time_;
    if (notice.empty()) return;
    const double reading =
        std::clamp(at_least + of_letter * double(notice.size()), at_least, at_most);
    const double left = noticed_since_ + reading - last_time_;
    if (left <= 0) notice.clear(), kernel_chord = false;
    ui.want_frame(std::max(left, 0.));
}

void notice_pill(Ui& ui, Shell& shell, Rect stage) {
    const TextStyle style{Font::medium, ui.metrics.small, Colour::of(0xFFFFFF)};
    const float w =
        std::min(stage.w - 24, ui.canvas.width(shell.notice, style) + ui.metrics.px(36));
    if (shell.notice.empty() || w < 80) return;
    const float h = paragraph_height(ui.canvas, w - 32, shell.notice, style) + 16;
    // Below what says whose run is shown while settings are refused.
    const float below = ui.metrics.px(shell.session.refusal() ? 6 : 76);
    const Rect pill{stage.middle_x() - w / 2, stage.bottom() - h - below, w, h};
    ui.canvas.card("notice", pill);
    ui.canvas.fill(pill, chip(ui.tone), 12);
    paragraph(ui.canvas, pill.inside(16, 8), shell.notice, style);
    ui.canvas.card({}, {});
}

// In place of everything else: what to do, in as many words as fit.
void too_small(Ui& ui, Rect window) {
    ui.canvas.fill(window, Role::bg);
    const std::string least = fmt::format("{} x {}", least_width, least_height);
    const Rect page = window.inside(12, 10);
    const TextStyle style{Font::regular, ui.metrics.small, Role::text};
    for (const std::string& words :
         {"This window is too small: Warplens needs " + least +
              " at least. Make it larger, or press Ctrl and - for smaller letters.",
          "Too small: make the window " + least + " or larger.", std::string("Too small")}) {
        const float height = paragraph_height(ui.canvas, page.w, words, style);
        if (page.w < 60 || height > page.h) continue;
        paragraph(ui.canvas, {page.x, page.middle_y() - height / 2, page.w, height}, words, style);
        return;
    }
}

}  // namespace app
