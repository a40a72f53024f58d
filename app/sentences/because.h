// The sentence on the effect of a change, made from the results before and after it: facts of
// account.h in the words of assets/text/en/because.txt. The rule is docs/because.md. A pure
// function, called by the stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/sentences/measure_words.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"
#include "lab/time/measure.h"

namespace app {

struct CountPoint;

// What is compared. The sentence and its leading count are made from the same one.
struct ComparedResults {
    const lab::Result &before, &now;
    std::optional<lab::Interval> turns{};    // the ratio of `now` to `before`, timed in turns
    lab::Regime caches = lab::Regime::cold;  // of the times that cards show
    const CountPoint* in_ledger = nullptr;   // counts of `before` at the size counted for `now`,
                                             // where its own runs have other sizes
    TwoDevices devices{};                    // named after the times, where cards show two
};

/// The sentence, the longest form first, then shorter ones. Empty where there is nothing to
/// compare: equal settings, another lesson, an incomplete answer.
std::vector<std::string> because(const ComparedResults&);

/// The counter that the sentence names as moved with the time, or that moved most where the times
/// do not differ: "shared_load_wavefronts"; the divergent branches where it names them beside the
/// instructions; "polls" where it says that no count tells how long blocks wait. Empty where it
/// names no counter as a reason, or the size changed.
std::string leading_count(const ComparedResults&);

}  // namespace app
