// The move of a measure in words: "3.8 times fewer shared load wavefronts". The words are in
// assets/text/en/measures.txt.
#pragma once

#include <string>
#include <vector>

#include "app/sentences/change.h"
#include "app/sentences/moves.h"

namespace app {

/// "shared load wavefronts"; brief: "load wavefronts".
std::string name_of(const Move&, bool brief = false);
/// "17 % fewer warp instructions", "3.8 times more shuffles", "blocks 135 301 → 66 577".
/// `each`: the element of numbers per element, "number"; empty: numbers are totals.
std::string moved_words(const Move&, bool brief, const std::string& each = {});
/// Facts with the size of their counts: "3 times fewer sectors (counted at 2²⁰ numbers)", "fewer
/// sectors (in the picture)"; the facts alone at the size asked for.
std::string at_size(const std::string& facts, const CountedSize&);
/// "a", "a and b", "a, b and c".
std::string listed_words(const std::vector<std::string>&);
/// The larger of a ratio and its inverse: "157", "12.5", "3.8".
std::string factor_text(double ratio);
/// A count's move in a table: "/3.8", "×1.3"; "from 0", "to 0"; "=" where it did not move.
std::string ratio_text(double before, double now);

}  // namespace app
