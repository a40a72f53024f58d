// Small words beside a title or a badge. Whoever makes them knows which of them can be left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace app {

struct Note {
    std::vector<std::string> forms;  // the longest first; never empty
    /// On the stage: the words that are left out last, "drawn: 640" or "16 chunks". Optional.
    std::string brief{};
    bool drawn = false;  // on the stage: tells a smaller size, so it is left out last of all

    Note(std::string words) : forms{std::move(words)} {}
    Note(const char* words) : Note(std::string(words)) {}
    const std::string& whole() const { return forms.front(); }
};

/// "a, b, c", then "a, b", then "a"; without parts that are empty.
Note note_of_parts(const std::vector<std::string>& parts);

}  // namespace app
