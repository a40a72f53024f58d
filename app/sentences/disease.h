// What a kernel suffers from, in two words: the first row of a table whose threshold its counts
// pass. The rule is docs/ladder.md. Called by the ladder and the rail; knows no lesson and no time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/series.h"

namespace app {

struct Disease {
    std::string_view words;  // "bank conflicts"
    double threshold = 0;    // from there on it is one
    /// How bad it is; 0 where these counts have nothing of the kind.
    double (*measure)(const CountPoint&);
    /// What was counted, one sentence: it stands behind the two words.
    std::string (*evidence)(const CountPoint&, double measured);
    bool hatched = false;  // what silhouettes hatch: lanes that wait, requests served once more
};

/// In the order in which they are looked for.
std::span<const Disease> diseases();
/// Whether a run was large enough for its counts to tell anything.
bool tells(const CountPoint&);
/// The first that these counts have; nullptr where nothing is left, or too little was done to tell.
const Disease* disease_of(const CountPoint&);
/// "bank conflicts"; "none found"; "too small to tell"; before all of what is broken: "race".
std::string_view disease_words(const CountPoint&);
/// What was counted of it, one sentence.
std::string disease_evidence(const CountPoint&);

/// Blocks of the largest launch as these settings ask for it: one block is no disease of the size
/// that is drawn.
std::uint64_t widest_asked(const lab::Settings&);

/// The counts that speak for a kernel: of the size asked for, else of the size that is drawn;
/// none where neither is known. With what the model of the caches says of the picture.
std::optional<CountPoint> telling_counts(const Series&, const lab::Settings&);

}  // namespace app
