// See code_in_sight.h.
#include "app/shell/code_in_sight.h"

#include <algorithm>

#include "app/shell/shell.h"
#include "app/views/changed_lines.h"
#include "app/views/code/call_lines.h"
#include "app/views/code_text.h"
#include "app/views/moment.h"
#include "lab/bugs.h"
#include "lab/source_text.h"

namespace app {

namespace {

// The first line that the cured version changes; 0 where it changes none, or is not chosen.
int cured_line(const lab::Settings& now, const std::string& source_text) {
    const lab::Knob* versions = now.subject ? lab::versions_of(now) : nullptr;
    const auto other = versions && now[*versions] > 0 ? lab::other_version(now) : std::nullopt;
    if (!other) return 0;
    const auto lines =
        app::lines_lacking(lab::lines_in(source_text), now.kernel(), other->kernel());
    return lines.empty() ? 0 : lines.front();
}

// The kernel's own line, where the step is in another function; else 0.
int own_line(const lab::Run& run, const Cursor& cursor) {
    const simulator::Event* event =
        step_at(run, cursor) ? event_in(run, cursor.step, cursor) : nullptr;
    const int line = run.request.settings.lesson()
                         ? lab::counted_line(run.request.settings, run.source_text)
                         : 0;
    if (!event || event->line <= 0 || line == 0) return 0;
    const auto lines = lab::lines_in(run.source_text);
    const auto start_of = [&](int of) { return function_start(lines, of, CodeKind::cuda); };
    if (start_of(line) == start_of(event->line)) return 0;
    if (const int call = calling_line(run, lines, *event); call > 0) return call;
    // Another kernel of the plan has its own lines.
    const auto head = lines.begin() + start_of(event->line) - 1;
    const auto is_kernel = [](std::string_view text) { return text.starts_with("__global__"); };
    return std::any_of(head, lines.begin() + event->line, is_kernel) ? 0 : line;
}

}  // namespace

void put_in_sight(Shell& shell, int line) {
    Cursor& cursor = shell.playback.cursor;
    if (line > 0 && !cursor.ptx) cursor.code_top = -1, cursor.code_line = line;
}

bool open_cure(Shell& shell) {
    const auto run = shell.session.picture();
    const int line = run ? cured_line(shell.session.settings(), run->source_text) : 0;
    put_in_sight(shell, line);
    return line > 0;
}

void open_code(Shell& shell) {
    const auto run = shell.session.picture();
    if (run && !run->source_text.empty() && !open_cure(shell))
        put_in_sight(shell, own_line(*run, shell.playback.cursor));
}

}  // namespace app
