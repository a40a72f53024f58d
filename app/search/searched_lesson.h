// A lesson as the search sees it: its names, its kernels and the sentences of its texts, each in
// lower case beside the words that are shown. See lesson_search.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace app {

/// The text in lower case, with a blank for each hyphen and line end. Of the same length.
std::string folded(std::string_view text);

// Words that can be found, and what they name.
struct Searched {
    explicit Searched(std::string words, int of_rung = -1, std::string of_library = {})
        : shown(std::move(words)),
          text(folded(shown)),
          rung(of_rung),
          library(std::move(of_library)) {}
    std::string shown, text;  // as written, and folded
    int rung = -1;            // of this kernel; -1: of the lesson
    std::string library;      // of this library beside the kernels; empty: of none
    bool to_read = false;     // whether it stands in the text to read
    std::string view{};       // the id of the picture that it names; empty: none
};

struct SearchedLesson {
    explicit SearchedLesson(const lab::Lesson& lesson);
    /// Takes its text to read, if that is here by now. In a page, a text arrives with its lesson.
    void take_text();

    const lab::Lesson* lesson;
    Searched name;                        // title and id
    std::vector<Searched> pictures;       // titles and ids, the one that it opens with first
    std::vector<Searched> kernels;        // with the libraries beside them
    std::vector<std::string> kernel_ids;  // other names of the same: title, short title and id
    std::vector<Searched> headings, sentences;
    bool has_text = false;
};

}  // namespace app
