// A kernel's main problem in two words: the first row of a table whose threshold the counts reach.
// The rule is docs/ladder.md. Called by the ladder and the rail; knows no lesson and no time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/series.h"

namespace app {

struct Disease {
    std::string_view words;  // "bank conflicts"
    double threshold = 0;    // from this value on it is one
    /// The size of the problem; 0 where these counts have none of it.
    double (*measure)(const CountPoint&);
    /// The evidence from the counts, one sentence after the two words.
    std::string (*evidence)(const CountPoint&, double measured);
    bool hatched = false;  // hatched in silhouettes: waiting lanes, repeated requests
};

/// All problems, in the order of the search.
std::span<const Disease> diseases();
/// Whether a run was large enough for a verdict.
bool tells(const CountPoint&);
/// The first problem of these counts; nullptr where there is none, or the run is too small.
const Disease* disease_of(const CountPoint&);
/// "bank conflicts"; "none found"; "too small to tell"; a broken program's finding comes first:
/// "race".
std::string_view disease_words(const CountPoint&);
/// The evidence of the problem, one sentence.
std::string disease_evidence(const CountPoint&);

/// Blocks of the largest launch at the size asked for: the drawn size may need just one block,
/// which is then no problem.
std::uint64_t widest_asked(const lab::Settings&);

/// The counts for a kernel's verdict: at the size asked for, else at the drawn size; nullopt where
/// neither is known. With the picture's traffic by the model of the caches.
std::optional<CountPoint> telling_counts(const Series&, const lab::Settings&);

}  // namespace app
