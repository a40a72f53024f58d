// The code beside the stage: CUDA, PTX or host code, the file's name, and the view with the lines.
#include "app/regions/source_pane.h"

#include <algorithm>
#include <vector>

#include "app/draw/icons.h"
#include "app/regions/compiler_words.h"
#include "app/regions/hunted_program.h"
#include "app/regions/printed_pane.h"
#include "app/regions/refused_card.h"
#include "app/shell/code_in_sight.h"
#include "app/views/changed_lines.h"
#include "app/views/code/call_lines.h"
#include "app/views/code/source.h"
#include "app/views/code_text.h"
#include "app/views/ledger/cause.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/ptx_meaning.h"
#include "app/widgets/widgets.h"
#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/source_text.h"

namespace app {

int lines_moved(Ui& ui, Rect body, int page, bool by_keys) {
    const bool keys = by_keys && ui.on_top();
    if (keys && ui.take({Key::page_down})) return page;
    if (keys && ui.take({Key::page_up})) return -page;
    return -static_cast<int>(ui.take_wheel(body) * 3);
}

namespace {

// The sign beside lines that only the cured version has.
void draw_plus(Ui& ui, Point at) {
    ui.canvas.text(
        at, "+", aligned(mono_style(ui.metrics.code, Role::good, Font::mono_bold), Align::centre));
}

// The button "Change", for kernels of lessons; returns the width taken at the right end.
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

// The wrong line of the host code; 0: none.
int wrong_host_line(Shell& shell) {
    const auto shown = shell.session.shown();
    if (!shown || !shown->picture || shown->picture->faults.empty()) return 0;
    if (shell.hunt.hides(shell.session)) return 0;
    return HostCode::line_of_finding(shell.host_code.text(shown->request), *shown->picture);
}

// Whether a cure changed the host code: its kernel is the broken version's.
bool host_is_cured(Shell& shell) {
    const auto shown = shell.session.shown();
    const auto other =
        shown && shown->picture ? lab::other_version(shown->request.settings) : std::nullopt;
    const bool same = other && other->kernel() == shown->request.settings.kernel();
    return same && !shell.host_code.text(shown->request).changed.empty();
}

// The line of the host code that the lesson is about; 0: none.
int told_host_line(Shell& shell) {
    const auto shown = shell.session.shown();
    if (!shown || !lab::feature<lab::HostProgram>(shown->request.settings).words) return 0;
    return HostCode::line_of_lesson(shell.host_code.text(shown->request), shown->request.settings);
}

// The mark on "Host" while the kernel is shown: the bug or the lesson's line is in the host code.
void host_mark(Ui& ui, Shell& shell, Rect host) {
    if (shell.host_code.shown) return;
    const Point corner{host.right() - 2, host.y + 3};  // no room beside the word
    if (wrong_host_line(shell) > 0) {
        icon::refused(ui.canvas, corner, ui.metrics.px(6));
        ui.tooltip("source.host_mark", host,
                   "The error is here: the kernel is right, the host is not (C)");
    } else if (host_is_cured(shell)) {
        draw_plus(ui, corner);
        ui.tooltip("source.host_mark", host,
                   "The cure's changes are here: the kernel is unchanged (C)");
    }
}

// Opens the host code at its wrong line.
void open_host(Shell& shell) {
    const auto shown = shell.session.shown();
    if (!shown || !shown->picture || !shown->complete) return;
    if (!(shown->request.settings == shell.session.settings())) return;  // of the last settings
    if (shell.hunt.hides(shell.session))  // in every program: beside the kernel on the stage
        return shell.host_code.open_where_it_speaks(shown->request.settings, true, true);
    shell.host_code.open_where_it_speaks(shown->request.settings, wrong_host_line(shell) > 0 ||
                                                                      host_is_cured(shell) ||
                                                                      told_host_line(shell) > 0);
}

Option option_of(CodeTab tab) {
    switch (tab) {
        case CodeTab::cuda: return {"CUDA", "The source (C)"};
        case CodeTab::ptx: return {"PTX", "What the compiler made of it (C)"};
        case CodeTab::host:
            return {"Host",
                    "What the processor does before and after: memory, launches, the check (C)"};
        case CodeTab::printed: break;
    }
    return {"Printed", "What the kernel wrote with printf (C)"};
}

void head(Ui& ui, Shell& shell, Rect row) {
    const std::vector<CodeTab> tabs = shell.code_tabs();
    const CodeTab shown = shell.code_tab();
    std::vector<Option> options;
    for (const CodeTab tab : tabs) options.push_back(option_of(tab));
    const auto place_of = [&](CodeTab tab) {
        return static_cast<int>(std::ranges::find(tabs, tab) - tabs.begin());
    };
    const bool prints = tabs.back() == CodeTab::printed;
    const float w = std::min(ui.metrics.languages * (prints ? 1.4f : 1), row.w * .75f),
                h = ui.metrics.segment;
    if (auto picked =
            segmented(ui, "source.language", {row.x, row.y, w, h}, options, place_of(shown)))
        shell.show_code(tabs[static_cast<std::size_t>(*picked)]);
    const float one = w / static_cast<float>(tabs.size());
    host_mark(ui, shell,
              {row.x + one * static_cast<float>(place_of(CodeTab::host)), row.y, one, h});
    if (!shell.session.subject() || shown == CodeTab::host || shown == CodeTab::printed) return;
    row.w -= change_button(ui, shell, {row.x + w, row.y, row.w - w, h});
    if (row.w - w < ui.metrics.px(60)) return;
    const TextStyle style{Font::mono, ui.metrics.code, Role::text3, Align::right};
    std::string name = lab::source_name(shell.session.settings());
    if (shown == CodeTab::ptx) name = name.substr(0, name.rfind('.')) + ".ptx";
    ui.canvas.text({row.right(), row.y + h / 2},
                   cut_in_middle(ui.canvas, name, style, row.w - w - ui.metrics.px(12)), style);
}

// The link broken into two lines.
std::string broken(std::string link) {
    link.erase(0, link.find("//") + 2);
    return link.insert(link.find('#'), "\n");
}

// The meaning of a line's PTX instruction, and its place in the manual.
std::string line_meaning(Shell& shell, const DrawContext& context, const CodeLine& line) {
    const PtxMeaning* meaning = line.ptx ? ptx_meaning(context.picture(), line.line) : nullptr;
    if (!meaning) return "";
    shell.manual_link = meaning->link;
    return meaning->words + "\nThe manual's page (Ctrl + C copies the link):\n" +
           broken(meaning->link);
}

// The tooltip of the line under the mouse: its meaning and when it runs. A click goes to its next
// step; the text does not scroll.
void answer_line(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect body) {
    const Ui::Hit hit = ui.control("source.view", body);
    ui.focus_ring(hit, body, 6);
    if (hit.hovered) ui.pointer = Pointer::arrow;
    const auto line = ui.on_top() ? line_under(ui.canvas, context, body, ui.input.mouse)
                                  : std::optional<CodeLine>{};
    if (!line) return;
    if (context.cursor.hunting && !line->ptx)
        return point_at_line(ui, shell, hit, {line->line, false}, line->band);
    std::string words = line_meaning(shell, context, *line);
    const auto spot = view.pointing.spot(ui.canvas, context, body, ui.input.mouse);
    if (spot) words += (words.empty() ? "" : "\n") + spot->words;
    ui.tooltip("source.line" + std::to_string(line->line), line->band, words, 440);
    if (!spot || !spot->step) return;
    if (hit.hovered) ui.pointer = Pointer::hand;
    if (!hit.pressed) return;
    const int top = scrolled_top(ui.canvas, context, body, 0);
    shell.playback.go_to(spot->step());
    shell.playback.cursor.code_top = top;
}

// Lines to scroll the pane; by keys while the pane or a control of its head has the focus.
int moved_in_pane(Ui& ui, Rect body) {
    const int page = static_cast<int>(body.h / (ui.metrics.code * 1.6f)) * 4 / 5;
    return lines_moved(ui, body, page, ui.state.focus.starts_with("source."));
}

// While a counter's lines are marked, a click on its name ends that.
void answer_counter(Ui& ui, Shell& shell, const DrawContext& context, Rect body) {
    const Rect head = counter_head(ui.canvas, context, body);
    if (head.w <= 0) {
        ui.tooltip(
            "source.counts", {body.x, body.y, body.w * .35f, ui.metrics.small * 1.6f},
            "Issued: how many warps ran this line in the run that is drawn. In a loop that the "
            "compiler unrolled, all copies of a line count once; what all copies make is shown "
            "beside each line. Lanes: how many of their 32 threads took part.");
        return;
    }
    const Ui::Hit hit = ui.control("source.counter", head);
    ui.focus_ring(hit, head, 4);
    ui.tooltip("source.counter", head,
               "The part of this counter that each line makes. A click, or Esc, shows again how "
               "often lines are issued.");
    if (hit.clicked) shell.counter = -1;
}

// Scrolls to the line with most of the chosen counter, if that is out of sight, once for each run.
void bring_cause(Ui& ui, Shell& shell, const DrawContext& context, bool in_sight) {
    const std::pair now{shell.counter, context.result.picture.get()};
    if (shell.counter < 0) shell.cause_brought = now;
    if (shell.cause_brought == now || shell.playback.cursor.ptx) return;
    const Cause cause = cause_of(context, shell.counter, false);
    if (cause.lines.empty()) return;
    shell.cause_brought = now;
    if (in_sight) return;
    put_in_sight(shell, cause.lines.front().line);
    ui.want_frame();
}

void pane(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::source);
    card_ground(ui, "source", area);
    Rect inside = area.inside(ui.metrics.pane.x, ui.metrics.pane.y);
    if (inside.w < 100 || inside.h < 80) return;
    open_host(shell);
    head(ui, shell, inside.cut_top(ui.metrics.pane_head));
    const CodeTab tab = shell.code_tab();
    if (tab == CodeTab::printed || tab == CodeTab::host) {
        (tab == CodeTab::printed ? printed_pane : host_pane)(ui, shell, inside);
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
        const std::vector<Rect> marked = marked_rows(ui.canvas, context, body);
        for (const Rect& row : marked) ui.keep_in_sight(row);
        bring_cause(ui, shell, context, !marked.empty());
        if (const int by = moved_in_pane(ui, body); by != 0)
            shell.playback.cursor.code_top = scrolled_top(ui.canvas, context, body, by);
    });
    ui.canvas.card({}, {});
}

// Highlighted lines; 0: none.
struct HostLines {
    int wrong = 0, told = 0;  // of a finding, of the lesson
    int now = 0;              // the launch of the step
    int graph = 0;            // the launch of the graph that records it
    int pointed = 0;          // the user's answer in a hunt
    float numbers = 0;        // room at the left for line numbers, part of the clicked area
};

// A highlight as on lines of the kernel: a running line has a stripe at its left.
void draw_band(Ui& ui, Rect row, bool runs) {
    ui.canvas.fill(row, Colour{Role::accent, runs ? .15f : .08f});
    if (runs) ui.canvas.fill({row.x, row.y, 4, row.h}, Role::accent);
}

float letter_width(const Ui& ui) {
    return ui.canvas.width("0000000000", mono_style(ui.metrics.code, Role::text, Font::mono)) / 10;
}

int columns_in(const Ui& ui, Rect area) {
    return std::max(8, static_cast<int>(area.w / letter_width(ui)));
}

TextStyle line_number_style(const Ui& ui) {
    return aligned(mono_style(ui.metrics.code * .9f, Role::text3, Font::mono), Align::right);
}

// Width of the line numbers, as of the last line.
float width_of_numbers(const Ui& ui, const HostCode::Text& text) {
    return ui.canvas.width(std::to_string(text.lines.size()), line_number_style(ui)) +
           letter_width(ui);
}

// -1 or 1 where a line is above or below the visible ones from `top`; 0: it is visible.
int out_of_sight(const Ui& ui, const HostCode::Text& text, int top, int line, Rect area) {
    if (line <= 0 || line > std::ssize(text.lines)) return 0;
    if (line < top) return -1;
    float rows = area.h / (ui.metrics.code * 1.6f);
    for (int at = top; at <= line && rows >= 0; ++at)
        rows -= static_cast<float>(std::ssize(rows_of(text.lines[static_cast<std::size_t>(at) - 1],
                                                      at, columns_in(ui, area), CodeKind::cuda)));
    return rows < 0 ? 1 : 0;
}

// The launching line of the step, pinned while it is out of sight: its start, and a button to it.
void pin_line(Ui& ui, Shell& shell, const HostCode::Text& text, int line, int way, Rect row) {
    const Rect band{row.x - ui.metrics.pane.x, row.y, row.w + 2 * ui.metrics.pane.x, row.h};
    const Ui::Hit hit = ui.control("source.host_now", band);
    ui.canvas.fill(band, Role::panel);
    draw_band(ui, band, true);
    const Rect arrow = row.cut_right(ui.metrics.px(18));
    icon::chevron(ui.canvas, {arrow.middle_x(), row.middle_y()}, ui.metrics.px(11), Role::text2,
                  way < 0);
    const auto rows = rows_of(text.lines[static_cast<std::size_t>(line) - 1], line,
                              columns_in(ui, row), CodeKind::cuda);
    if (!rows.empty())
        draw_words(ui.canvas, rows.front(), {row.x, row.middle_y()}, letter_width(ui), false,
                   ui.metrics);
    ui.focus_ring(hit, band, 4);
    ui.tooltip("source.host_now", band,
               "Line " + std::to_string(line) +
                   (text.graph_line > 0
                        ? " records the launch of this step; line " +
                              std::to_string(text.graph_line) + " launches everything recorded."
                        : " makes the launch of this step.") +
                   " A click goes there.");
    if (hit.clicked) shell.host_code.top = std::max(1, line - 4);
}

// Draws the rows of `text` from line `top` that fit, with a sign beside the wrong line.
void draw_rows(Ui& ui, const HostCode::Text& text, int top, const HostLines& at, Rect area) {
    const float row_height = ui.metrics.code * 1.6f;
    const float letter = letter_width(ui);
    const int columns = columns_in(ui, area);
    float y = area.y + row_height / 2;
    for (int line = top; line <= std::ssize(text.lines); ++line)
        for (const CodeRow& row : rows_of(text.lines[static_cast<std::size_t>(line) - 1], line,
                                          columns, CodeKind::cuda)) {
            if (y + row_height / 2 > area.bottom()) return;
            const Point sign{area.x - ui.metrics.px(8), y};
            const bool runs = line == at.now || line == at.graph || line == at.pointed;
            if (runs || line == at.told)
                draw_band(ui,
                          {area.x - at.numbers - ui.metrics.pane.x, y - row_height / 2,
                           area.w + at.numbers + 2 * ui.metrics.pane.x, row_height},
                          runs);
            if (at.numbers > 0 && row.first)
                ui.canvas.text({area.x - letter, y}, std::to_string(line), line_number_style(ui));
            if (line == at.wrong && row.first)
                icon::refused(ui.canvas, sign, 6.5f);
            else if (row.first && std::ranges::binary_search(text.changed, line))
                draw_plus(ui, sign);
            draw_words(ui.canvas, row, {area.x, y}, letter, line == at.wrong, ui.metrics);
            y += row_height;
        }
}

// The line under the mouse, in the layout of draw_rows(); 0: none.
int host_line_at(const Ui& ui, const HostCode::Text& text, int top, Rect area, float numbers) {
    const Point at = ui.input.mouse;
    if (!ui.on_top() || !Rect{area.x - numbers, area.y, area.w + numbers, area.h}.contains(at))
        return 0;
    auto rows = static_cast<int>((at.y - area.y) / (ui.metrics.code * 1.6f));
    for (int line = top; line <= std::ssize(text.lines); ++line) {
        rows -= static_cast<int>(std::ssize(rows_of(text.lines[static_cast<std::size_t>(line) - 1],
                                                    line, columns_in(ui, area), CodeKind::cuda)));
        if (rows < 0) return line;
    }
    return 0;
}

// The legend of the sign beside lines, as above the kernel's text; or the library that is called.
void cure_words(Ui& ui, const HostCode::Text& text, Rect& body) {
    const bool calls = !text.library.empty();
    if (!calls && text.changed.empty()) return;
    const Rect row = body.cut_top(ui.metrics.small * 1.6f);
    const std::vector<std::string> forms =
        calls ? std::vector{"The program that calls " + text.library, text.library}
              : std::vector{"+ only in the " + text.version + " version", "+ only " + text.version};
    text_fitting(ui.canvas, {row.x, row.middle_y()}, row.w,
                 mono_style(ui.metrics.micro, Role::text2, Font::mono), forms);
}

void host_foot(Ui& ui, Shell& shell, Rect area) {
    const float height = ui.metrics.segment;
    const Rect place{area.x, area.bottom() - height, std::min(area.w, ui.metrics.px(250)), height};
    if (button(ui, "source.export", place, "Write the program", ButtonKind::secondary, "Ctrl + E"))
        shell.export_program();
    ui.tooltip("source.export", place,
               "Writes kernel and host to a new file. nvcc builds it, and it checks its own "
               "result. No file is replaced.");
}

}  // namespace

void source_pane(Ui& ui, Shell& shell, Rect area) {
    pane(ui, shell, area);
    // Dim like the stage: counts and lane are of other settings than the refused ones.
    if (!shell.session.refusal() || !shell.session.subject()) return;
    ui.canvas.card("source", area);
    ui.canvas.fill(area, Colour(Role::panel, refused_dim), ui.metrics.px(14));
    ui.canvas.card({}, {});
}

// The host code of the shown result, and the button that writes it with the kernel as a program.
void host_pane(Ui& ui, Shell& shell, Rect body) {
    const auto shown = shell.session.shown();
    if (!shown) return;
    HostCode& host = shell.host_code;
    const HostCode::Text& text = host.text(shown->request);
    if (!text.problem.empty()) {
        paragraph(ui.canvas, body, text.problem, body_style(ui.metrics));
        return;
    }
    const bool hunts = shell.hunt.hides(shell.session);
    if (body.h > ui.metrics.px(160) && !hunts)
        host_foot(ui, shell, body.cut_bottom(ui.metrics.segment + ui.metrics.gap));
    cure_words(ui, text, body);
    // The number of lines shown before the wrong or cured line: those that fill and copy the
    // arrays.
    const int before = std::min(8, static_cast<int>(body.h / (ui.metrics.code * 1.6f)) / 4);
    const int wrong = wrong_host_line(shell), told = told_host_line(shell),
              looked_at = wrong > 0               ? wrong
                          : !text.changed.empty() ? text.changed.front()
                                                  : told;
    const Hunt::Line pointed = shell.hunt.pointed(shell.session);
    const int now = shown->picture && !hunts
                        ? host.line_of_step(*shown->picture, shell.playback.cursor.step)
                        : 0;
    const int opens = std::max(text.main_line, looked_at - before);
    host.follow(now, host.top < 1 ? opens : host.top,
                static_cast<int>(body.h / (ui.metrics.code * 1.6f)));
    int top = host.top < 1 ? opens : host.top;
    const int way = hunts ? 0 : out_of_sight(ui, text, top, now, body);
    const float row = ui.metrics.code * 1.6f;
    if (way != 0)
        pin_line(ui, shell, text, now, way, way < 0 ? body.cut_top(row) : body.cut_bottom(row));
    const Ui::Hit hit = ui.control("source.host", body);
    ui.focus_ring(hit, body, 6);
    if (hit.hovered) ui.pointer = Pointer::arrow;
    if (const int by = moved_in_pane(ui, body); by != 0)
        host.top = top =
            std::clamp(top + by, 1, std::max(1, static_cast<int>(text.lines.size()) - 4));
    ui.canvas.push_clip({body.x - ui.metrics.pane.x, body.y, body.w + ui.metrics.pane.x, body.h});
    Rect rows = body;
    const float numbers = hunts ? width_of_numbers(ui, text) : 0;
    rows.cut_left(numbers);
    draw_rows(ui, text, std::min<int>(top, static_cast<int>(text.lines.size())),
              {wrong, told, now, now > 0 ? text.graph_line : 0,
               pointed.of_host ? pointed.number : 0, numbers},
              rows);
    const int under = hunts ? host_line_at(ui, text, top, rows, numbers) : 0;
    if (under > 0) point_at_line(ui, shell, hit, {under, true}, body);
    ui.canvas.pop_clip();
}

void mark_lines_of(Shell& shell, int counter) {
    shell.counter = counter;
    if (counter < 0) return;
    shell.printed.shown = false;
    shell.host_code.stand(false, shell.session.settings());  // so it does not open by itself either
    shell.source_open = true;
}

}  // namespace app
