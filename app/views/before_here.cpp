// The ghost of a view. See before_here.h.
#include "app/views/before_here.h"

#include "app/format.h"
#include "app/in_step.h"
#include "app/sentences/changed_settings.h"
#include "app/views/cell_names.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/weights.h"

namespace app {

namespace {

// The difference of the run before the last change from this one.
Difference since_before(const DrawContext& context) {
    return difference(context.before->picture->request.settings,
                      context.result.picture->request.settings);
}

}  // namespace

std::string array_at(const lab::Run& run, int step) {
    const simulator::Step& here = run.steps[std::size_t(step)];
    return here.events.empty() ? "" : array_name(run, run.trace->events[here.events.front()]);
}

std::optional<BeforeStep> before_step(const DrawContext& context, int step) {
    const lab::Run& run = context.picture();
    const lab::Run* old = context.before ? context.before->picture.get() : nullptr;
    if (!old || !old->trace || context.beside || &run == old) return std::nullopt;
    // The requested settings: two sizes may be drawn at one size.
    const lab::Settings &now = context.result.request.settings,
                        &was = context.before->request.settings;
    if (!lab::same(was.subject.get(), now.subject.get()) || more_than_the_size(was, now))
        return std::nullopt;
    const int there = step_beside(run, step, *old);
    if (!alike(run, step, *old, there)) return std::nullopt;
    if (array_at(run, step) != array_at(*old, there)) return std::nullopt;
    return BeforeStep{*old, there};
}

std::string before_name(const DrawContext& context) { return since_before(context).words(); }

const simulator::Event* event_before(const BeforeStep& before, const Cursor& cursor) {
    return event_in(before.run, before.step, cursor);
}

std::string before_there(const DrawContext& context) {
    const Difference differs = since_before(context);
    const bool several = differs.kind == Difference::Kind::several,
               kernel = differs.kind == Difference::Kind::kernel;
    return (several ? " " : kernel ? " in " : " with ") + differs.words();
}

std::string in_before(const DrawContext& context) {
    const Difference differs = since_before(context);
    return (differs.kind == Difference::Kind::several ? "" : "in ") + differs.words();
}

void before_line(Canvas& canvas, Rect& column, const DrawContext& context, std::int64_t was,
                 std::string_view of) {
    const Metrics& metrics = context.metrics;
    const float height = metrics.small * 1.5f;
    const TextStyle style = small_style(metrics, Role::text3);
    const auto line = [&](std::vector<std::string> forms) {
        if (column.h < height) return;
        const Rect row = column.cut_top(height);
        text_fitting(canvas, {row.x, row.middle_y()}, row.w, style, forms);
    };
    line({grouped(was) + before_there(context), grouped(was) + " before"});
    if (!of.empty()) line({std::string(of)});
}

void was_line(Canvas& canvas, Rect& column, const DrawContext& context, const Shown& shown,
              simulator::Member<simulator::Event, std::uint32_t> taken) {
    const auto before = shown.now ? before_step(context, shown.step) : std::nullopt;
    const simulator::Event* old = before ? event_before(*before, context.cursor) : nullptr;
    // An access that needs fewer bytes (one word for all lanes) is no measure for one that needs
    // more.
    if (!old || old->*taken == shown.event->*taken) return;
    if (old->ideal != shown.event->ideal && old->*taken < shown.event->*taken) return;
    const std::string each = "for " + std::to_string(old->count) + " numbers a lane";
    before_line(canvas, column, context, old->*taken, old->count > shown.event->count ? each : "");
}

}  // namespace app
