// Notes of views and cards on a picture that is smaller than the settings asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/note.h"
#include "lab/run.h"
#include "lab/settings.h"

namespace app {

// A value that was made smaller: "1 024 paths", and "1 024" without its unit.
struct SmallerValue {
    std::string words, number;
};

/// The values that were made smaller, the size and other knobs, with numbers formatted by `number`;
/// empty where nothing is smaller, or nothing has a size. `cubed`: "96³ points" in place of "96 ×
/// 96 × 96 points".
std::vector<SmallerValue> smaller_values(const lab::Settings& smaller, const lab::Settings& asked,
                                         std::string (*number)(std::int64_t), bool cubed = false);

/// The same in words: "1 024 paths, 24 steps".
std::string smaller_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// smaller_words() for a count: where it is empty, the size.
std::string counted_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t));

/// How many of the compared places are wrong: "4 095 of 4 096 compared places".
std::string wrong_places(const lab::Verdict& verdict);

/// smaller_words() for a picture: "drawn: 1 024 paths, 24 steps".
std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t));
/// The same beside the stage's badge: then "drawn: 1 024 paths", and "drawn: 1 024" last.
Note drawn_note(const lab::Settings& drawn, const lab::Settings& asked);

}  // namespace app
