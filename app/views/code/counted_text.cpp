// Cuts a run's texts into lines. See counted_text.h.
#include "app/views/code/counted_text.h"

#include "lab/source_text.h"

namespace app {

int line_of(const lab::Run& run, const simulator::Step& step, CodeKind kind) {
    if (kind == CodeKind::cuda || step.events.empty()) return step.line;
    return run.trace->events[step.events[0]].ptx_line;
}

const CodeText& text_of(const lab::Run& run, CodeKind kind) {
    return run.derived(static_cast<std::int64_t>(kind), [&] {
        const bool ptx = kind == CodeKind::ptx;
        CodeText text{lab::lines_in(ptx ? run.ptx_text : run.source_text), {}, {}};
        for (const simulator::LineCounters& line : ptx ? run.ptx_lines : run.lines)
            text.counters[line.line] = &line;
        for (const simulator::Step& step : run.steps) ++text.steps[line_of(run, step, kind)];
        return text;
    });
}

}  // namespace app
