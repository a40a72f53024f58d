// Every icon is a few lines, arcs and convex polygons.
#include "app/draw/icons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

namespace app::icon {

namespace {

void shape(Canvas& canvas, std::initializer_list<Point> points, Colour colour) {
    canvas.polygon(std::span(points.begin(), points.size()), colour);
}

void strokes(Canvas& canvas, std::initializer_list<Point> points, Colour colour, float width) {
    const Point* before = nullptr;
    for (const Point& point : points) {
        if (before) canvas.line(*before, point, colour, width);
        before = &point;
    }
}

Point off(Point at, float x, float y) { return {at.x + x, at.y + y}; }

}  // namespace

void play(Canvas& canvas, Point at, float s, Colour colour) {
    shape(canvas, {off(at, -s * .36f, -s * .5f), off(at, s * .52f, 0), off(at, -s * .36f, s * .5f)},
          colour);
}

void pause(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.fill({at.x - s * .4f, at.y - s * .5f, s * .28f, s}, colour, 1);
    canvas.fill({at.x + s * .12f, at.y - s * .5f, s * .28f, s}, colour, 1);
}

void step(Canvas& canvas, Point at, float s, Colour colour, bool forward) {
    const float k = forward ? 1.f : -1.f;
    shape(canvas,
          {off(at, -k * s * .42f, -s * .46f), off(at, k * s * .26f, 0),
           off(at, -k * s * .42f, s * .46f)},
          colour);
    canvas.fill({at.x + (forward ? s * .30f : -s * .46f), at.y - s * .46f, s * .16f, s * .92f},
                colour);
}

void jump(Canvas& canvas, Point at, float s, Colour colour, bool forward) {
    const float k = forward ? 1.f : -1.f;
    for (float shift : {0.f, s * .42f})
        shape(canvas,
              {off(at, k * (shift - s * .46f), -s * .42f), off(at, k * (shift + s * .04f), 0),
               off(at, k * (shift - s * .46f), s * .42f)},
              colour);
}

void waste(Canvas& canvas, Point at, float s, Colour colour) {
    const Rect box{at.x - s * .12f, at.y - s * .42f, s * .68f, s * .84f};
    canvas.outline(box, colour, 2, 1.4f);
    for (const float up : {.1f, .38f})  // of the box's height: the start of a stripe
        strokes(
            canvas,
            {{box.x, box.bottom() - box.h * up}, {box.right(), box.bottom() - box.h * (up + .5f)}},
            colour, 1.4f);
    shape(canvas,
          {off(at, -s * .62f, -s * .3f), off(at, -s * .24f, 0), off(at, -s * .62f, s * .3f)},
          colour);
}

void tick(Canvas& canvas, Point at, float s, Colour colour, float width) {
    strokes(canvas,
            {off(at, -s * .38f, s * .02f), off(at, -s * .1f, s * .3f), off(at, s * .4f, -s * .3f)},
            colour, width);
}

void cross(Canvas& canvas, Point at, float s, Colour colour, float width) {
    canvas.line(off(at, -s * .3f, -s * .3f), off(at, s * .3f, s * .3f), colour, width);
    canvas.line(off(at, -s * .3f, s * .3f), off(at, s * .3f, -s * .3f), colour, width);
}

void octagon(Canvas& canvas, Point at, float radius, Colour colour) {
    std::array<Point, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const float angle = (static_cast<float>(i) + .5f) * std::numbers::pi_v<float> / 4;
        corners[i] = off(at, std::cos(angle) * radius * 1.06f, std::sin(angle) * radius * 1.06f);
    }
    canvas.polygon(corners, colour);
}

void refused(Canvas& canvas, Point at, float radius) {
    octagon(canvas, at, radius, Role::bad);
    cross(canvas, at, radius * .95f, Role::ink, std::max(1.6f, radius * .14f));
}

void warning(Canvas& canvas, Point at, float radius) {
    const Point corners[] = {off(at, 0, -radius * 1.05f), off(at, radius * 1.1f, radius * .85f),
                             off(at, -radius * 1.1f, radius * .85f)};
    canvas.polygon(corners, Role::waste);
    const float width = std::max(1.6f, radius * .16f);
    canvas.line(off(at, 0, -radius * .4f), off(at, 0, radius * .25f), Role::ink, width);
    canvas.line(off(at, 0, radius * .5f), off(at, 0, radius * .62f), Role::ink, width);
}

void chevron(Canvas& canvas, Point at, float s, Colour colour, bool up) {
    const float k = up ? -1.f : 1.f;
    strokes(canvas,
            {off(at, -s * .3f, -k * s * .15f), off(at, 0, k * s * .17f),
             off(at, s * .3f, -k * s * .15f)},
            colour, 1.6f);
}

void stopwatch(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.ring(off(at, 0, s * .06f), s * .4f, colour, 1.5f);
    canvas.line(off(at, 0, s * .06f), off(at, .01f, -s * .18f), colour, 1.5f);
    canvas.line(off(at, -s * .14f, -s * .5f), off(at, s * .14f, -s * .5f), colour, 1.6f);
}

void tally(Canvas& canvas, Point at, float s, Colour colour) {
    for (int i = 0; i < 4; ++i) {
        const float x = -s * .36f + static_cast<float>(i) * s * .24f;
        canvas.line(off(at, x, -s * .4f), off(at, x + .01f, s * .4f), colour, 1.5f);
    }
    canvas.line(off(at, -s * .5f, s * .26f), off(at, s * .5f, -s * .26f), colour, 1.5f);
}

void tilde(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.curve(off(at, -s * .46f, s * .12f), off(at, -s * .2f, -s * .5f),
                 off(at, s * .2f, s * .5f), off(at, s * .46f, -s * .12f), colour, 1.7f);
}

void record(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.ring(at, s * .42f, colour, 1.5f);
    canvas.circle(at, s * .17f, colour);
}

void diamond(Canvas& canvas, Point at, float radius, Colour colour) {
    shape(canvas,
          {off(at, 0, -radius), off(at, radius, 0), off(at, 0, radius), off(at, -radius, 0)},
          colour);
}

void moon(Canvas& canvas, Point at, float s, Colour colour, Colour behind) {
    canvas.circle(at, s * .42f, colour);
    canvas.circle(off(at, s * .2f, -s * .16f), s * .36f, behind);
}

void sun(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.circle(at, s * .24f, colour);
    for (int ray = 0; ray < 8; ++ray) {
        const float angle = static_cast<float>(ray) * std::numbers::pi_v<float> / 4;
        const float x = std::cos(angle), y = std::sin(angle);
        canvas.line(off(at, x * s * .36f, y * s * .36f),
                    off(at, x * s * .5f + .01f, y * s * .5f + .01f), colour, 1.5f);
    }
}

// A disc, half of it filled.
void contrast(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.ring(at, s * .46f, colour, std::max(1.5f, s * .09f));
    std::vector<Point> half;
    for (int i = 0; i <= 16; ++i) {
        const float angle = (static_cast<float>(i) / 16 - .5f) * std::numbers::pi_v<float>;
        half.push_back(off(at, std::cos(angle) * s * .46f, std::sin(angle) * s * .46f));
    }
    canvas.polygon(half, colour);
}

// An arrow down into a tray.
void keep(Canvas& canvas, Point at, float s, Colour colour) {
    const float width = std::max(1.5f, s * .1f);
    canvas.line(off(at, 0, -s * .46f), off(at, 0, s * .16f), colour, width);
    strokes(canvas,
            {off(at, -s * .24f, -s * .06f), off(at, 0, s * .18f), off(at, s * .24f, -s * .06f)},
            colour, width);
    strokes(canvas,
            {off(at, -s * .44f, s * .16f), off(at, -s * .44f, s * .44f),
             off(at, s * .44f, s * .44f), off(at, s * .44f, s * .16f)},
            colour, width);
}

void undo(Canvas& canvas, Point at, float s, Colour colour, bool again) {
    const float way = again ? -1.f : 1.f, width = std::max(1.5f, s * .1f);
    const auto point = [&](float x, float y) { return off(at, way * x * s, y * s); };
    strokes(canvas, {point(-.16f, -.38f), point(-.4f, -.14f), point(-.16f, .1f)}, colour, width);
    canvas.line(point(-.38f, -.14f), point(.14f, -.14f), colour, width);
    canvas.curve(point(.14f, -.14f), point(.5f, -.14f), point(.5f, .36f), point(.14f, .36f), colour,
                 width);
    canvas.line(point(.14f, .36f), point(-.12f, .36f), colour, width);
}

void tiles(Canvas& canvas, Point at, float size, Colour colour) {
    const float pitch = size / 3, side = pitch * .72f;
    for (int i = 0; i < 6; ++i)
        canvas.fill(
            {at.x - size / 2 + static_cast<float>(i % 3) * pitch,
             at.y - pitch + static_cast<float>(i / 3) * pitch + (pitch - side) / 2, side, side},
            colour, 1);
}

void halves(Canvas& canvas, Point at, float size, Colour colour) {
    const float height = size * .42f;
    canvas.outline({at.x - size / 2, at.y - size / 2, size, height}, colour, 2, 1.5f);
    canvas.fill({at.x - size / 2, at.y + size / 2 - height, size, height}, colour, 2);
}

void question(Canvas& canvas, Point at, float s, Colour colour) {
    canvas.ring(at, s * .5f, colour, 1.5f);
    canvas.text(at, "?", {Font::semibold, s * .68f, colour, Align::centre});
}

void lens(Canvas& canvas, Point at, float s) {
    const Point middle = off(at, -s * .08f, -s * .08f);
    canvas.ring(middle, s * .4f, Role::text, s * .1f);
    canvas.line(off(at, s * .22f, s * .22f), off(at, s * .5f, s * .5f), Role::text, s * .13f);
    for (int lane = -1; lane <= 1; ++lane) {
        const float x = static_cast<float>(lane) * s * .17f, half = s * (lane == 0 ? .22f : .13f);
        canvas.line(off(middle, x, -half), off(middle, x + .01f, half),
                    lane == 0 ? Colour(Role::accent) : Colour(Role::text, .75f), s * .085f);
    }
}

}  // namespace app::icon
