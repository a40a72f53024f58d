// Whose counts a sentence sets against each other, of what is known of two results. See because.h.
#pragma once

#include "lab/run.h"

namespace app {

struct CountPoint;

struct CountedRuns {
    const lab::Run *before = nullptr, *now = nullptr;
    /// Counts of the one before at the size of the other, where its run is of another size.
    const simulator::Counters* alike = nullptr;
    explicit operator bool() const { return before && now; }
};

/// Both as they were asked for, or as they were counted for that; else both as they are drawn;
/// never one of each. Of one size, unless the size is what was turned (`sized`), and with what was
/// turned as it was asked for. None where no two are so. `in_ledger`: what the ledger counts of the
/// one before, which stands for it where a run of the other is of that size; nullptr: nothing.
CountedRuns counted_runs(const lab::Result& before, const lab::Result& now, bool sized,
                         const CountPoint* in_ledger);

}  // namespace app
