// Results whose elements are samples of chance, one a thread. Pictures draw where the samples
// ended, and how their mean settles.
#pragma once

#include <string>

#include "lab/feature.h"
#include "lab/words.h"

namespace lab {

struct Samples {
    std::string noun{};         // "path"; the plural has an s
    std::string values{};       // the result whose mean is wanted; empty: no chance
    std::string along{};        // the result that they are laid out by; empty: by their values
    std::string along_words{};  // the title of that axis: "The first share after a year"
    // The condition under which a sample is worth something, and its bounds on that axis: "pays if
    // both shares end between 0.9 and 1.1". Empty: there is none.
    std::string worth_words{};
    double worth_from = 0, worth_to = 0;
    std::string worth_of{};  // and its worth: "pays 1 in a year: 0.951 today"
    // The way of a sample: text of the source line that gives it its next value on that axis, and
    // its first value. Pictures draw the ways of samples that were traced. Empty: no ways.
    std::string line{};
    double begins = 0;
    std::string walk_words{};   // the subject of the way: "The first share, which begins at 1"
    std::string steps_words{};  // its steps: "Steps of the year"
};

/// Samples::line as a number, from 1; 0 where the source has no such line, or none is wanted.
inline int samples_line(const Settings& settings, std::string_view source_text) {
    return line_with(source_text, feature<Samples>(settings).line);
}

}  // namespace lab
