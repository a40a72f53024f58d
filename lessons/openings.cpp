// Kernels that the first picture of their lesson does not tell apart: the pictures that they open
// on.
#include "lab/opening/opening.h"

namespace lessons::openings_of_lessons {
namespace {

using lab::RegisterOpenings;

// All warps have room in these as well: what is new is that a thread's accounts do not wait for
// each other, which is seen where their loads are under way together.
const RegisterOpenings accounts_under_way{"occupancy",
                                          {{"two", "in_flight"}, {"four", "in_flight"}}};

// The tiles of the second and third are one picture: what parts them is which sectors a warp asks
// for. Those of the tenth are the ninth's: what is new is how much a load brings, and then what is
// multiplied meanwhile.
const RegisterOpenings products_by_loads_of_warps{"matrix_product",
                                                  {{"swapped", "coalescing"},
                                                   {"naive", "coalescing"},
                                                   {"wide", "in_flight"},
                                                   {"ahead", "in_flight"}}};

// Where values come from is the same as in the kernel before: what parts them is in which banks
// they lie; or launches meet.
const RegisterOpenings scans_by_idea{"scan", {{"padded", "banks"}, {"three_kernels", "blocks"}}};

// Nobody waits: the launches meet where the last adds what the second made of the first's sums.
const lab::RegisterOpeningLines scans_by_meeting{
    "scan", {{"three_kernels", "totals[i] = Op::join(before[blockIdx.x], totals[i]);"}}};

// Hardly anybody queues in the blocks of these: what they are about is how a block adds up, and
// then how often a thread comes back for more, and how much it asks for before it waits.
const RegisterOpenings averages_by_values{"average",
                                          {{"tree", "data_flow"},
                                           {"shuffle", "data_flow"},
                                           {"many", "in_flight"},
                                           {"wide", "in_flight"}}};

// Queues at a bin look alike in all of these: what parts them is how many rounds a block counts for
// one end, among how many bins of its copies a warp finds its own, and how much is asked for before
// a thread waits.
const RegisterOpenings histograms_by_idea{"histogram",
                                          {{"global", "same_address"},
                                           {"shared", "same_address"},
                                           {"many", "blocks"},
                                           {"many skew=one", "same_address"},
                                           {"per_warp", "same_address"},
                                           {"per_warp skew=one", "same_address"},
                                           {"wide", "in_flight"}}};
// Where a number is counted, and not where a block's sums are added to those of all; or just there,
// behind all rounds of a block.
const lab::RegisterOpeningLines counts_numbers{"histogram",
                                               {{"global", ""},
                                                {"shared", ""},
                                                {"many", "atomicAdd(&bins[bin], own[bin]);"},
                                                {"many skew=one", ""},
                                                {"per_warp", ""}}};

// Their trees are one picture: what parts them is how many products a thread adds before, and how
// much it asks for before it waits.
const RegisterOpenings products_by_share{"dot_product",
                                         {{"grid_stride", "data_flow"}, {"wide", "in_flight"}}};
// Where a thread's products have become its share.
const lab::RegisterOpeningLines products_of_a_thread{"dot_product",
                                                     {{"grid_stride", "part[t] = share;"}}};

// What parts it from the kernel before is that a load brings four numbers, that nothing is
// put in order before the first exchange, that two pieces of the signal have some in common, in
// which banks numbers lie, or that two rounds are made at once.
const RegisterOpenings transforms{"fft",
                                  {{"four", "way"},
                                   {"unordered", "data_flow"},
                                   {"pieces", "heat_map"},
                                   {"by_four", "data_flow"},
                                   {"spread", "banks"}}};
// Two loads bring what sixteen products need; the way forward exchanges first; the second piece of
// a block is read, beside the first.
const lab::RegisterOpeningLines transforms_by_line{
    "fft",
    {{"four", ""},
     {"unordered", "z[i + apart] = product(difference(own, other), table[apart + at]);"},
     {"pieces", "return i >= 0 && i < count ? numbers[i] : 0.0f;"}}};

// 32 keys are a warp's: what the block adds is seen where each thread has one; and many blocks pay
// where there are many keys.
const lab::RegisterOpeningSizes sorts{"radix_sort",
                                      {{"bits", 256},
                                       {"digits", 256},
                                       {"blocks", 1 << 19},
                                       {"in_order", 1 << 19},
                                       {"eight", 1 << 19},
                                       {"one_sweep", 1 << 19}}};

// Of sixteen blocks the last one of a chain waits longer than whoever looks back.
const lab::RegisterOpeningSizes recurrences{"recurrence", {{"chain", 8192}, {"look_back", 8192}}};

// With a few blocks all of these take as long as a launch; with more numbers not all of them would
// be counted while somebody waits.
const lab::RegisterOpeningSizes scans{
    "scan",
    {{"chain", 1 << 20}, {"three_kernels", 1 << 20}, {"look_back", 1 << 20}, {"wide", 1 << 20}}};

// In two launches their end orders everything, and no scope is seen. In one the flag has to, and
// for pairs of one block it does.
const lab::RegisterOpeningKnobs scopes{"memory_model",
                                       {{"block_scope", {{"block", 64}, {"launches", 1}}}}};

// A launch takes longer than 50 numbers. Those that take any number part where there are many.
const lab::RegisterOpeningSizes convolutions{"fft",
                                             {{"direct", 1 << 20},
                                              {"tile", 1 << 20},
                                              {"four", 1 << 20},
                                              {"pieces", 1 << 20},
                                              {"by_four", 1 << 20},
                                              {"spread", 1 << 20}}};

// Where values come from is the same as in a kernel before: what parts them is how a warp reads;
// and of two whose threads wait for each of their numbers, who answers.
const RegisterOpenings systems_by_sectors{
    "tridiagonal",
    {{"interleaved", "coalescing"}, {"thomas", "levels"}, {"thomas_interleaved", "levels"}}};

// Points made by a kernel of their own are seen on the board as all others. Then they lie as
// before, and what parts kernels is who asks the counters, and how often: one lane of a warp, or
// one thread of a block, is a queue of nobody, so that is seen by lanes.
const RegisterOpenings counts_by_queue{"pi",
                                       {{"made", "dart_board"},
                                        {"shared", "same_address"},
                                        {"shared seeds=same", "dart_board"},
                                        {"ballot", "lanes"},
                                        {"ballot seeds=same", "dart_board"},
                                        {"barrier", "lanes"},
                                        {"barrier seeds=same", "dart_board"}}};

// Hits of a block meet at its counter; then a warp votes; then the barrier itself counts, and all
// threads come to it.
const lab::RegisterOpeningLines counts_by_hands{
    "pi", {{"shared", ""}, {"ballot", "unsigned hands = __ballot_sync"}, {"barrier", ""}}};

// Their tree is that of the kernel before: what parts them is that a thread adds its share first,
// and how much a load asks for.
const RegisterOpenings sums_by_loads{"reduction",
                                     {{"two_passes", "data_flow"}, {"wide", "in_flight"}}};
const lab::RegisterOpeningLines sums_by_share{"reduction", {{"two_passes", "part[t] = sum;"}}};

// Three kernels a pass: what parts the scatters is how far apart a warp writes; with more digits
// which way keys take is new.
const RegisterOpenings sorts_by_scatter{
    "radix_sort", {{"blocks", "coalescing"}, {"in_order", "coalescing"}, {"eight", "data_flow"}}};

// Nothing is read: what is left is what the numbers are for.
const RegisterOpenings options_by_paths{"option", {{"drawn", "paths"}}};

// Once cured, threads meet nowhere: what is left to see is who wrote which element. Or all lanes
// come to where some did not: lanes, there, and not where the fewest are on.
const RegisterOpenings cures{"bug_hunt",
                             {{"two_slots version=cured", "array"},
                              {"in_place version=cured", "array"},
                              {"early_return version=cured", "lanes"},
                              {"barrier_in_if version=cured", "lanes"},
                              {"left_lane version=cured", "lanes"}}};
const lab::RegisterOpeningLines cures_by_line{
    "bug_hunt",
    {{"early_return version=cured", "__syncthreads();"},
     {"barrier_in_if version=cured", "__syncthreads();            // every thread"},
     {"left_lane version=cured", "sum += __shfl_down_sync"}}};

}  // namespace
}  // namespace lessons::openings_of_lessons
