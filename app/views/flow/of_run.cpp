// Turns a launch of a run into the question for its layout. See of_run.h.
#include "app/views/flow/of_run.h"
#include "lab/features/cells.h"
#include "lab/features/look_back.h"

#include <algorithm>
#include <vector>

#include "app/views/flow/keys.h"
#include "app/views/moment.h"

namespace app {

namespace {

FlowQuestion question_of(const lab::Run& run, int launch) {
    const lab::Settings& settings = run.request.settings;
    return {shown_block(run),
            launch,
            run.steps,
            run.trace.get(),
            run.faults,
            lab::cells_of(settings),
            flow_keys(run, launch),
            lab::feature<lab::LookBack>(settings).words};
}

FlowLayout make_layout(const lab::Run& run, int launch) {
    if (!run.flow) return {};
    FlowLayout made = lay_out(*run.flow, question_of(run, launch));
    // A correct result lacks nothing: values that it did not use are no problem.
    if (run.verdict.checked && run.verdict.ok)
        std::erase_if(made.problems, [](const FlowProblem& problem) {
            return problem.kind == FlowProblemKind::unused;
        });
    return made;
}

}  // namespace

const FlowLayout& layout_of(const lab::Run& run, int launch) {
    return run.derived(launch, [&] { return make_layout(run, launch); });
}

// Kept with the run, because two pictures in step ask in each frame.
bool flows(const lab::Run& run, int launch) {
    struct Flows {
        bool any = false;
    };
    const auto ask = [&] { return Flows{lays_out(*run.flow, question_of(run, launch))}; };
    return run.flow && run.derived(launch, ask).any;
}

// Kept with the run, because each frame with a lit cell asks.
const std::vector<bool>& chosen_way(const lab::Run& run, const Cursor& cursor) {
    struct Way {
        std::vector<bool> lit;
    };
    const int version = cursor.version;
    const bool none = !run.flow || version <= 0 || version >= std::ssize(run.flow->versions);
    return run
        .derived(none ? 0 : version,
                 [&] {
                     if (none) return Way{};
                     return Way{way_of_value(*run.flow, static_cast<std::uint32_t>(version))};
                 })
        .lit;
}

const std::vector<bool>& chosen_way_in(const FlowLayout& layout, const lab::Run& run,
                                       const Cursor& cursor) {
    static const std::vector<bool> none;
    const std::vector<bool>& way = chosen_way(run, cursor);
    const auto is_lit = [&](const FlowMark& mark) {
        return mark.version > 0 && mark.version < way.size() && way[mark.version];
    };
    const auto passes = [&](const FlowRow& row) { return std::ranges::any_of(row.marks, is_lit); };
    return std::ranges::any_of(layout.rows, passes) ? way : none;
}

}  // namespace app
