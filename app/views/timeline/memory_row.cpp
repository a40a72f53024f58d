// See memory_row.h.
#include "app/views/timeline/memory_row.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

using Memory = EngineTimes::Memory;

Rect span_in_lane(const TimelinePlaces& places, int lane, double begin_ms, double end_ms) {
    const Rect beside = places.lane(lane);
    const float from = places.at(begin_ms);
    return {from, beside.y, std::max(places.at(end_ms) - from, 1.f), beside.h};
}

// From the begin of the allocation to the end of the free.
Rect whole_life(const TimelinePlaces& places, const Memory& one) {
    return span_in_lane(places, one.lane, one.allocated.begin_ms, one.freed.end_ms);
}

void in_call_hatch(Canvas& canvas, const Metrics& metrics, Rect at) {
    canvas.fill(at, Role::sunk, 1);
    canvas.hatch(at, Role::text3, metrics.px(5), 1.2f);
}

// While the host is in the call it makes no other one.
void draw_call(Canvas& canvas, const Metrics& metrics, const TimelinePlaces& places,
               const Memory& one, const lab::MemoryMark& mark) {
    const Rect at = span_in_lane(places, one.lane, mark.begin_ms, mark.end_ms);
    constexpr float visible = 3;
    if (one.by_host() && at.w >= visible) in_call_hatch(canvas, metrics, at);
}

void draw_life(Canvas& canvas, const Metrics& metrics, const TimelinePlaces& places,
               const Memory& one) {
    const Rect at = whole_life(places, one);
    const float radius = std::min(2.f, at.w / 3);
    canvas.fill(at, Role::cell_done, radius);
    draw_call(canvas, metrics, places, one, one.allocated);
    draw_call(canvas, metrics, places, one, one.freed);
    canvas.outline(at, Role::stroke, radius);
    const Rect held = span_in_lane(places, one.lane, one.allocated.end_ms, one.freed.begin_ms);
    if (at.h < metrics.micro * 1.2f) return;
    text_fitting(canvas, {held.middle_x(), held.middle_y()}, held.w - 4,
                 aligned(micro_style(metrics), Align::centre), {one.array});
}

std::string call_name(const lab::MemoryCall& call) {
    return std::string(call.frees ? "cudaFree" : "cudaMalloc") +
           (call.by == lab::MemoryCall::By::stream ? "Async" : "");
}

std::string life_words(const Memory& one) {
    const std::string named = fmt::format("*Memory of {}, time {}*: {}, ", one.array, one.chunk + 1,
                                          bytes_text(one.bytes));
    const double from = one.allocated.end_ms, to = one.freed.begin_ms;
    const std::string calls =
        fmt::format("{} at {}, {} at {}", call_name(one.allocated.call),
                    from > 0 ? time_text(from) : "0", call_name(one.freed.call), time_text(to));
    if (!one.by_host())
        return named + calls + ", in stream " + std::to_string(one.allocated.call.on.number) +
               ".\nThe stream reaches them in their order, and the host does not wait.";
    const double waits = one.freed.end_ms - one.freed.begin_ms;
    return named + calls + ", by the host.\ncudaFree returns " + time_text(waits) +
           " later: it waits until the device has nothing left to do.";
}

}  // namespace

void draw_memory(Canvas& canvas, const Metrics& metrics, const TimelinePlaces& places,
                 const EngineTimes& times) {
    if (places.lanes <= 0) return;
    for (int lane = 0; lane < places.lanes; ++lane) canvas.fill(places.lane(lane), Role::sunk, 2);
    for (const Memory& one : times.memory) draw_life(canvas, metrics, places, one);
    if (places.names.w <= 0) return;
    const Rect& all = places.memory;
    const std::string by =
        times.memory.front().by_host()
            ? "by the host"
            : fmt::format("stream {}", times.memory.front().allocated.call.on.number);
    const bool two = all.h > metrics.small * 2.6f;
    const float y = all.middle_y() - (two ? metrics.small * .65f : 0);
    text_fitting(canvas, {places.names.x, y}, places.names.w - metrics.px(8),
                 small_style(metrics, Role::text), {"Memory"});
    if (two)
        text_fitting(canvas, {places.names.x, all.middle_y() + metrics.small * .7f},
                     places.names.w - metrics.px(8), micro_style(metrics), {by});
}

float memory_legend(Canvas& canvas, const Metrics& metrics, Point at, float room,
                    const EngineTimes& times) {
    if (times.in_calls(true) + times.in_calls(false) <= 0) return 0;
    const float side = metrics.small, gap = metrics.px(6);
    const std::string words = fitting(
        canvas, room - side - gap, small_style(metrics),
        {"the host is in cudaFree, and calls nothing else", "the host is in cudaFree", "cudaFree"});
    if (words.empty()) return 0;
    const Rect sample{at.x, at.y - side / 2, side, side};
    in_call_hatch(canvas, metrics, sample);
    canvas.outline(sample, Role::stroke, 2);
    canvas.text({sample.right() + gap, at.y}, words, small_style(metrics, Role::text));
    return side + gap + canvas.width(words, small_style(metrics)) + metrics.px(20);
}

std::string memory_sentence(const EngineTimes& times) {
    if (times.memory.empty()) return "";
    if (!times.memory.front().by_host())
        return " Memory comes and goes in the order of a stream, and *the host waits for nothing*.";
    const double waits = times.in_calls(true);
    if (waits <= 0) return " cudaFree is called by the host, and nothing waits for it here.";
    return " Streams wait *" + time_text(waits) +
           "* for cudaFree, as the host calls nothing else meanwhile.";
}

std::optional<Spot> memory_spot(const TimelinePlaces& places, const EngineTimes& times, Point at) {
    if (!places) return std::nullopt;
    for (const Memory& one : times.memory) {
        const Rect there = whole_life(places, one);
        if (there.contains(at)) return Spot{there, life_words(one)};
    }
    return std::nullopt;
}

}  // namespace app
