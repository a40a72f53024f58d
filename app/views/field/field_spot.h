// What a field's picture says of the cell under the mouse. Called by field.cpp.
#pragma once

#include <optional>

#include "app/views/field/field_places.h"

namespace app {

/// Value, index and place of a point, of the slice or of the block's panel; which launch changed it
/// last, and what the watched block does with it. Nothing beside the cells.
std::optional<Spot> field_spot(const lab::Run&, const FieldMoment&, const FieldPlaces&, Point);

}  // namespace app
