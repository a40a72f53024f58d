// Makes a sentence of a diagnostic's words. Used wherever problems of a text are worded.
#pragma once

#include <string>

namespace simulator {

/// "no .reg declares '%r1'" -> "No .reg declares '%r1'."
inline std::string sentence(std::string words) {
    if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] += 'A' - 'a';
    if (!words.ends_with('.') && !words.ends_with('?')) words += '.';
    return words;
}

}  // namespace simulator
