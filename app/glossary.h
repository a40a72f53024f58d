// The glossary: the meaning of each word, its name in Nsight Compute, the view that shows it. Read
// by the tooltips of words, the sheet of words and the command line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/terms/course_terms.h"

namespace app {

/// In alphabetical order.
std::span<const Term> glossary();
/// The entry with this form, in any case; nullptr where there is none.
const Term* find_term(std::string_view form);
/// The word one of whose forms is spelled most like what was typed; empty where none is alike.
std::string nearest_term(std::string_view typed);
/// Name and meaning, in paragraph()'s markup.
std::string term_meaning(const Term& word);
/// term_meaning(), metric and picture.
std::string term_sentence(const Term& word);

// A word of the glossary in a text.
struct TermIn {
    std::size_t first = 0, count = 0;  // range of the text's tokens
    const Term* word = nullptr;
};
/// The words that texts underline, in a text cut into tokens: the longest at each place, from the
/// left. Words in general use are listed in the glossary, and not among them.
std::vector<TermIn> words_in(std::span<const std::string> tokens);

}  // namespace app
