// Words about building programs: options of nvcc, and errors of the linker.
#pragma once

#include <span>

#include "app/terms/course_terms.h"

namespace app {

/// In no order.
std::span<const Term> building_terms();

}  // namespace app
