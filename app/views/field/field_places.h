// Where the view of a field draws what: cube, slice, the watched block in it. And the parts of it
// that have files of their own.
#pragma once

#include <array>

#include "app/views/field/field_moment.h"

namespace app {

struct FieldPlaces {
    Rect axes, cube, slider, map, block;
    Rect cut;  // words: which plane this is, and which way its axes go; none where room is short
    std::array<Rect, 2> legend{};  // the second takes what the first has no room for
    float cell = 0;                // of the map
    Cells::Box seen;               // cells of the slice that the block's panel shows
    float block_cell = 0;          // 0: no panel
    Rect at(int column, int row) const {
        return {map.x + column * cell, map.y + row * cell, cell, cell};
    }
    Rect at(const Cells::Box& box) const {
        return {map.x + box.left * cell, map.y + box.top * cell, box.columns() * cell,
                box.rows() * cell};
    }
    Rect in_block(int column, int row) const {
        return {block.x + (column - seen.left) * block_cell,
                block.y + (row - seen.top) * block_cell, block_cell, block_cell};
    }
    Rect in_block(const Cells::Box& box) const {
        const Rect first = in_block(box.left, box.top);
        return {first.x, first.y, box.columns() * block_cell, box.rows() * block_cell};
    }
};

FieldPlaces field_places(const FieldMoment&, const Cells&, const Metrics&, Rect area);

/// "Cut across *y*, at y = 8: x to the right, z down"; empty of a field of one plane.
std::string cut_words(const Plane&);

/// The whole box, the slice in it and the box of points that the block makes.
void draw_field_cube(Canvas&, const FieldPlaces&, const FieldMoment&);
/// The block's points and its halo, as light as it loads each of them often; where the
/// legend says what that is, the point that the lens lane makes and those that it loaded for it.
void draw_field_block(Canvas&, const FieldPlaces&, const FieldMoment&, const Cells&,
                      bool says_point, const Metrics&);
/// A point that was loaded so often.
Colour load_colour(int loads);
/// The hatching of what a block reads and does not make.
void draw_halo_cell(Canvas&, Rect box, float step);

}  // namespace app
