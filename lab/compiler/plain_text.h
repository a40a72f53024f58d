// What files are that should be source or PTX, and are no plain text.
#pragma once

#include <string_view>

namespace lab {

/// "is written in UTF-16": what is wrong with a text that a person wrote, or a compiler; nullptr
/// where nothing is.
const char* no_plain_text(std::string_view text);

}  // namespace lab
