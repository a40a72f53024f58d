// The sentence on a change above the stage's picture; and notices: their time and place.
#include "app/regions/notices.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/draw/canvas.h"
#include "app/format.h"
#include "app/sentences/because.h"
#include "app/series.h"
#include "app/shell/in_step_choice.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "app/weights.h"
#include "app/widgets/widgets.h"

namespace app {

namespace {

// The mark before the sentence: an outline beside a filled bar, as ghosts on the cards.
float change_mark(Ui& ui, Point at) {
    const float w = ui.metrics.px(5), h = ui.metrics.small * .95f;
    ui.canvas.outline({at.x, at.y - h / 2, w, h}, Role::stroke, 2, 1.2f);
    ui.canvas.fill({at.x + w * 1.6f, at.y - h * .15f, w, h * .65f}, Role::text2, 2);
    return w * 2.6f + ui.metrics.px(8);
}

// The longest form that fits one line, or two where there is room: the cause is more useful than
// more rows of the picture.
std::string words_of_change(const Ui& ui, const std::vector<std::string>& forms,
                            const TextStyle& style, float width, bool roomy) {
    const float two_lines = style.size * 1.5f * 2.2f;
    for (const std::string& form : forms)
        if (roomy && paragraph_height(ui.canvas, width, form, style, 1.5f) < two_lines) return form;
    return std::string(fitting(ui.canvas, forms, style, width));
}

// The devices of the times in the sentence, where cards show two; else empty.
TwoDevices devices_of(const DrawContext& context, const lab::Result& before) {
    const lab::Run* timed = context.result.timed.get();
    const lab::Settings& settings = context.result.request.settings;
    const auto second = context.series.second_source(settings);
    if (!timed || !second) return {};
    const TimePoint *then = context.series.time(before.request.settings, *second),
                    *now = context.series.time(settings, *second);
    const bool right = then && now && !then->wrong && !now->wrong;
    return {
        .first = short_device(timed->time.device.empty() ? timed->device.name : timed->time.device),
        .second = short_device(second->device),
        .before = right ? &then->time : nullptr,
        .now = right ? &now->time : nullptr};
}

// In step, the sentence begins with the run that is drawn first.
std::vector<std::string> forms_of_change(const Shell& shell, const DrawContext& context,
                                         const lab::Result& before) {
    std::optional<ComparedResults> of = compared_results(shell.session);
    if (!of) return {};
    of->devices = devices_of(context, before);
    if (&of->now == &before) std::swap(of->devices.before, of->devices.now);
    return because(*of);
}

// The work that the sentence waits for; nothing for a quick answer.
void awaited(Ui& ui, const Shell& shell, const std::string& work, Rect row) {
    if (shell.progress().busy && !shell.waits()) return;
    const TextStyle style{Font::regular, ui.metrics.small, Role::text3};
    const std::string what = capitalised(work);
    text_fitting(ui.canvas, {row.x, row.middle_y()}, row.w, style,
                 {what + ": the effect of the change is told then.", what});
}

// The button from a count to the picture of it, cut off the line's right end.
void way_to_picture(Ui& ui, Shell& shell, const View& view, Rect place) {
    const std::string words = view.title + "  \u203a";
    ui.tooltip("because.picture", place, view.title + " shows where this count comes from.");
    if (!button(ui, "because.picture", place, words, ButtonKind::outline)) return;
    shell.slot = view.slot;
    shell.view_of_slot[view.slot] = view.id;
}

const View* picture_elsewhere(const Shell& shell) {
    const View* view = view_of_change(shell.session, any_part);
    return view == shell.stage_view() ? nullptr : view;
}

}  // namespace

void because_line(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside, bool alone) {
    const lab::Result* before = shell.session.in_step() ? shell.session.beside() : context.before;
    if (!before || inside.h < ui.metrics.px(120) || context.cursor.hunting) return;
    const std::vector<std::string> forms = forms_of_change(shell, context, *before);
    const TextStyle style{Font::medium, ui.metrics.small, Role::text};
    const float line = ui.metrics.small * 1.6f;
    // The line's room is kept while an answer is awaited: so the picture does not jump, and no
    // count appears before its time.
    const lab::Progress work = shell.session.work();
    const bool lacks = !before->complete || !context.result.complete,
               waits = !before->complete && !before->timed && context.result.timed;
    if (work.busy && lacks && (forms.empty() || waits))
        return awaited(ui, shell, work.what, inside.cut_top(line + ui.metrics.px(6)));
    if (forms.empty()) return;
    const float mark = change_mark(ui, {inside.x, inside.y + line / 2});
    float width = inside.w - mark;
    const bool roomy = inside.h > ui.metrics.px(shell.session.in_step() ? 640 : 225);
    const std::string words = words_of_change(ui, forms, style, width, roomy);
    const View* other = alone ? nullptr : picture_elsewhere(shell);
    const float way = other ? ui.canvas.width(other->title, style) + ui.metrics.px(50) : 0;
    const bool has_way = way > 0 && words_of_change(ui, forms, style, width - way, roomy) == words;
    if (has_way) width -= way;
    const float height = std::max(line, paragraph_height(ui.canvas, width, words, style, 1.5f));
    const bool one = ui.canvas.width(words, style) <= width;
    if (one)
        ui.canvas.text({inside.x + mark, inside.y + line / 2}, words, style);
    else
        paragraph(ui.canvas, {inside.x + mark, inside.y, width, height}, words, style, 1.5f);
    ui.place("stage.because", {inside.x, inside.y, inside.w, height});
    if (has_way)
        way_to_picture(ui, shell, *other,
                       {inside.right() - way + ui.metrics.px(12), inside.y - ui.metrics.px(2),
                        way - ui.metrics.px(12), line + ui.metrics.px(4)});
    ui.keep_in_sight({inside.x, inside.y, inside.w, height});
    inside.cut_top(height + ui.metrics.px(6));
}

// Draws the notice over the strip, which has only permanent facts: pictures, axes and controls stay
// visible.
void notice_pill(Ui& ui, const Shell& shell, const Frame& frame) {
    TextStyle style{Font::medium, ui.metrics.small, Colour::of(0xFFFFFF)};
    style.plain = true;  // a path or a compiler's words may have stars
    const Rect &window = frame.window, &strip = frame.status;
    const float w =
        std::min(window.w - 24, ui.canvas.width(shell.notice, style) + ui.metrics.px(36));
    if (shell.notice.empty() || w < 80) return;
    const float h = paragraph_height(ui.canvas, w - 32, shell.notice, style) + 16;
    const float y = std::min(strip.middle_y() - h / 2, window.bottom() - h - 2);
    // Beside the work in progress and its stop button.
    const bool works = shell.progress().busy && shell.waits();
    const Rect pill{works ? window.x + 12 : window.middle_x() - w / 2, y, w, h};
    ui.canvas.card("notice", pill);
    ui.canvas.fill(pill, chip(ui.tone), 12);
    paragraph(ui.canvas, pill.inside(16, 8), shell.notice, style);
    ui.canvas.card({}, {});
}

// Draws in place of everything: what to do, in as many words as fit.
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
