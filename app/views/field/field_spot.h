// Words of the field view about the cell under the mouse. Called by field.cpp.
#pragma once

#include <optional>

#include "app/views/field/field_places.h"

namespace app {

/// Value, index and place of a point of the slice or the block's panel; the launch that changed it
/// last, and the watched block's access to it. nullopt outside the cells.
std::optional<Spot> field_spot(const lab::Run&, const FieldMoment&, const FieldPlaces&, Point);

}  // namespace app
