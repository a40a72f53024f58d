// Notes of views and cards on a picture that is smaller than the settings asked for.
#pragma once

#include <cstdint>
#include <string>

#include "lab/settings.h"

namespace app {

/// The values that were made smaller: "1 024 paths, 24 steps", the size and other knobs, with
/// numbers formatted by `number`; empty where nothing is smaller, or nothing has a size.
std::string smaller_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// smaller_words() for a count: where it is empty, the size.
std::string counted_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// smaller_words() for a picture: "drawn: 1 024 paths, 24 steps".
std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t));

}  // namespace app
