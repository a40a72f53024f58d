// What a change did, in one sentence that is made from the two results around it: the facts of
// account.h, in the words of assets/text/en/because.txt. The rule is docs/because.md. Called by the
// stage; a pure function, which knows no window.
#pragma once

#include <string>
#include <vector>

#include "app/sentences/measure_words.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"

namespace app {

struct CountPoint;

/// The sentence, its longest form first, each shorter than the one before; empty where there is
/// nothing to compare: the same settings, another lesson, an answer that is not whole.
/// `turns`: how `now` stands to `before`, both timed in turns, where that is known.
/// `devices`: named behind the times, where those of two stand beside each other.
/// `caches`: those with which cards show times; said where they are not cold.
/// `in_ledger`: what the ledger counts of the kernel before, for what is counted now at that size
/// while that kernel's own runs are of others.
std::vector<std::string> because(const lab::Result& before, const lab::Result& now,
                                 const lab::Alternation* turns = nullptr,
                                 const TwoDevices& devices = {},
                                 lab::Regime caches = lab::Regime::cold,
                                 const CountPoint* in_ledger = nullptr);

/// The counter that the sentence names as what went with the time, or that moved most where no
/// times part: "shared_load_wavefronts"; the branches at which warps parted, where it names them
/// beside the instructions. Empty where it names none, or the size changed.
std::string leading_count(const lab::Result& before, const lab::Result& now, lab::Regime caches);

}  // namespace app
