// Recognises files that should be source or PTX but are not plain text.
#pragma once

#include <string_view>

namespace lab {

/// What is wrong with the text, such as "is written in UTF-16"; nullptr where it is plain text.
const char* no_plain_text(std::string_view text);

}  // namespace lab
