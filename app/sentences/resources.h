// What a multiprocessor gives a kernel's threads and no counter counts: registers, the bytes that
// are spilled for want of them, resident warps; and how many threads a launch has. Rows of
// causes.h.
#pragma once

#include <vector>

#include "app/sentences/moves.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"

namespace app {

/// Registers of a thread and bytes that it spills, of the first launches of two lessons' kernels,
/// as ptxas deals them out. Registers where fewer warps find room for them, and more are launched;
/// or where bytes are spilled.
std::vector<Move> moved_registers(const lab::Run& before, const lab::Run& now);
/// Warps at once on a multiprocessor of the card that the settings choose; none where they choose
/// none.
std::vector<Move> moved_resident_warps(const lab::Run& before, const lab::Run& now);

/// How many elements the array has that the pictures' first atomics of global memory change, as it
/// was asked for; where the faster one has twice as many or more.
std::vector<Move> moved_atomic_addresses(const lab::Result& before, const lab::Result& now,
                                         bool faster);

/// FP operations of the ledger's row, where they went the time's way by a tenth or more. A root is
/// one of them, and many instructions of the device's own.
std::vector<Move> moved_operations(const lab::Run& before, const lab::Run& now, bool faster);

/// Threads of the largest launch that is timed of each, as they were asked for, where one has twice
/// as many or more; else its blocks, likewise. `blocks_first`: the blocks, and else the threads.
std::vector<Move> moved_launches(const lab::Settings& before, const lab::Settings& now,
                                 bool blocks_first = false);
/// The same of two results. Where blocks ask for one address, how many there are says more than how
/// many threads.
std::vector<Move> moved_launches(const lab::Result& before, const lab::Result& now);

/// moved_launches() where the slower launches one block, and the faster eight or more: all but one
/// multiprocessor are idle. Else none.
std::vector<Move> moved_from_one_block(const lab::Settings& before, const lab::Settings& now,
                                       bool faster);
/// The same where the slower launches at most a quarter of the threads that the modelled card has
/// room for, and the faster eight times as many: most of the card is idle.
std::vector<Move> moved_from_few_threads(const lab::Settings& before, const lab::Settings& now,
                                         bool faster);

/// What launches take by themselves follows no size: it is a reason where it may be a fifth of what
/// a time moved by, or nothing else moved.
void keep_launches_that_tell(std::vector<Move>& all, const lab::Run& before, const lab::Run& now,
                             const TwoTimes& times);

}  // namespace app
