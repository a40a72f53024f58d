// What counts cost in one currency, so that different ones can be ranked: cycles of one
// multiprocessor. The rule is docs/because.md. Called by the sentence after a change and by the
// ledger, which shows first what moved most.
#pragma once

#include "lab/run.h"
#include "lab/time/model.h"

namespace app {

/// Cycles that one of this counter takes of the pipe that it goes through, on the card of modelled
/// times; 0 of what takes none by itself.
double cycles_of(const simulator::CounterName& counter);

/// Of what one lane does in an instruction of its warp.
double cycles_of_operation();

/// Of a sector of an atomic in global memory: 1, as of any pass, and more where all blocks ask for
/// the same few addresses, since these queue at one unit for all multiprocessors. Which arrays they
/// ask for is what the picture's trace shows; how long these are, what a run at `asked` has.
double cycles_of_atomic_sector(const lab::Run& picture, const lab::Settings& asked);

/// Cycles of all that was counted: issued instructions, passes of shared memory, sectors.
double cycles_spent(const simulator::Counters& counters, double atomic_sector = 1);

// What modelled times are made of, over all launches of a run.
struct Terms {
    lab::ModelledTime all;
    double starts_alone = 0;  // ms in which blocks begin and all else is done already
};
/// Of a run that was counted, made once; all 0 where no plan made it.
const Terms& terms_of(const lab::Run&);

/// Cycles that all multiprocessors together spend on blocks that begin, beyond what they wait for
/// anyway: many blocks cost nothing while bytes take longer.
double cycles_of_starts(const lab::Run&);
/// On what each launch takes by itself.
double cycles_of_launches(const lab::Run&);
/// And on copies between host and device.
double cycles_of_copies(const lab::Run&);

}  // namespace app
