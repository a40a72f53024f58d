// Marks the launch of a step. See step_mark.h.
#include "app/views/timeline/step_mark.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

// A triangle that points down or up to a place.
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

void draw_awaited(Canvas& canvas, const Rect& box) {
    canvas.outline(box, Role::accent, std::min(3.f, box.w / 3), 2.4f);
}

float awaited_legend(Canvas& canvas, Point at, float room, const AwaitedBox& awaited,
                     const Metrics& metrics) {
    const float side = metrics.small, gap = metrics.px(6);
    const std::string number = std::to_string(awaited.box->chunk + 1);
    const std::string words = fitting(
        canvas, room - side - gap, small_style(metrics),
        {"it needs copy " + number + " too: " + plural(awaited.elements, "number") + " of it",
         "it needs copy " + number + " too", "needs " + number});
    if (words.empty()) return 0;
    draw_awaited(canvas, {at.x, at.y - side / 2, side, side});
    canvas.text({at.x + side + gap, at.y}, words, small_style(metrics, Role::text));
    return side + gap + canvas.width(words, small_style(metrics)) + metrics.px(20);
}

DrawnLaunch drawn_launch(const DrawContext& context) {
    const lab::Run& picture = context.picture();
    const int step = context.cursor.step;
    if (step < 0 || step >= std::ssize(picture.steps)) return {};
    return {picture.steps[static_cast<std::size_t>(step)].launch, std::ssize(picture.launches)};
}

std::vector<std::string> step_words(const EngineTimes& times, int chunk, int launch,
                                    const DrawnLaunch& drawn) {
    const std::string of_chunk = "chunk of this step";
    if (launch < 0) return {of_chunk};
    const std::string numbered =
        "launch " + grouped(launch + 1) + " of " + grouped(std::ssize(times.launches));
    // A smaller drawn run has a matching launch with another number, shown in the transport.
    const std::string stands =
        drawn.of == std::ssize(times.launches)
            ? ""
            : "; in the smaller drawing " + grouped(drawn.launch + 1) + " of " + grouped(drawn.of);
    const std::string here = (chunk < 0 ? "this step: " : of_chunk + ", ") + numbered + stands;
    return {here, numbered + stands, numbered, chunk < 0 ? numbered : of_chunk};
}

}  // namespace app
