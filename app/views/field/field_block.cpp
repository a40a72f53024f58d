// Draws the watched block in the slice: its own points and its halo, lighter where it loads them
// more often.
#include <algorithm>

#include "app/views/field/field_places.h"
#include "app/views/marks.h"

namespace app {
namespace {

// Whether the lane makes this point now: then its cell is filled.
bool is_made(const FieldMoment& field, int column, int row) {
    if (!field.made || row != field.plane.row_of(field.made->point)) return false;
    const int first = field.plane.column_of(field.made->point);
    const int points = field.plane.axis == 0 ? 1 : std::max<int>(field.made->stored, 1);
    return column >= first && column < first + points;
}

void draw_point(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field, int column,
                int row, bool says_point, const Metrics& metrics) {
    const std::size_t element = field.plane.index(column, row);
    const Rect whole = places.in_block(column, row);
    const Rect box{whole.x, whole.y, whole.w - 1, whole.h - 1};
    const std::uint8_t flags = field.footprint->of(element);
    const int loads = field.footprint->loads_of(element);
    if (!flags) return canvas.fill(box, Role::sunk);
    const Colour colour = load_colour(loads);
    canvas.fill(box, colour);
    TextStyle style = mono_style(std::min(metrics.digits, box.h * .82f), Role::text);
    style.align = Align::centre, style.colour = colour.read();
    const std::string number = std::to_string(loads);
    const float wide = canvas.width(number, style);
    const bool says = box.h >= metrics.px(11) && wide <= box.w - 1 &&
                      !(says_point && is_made(field, column, row));
    const bool halo = !(flags & Footprint::is_written);
    if (halo) canvas.hatch(box, Colour{Role::text, .55f}, 5, 1);
    if (halo && says)  // digits need a ground
        canvas.fill({box.middle_x() - wide / 2 - 1.5f, box.middle_y() - style.size * .5f, wide + 3,
                     style.size},
                    colour, 2);
    if (says) canvas.text({box.middle_x(), box.middle_y()}, number, style);
}

// Dashed frames: points of this slice that the lane had in registers.
void draw_kept(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field) {
    for (const Voxel& voxel : field.made->kept) {
        if (field.plane.depth_of(voxel) != field.plane.slice) continue;
        const Rect box =
            places.in_block(field.plane.column_of(voxel), field.plane.row_of(voxel)).inside(.5f);
        canvas.dashed_outline(box, Role::accent, 0, 2);
    }
}

// A frame around the points of this slice that come with one load.
void draw_loaded(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field) {
    const auto frame = [&](Voxel voxel, int points, Colour colour, float width) {
        if (field.plane.depth_of(voxel) != field.plane.slice) return;
        const int column = field.plane.column_of(voxel), row = field.plane.row_of(voxel);
        const Rect box = places.in_block(column, row);
        const float along = field.plane.axis == 0 ? box.w : box.w * static_cast<float>(points);
        canvas.outline({box.x - .5f, box.y - .5f, along, box.h}, colour, 2, width);
    };
    canvas.push_clip(places.block.inside(-1));
    for (std::size_t i = 0; i < field.made->loaded.size(); ++i)
        frame(field.made->loaded[i], field.made->brought[i], Role::accent, 2);
    draw_kept(canvas, places, field);
    const Rect box = places.in_block(field.plane.column_of(field.made->point),
                                     field.plane.row_of(field.made->point));
    for (int i = 1; i < field.made->stored && field.plane.axis != 0; ++i)
        canvas.fill(Rect{box.x + static_cast<float>(i) * box.w, box.y, box.w, box.h}.inside(1),
                    Colour{Role::accent, .55f}, 2);
    canvas.fill(box.inside(1), Role::accent, 2);
    canvas.pop_clip();
}

// Lines from the field's edge, next to the block, to its panel beside or below. They do not cross
// the field, as they would look like a part of it.
void draw_leaders(Canvas& canvas, const FieldPlaces& places) {
    const Rect seen = places.at(places.seen);
    const bool below = places.block.y >= places.map.bottom();
    const Point from[] = {{below ? seen.x : seen.right(), below ? seen.bottom() : seen.y},
                          {seen.right(), seen.bottom()}};
    const Point to[] = {{places.block.x, places.block.y},
                        {below ? places.block.right() : places.block.x,
                         below ? places.block.y : places.block.bottom()}};
    for (int i = 0; i < 2; ++i) {
        const Point edge =
            below ? Point{from[i].x, places.map.bottom()} : Point{places.map.right(), from[i].y};
        canvas.line(edge, to[i], Role::text, 1);
    }
    canvas.outline(seen, Colour::of(0xffffff), 2, 3.4f);
    canvas.outline(seen, Colour::of(0x04121d), 2, 1.4f);
}

}  // namespace

Colour load_colour(int loads) {
    if (loads == 0) return Colour{Role::text, .10f}.on(Role::panel);
    const float alpha = .25f + .125f * static_cast<float>(std::min(loads, 7) - 1);
    return Colour{Role::text, alpha}.on(Role::panel);
}

void draw_halo_cell(Canvas& canvas, Rect box, float step) {
    canvas.fill(box, Colour::of(0x000000, .42f));
    if (box.w > 3) canvas.hatch(box, Colour::of(0xffffff, .9f), step, 1.4f);
}

void draw_field_block(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
                      const Cells& cells, bool says_point, const Metrics& metrics) {
    if (places.block_cell <= 0) return;
    draw_leaders(canvas, places);
    for (int row = places.seen.top; row < places.seen.bottom; ++row)
        for (int column = places.seen.left; column < places.seen.right; ++column)
            draw_point(canvas, places, field, column, row, says_point, metrics);
    if (!cells.own.empty()) {
        canvas.push_clip(places.block.inside(-2));
        canvas.outline(places.in_block(cells.made).inside(-.5f), Role::text, 0, 2);
        canvas.pop_clip();
    }
    if (field.made && says_point) draw_loaded(canvas, places, field);
}

}  // namespace app
