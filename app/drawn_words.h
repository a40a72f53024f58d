// What a picture is of where it is smaller than what was asked for: notes of views and cards.
#pragma once

#include <cstdint>
#include <string>

#include "lab/settings.h"

namespace app {

/// What was made smaller of what was asked for: "1 024 paths, 24 steps", the size and numbers of
/// other knobs, as `number` writes them; empty where nothing is smaller, or nothing has a size.
std::string smaller_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// The same beside a count: where nothing that can be said is less, the size.
std::string counted_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// The same of a picture: "drawn: 1 024 paths, 24 steps".
std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t));

}  // namespace app
