// The runs of two results whose counts a sentence compares. See because.h.
#pragma once

#include "lab/run.h"

namespace app {

struct CountPoint;

struct CountedRuns {
    const lab::Run *before = nullptr, *now = nullptr;
    /// Counts of `before` at the size of `now`, where its own run has another size.
    const simulator::Counters* alike = nullptr;
    explicit operator bool() const { return before && now; }
};

/// Both runs at the sizes asked for or counted for them, else both pictures; never one of each.
/// Both have one size, unless the size changed (`sized`), and contain the change as asked for.
/// Empty where there are no such two. `in_ledger`: the ledger's counts of `before`, which stand for
/// it at the size of a run of `now`; nullptr: none.
CountedRuns counted_runs(const lab::Result& before, const lab::Result& now, bool sized,
                         const CountPoint* in_ledger);

}  // namespace app
