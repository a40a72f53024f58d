// The cost of counts in one unit, so that they can be ranked: cycles of one multiprocessor. The
// rule is docs/because.md. Called by the sentence after a change, and by the ledger for its order
// of rows.
#pragma once

#include "lab/run.h"
#include "lab/time/model.h"

namespace app {

/// Whether these are passes or sectors of atomics in global memory, which have a price of their
/// own: cycles_of_atomic_sector().
bool is_of_global_atomics(const simulator::CounterName& counter);

/// Cycles of one event of this counter in its pipe, on the card of modelled times; 0 for events
/// that cost nothing by themselves.
double cycles_of(const simulator::CounterName& counter);

/// Cycles of one lane's operation in an instruction of its warp.
double cycles_of_operation();

/// Cycles of one sector of a global atomic: 1, as for any pass. More where all blocks use the same
/// few addresses: these queue at one unit for all multiprocessors. The arrays are those in the
/// picture's trace, their lengths those of a run at `asked`.
double cycles_of_atomic_sector(const lab::Run& picture, const lab::Settings& asked);

/// Cycles of all counts: issued instructions, shared memory wavefronts, sectors.
double cycles_spent(const simulator::Counters& counters, double atomic_sector = 1);

// The terms of modelled times, summed over all launches of a run.
struct Terms {
    lab::ModelledTime all;
    double starts_alone = 0;  // ms in which blocks still start after all other work is done
};
/// The terms of a counted run, computed once; all 0 where no plan made the run.
const Terms& terms_of(const lab::Run&);

/// Cycles of all multiprocessors in which blocks still start after all other work is done: starts
/// during longer work cost nothing.
double cycles_of_starts(const lab::Run&);
/// Cycles for the launches themselves.
double cycles_of_launches(const lab::Run&);
/// Cycles for copies between host and device.
double cycles_of_copies(const lab::Run&);

}  // namespace app
