// Sliders: a track with ticks, labels where there is room, and the value's handle, which may lie
// past an end. See widgets.h.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/draw/icons.h"
#include "app/widgets/widgets.h"

namespace app {

namespace {

// Where a slider's parts are, in logical pixels.
struct SliderShape {
    Rect area;
    int count;
    float unit = 1;
    float first = 0,
          last = 0;  // places at its ends, of ticks or of a value past them
    float middle() const { return area.y + 10 * unit; }
    float left() const { return area.x + 9 * unit; }
    float length() const { return area.w - 18 * unit; }
    float at(float place) const {
        return left() + length() * (place - first) / std::max(1.f, last - first);
    }
    float under(float x) const {
        const float place = first + (x - left()) / std::max(1.f, length()) * (last - first);
        return std::clamp(std::round(place), first, last);
    }
    int nearest(float x) const { return std::clamp(static_cast<int>(under(x)), 0, count - 1); }
};

void draw_zone(Ui& ui, const SliderShape& shape, const Slider& slider) {
    int first = shape.count;
    while (first > 0 && !slider.ticks[static_cast<std::size_t>(first - 1)].refused.empty()) --first;
    if (first == shape.count || first == 0) return;
    const float from = shape.at(static_cast<float>(first) - .55f);
    const Rect zone{from, shape.middle() - ui.metrics.px(6), shape.area.right() - from - 4,
                    ui.metrics.px(12)};
    ui.canvas.fill(zone, Role::rail);
    ui.canvas.fill(zone, Colour(Role::bad, .18f), 3);
    ui.canvas.hatch(zone.inside(1), Role::bad, 5, 1.3f);
    ui.canvas.outline(zone, Role::bad, 3, 1.2f);
}

void draw_track(Ui& ui, const SliderShape& shape, const Slider& slider, float place) {
    const float y = shape.middle(), from = shape.at(0) - 2,
                to = shape.at(static_cast<float>(shape.count - 1)) + 2;
    ui.canvas.fill({from, y - 2.5f, to - from, 5}, Role::raised, 2.5f);
    const float filled = std::min(shape.at(place), to) - from;
    if (filled > 0) ui.canvas.fill({from, y - 2.5f, filled, 5}, Role::accent, 2.5f);
    // Past the end there are no ticks: such a value was typed.
    if (shape.at(place) > to + 1)
        ui.canvas.dashed_line({to, y}, {shape.at(place), y}, Role::accent, 2);
    if (shape.at(place) < from - 1)
        ui.canvas.dashed_line({shape.at(place), y}, {from, y}, Role::accent, 2);
    for (int i = 0; i < shape.count; ++i) {
        if (std::fabs(static_cast<float>(i) - place) < .05f) continue;
        const bool legal = slider.ticks[static_cast<std::size_t>(i)].refused.empty();
        const Role role = !legal                           ? Role::bad
                          : static_cast<float>(i) <= place ? Role::accent
                                                           : Role::stroke;
        ui.canvas.fill({shape.at(static_cast<float>(i)) - 1, y + 6, 2, legal ? 5.f : 3.f}, role, 1);
    }
}

// A label's place; labels at the ends stay within the slider.
Rect label_box(const Canvas& canvas, const SliderShape& shape, float place, std::string_view label,
               const TextStyle& style) {
    const float w = canvas.width(label, style);
    const float right = std::max(shape.area.x, shape.area.right() - w);
    return {std::clamp(shape.at(place) - w / 2, shape.area.x, right),
            shape.middle() + 21 * shape.unit, w, 0};
}

bool touch(Rect a, Rect b) { return a.x < b.right() + 6 && b.x < a.right() + 6; }

// The ticks with labels: every second, third ... so that no labels touch.
std::vector<int> labelled(const std::vector<int>& ticks, const std::vector<Rect>& boxes) {
    const std::size_t count = ticks.size();
    const auto box = [&](std::size_t i) { return boxes[static_cast<std::size_t>(ticks[i])]; };
    std::vector<int> some;
    for (std::size_t stride = 1; stride <= count; ++stride) {
        bool free = true;
        for (std::size_t i = stride; i < count && free; i += stride)
            free = !touch(box(i - stride), box(i));
        if (!free) continue;
        for (std::size_t i = 0; i < count; i += stride) some.push_back(ticks[i]);
        break;
    }
    return some;
}

// The order in which ticks get labels: the chosen one, the ends, then those that are not between
// others.
std::vector<int> label_order(const Slider& slider, int chosen, const std::vector<Rect>& boxes) {
    std::vector<int> even, all, order;
    for (int i = 0; i < std::ssize(slider.ticks); ++i) {
        all.push_back(i);
        if (!slider.ticks[static_cast<std::size_t>(i)].between) even.push_back(i);
    }
    if (chosen >= 0) order.push_back(chosen);
    order.insert(order.end(), {all.front(), all.back()});
    for (const auto& ticks : {labelled(even, boxes), even, labelled(all, boxes)})
        order.insert(order.end(), ticks.begin(), ticks.end());
    return order;
}

// Labels that would touch are dropped; the ends and the chosen one stay.
void draw_labels(Ui& ui, const SliderShape& shape, const Slider& slider) {
    const TextStyle plain{Font::regular, ui.metrics.micro, Role::text3, Align::left, true};
    TextStyle strong = plain;
    strong.font = Font::semibold, strong.colour = Role::text;
    const bool on_tick = slider.outside.empty() && slider.place == std::round(slider.place);
    const int chosen = on_tick ? static_cast<int>(slider.place) : -1;
    std::vector<Rect> boxes, drawn;
    for (int i = 0; i < shape.count; ++i)
        boxes.push_back(label_box(ui.canvas, shape, static_cast<float>(i),
                                  slider.ticks[static_cast<std::size_t>(i)].label,
                                  i == chosen ? strong : plain));
    if (!slider.outside.empty()) {
        drawn.push_back(label_box(ui.canvas, shape, slider.place, slider.outside, strong));
        ui.canvas.text({drawn.back().x, drawn.back().y}, slider.outside, strong);
    }
    for (const int tick : label_order(slider, chosen, boxes)) {
        const Rect box = boxes[static_cast<std::size_t>(tick)];
        if (std::ranges::any_of(drawn, [&](Rect other) { return touch(box, other); })) continue;
        drawn.push_back(box);
        ui.canvas.text({box.x, box.y}, slider.ticks[static_cast<std::size_t>(tick)].label,
                       tick == chosen ? strong : plain);
    }
}

void draw_knob(Ui& ui, Point at, bool refused, bool focused) {
    if (focused) ui.canvas.ring(at, ui.metrics.px(14), Role::text, 2);
    ui.canvas.circle(at, ui.metrics.px(9.5f), Role::panel);
    if (refused) return icon::refused(ui.canvas, at, ui.metrics.px(9.5f));
    ui.canvas.circle(at, ui.metrics.px(9), Role::accent);
    ui.canvas.circle(at, ui.metrics.px(3), Role::ink);
}

std::optional<int> slider_moved(Ui& ui, const Ui::Hit& hit, const SliderShape& shape, float place) {
    const int low = static_cast<int>(std::ceil(place - .001f)) - 1,
              high = static_cast<int>(std::floor(place + .001f)) + 1;
    std::optional<int> to;
    // A press may change the ticks: after it, only a moving mouse chooses again.
    if (hit.pressed || (hit.held && ui.input.mouse.x != ui.mouse_before.x))
        to = static_cast<int>(shape.under(ui.input.mouse.x));
    if (const float wheel = ui.take_wheel(shape.area); wheel != 0) to = wheel > 0 ? high : low;
    if (hit.focused) {
        if (ui.take({Key::left}) || ui.take({Key::down})) to = low;
        if (ui.take({Key::right}) || ui.take({Key::up})) to = high;
        if (ui.take({Key::home})) to = 0;
        if (ui.take({Key::end})) to = shape.count - 1;
    }
    if (to) to = std::clamp(*to, static_cast<int>(shape.first), static_cast<int>(shape.last));
    return to && static_cast<float>(*to) != place ? to : std::nullopt;
}

}  // namespace

std::optional<int> slider(Ui& ui, std::string_view id, Rect area, const Slider& slider) {
    SliderShape shape{area, static_cast<int>(slider.ticks.size()), ui.metrics.unit};
    if (shape.count == 0) return std::nullopt;
    const float end = static_cast<float>(shape.count - 1);
    shape.first = std::min(0.f, std::floor(slider.place));
    shape.last = std::max(end, std::ceil(slider.place));
    const Ui::Hit hit = ui.control(id, {area.x - 4, area.y - 6, area.w + 8, area.h + 6});
    const float place = ui.glide(id, slider.place);
    draw_track(ui, shape, slider, place);
    draw_zone(ui, shape, slider);
    draw_labels(ui, shape, slider);
    draw_knob(ui, {shape.at(place), shape.middle()}, slider.refused, hit.focused);
    for (int tick = 0; tick < shape.count; ++tick)
        ui.place(fmt::format("{}.tick.{}", id, tick),
                 Rect{shape.at(static_cast<float>(tick)), shape.middle(), 0, 0}.inside(-4));
    if (hit.hovered && !hit.held) {
        const std::string& reason =
            slider.ticks[static_cast<std::size_t>(shape.nearest(ui.input.mouse.x))].refused;
        // The present refused value is explained by the card of the refusal.
        if (!slider.refused || reason.empty())
            ui.tooltip(id, area, reason.empty() ? slider.tip : reason);
    }
    return slider_moved(ui, hit, shape, slider.place);
}

}  // namespace app
