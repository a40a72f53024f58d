// The code beside the stage: CUDA, PTX or the host's side, the file's name, and the view that lists
// its lines.
#include <algorithm>
#include <array>

#include "app/regions/regions.h"
#include "app/views/ptx_meaning.h"
#include "app/views/source.h"

namespace app {

namespace {

// "Change", for kernels of lessons; returns what it takes from the right end.
float change_button(Ui& ui, Shell& shell, Rect row) {
    if (!can_be_changed(shell)) return 0;
    const std::string words = "Change";
    const float w = ui.canvas.width(words, {Font::medium, ui.metrics.small}) + ui.metrics.small * 2;
    row.cut_left(8);
    if (w > row.w) return 0;
    const Rect area = row.cut_right(w);
    if (button(ui, "source.change", area, words, ButtonKind::outline)) show_change_sheet(shell);
    ui.tooltip("source.change", area, "Copies this kernel to a file of yours, to be changed (M)");
    return w + 12;
}

void head(Ui& ui, Shell& shell, Rect row) {
    const std::array<Option, 3> options{
        {{"CUDA", "The source (C)"},
         {"PTX", "What the compiler made of it (C)"},
         {"Host", "What the processor does before and after: memory, launches, the check (C)"}}};
    const float w = std::min(ui.metrics.languages, row.w * .75f), h = ui.metrics.segment;
    Cursor& cursor = shell.playback.cursor;
    if (auto picked = segmented(ui, "source.language", {row.x, row.y, w, h}, options,
                                shell.host_code.shown ? 2
                                : cursor.ptx          ? 1
                                                      : 0)) {
        cursor.ptx = *picked == 1;
        shell.host_code.shown = *picked == 2;
        cursor.code_top = shell.host_code.top = -1;
    }
    if (!shell.session.subject() || shell.host_code.shown) return;
    row.w -= change_button(ui, shell, {row.x + w, row.y, row.w - w, h});
    if (row.w - w < ui.metrics.px(60)) return;
    const TextStyle style{Font::mono, ui.metrics.code, Role::text3, Align::right};
    std::string name = shell.session.subject()->source;
    if (cursor.ptx) name = name.substr(0, name.rfind('.')) + ".ptx";
    ui.canvas.text({row.right(), row.y + h / 2},
                   cut_in_middle(ui.canvas, name, style, row.w - w - ui.metrics.px(12)), style);
}

// The link as it can stand in two lines.
std::string broken(std::string link) {
    link.erase(0, link.find("//") + 2);
    return link.insert(link.find('#'), "\n");
}

// What the PTX instruction of a line means, and where the manual explains it.
std::string line_meaning(Shell& shell, const DrawContext& context, const CodeLine& line) {
    const PtxMeaning* meaning =
        line.ptx ? ptx_meaning(*context.result.picture, line.line) : nullptr;
    if (!meaning) return "";
    shell.manual_link = meaning->link;
    return meaning->words + "\nThe manual's page (Ctrl + C copies the link):\n" +
           broken(meaning->link);
}

// The line under the mouse says what it means and when it runs; a click goes to its next step. The
// text stays where it is, under the mouse.
void answer_line(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect body) {
    const Ui::Hit hit = ui.control("source.view", body);
    ui.focus_ring(hit, body, 6);
    if (hit.hovered) ui.pointer = Pointer::arrow;
    const auto line = ui.on_top() ? line_under(ui.canvas, context, body, ui.input.mouse)
                                  : std::optional<CodeLine>{};
    if (!line) return;
    std::string words = line_meaning(shell, context, *line);
    const auto spot = view.spot(ui.canvas, context, body, ui.input.mouse);
    if (spot) words += (words.empty() ? "" : "\n") + spot->words;
    ui.tooltip("source.line" + std::to_string(line->line), line->band, words, 440);
    if (!spot || !spot->step) return;
    if (hit.hovered) ui.pointer = Pointer::hand;
    if (!hit.pressed) return;
    const int top = scrolled_top(ui.canvas, context, body, 0);
    shell.playback.go_to(spot->step());
    shell.playback.cursor.code_top = top;
}

// While the lines are marked that cause a counter, a click on its name ends that.
void answer_counter(Ui& ui, Shell& shell, const DrawContext& context, Rect body) {
    const Rect head = counter_head(ui.canvas, context, body);
    if (head.w <= 0) {
        ui.tooltip("source.counts", {body.x, body.y, body.w * .35f, ui.metrics.small * 1.6f},
                   "Issued: how many warps ran this line in the run that is drawn. Lanes: how many "
                   "of their 32 threads took part.");
        return;
    }
    const Ui::Hit hit = ui.control("source.counter", head);
    ui.focus_ring(hit, head, 4);
    ui.tooltip("source.counter", head,
               "How much of this counter each line makes. A click, or Esc, brings back how often "
               "lines are issued.");
    if (hit.clicked) shell.counter = -1;
}

void pane(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::source);
    card_ground(ui, "source", area);
    Rect inside = area.inside(ui.metrics.pane.x, ui.metrics.pane.y);
    if (inside.w < 100 || inside.h < 80) return;
    head(ui, shell, inside.cut_top(ui.metrics.pane_head));
    if (shell.host_code.shown) {
        host_pane(ui, shell, inside);
        ui.canvas.card({}, {});
        return;
    }
    const View* view = find_view(Slot::code);
    if (!view) return;
    const Rect body = inside;
    const lab::FileNews* trouble = shell.own.trouble(shell.session.subject());
    if (trouble && !shell.playback.cursor.ptx) {
        compiler_words(ui, shell, body, *trouble);
        return ui.canvas.card({}, {});
    }
    shell.with_context(ui.metrics, [&](const DrawContext& context) {
        ui.canvas.push_clip({area.x, body.y, area.w, body.h});
        view->draw(ui.canvas, context, body);
        ui.canvas.pop_clip();
        answer_counter(ui, shell, context, body);
        answer_line(ui, shell, *view, context, body);
        for (const Rect& row : marked_rows(ui.canvas, context, body)) ui.keep_in_sight(row);
        if (const float wheel = ui.take_wheel(body); wheel != 0)
            shell.playback.cursor.code_top =
                scrolled_top(ui.canvas, context, body, -static_cast<int>(wheel * 3));
    });
    ui.canvas.card({}, {});
}

}  // namespace

void source_pane(Ui& ui, Shell& shell, Rect area) {
    pane(ui, shell, area);
    // As the stage is: its counts and its lane are of other settings than those that are refused.
    if (!shell.session.refusal() || !shell.session.subject()) return;
    ui.canvas.card("source", area);
    ui.canvas.fill(area, Colour(Role::panel, refused_dim), ui.metrics.px(14));
    ui.canvas.card({}, {});
}

}  // namespace app
