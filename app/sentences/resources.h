// Resources that no counter counts: registers, bytes spilled for lack of registers, resident warps,
// and the threads of a launch. Rows of causes.h.
#pragma once

#include <vector>

#include "app/sentences/moves.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"

namespace app {

/// Registers and spilled bytes per thread, as ptxas assigns them, of the first launches of two
/// lessons' kernels. Registers only where fewer warps fit and more are launched, or where bytes are
/// spilled.
std::vector<Move> moved_registers(const lab::Run& before, const lab::Run& now);
/// Resident warps of a multiprocessor of the card that the settings choose; empty where they choose
/// no card.
std::vector<Move> moved_resident_warps(const lab::Run& before, const lab::Run& now);

/// Elements of the array that the pictures' first global atomics change, at the size asked for;
/// empty unless the faster result has twice as many or more.
std::vector<Move> moved_atomic_addresses(const lab::Result& before, const lab::Result& now,
                                         bool faster);

/// FP operations of the ledger's row, where they went the time's way by a tenth or more. A square
/// root counts as one operation, but takes many device instructions.
std::vector<Move> moved_operations(const lab::Run& before, const lab::Run& now, bool faster);

/// Threads of the largest timed launch, at the sizes asked for, where one has twice as many or
/// more; else its blocks likewise. `blocks_first`: blocks, else threads.
std::vector<Move> moved_launches(const lab::Settings& before, const lab::Settings& now,
                                 bool blocks_first = false);
/// moved_launches() of two results: blocks first where both have global atomics, since blocks queue
/// at their addresses.
std::vector<Move> moved_launches(const lab::Result& before, const lab::Result& now);

/// moved_launches() where the slower one launches one block, and the faster one eight or more: all
/// multiprocessors but one are idle. Else empty.
std::vector<Move> moved_from_one_block(const lab::Settings& before, const lab::Settings& now,
                                       bool faster);
/// moved_launches() where the slower one launches at most a quarter of the threads that fit the
/// modelled card, and the faster one eight times as many: most of the card is idle.
std::vector<Move> moved_from_few_threads(const lab::Settings& before, const lab::Settings& now,
                                         bool faster);

/// Keeps the move of launches only where their own time may be a fifth of the difference in time,
/// or where nothing else moved. The time of a launch does not depend on the size.
void keep_launches_that_tell(std::vector<Move>& all, const lab::Run& before, const lab::Run& now,
                             const TwoTimes& times);

}  // namespace app
