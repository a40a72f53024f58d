// Marks the launch of a step. See step_mark.h.
#include "app/views/timeline/step_mark.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

// Points down to a place, or up to it.
void draw_pointer(Canvas& canvas, Point tip, float size, bool down) {
    const float foot = tip.y + (down ? -size : size);
    const Point corners[] = {tip, {tip.x - size * .7f, foot}, {tip.x + size * .7f, foot}};
    canvas.polygon(corners, Role::accent);
}

}  // namespace

void draw_launch(Canvas& canvas, const Metrics& metrics, const TimelinePlaces& places,
                 const lab::StepSpan& span, bool lit) {
    const Rect track = places.track(lab::Engine::kernels);
    const float left = places.at(span.begin_ms), right = places.at(span.end_ms);
    if (lit) work_cell(canvas, {left, track.y, std::max(right - left, 2.f), track.h}, true, 1);
    const float size = std::min(metrics.px(8), (places.pitch - places.high) / 2);
    const float x = (left + right) / 2;
    draw_pointer(canvas, {x, track.y}, size, true);
    draw_pointer(canvas, {x, track.bottom()}, size, false);
}

std::vector<std::string> step_words(const EngineTimes& times, int chunk, int launch) {
    const std::string of_chunk = "chunk of this step";
    if (launch < 0) return {of_chunk};
    const std::string numbered =
        "launch " + grouped(launch + 1) + " of " + grouped(std::ssize(times.launches));
    if (chunk < 0) return {numbered + ", of this step", numbered};
    return {of_chunk + ", " + numbered, of_chunk};
}

}  // namespace app
