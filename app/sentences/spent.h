// What counts cost in one currency, so that different ones can be ranked: cycles of one
// multiprocessor. The rule is docs/because.md. Called by the sentence after a change and by the
// ledger, which shows first what moved most.
#pragma once

#include "simulator/counters.h"

namespace app {

/// Cycles that one of this counter takes of the pipe that it goes through, on the card of modelled
/// times; 0 of what takes none by itself.
double cycles_of(const simulator::CounterName& counter);

/// Of what one lane does in an instruction of its warp.
double cycles_of_operation();

/// Cycles of all that was counted: issued instructions, passes of shared memory, sectors.
double cycles_spent(const simulator::Counters& counters);

}  // namespace app
