// The program of the hunt, and the line that the user says is wrong.
#include "app/regions/hunted_program.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "app/format.h"
#include "app/regions/source_pane.h"
#include "app/views/code/source.h"
#include "app/views/code_text.h"
#include "app/widgets/widgets.h"
#include "lab/bugs.h"
#include "lab/source_text.h"

namespace app {
namespace {

// The scale of its letters relative to the pane: the whole kernel should be visible.
float enlarged(const Ui& ui, const lab::Run& run, Rect area) {
    constexpr float least = .85f, most = 1.25f, row = 1.6f;
    const auto lines = lab::lines_in(run.source_text);
    const int first = kernel_line(lines, run.request.settings.kernel(), CodeKind::cuda);
    constexpr int besides = 3;  // its head, and two lines that wrap
    const int rows = besides + closing_line(lines, first) - first;
    return std::clamp(area.h / (ui.metrics.code * row * float(rows + 1)), least, most);
}

// Lines that a check names together: that of one access, or those of two that conflict. Where no
// check names it (`checked` is false), the one line with the bug.
struct NamedLines {
    int first = 0, last = 0;
    bool checked = true;
};

// The named lines of the host code: of findings, and of the bug's causes.
std::vector<NamedLines> named_in_host(const HostCode::Text& text, const lab::Run& run,
                                      const lab::Bug& bug) {
    std::vector<NamedLines> named;
    const int found = HostCode::line_of_finding(text, run);
    if (found > 0) named.push_back({found, found});
    for (const int line : lab::cause_lines(bug, text.lines, text.main_line, int(text.lines.size())))
        named.push_back({line, line, false});
    return named;
}

// The named lines of the launched kernel.
std::vector<NamedLines> named_in_kernel(const lab::Run& run, const lab::Bug& bug) {
    std::vector<NamedLines> named;
    for (const simulator::Fault& fault : run.faults) {
        const int other = fault.other_line > 0 ? fault.other_line : fault.line;
        if (fault.line > 0)
            named.push_back({std::min(fault.line, other), std::max(fault.line, other)});
    }
    const auto lines = lab::lines_in(run.source_text);
    const int first = kernel_line(lines, run.request.settings.kernel(), CodeKind::cuda);
    for (const int line : lab::cause_lines(bug, lines, first, closing_line(lines, first)))
        named.push_back({line, line, false});
    return named;
}

// Cached in the run: the verdict is asked for in each frame.
struct NamedInKernel {
    std::vector<NamedLines> all;
};

std::vector<NamedLines> named_lines(Shell& shell, bool of_host) {
    const auto shown = shell.session.shown();
    if (!shown || !shown->picture) return {};
    const lab::Run& run = *shown->picture;
    const auto bug = [&] { return lab::bug_of(run.request.settings).value_or(lab::Bug{}); };
    if (of_host) return named_in_host(shell.host_code.text(shown->request), run, bug());
    return run.derived(0, [&] { return NamedInKernel{named_in_kernel(run, bug())}; }).all;
}

constexpr int near_lines = 3;

bool is_named(const NamedLines& named, int line) {
    return named.first == line || named.last == line;
}
bool is_checked(const NamedLines& named, int line) {
    return named.checked && is_named(named, line);
}

// A missing call between two accesses lies between their lines.
bool is_near(const NamedLines& named, int line) {
    return line >= named.first - near_lines && line <= named.last + near_lines;
}

// Where the bug does not show with these settings, no line is wrong: the sentence with a value that
// shows it. Empty where it shows.
std::string shows_nowhere(const lab::Settings& now) {
    const auto other = lab::nearest_that_shows(now);
    if (!other) return "";
    const auto is_turned = [&](const lab::Knob* knob) { return now[*knob] != (*other)[*knob]; };
    const lab::Knob& knob = **std::ranges::find_if(now.subject->knobs, is_turned);
    const std::string with = knob.role == lab::Knob::Role::size
                                 ? lab::size_words(*other, grouped)
                                 : grouped((*other)[knob]) + " " + uncapitalised(knob.title);
    return "In this launch nothing goes wrong, whichever line it is. With *" + with +
           "* something does.";
}

}  // namespace

std::string pointed_words(Shell& shell) {
    const Hunt::Line line = shell.hunt.pointed(shell.session);
    if (line.number <= 0) return "";
    if (const std::string none = shows_nowhere(shell.session.settings()); !none.empty())
        return none;
    const std::vector<NamedLines> all = named_lines(shell, line.of_host);
    const auto any = [&](bool (*fits)(const NamedLines&, int)) {
        return std::ranges::any_of(all,
                                   [&](const NamedLines& one) { return fits(one, line.number); });
    };
    const std::string number =
        std::string(line.of_host ? "*Host, line " : "*Kernel, line ") + std::to_string(line.number);
    if (any(is_checked))
        return number + ": that is it.* The check names it, too; *Shift + G* shows why.";
    if (any(is_named))
        return number + ": that is it.* *Shift + G* shows what the check says, and where.";
    if (any(is_near)) return number + ": close.* What is wrong stands near. Look again.";
    return number + ": no.* The check names no line near it. Look again.";
}

namespace {

// Whether a line can be wrong: not a blank line or a comment.
bool may_be_wrong(Shell& shell, Hunt::Line line) {
    const auto shown = shell.session.shown();
    if (!shown || !shown->picture) return false;
    const auto lines = line.of_host ? shell.host_code.text(shown->request).lines
                                    : lab::lines_in(shown->picture->source_text);
    if (line.number < 1 || line.number > std::ssize(lines)) return false;
    return !lab::trimmed(lab::without_remark(lines[std::size_t(line.number) - 1])).empty();
}

// One text is on the stage, the other in the pane. The host code opens on the stage in every
// program: if its place varied, it would tell where the bug is. PTX counts as the kernel.
bool host_on_stage(const Shell& shell) {
    return !shell.host_code.shown && !shell.playback.cursor.ptx;
}

void choose_listing(Ui& ui, Shell& shell, Rect& area) {
    const std::array options{Option{"Kernel", "What the GPU runs; the host's side is in the pane"},
                             Option{"Host",
                                    "What the processor does before and after: memory, "
                                    "launches, the check; the kernel is in the pane"}};
    Rect row = area.cut_top(ui.metrics.segment + ui.metrics.gap);
    row.h = ui.metrics.segment;
    row.w = std::min(row.w, ui.metrics.languages * .75f);
    const auto picked = segmented(ui, "stage.listing", row, options, host_on_stage(shell) ? 1 : 0);
    if (!picked) return;
    shell.host_code.shown = *picked == 0;
    shell.playback.cursor.ptx = false;
    shell.playback.cursor.follow_code();
}

}  // namespace

void point_at_line(Ui& ui, Shell& shell, const Ui::Hit& hit, Hunt::Line line, Rect band) {
    if (!may_be_wrong(shell, line)) return;
    if (hit.hovered) ui.pointer = Pointer::hand;
    if (shell.hunt.pointed(shell.session).number == 0)
        ui.tooltip("hunt.line" + std::to_string(line.number), band,
                   "A click says: it is this line");
    if (hit.pressed) shell.hunt.point_at(shell.session, line);
}

void hunted_code(Ui& ui, Shell& shell, const DrawContext& context, Rect area) {
    const View* code = find_view(Slot::code);
    if (!code || area.h < ui.metrics.px(80)) return;
    choose_listing(ui, shell, area);
    if (host_on_stage(shell)) return host_pane(ui, shell, area);
    Metrics metrics = ui.metrics;
    metrics.code *= enlarged(ui, context.picture(), area);
    Cursor cursor = context.cursor;
    cursor.ptx = false;
    const DrawContext large{context.result, cursor, metrics, context.series};
    ui.canvas.push_clip(area.inside(-12, 0));
    code->draw(ui.canvas, large, area);
    ui.canvas.pop_clip();
    const Ui::Hit hit = ui.control("stage.program", area);
    ui.focus_ring(hit, area, 6);
    const auto line = ui.on_top() ? line_under(ui.canvas, large, area, ui.input.mouse)
                                  : std::optional<CodeLine>{};
    if (line) point_at_line(ui, shell, hit, {line->line, false}, line->band);
    const int by = lines_moved(ui, area, 6, true);
    if (by != 0) shell.playback.cursor.code_top = scrolled_top(ui.canvas, large, area, by);
}

}  // namespace app
