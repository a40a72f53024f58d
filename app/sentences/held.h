// What a multiprocessor gives a kernel's threads and no counter counts: registers, what is spilled
// for want of them, warps at once; and how many threads a launch has. Said by because.cpp behind
// what is counted.
#pragma once

#include <string>

#include "app/sentences/moves.h"
#include "app/sentences/two_times.h"
#include "lab/run.h"

namespace app {

/// What differs between the first launches of two runs, "registers of a thread 68 → 32, bytes it
/// spills 0 → 828"; empty where nothing does, or registers by less than a quarter. Registers as
/// ptxas deals them out, of lessons' kernels alone; warps at once on a multiprocessor of the card
/// that the settings choose, where they do. `registers`: those too, else warps alone; `warps`: of
/// warps_launched(), as nobody waits for registers where all that there are find room.
std::string held_words(const lab::Run& before, const lab::Run& now, bool registers, double warps);

/// Warps for each multiprocessor of the modelled card in the largest launch of either, as they were
/// asked for.
double warps_launched(const lab::Settings& before, const lab::Settings& now);

/// "addresses of its atomics 1 → 16 384": how many elements the array has that the pictures' first
/// atomics of global memory change, as it was asked for; where one has twice as many or more, and
/// that is the faster one.
std::string addresses_words(const lab::Result& before, const lab::Result& now, bool faster);

/// "FP operations ×1.2": of the ledger's row, where they went the time's way by a tenth or more. A
/// root is one of them, and many instructions of the device's own.
std::string operations_words(const lab::Run& before, const lab::Run& now, bool faster);

/// "threads launched 256 → 16 777 216": of the largest launch that is timed of each, as they were
/// asked for, where one has twice as many or more; else its blocks, likewise; else empty.
/// `blocks_first`: the blocks, and else the threads, as of blocks that queue at one address.
std::string launched_words(const lab::Settings& before, const lab::Settings& now,
                           bool blocks_first = false);

/// The same of two results. Where blocks ask for one address, how many there are says more than
/// their threads do.
std::string launched_words(const lab::Result& before, const lab::Result& now);

/// The same where the slower launches one block and the faster eight or more: all but one
/// multiprocessor are idle, whatever else moved. Else empty.
std::string one_block_words(const lab::Settings& before, const lab::Settings& now, bool faster);

/// The same where the slower launches at most a quarter of the threads that the modelled card has
/// room for, and the faster eight times as many: most of the card is idle. Else empty.
std::string few_threads_words(const lab::Settings& before, const lab::Settings& now, bool faster);

/// What launches take by themselves follows no size: it is a reason where it may be a fifth of what
/// a time moved by, or nothing else moved.
void keep_launches_that_tell(std::vector<Move>& all, const lab::Run& before, const lab::Run& now,
                             const TwoTimes& times);

}  // namespace app
