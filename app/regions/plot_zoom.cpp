// See plot_zoom.h.
#include "app/regions/plot_zoom.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace app {

namespace {

constexpr double least_seen = .06;  // of the whole axis
constexpr double a_notch = .8;      // factor of a wheel notch, or of + and -
constexpr double an_arrow = .15;    // of the visible part

void zoom_range(double& low, double& high, double at, double factor) {
    const double seen = std::clamp((high - low) * factor, least_seen, 1.);
    const double fixed = low + at * (high - low);
    low = std::clamp(fixed - at * seen, 0., 1 - seen);
    high = low + seen;
}

void pan_range(double& low, double& high, double by) {
    const double seen = high - low, wished = low + by * seen;
    low = std::clamp(wished, 0., 1 - seen);
    high = low + seen;
}

// Keys while the plot has the focus.
Zoom by_keys(Ui& ui, Zoom zoom) {
    const auto key = [&](Key key) { return ui.take({key}); };
    if (key(Key::plus) || ui.take({.key = Key::plus, .shift = true}))
        zoom = zoomed(zoom, .5, .5, a_notch);
    if (key(Key::minus)) zoom = zoomed(zoom, .5, .5, 1 / a_notch);
    if (key(Key::left)) zoom = panned(zoom, an_arrow, 0);
    if (key(Key::right)) zoom = panned(zoom, -an_arrow, 0);
    if (key(Key::up)) zoom = panned(zoom, 0, an_arrow);
    if (key(Key::down)) zoom = panned(zoom, 0, -an_arrow);
    if (key(Key::zero)) zoom = {};
    return zoom;
}

// The button that resets the zoom, shown while zoomed. It is where the axes meet, below and left of
// their labels: curves and their labels take all other places.
bool reset_chip(Ui& ui, const std::string& id, Rect plot, Rect area) {
    const float letters = ui.metrics.micro;
    const TextStyle style{Font::medium, letters, Role::text, Align::centre};
    const float w = ui.canvas.width("Reset", style) + ui.metrics.px(10);
    const Rect chip{area.x, plot.bottom() + letters * .45f, w, letters * 1.5f};
    const Ui::Hit hit = ui.control(id, chip);
    ui.canvas.fill(chip, hit.hovered ? Role::hover : Role::raised, chip.h / 2);
    ui.canvas.text({chip.middle_x(), chip.middle_y()}, "Reset", style);
    ui.focus_ring(hit, chip, chip.h / 2);
    ui.tooltip(id, chip, "Shows the whole plot again (a double click, or 0)");
    return hit.clicked;
}

}  // namespace

Zoom zoomed(const Zoom& zoom, double x, double y, double factor) {
    Zoom next = zoom;
    zoom_range(next.left, next.right, x, factor);
    zoom_range(next.top, next.bottom, y, factor);
    return next;
}

Zoom panned(const Zoom& zoom, double right, double down) {
    Zoom next = zoom;
    pan_range(next.left, next.right, -right);
    pan_range(next.top, next.bottom, -down);
    return next;
}

void zoom_plot(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    const Rect plot = view.pointing.plot ? view.pointing.plot(ui.canvas, context, area) : Rect{};
    if (plot.w <= 0 || plot.h <= 0) return;
    const std::string id = "plot." + view.id;
    const Zoom before = context.zoom;
    Zoom zoom = before;
    if (before != Zoom{} && reset_chip(ui, id + ".reset", plot, area)) zoom = {};
    const Ui::Hit hit = ui.control(id, plot);
    ui.focus_ring(hit, plot, 4);
    if (hit.hovered && !hit.held) ui.pointer = Pointer::arrow;
    const Point mouse = ui.input.mouse;
    const double x = (mouse.x - plot.x) / plot.w, y = (mouse.y - plot.y) / plot.h;
    if (const float wheel = ui.take_wheel(plot); wheel != 0)
        zoom = zoomed(zoom, x, y, std::pow(a_notch, wheel));
    if (hit.held && !hit.pressed)
        zoom = panned(zoom, (mouse.x - ui.mouse_before.x) / plot.w,
                      (mouse.y - ui.mouse_before.y) / plot.h);
    if (hit.pressed && ui.input.twice) zoom = {};
    if (hit.focused) zoom = by_keys(ui, zoom);
    if (zoom == before) return;
    shell.zooms[view.id] = zoom;
    if (zoom == Zoom{}) shell.zooms.erase(view.id);
    ui.want_frame();
}

}  // namespace app
