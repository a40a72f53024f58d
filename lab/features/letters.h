// A text that lanes compare with words, letter by letter. Pictures draw the window of the text that
// each lane has.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lab/feature.h"

namespace lab {

struct Letters {
    std::string text{};  // the buffer that holds the text, a byte a letter; empty: no text is read
    int of_a_word = 0;   // letters of a word
    /// Letters of the text. Bytes of the buffer after them are no part of it.
    std::function<std::int64_t(const Settings&)> count{};
};

}  // namespace lab
