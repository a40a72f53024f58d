// Layout of the field view: cube, slice, the watched block in it; and the functions of its parts
// that have their own files.
#pragma once

#include <array>

#include "app/views/field/field_moment.h"

namespace app {

struct FieldPlaces {
    Rect axes, cube, slider, map, block;
    Rect cut;                      // words about the plane and its axes; empty without room
    std::array<Rect, 2> legend{};  // the second takes what the first can't hold
    float cell = 0;                // pixels of a cell in the map
    Cells::Box seen;               // the slice's cells in the block's panel
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

/// "Cut across *y*, at y = 8: *x* to the right, *z* down"; empty for a field of one plane.
std::string cut_words(const Plane&);

/// Draws the whole box, the slice in it and the box of points that the block makes.
void draw_field_cube(Canvas&, const FieldPlaces&, const FieldMoment&);
/// Draws the block's points and halo, lighter where they are loaded more often. With `says_point`
/// (the legend explains it) also the point that the lens lane makes and those that it loaded.
void draw_field_block(Canvas&, const FieldPlaces&, const FieldMoment&, const Cells&,
                      bool says_point, const Metrics&);
/// Colour of a point with this number of loads.
Colour load_colour(int loads);
/// The hatching of a point that a block reads and does not make.
void draw_halo_cell(Canvas&, Rect box, float step);

}  // namespace app
