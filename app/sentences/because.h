// The sentence on the effect of a change, made from the results before and after it: facts of
// account.h in the words of assets/text/en/because.txt. The rule is docs/because.md. A pure
// function, called by the stage.
#pragma once

#include <string>
#include <vector>

#include "app/sentences/measure_words.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"

namespace app {

struct CountPoint;

/// The sentence, the longest form first, then shorter ones. Empty where there is nothing to
/// compare: equal settings, another lesson, an incomplete answer.
/// `turns`: the ratio of `now` to `before`, timed in turns, where known.
/// `devices`: named after the times, where two devices' times are shown.
/// `caches`: the caches of the times that cards show; named where not cold.
/// `in_ledger`: the ledger's counts of the kernel before, at the size now counted, where that
/// kernel's own runs have other sizes.
std::vector<std::string> because(const lab::Result& before, const lab::Result& now,
                                 const lab::Alternation* turns = nullptr,
                                 const TwoDevices& devices = {},
                                 lab::Regime caches = lab::Regime::cold,
                                 const CountPoint* in_ledger = nullptr);

/// The counter that the sentence names as moved with the time, or that moved most where the times
/// do not differ: "shared_load_wavefronts"; the divergent branches where it names them beside the
/// instructions. Empty where it names none, or the size changed.
std::string leading_count(const lab::Result& before, const lab::Result& now, lab::Regime caches);

}  // namespace app
