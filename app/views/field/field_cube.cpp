// Draws the box of a field, seen from the front, a little from above and from the right.
#include <algorithm>
#include <array>

#include "app/views/field/field_places.h"

namespace app {
namespace {

// x to the right, y downwards, z away from the viewer.
class Cube {
public:
    Cube(Rect area, lab::Dim3 shape) : shape_(shape) {
        const float x = static_cast<float>(shape.x), y = static_cast<float>(shape.y);
        const float z = static_cast<float>(shape.z);
        scale_ = std::min(area.w / (x + across * z), area.h / (y + up * z));
        origin_ = {area.x, area.y + up * z * scale_};
    }
    Point at(float x, float y, float z) const {
        return {origin_.x + (x + across * z) * scale_, origin_.y + (y - up * z) * scale_};
    }
    // Draws the edges of a box; `all` includes the three that the box hides.
    void edges(Canvas& canvas, std::array<float, 3> from, std::array<float, 3> to, Colour colour,
               float width, bool all) const {
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner) {
                std::array<float, 3> a = from, b = from;
                const int second = (axis + 1) % 3, third = (axis + 2) % 3;
                if (corner & 1) a[second] = b[second] = to[second];
                if (corner & 2) a[third] = b[third] = to[third];
                b[axis] = to[axis];
                const bool hidden = is_hidden(a, from, to) || is_hidden(b, from, to);
                if (all || !hidden)
                    canvas.line(at(a[0], a[1], a[2]), at(b[0], b[1], b[2]), colour, width);
            }
    }

private:
    static constexpr float across = .5f, up = .38f;
    // Whether the box itself covers this corner.
    static bool is_hidden(const std::array<float, 3>& corner, const std::array<float, 3>& from,
                          const std::array<float, 3>& to) {
        return corner[0] == from[0] && corner[1] == to[1] && corner[2] == to[2];
    }
    lab::Dim3 shape_;
    float scale_ = 1;
    Point origin_;
};

std::array<float, 3> place_of(Voxel voxel, int further) {
    return {static_cast<float>(voxel.x + further), static_cast<float>(voxel.y + further),
            static_cast<float>(voxel.z + further)};
}

// The four corners of the slice's middle plane.
std::array<Point, 4> corners_of(const Cube& cube, const Plane& plane) {
    const float x = static_cast<float>(plane.shape.x), y = static_cast<float>(plane.shape.y);
    const float z = static_cast<float>(plane.shape.z);
    const float at = static_cast<float>(plane.slice) + .5f;
    if (plane.axis == 2)
        return {cube.at(0, 0, at), cube.at(x, 0, at), cube.at(x, y, at), cube.at(0, y, at)};
    if (plane.axis == 1)
        return {cube.at(0, at, 0), cube.at(x, at, 0), cube.at(x, at, z), cube.at(0, at, z)};
    return {cube.at(at, 0, 0), cube.at(at, 0, z), cube.at(at, y, z), cube.at(at, y, 0)};
}

}  // namespace

void draw_field_cube(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field) {
    if (places.cube.w <= 0) return;
    const Cube cube(places.cube, field.plane.shape);
    const Voxel end{static_cast<int>(field.plane.shape.x), static_cast<int>(field.plane.shape.y),
                    static_cast<int>(field.plane.shape.z)};
    cube.edges(canvas, {0, 0, 0}, place_of(end, 0), Role::line, 1, true);
    const std::array<Point, 4> slice = corners_of(cube, field.plane);
    canvas.polygon(slice, Colour{Role::accent, .32f});
    for (std::size_t i = 0; i < 4; ++i)
        canvas.line(slice[i], slice[(i + 1) % 4], Role::accent, 1.4f);
    cube.edges(canvas, {0, 0, 0}, place_of(end, 0), Role::stroke, 1, false);
    if (field.footprint->written)
        cube.edges(canvas, place_of(field.footprint->first, 0), place_of(field.footprint->last, 1),
                   Role::text, 1.4f, false);
}

}  // namespace app
