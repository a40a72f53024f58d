// Finds lessons by names, kernels, libraries and the words of their texts, and words of the
// glossary. The menu of lessons and the command `words` ask it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/glossary.h"
#include "app/search/searched_lesson.h"
#include "lab/lesson.h"

namespace app {

struct FoundPlace {
    // What has the typed words; the first is the best.
    enum class Where : std::uint8_t { name, picture, kernel, heading, text };
    Where where = Where::name;
    const lab::Lesson* lesson = nullptr;  // nullptr: a word of the glossary
    const Term* term = nullptr;
    int rung = -1;          // index of the kernel that has them; -1: the lesson
    std::string library{};  // id of the library that has them; empty: none
    std::string view{};     // id of the picture that has them; empty: none
    /// "kernel 5: Texture", or the words around the place in a text; empty for a name.
    std::string words{};
    bool to_read = false;  // whether the place is in the lesson's text to read
    int better = 0;        // orders the places of one kind: the larger comes first
};

class LessonSearch {
public:
    /// All places, the best first: a lesson once, or once for each kernel whose name has the words.
    std::vector<FoundPlace> find(std::string_view typed);
    /// The lessons whose own words have what was typed, the best first, each once.
    std::vector<const lab::Lesson*> lessons_with(std::string_view typed);
    /// Whether each lesson's text was here when find() looked.
    bool has_all_texts() const;

private:
    void prepare();
    std::vector<SearchedLesson> lessons_;  // made by the first find()
};

/// One sentence for what nothing knows: the nearest word, and where all words are.
std::string nothing_found(std::string_view typed);

}  // namespace app
