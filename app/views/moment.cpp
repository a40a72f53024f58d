// The cursor in a trace. See moment.h.
#include "app/views/moment.h"

#include <algorithm>
#include <bit>

#include "app/format.h"

namespace app {

using simulator::Event;
using simulator::EventKind;
using simulator::Space;
using simulator::Step;

const Step* step_at(const lab::Run& run, const Cursor& cursor) {
    if (cursor.step < 0 || run.steps.empty()) return nullptr;
    return &run.steps[std::min<std::size_t>(cursor.step, run.steps.size() - 1)];
}

int launch_at(const lab::Run& run, const Cursor& cursor) {
    const Step* step = step_at(run, cursor);
    return step ? step->launch : 0;
}

std::uint64_t shown_block(const lab::Run& run) {
    return run.trace && !run.trace->watched.empty() ? run.trace->watched.front() : 0;
}

std::int64_t number_of(const lab::Run& run, const Event& event) {
    return &event - run.trace->events.data();
}

const Event* event_in(const lab::Run& run, int index, const Cursor& cursor) {
    if (!run.trace || index < 0 || index >= static_cast<int>(run.steps.size())) return nullptr;
    const Event* found = nullptr;
    for (const std::uint32_t id : run.steps[index].events) {
        const Event& event = run.trace->events[id];
        if (event.warp == static_cast<std::uint32_t>(cursor.warp)) return &event;
        if (!found ||
            (found->warp < static_cast<std::uint32_t>(cursor.warp) && event.warp > found->warp))
            found = &event;
    }
    return found;
}

Shown nearest(const lab::Run& run, const Cursor& cursor, const Wanted& wanted) {
    const int count = static_cast<int>(run.steps.size());
    const int here = std::min(cursor.step, count - 1);
    for (int index = here; index >= 0; --index)
        if (wanted(run.steps[index]))
            return {index, event_in(run, index, cursor), here - index, index == here, false};
    for (int index = std::max(here + 1, 0); index < count; ++index)
        if (wanted(run.steps[index]))
            return {index, event_in(run, index, cursor), index - here, false, true};
    return {};
}

int next_step(const lab::Run& run, int step, const Wanted& wanted) {
    const int count = static_cast<int>(run.steps.size());
    for (int ahead = 1; ahead <= count; ++ahead) {
        const int index = (std::max(step, -1) + ahead) % count;
        if (wanted(run.steps[static_cast<std::size_t>(index)])) return index;
    }
    return -1;
}

int next_step_of(const lab::Run& run, int step, std::uint32_t warp, std::uint32_t lanes,
                 const Wanted& wanted) {
    const auto theirs = [&](std::uint32_t index) {
        const simulator::Event& event = run.trace->events[index];
        return event.warp == warp && (event.mask & lanes);
    };
    return next_step(run, step, [&](const simulator::Step& each) {
        return wanted(each) && std::ranges::any_of(each.events, theirs);
    });
}

std::string request_words(const Shown& shown) {
    const EventKind kind = shown.event->kind;
    const std::string what = kind == EventKind::load     ? "a load"
                             : kind == EventKind::atomic ? "an atomic"
                                                         : "a store";
    const std::string text = what + " of warp " + std::to_string(shown.event->warp);
    return shown.now ? text : text + ", " + apart_words(shown);
}

std::string apart_words(const Shown& shown) {
    return shown.to_come ? "in " + plural(shown.apart, "step")
                         : plural(shown.apart, "step") + " ago";
}

int lane_in(const Event& event, const Cursor& cursor) {
    const int lane = cursor.lane & 31;
    return event.mask >> lane & 1 || !event.mask ? lane : std::countr_zero(event.mask);
}

bool is_global_access(const Step& step) {
    return step.space == Space::global &&
           (step.kind == EventKind::load || step.kind == EventKind::store);
}

bool is_shared_access(const Step& step) {
    return step.space == Space::shared &&
           (step.kind == EventKind::load || step.kind == EventKind::store);
}

double beyond_the_least(const lab::Run& run, int step, const Wanted& wanted,
                        simulator::Member<Event, std::uint32_t> taken) {
    const Step& at = run.steps[static_cast<std::size_t>(step)];
    double beyond = 0;
    if (!wanted(at)) return beyond;
    for (const std::uint32_t id : at.events) {
        const Event& event = run.trace->events[id];
        if (event.*taken > event.ideal) beyond += event.*taken - event.ideal;
    }
    return beyond;
}

std::uint64_t threads_in(const lab::Run& run, int launch) {
    if (!run.trace || launch < 0 || launch >= static_cast<int>(run.trace->launches.size()))
        return 0;
    return run.trace->launches[launch].block.count();
}

}  // namespace app
