// The code pane: the kernel's source or its PTX, the running line lit, the counts of each line, and
// below them the current step in words. The shell places it at the right; Cursor::ptx is its
// toggle.
#include "app/views/code/source.h"

#include <algorithm>
#include <map>
#include <memory>

#include "app/draw/icons.h"
#include "app/drawn_words.h"
#include "app/format.h"
#include "app/instantiation.h"
#include "app/view.h"
#include "app/views/changed_lines.h"
#include "app/views/code/call_lines.h"
#include "app/views/code/counted_text.h"
#include "app/views/code/head.h"
#include "app/views/code/issues.h"
#include "app/views/code/register_boxes.h"
#include "app/views/code_text.h"
#include "app/views/ledger/cause.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "app/views/rungs.h"
#include "lab/bugs.h"

namespace app {
namespace {

using simulator::LineCounters;

// The contents of the pane, before layout.
struct Code {
    CodeKind kind = CodeKind::cuda;
    const CodeText* text = nullptr;
    int running = 0, calls = 0;  // running line; the kernel's line that calls it; 0: none
    // home: the kernel of a prediction, 0: the shown one; pointed: the line that the user calls
    // wrong
    int home = 0, pointed = 0;
    bool counts = true;           // counts of lines may be shown
    Cause cause;                  // the lines behind a marked counter
    std::string instantiation{};  // "Real = float": of the running kernel
    std::string size{};           // "drawn: 512 numbers": size of the counts, if not as requested
    const std::vector<std::string_view>& lines() const { return text->lines; }
};

Code code_of(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Cursor& cursor = context.cursor;
    const bool ptx = cursor.ptx || run.source_text.empty();
    Code code{.kind = ptx ? CodeKind::ptx : CodeKind::cuda};
    if (cursor.hunting && !ptx) code.pointed = cursor.pointed;
    code.text = &text_of(run, code.kind);
    const bool told = !cursor.hunting && step_at(run, cursor);
    const simulator::Event* event = told ? event_in(run, cursor.step, cursor) : nullptr;
    if (!ptx) code.instantiation = instantiation_of(run, launch_at(run, cursor), *code.text);
    if (event) code.running = ptx ? event->ptx_line : event->line;
    if (event && !ptx) code.calls = calling_line(run, code.lines(), *event);
    code.counts = !cursor.guessing;
    if (code.counts) code.cause = cause_of(context, cursor.counter, ptx);
    if (code.counts)
        code.size =
            drawn_words(run.request.settings, context.result.request.settings, power_or_grouped);
    if (cursor.guessing && cursor.asked >= 0) {
        const lab::Settings asked = at_rung(run.request.settings, cursor.asked);
        code.home = kernel_line(code.lines(), asked.kernel(), code.kind);
        code.running = code.calls = 0, code.instantiation.clear();
    }
    return code;
}

// The line where the pane starts: the running one, else the first step's, else the first with a
// count, else the kernel's.
int home_line(const lab::Run& run, const Code& code) {
    if (code.home > 0 || code.running > 0) return code.home > 0 ? code.home : code.running;
    if (run.trace && !run.steps.empty() && !run.steps[0].events.empty()) {
        const simulator::Event& first = run.trace->events[run.steps[0].events[0]];
        return code.kind == CodeKind::ptx ? first.ptx_line : first.line;
    }
    if (!code.text->counters.empty()) return code.text->counters.begin()->first;
    const lab::Settings& settings = run.request.settings;
    return settings.subject ? kernel_line(code.lines(), settings.kernel(), code.kind) : 1;
}

struct Places {
    Rect head, code, gutter, now;
    // height of a row, width of a character, where the text starts
    float row = 0, letter = 0, x = 0;
    float numbers = 0;  // width of the column of counts
    float bars = 0;     // width of the lane-share bars, 0: none
    float lines = 0;    // width of the line numbers, 0: none
    int rows = 0, columns = 0;
};

// Widths of a character of code, of the head above the counts, of the last line number.
struct Widths {
    float letter = 0, issued = 0, line = 0;
};

// `told`: whether the step's words are below the code.
Places places_of(Widths widths, const Metrics& metrics, bool told, Rect area) {
    Places places;
    const float below =
        metrics.body * 1.5f * 5 + (area.h > metrics.px(460) ? metrics.small * 6.5f : 0);
    if (told && area.h > metrics.px(230) && area.w >= metrics.px(220))
        places.now = area.cut_bottom(std::min(below, area.h * .45f));
    places.head = area.cut_top(metrics.micro * 1.9f);
    places.code = area;
    places.row = metrics.code * 1.6f;
    places.letter = widths.letter;
    places.bars = area.w >= metrics.px(360) ? metrics.lane_bars : 0;
    places.numbers = std::max(metrics.micro * 3.4f, widths.issued + metrics.px(2));
    places.x =
        area.x + places.numbers + (places.bars > 0 ? places.bars + metrics.px(22) : metrics.px(14));
    const float lines = widths.line + metrics.px(10), least = 28 * widths.letter;
    if (area.right() - places.x - lines >= least) places.lines = lines, places.x += lines;
    places.rows = std::max(1, static_cast<int>(area.h / places.row));
    places.columns = std::max(8, static_cast<int>((area.right() - places.x) / places.letter));
    return places;
}

TextStyle line_style(const Metrics& metrics, bool running) {
    return aligned(mono_style(metrics.micro, running ? Role::text2 : Role::text3, Font::mono),
                   Align::right);
}

Places measured_places(const Canvas& canvas, const Metrics& metrics, const Code& code, Rect area) {
    const float letters =
        canvas.width("0000000000", mono_style(metrics.code, Role::text, Font::mono));
    const std::string last = std::to_string(std::max<std::ptrdiff_t>(10, std::ssize(code.lines())));
    return places_of({letters / 10, canvas.width("issued", micro_style(metrics)),
                      canvas.width(last, line_style(metrics, false))},
                     metrics, code.counts, area);
}

// A line's count, and a share as a bar.
struct Gutter {
    std::uint64_t count = 0;
    double share = 0;
    bool strong = false;
    Role bar = Role::stroke;
};

// How often a line was issued, and the share of lanes. While a counter is marked: the line's part
// of that counter, and its share of the whole.
Gutter gutter_of(const Code& code, int line) {
    const bool running = line == code.running;
    if (code.cause.counter) {
        const std::uint64_t count = code.cause.of(line);
        return {count, code.cause.share(count), count > 0, running ? Role::accent : Role::text2};
    }
    const auto found = code.text->counters.find(line);
    if (found == code.text->counters.end()) return {};
    const LineCounters& counts = *found->second;
    return {counts.executions,
            double(counts.lanes) / (32. * double(std::max<std::uint64_t>(1, counts.executions))),
            running, running ? Role::accent : Role::stroke};
}

void draw_count(Canvas& canvas, const Places& places, const Gutter& gutter, float y,
                const Metrics& metrics) {
    if (!gutter.count) return;
    TextStyle style = aligned(mono_style(metrics.micro, gutter.strong ? Role::text : Role::text3,
                                         gutter.strong ? Font::mono_bold : Font::mono),
                              Align::right);
    const float end = places.code.x + places.numbers;
    const std::string full = grouped(gutter.count);
    text_fitting(canvas, {end, y}, end - places.code.x + 2, style,
                 {full, short_count(gutter.count), tight_count(gutter.count)});
    if (places.bars <= 0) return;
    const float share = std::clamp(static_cast<float>(gutter.share), 0.f, 1.f);
    const Rect bar{end + metrics.px(8), y - 2, places.bars, 4.5f};
    canvas.fill(bar, Role::raised, 2);
    canvas.fill({bar.x, bar.y, std::max(1.5f, bar.w * share), bar.h}, gutter.bar, 2);
}

// The gravest fault of a line.
const simulator::Fault* fault_in(const lab::Run& run, const Code& code, int line) {
    const simulator::Fault* found = nullptr;
    for (const simulator::Fault& fault : run.faults) {
        const int at = code.kind == CodeKind::ptx ? fault.ptx_line : fault.line;
        if (line > 0 && at == line && (!found || is_warning(found->kind))) found = &fault;
    }
    return found;
}

// The first line of the running function after the running line that has a fault; 0: none.
int fault_beside(const lab::Run& run, const Code& code) {
    const auto start = [&](int line) { return function_start(code.lines(), line, code.kind); };
    const int running = start(code.running);
    int found = 0;
    for (const simulator::Fault& fault : run.faults) {
        const int at = code.kind == CodeKind::ptx ? fault.ptx_line : fault.line;
        if (at > code.running && (found == 0 || at < found) && start(at) == running) found = at;
    }
    return found;
}

// A sign left of the counts.
void draw_fault(Canvas& canvas, const Places& places, const simulator::Fault& fault, float y) {
    const Point centre{places.code.x - 5, y};
    (is_warning(fault.kind) ? icon::warning : icon::refused)(canvas, centre, 6.5f);
}

// For a cured kernel: lines that the broken one lacks. The broken one has no signs: find its bug.
struct Cure {
    const std::vector<int>* lines = nullptr;
    std::string version;  // "cured"
    explicit operator bool() const { return lines && !lines->empty(); }
};

Cure cure_of(const lab::Run& run, const Code& code) {
    if (code.kind != CodeKind::cuda || changed_lines(run).empty()) return {};
    const lab::Settings& settings = run.request.settings;
    const lab::Knob& knob = *lab::versions_of(settings);
    if (settings[knob] == 0) return {};
    return {&changed_lines(run),
            uncapitalised(knob.choices[static_cast<std::size_t>(settings[knob])].title)};
}

void draw_change(Canvas& canvas, const Places& places, float y, const Metrics& metrics) {
    canvas.text({places.code.x - 5, y}, "+",
                aligned(mono_style(metrics.code, Role::good, Font::mono_bold), Align::centre));
}

void draw_head(Canvas& canvas, const Places& places, const Code& code, const Cure& cure,
               const Metrics& metrics) {
    if (code.cause.counter)
        return void(text_fitting(canvas, {places.head.x, places.head.middle_y()}, places.head.w,
                                 strong(micro_style(metrics, Role::text)),
                                 {code.cause.title() + "   ×", code.cause.brief_title() + " ×"}));
    const float end = places.code.x + places.numbers;
    const float y = places.head.middle_y();
    if (code.counts) canvas.text({end, y}, "issued", aligned(micro_style(metrics), Align::right));
    if (code.counts && places.bars > 0)
        text_fitting(canvas, {end + metrics.px(8), y},
                     places.x - places.lines - end - metrics.px(8), micro_style(metrics),
                     {"lanes"});
    draw_says_of_code(canvas,
                      {places.x, places.head.y, places.code.right() - places.x, places.head.h},
                      cure ? "+ only in the " + cure.version + " version" : code.instantiation,
                      code.size, metrics);
}

void draw_code(Canvas& canvas, const Places& places, const lab::Run& run, const Code& code,
               const Cure& cure, const std::vector<CodeRow>& rows, const Metrics& metrics) {
    canvas.push_clip(
        {places.code.x - 16, places.code.y, places.code.w + 32, places.rows * places.row});
    float y = places.code.y + places.row / 2;
    for (const CodeRow& row : rows) {
        const bool running = row.line == code.running || row.line == code.pointed;
        const Rect band{places.code.x - 16, y - places.row / 2, places.code.w + 32, places.row};
        const Gutter gutter = code.counts ? gutter_of(code, row.line) : Gutter{};
        if (code.cause.counter && gutter.count) canvas.fill(band, Colour{Role::text3, .13f});
        if (running) canvas.fill(band, Colour{Role::accent, .15f});
        if (row.line == code.calls) canvas.fill(band, Colour{Role::accent, .08f});
        if (running) canvas.fill({band.x, band.y, 4, band.h}, Role::accent);
        draw_words(canvas, row, {places.x, y}, places.letter, running, metrics);
        if (row.first) draw_count(canvas, places, gutter, y, metrics);
        if (row.first && places.lines > 0)
            canvas.text({places.x - metrics.px(8), y}, std::to_string(row.line),
                        line_style(metrics, running));
        const simulator::Fault* fault =
            row.first && code.counts ? fault_in(run, code, row.line) : nullptr;
        if (fault)
            draw_fault(canvas, places, *fault, y);
        else if (row.first && cure && std::ranges::binary_search(*cure.lines, row.line))
            draw_change(canvas, places, y, metrics);
        y += places.row;
    }
    canvas.pop_clip();
}

void draw_now(Canvas& canvas, const Places& places, const lab::Run& run, const Cursor& cursor,
              const std::string& line, const Metrics& metrics) {
    Rect area = places.now;
    if (area.h < metrics.body * 3 || cursor.guessing) return;  // it would tell the answer
    canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
    area.cut_top(metrics.px(12));
    const float boxes = metrics.small * 5.4f;
    const bool room = area.h > boxes + metrics.body * 4.5f;
    const Rect words{area.x, area.y, area.w, room ? area.h - boxes : area.h};
    const float taken =
        paragraph_fitting(canvas, words, line + now_text(run, cursor), body_style(metrics), 1.5f);
    area.cut_top(std::min(taken + metrics.px(8), words.h));
    draw_register_boxes(canvas, area, run, cursor, metrics);
}

// Rows of a pane, and the request that they were made for.
struct KeptRows {
    std::weak_ptr<const lab::Run> run;  // owner of the text of the words
    PaneOfText asked;
    std::vector<CodeRow> rows;
};

// The pane: contents and layout.
struct Pane {
    Code code;
    Places places;
    std::shared_ptr<const KeptRows> kept;
    // The running line, pinned where it is out of sight.
    Places pinned_places{};
    std::vector<CodeRow> pinned{};
    const std::vector<CodeRow>& rows() const { return kept->rows; }
};

// Rows are kept: several calls of a frame and the next frame ask for the same.
std::shared_ptr<const KeptRows> kept_rows(const std::shared_ptr<const lab::Run>& run,
                                          const std::vector<std::string_view>& lines,
                                          const PaneOfText& asked) {
    thread_local std::shared_ptr<const KeptRows> last;
    if (!last || last->run.lock() != run || last->asked != asked)
        last =
            std::make_shared<const KeptRows>(KeptRows{run, asked, rows_of_function(lines, asked)});
    return last;
}

constexpr float pinned_apart = .4f;  // of a row

// Pins the running line below the others, with at most three eighths of the rows, where the pane
// has eight rows or more: the rest still shows a call and the lines around.
void pin_running(Pane& pane) {
    constexpr int least_rows = 8;
    const std::vector<std::string_view>& lines = pane.code.lines();
    Places& places = pane.places;
    const int line = pane.code.running;
    if (line_elsewhere(line, pane.rows()).empty() || line > std::ssize(lines)) return;
    if (places.rows < least_rows) return;
    const auto most_pinned = static_cast<std::size_t>(std::min(places.rows * 3 / 8, 6));
    pane.pinned =
        rows_of(lines[static_cast<std::size_t>(line) - 1], line, places.columns, pane.code.kind);
    if (pane.pinned.size() > most_pinned) pane.pinned.resize(most_pinned);
    pane.pinned_places = places;
    pane.pinned_places.rows = static_cast<int>(pane.pinned.size());
    pane.pinned_places.code =
        places.code.cut_bottom(static_cast<float>(pane.pinned_places.rows) * places.row);
    places.code.cut_bottom(places.row * pinned_apart);
    places.rows = static_cast<int>(places.code.h / places.row);
}

Pane pane_of(const Canvas& canvas, const DrawContext& context, Rect area) {
    Pane pane{code_of(context), {}, std::make_shared<const KeptRows>()};
    pane.places = measured_places(canvas, context.metrics, pane.code, area);
    const std::vector<std::string_view>& lines = pane.code.lines();
    const lab::Run& run = context.picture();
    const Cursor& cursor = context.cursor;
    const int fault = pane.code.running > 0 && !cursor.code_line ? fault_beside(run, pane.code) : 0;
    const int kept = cursor.ptx || cursor.hunting || pane.code.home ? 0 : cursor.code_line;
    if (lines.empty()) return pane;
    const auto keep = [&] {
        pane.kept = kept_rows(context.result.picture, lines,
                              {pane.code.kind, kept ? kept : home_line(run, pane.code),
                               kept ? kept : pane.code.running, cursor.code_top, pane.places.rows,
                               pane.places.columns, fault, cursor.hunting});
    };
    keep();
    pin_running(pane);
    if (!pane.pinned.empty()) keep();
    return pane;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    if (run.source_text.empty() && run.ptx_text.empty())
        return nothing(canvas, area, "No program is known for this run.", context.metrics);
    const Pane pane = pane_of(canvas, context, area);
    if (pane.code.lines().empty())
        return nothing(canvas, area, "This run has no PTX text.", context.metrics);
    const Cure cure = cure_of(run, pane.code);
    draw_head(canvas, pane.places, pane.code, cure, context.metrics);
    draw_code(canvas, pane.places, run, pane.code, cure, pane.rows(), context.metrics);
    if (!pane.pinned.empty()) {
        const Rect& pinned = pane.pinned_places.code;
        const float apart = pinned.y - pane.places.row * pinned_apart / 2;
        canvas.dashed_line({pinned.x, apart}, {pinned.right(), apart}, Role::stroke, 1.4f);
        draw_code(canvas, pane.pinned_places, run, pane.code, {}, pane.pinned, context.metrics);
    }
    draw_now(canvas, pane.places, run, context.cursor,
             line_elsewhere(pane.code.running, pane.rows()), context.metrics);
}

// The line under a point, with all its rows.
std::optional<CodeLine> line_at(const Pane& pane, Point at) {
    if (!pane.places.code.contains(at)) return std::nullopt;
    const auto under = static_cast<std::size_t>((at.y - pane.places.code.y) / pane.places.row);
    if (under >= pane.rows().size()) return std::nullopt;
    CodeLine found{pane.rows()[under].line, pane.code.kind == CodeKind::ptx, {}};
    const auto own = [&](const CodeRow& row) { return row.line == found.line; };
    const auto first = std::ranges::find_if(pane.rows(), own) - pane.rows().begin();
    const auto count = std::ranges::count_if(pane.rows(), own);
    found.band = {pane.places.code.x,
                  pane.places.code.y + static_cast<float>(first) * pane.places.row,
                  pane.places.code.w, static_cast<float>(count) * pane.places.row};
    return found;
}

std::string words_of(const Pane& pane, const lab::Run& run, int line) {
    std::vector<std::string> said;
    if (const Cause& cause = pane.code.cause; cause.counter && cause.of(line))
        said.push_back(cause.words_of(line));
    const CodeText& text = *pane.code.text;
    if (const auto found = text.counters.find(line);
        pane.code.counts && found != text.counters.end())
        said.push_back(issues_words(*found->second, blocks_drawn(run)));
    const std::uint64_t blocks = run.launches.empty() ? 1 : run.launches.front().grid.count();
    if (const auto steps = text.steps.find(line); steps != text.steps.end())
        said.push_back("Runs at " + plural(steps->second, "step") +
                       (blocks > 1 ? " of the watched block" : "") +
                       ". A click goes to the next step.");
    for (std::size_t i = 1; i < said.size(); ++i) said[0] += "\n" + said[i];
    return said.empty() ? "" : said[0];
}

// The next step that runs a line, wrapping at the end of the run; -1: none.
int next_of(const lab::Run& run, int line, CodeKind kind, int after) {
    return next_step(run, after,
                     [&](const simulator::Step& step) { return line_of(run, step, kind) == line; });
}

std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const auto run = context.result.picture;
    if (run->source_text.empty() && run->ptx_text.empty()) return std::nullopt;
    const Pane pane = pane_of(canvas, context, area);
    const std::optional<CodeLine> line = line_at(pane, mouse);
    if (!line) return std::nullopt;
    Spot found{line->band, words_of(pane, *run, line->line)};
    if (pane.code.text->steps.contains(line->line))
        found.step = [run, number = line->line, kind = pane.code.kind,
                      after = context.cursor.step] { return next_of(*run, number, kind, after); };
    return found.words.empty() ? std::nullopt : std::optional(found);
}

}  // namespace

std::optional<CodeLine> line_under(const Canvas& canvas, const DrawContext& context, Rect area,
                                   Point mouse) {
    return line_at(pane_of(canvas, context, area), mouse);
}

int scrolled_top(const Canvas& canvas, const DrawContext& context, Rect area, int by) {
    const Pane pane = pane_of(canvas, context, area);
    if (pane.rows().empty()) return -1;
    return std::clamp(pane.rows().front().line + by, 1,
                      last_top(pane.code.lines(), pane.kept->asked));
}

Rect counter_head(const Canvas& canvas, const DrawContext& context, Rect area) {
    if (context.cursor.counter < 0 || context.cursor.guessing) return {};
    return pane_of(canvas, context, area).places.head;
}

std::vector<Rect> marked_rows(const Canvas& canvas, const DrawContext& context, Rect area) {
    std::vector<Rect> marked;
    if (context.cursor.counter < 0) return marked;
    const Pane pane = pane_of(canvas, context, area);
    Rect row{pane.places.code.x, pane.places.code.y, pane.places.code.w, pane.places.row};
    for (const CodeRow& code : pane.rows()) {
        if (pane.code.cause.counter && gutter_of(pane.code, code.line).count) marked.push_back(row);
        row.y += row.h;
    }
    return marked;
}

namespace {

std::string note(const DrawContext& context) {
    const lab::Settings& settings = context.picture().request.settings;
    return settings.subject ? lab::source_name(settings) : "";
}

bool fits(const lab::Run& run) { return !run.source_text.empty() || !run.ptx_text.empty(); }

const RegisterView registered{{.id = "source",
                               .title = "Source",
                               .slot = Slot::code,
                               .order = 100,
                               .fits = fits,
                               .draw = draw,
                               .words = {.note = note, .badge = Badge::none},
                               .pointing = {.spot = spot}}};

}  // namespace
}  // namespace app
