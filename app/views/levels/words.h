// The words of "Levels": claim, sentence, sums, a sector under the mouse. A model says which level
// answers; each text that uses it says so.
#pragma once

#include <string>

#include "app/views/levels/moment.h"

namespace app {

std::string levels_claim(const LevelsNow&);
std::string levels_sentence(const LevelsNow&);
/// "56 from the L1, 8 from memory".
std::string answered_by(const lab::LevelSums&);
/// "L1: 56, memory: 8".
std::string answers_short(const lab::LevelSums&);
/// Which caches the model covers, and their sizes.
std::string model_words(const LevelsNow&);
std::string level_cell_words(const lab::Run&, const HeatArray&, std::uint64_t first_sector,
                             int each, const LevelCell&);

}  // namespace app
