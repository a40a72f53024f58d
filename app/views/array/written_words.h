// Words of "The array" about the writers.
#pragma once

#include <string>

#include "app/views/array/written.h"

namespace app {

/// "Six of seven blocks write nothing"; empty where each writes something.
std::string idle_blocks_words(const WrittenArray&);

/// "0 1 2 3 0 1 2 3"; the first ten values where there are more.
std::string first_values(const WrittenArray&);

}  // namespace app
