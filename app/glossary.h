// The words of the field, once: what each means, what Nsight Compute calls it, which picture shows
// it. Read by the words under the mouse, by the sheet of words and by the command line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct Term {
    std::string_view word;         // "wavefront"
    std::string_view forms;        // further ones, as they stand in texts: "wavefronts"
    std::string_view means;        // one or two sentences, with units where it is counted
    std::string_view metric = {};  // its name in Nsight Compute; empty where there is none
    std::string_view view = {};    // id of the picture that shows it; empty: any, or none
};

/// In the order of the alphabet.
std::span<const Term> glossary();
/// By any of its forms, in any case; nullptr where it is none of these words.
const Term* find_term(std::string_view form);
/// Name and meaning, as paragraph() takes them.
std::string term_meaning(const Term& word);
/// Those, metric and picture.
std::string term_sentence(const Term& word);

// A word of the glossary in a text: parts of the text as it stands there.
struct TermIn {
    std::size_t first = 0, count = 0;  // of the text's tokens
    const Term* word = nullptr;
};
/// Those that stand in a text which was cut into words: the longest at each place, from the left.
std::vector<TermIn> words_in(std::span<const std::string> tokens);

}  // namespace app
