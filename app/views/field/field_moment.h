// The contents of the field view: a plane as a launch leaves it, the watched block's work around
// it, and the point that the lens lane makes. Knows no pixels.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/view.h"
#include "app/views/footprint.h"

namespace app {

// Range of all shots' values; includes 0 and 1.
struct ValueRange {
    float low = 0, high = 1;
};

// A plane of one shot, and the watched block's work around it.
struct FieldMoment {
    const lab::FieldShot* shot = nullptr;
    Plane plane;
    int launch = 0;
    const Footprint* footprint = nullptr;
    std::optional<Made> made;
    bool fixed = false;  // the point is on the box's face and keeps its value
    ValueRange range;
    bool follows = false;
    // The host's name of an array that the launch writes in place of the field and that holds some
    // points of it. Empty where it writes the field, or nothing.
    std::string part{};

    float value(int column, int row) const {
        return (shot->values[plane.index(column, row)] - range.low) / (range.high - range.low);
    }
};

/// A field of this shape, with the arrays that hold points of it in each launch, by the plan.
const FieldArrays& field_arrays(const lab::Run&, lab::Dim3 shape);

/// The field at the cursor; without a shot where the run shows no field.
FieldMoment field_at(const lab::Run& run, const Cursor& cursor);

/// The first lane of a step's store that makes an inner point, where the default lane writes back a
/// boundary point; else 0.
int inner_lane(const lab::Run&, int step, int warp);

// Cells of the plane, as columns and rows.
struct Cells {
    std::vector<std::pair<int, int>> own, halo;
    int strays = 0;  // points read that are no neighbours of the block
    // A box of cells; right and bottom are one past the last.
    struct Box {
        int left = 0, top = 0, right = 0, bottom = 0;
        int columns() const { return right - left; }
        int rows() const { return bottom - top; }
        bool has(int column, int row) const {
            return column >= left && column < right && row >= top && row < bottom;
        }
    };
    Box made;    // box around `own`
    Box around;  // box around `own` and `halo`
};

Cells cells_of(const FieldMoment& field);

}  // namespace app
