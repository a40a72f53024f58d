// What the view of a field shows: a plane of the field as a launch leaves it, what the watched
// block did around it, and the point that the lens lane makes. Without a pixel.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/view.h"
#include "app/views/footprint.h"

namespace app {

// Of the values of all shots; 0 and 1 at least.
struct ValueRange {
    float low = 0, high = 1;
};

// What is shown: a plane of one shot, and what the watched block did around it.
struct FieldMoment {
    const lab::FieldShot* shot = nullptr;
    Plane plane;
    int launch = 0;
    const Footprint* footprint = nullptr;
    std::optional<Made> made;
    bool fixed =
        false;  // the point made lies at the box's face, and is as it was before the launch
    ValueRange range;
    bool follows = false;
    // What the launch writes in place of the field, and holds some points of it: as the host names
    // it. Empty where it writes the field, or nothing.
    std::string part{};

    float value(int column, int row) const {
        return (shot->values[plane.index(column, row)] - range.low) / (range.high - range.low);
    }
};

/// A field of this shape in a run: by its plan, what arrays hold points of it in each launch.
const FieldArrays& field_arrays(const lab::Run&, lab::Dim3 shape);

/// No shot where the run shows no field.
FieldMoment field_at(const lab::Run& run, const Cursor& cursor);

/// The first lane of this step's store that makes an inner point, where the lane that is shown by
/// itself writes back one of the boundary; else 0.
int inner_lane(const lab::Run&, int step, int warp);

// Cells of the plane, as columns and rows.
struct Cells {
    std::vector<std::pair<int, int>> own, halo;
    int strays = 0;  // read, and beside nothing of the block's
    // A box of cells; right and bottom lie behind it.
    struct Box {
        int left = 0, top = 0, right = 0, bottom = 0;
        int columns() const { return right - left; }
        int rows() const { return bottom - top; }
        bool has(int column, int row) const {
            return column >= left && column < right && row >= top && row < bottom;
        }
    };
    Box made;    // around own
    Box around;  // and halo
};

Cells cells_of(const FieldMoment& field);

}  // namespace app
