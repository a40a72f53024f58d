// What is said of a fault fits where it happened.
#include <gtest/gtest.h>

#include <utility>

#include "lab/run.h"
#include "lab/running/faults.h"
#include "lab/words.h"
#include "simulator/race_texts.h"
#include "tests/helpers/words.h"

namespace {

using tests::has;

simulator::Fault fault(simulator::FaultKind kind) {
    simulator::Fault made;
    made.kind = kind;
    made.buffer = "part";
    made.elements = 8;
    made.line = 12;
    return made;
}

TEST(FaultWords, AdviceFitsWhereARaceIs) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.other_thread = {3, 0, 0};
    race.other_line = 14;
    EXPECT_TRUE(has(lab::fault_advice(race), "__syncthreads()"));
    EXPECT_TRUE(has(lab::fault_sentence(race), "and thread (3, 0, 0) reads it at line 14"));
    race.other_block = {1, 0, 0};
    race.other_write = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "Blocks run in any order"));
    const auto other = std::exchange(race.other_block, {});
    race.only_heard = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "it has no fence after that"));
    EXPECT_TRUE(has(lab::fault_advice(race), "cuda::memory_order_acquire"));
    race.only_seen = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "it has no fence after that"));
    race.only_heard = false;
    EXPECT_TRUE(has(lab::fault_advice(race), "with no fence after the write"));
    race.other_block = other;
    EXPECT_TRUE(has(lab::fault_advice(race), "with no fence of device scope after the write"))
        << "one of the block may be there";
    race.only_seen = false;
    EXPECT_TRUE(has(lab::fault_sentence(race),
                    "and thread (3, 0, 0) of block (1, 0, 0) writes it at line 14"));
    EXPECT_TRUE(has(lab::fault_sentence(race), "depends on timing"));
    race.kind = simulator::FaultKind::equal_writes;
    race.text = simulator::race_text::same_value;
    EXPECT_TRUE(has(lab::fault_sentence(race), "but both write the same value"));
    EXPECT_TRUE(has(lab::fault_advice(race),
                    "the same in any order, because all threads write the same "
                    "constant"));
}

// Whoever has an atomic there already is not told to use one.
TEST(FaultWords, AdviceFitsWhatTheTwoLinesAre) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.other_line = 14, race.other_thread = {3, 0, 0}, race.atomic = race.write = true;
    EXPECT_TRUE(has(lab::fault_advice(race),
                    "The atomic operation at line 12 is not ordered with the plain access at line "
                    "14"));
    EXPECT_TRUE(has(lab::fault_advice(race), "put __syncthreads() between them"));
    race.other_block = {1, 0, 0};
    EXPECT_FALSE(has(lab::fault_advice(race), "use an atomic"));
    EXPECT_TRUE(has(lab::fault_advice(race), "let a second kernel"));
    race.atomic = false, race.other_atomic = true;
    EXPECT_TRUE(has(lab::fault_advice(race),
                    "The atomic operation at line 14 is not ordered with the plain access at line "
                    "12"));
    race.other_block = {}, race.other_atomic = false, race.other_line = 12;
    EXPECT_TRUE(has(lab::fault_advice(race), "Read first, then call __syncthreads(), then write"));
    EXPECT_TRUE(has(lab::fault_advice(race), "In a loop, call __syncthreads() again"));
    race.other_write = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "Let only one thread write it"));
    EXPECT_FALSE(has(lab::fault_advice(race), "__syncthreads()"));
    race.other_block = {1, 0, 0};
    EXPECT_TRUE(has(lab::fault_advice(race), "give each block its own elements"));
}

TEST(FaultWords, ASequenceLockNeedsDataThatMayMeet) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.other_block = {1, 0, 0}, race.rechecked = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "as in a sequence lock"));
    EXPECT_TRUE(has(lab::fault_advice(race), "volatile, or relaxed atomics"));
    race.only_heard = race.only_seen = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "as in a sequence lock")) << "it has its fences";
}

TEST(FaultWords, WidthsThatDifferAreSaid) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.atomic = race.other_atomic = true, race.width = 4, race.other_width = 8;
    EXPECT_TRUE(has(lab::fault_advice(race),
                    "One of the two accesses is 4 bytes wide and the "
                    "other 8"));
    race.width = race.other_width = 0;
    EXPECT_FALSE(has(lab::fault_advice(race), "wide"));
}

TEST(FaultWords, NothingStandsBetweenALineAndItself) {
    simulator::Fault lockstep = fault(simulator::FaultKind::missing_warp_sync);
    lockstep.other_line = 14;
    EXPECT_TRUE(has(lab::fault_advice(lockstep), "between the two lines"));
    lockstep.other_line = lockstep.line;
    EXPECT_TRUE(has(lab::fault_advice(lockstep), "Read first"));
    EXPECT_FALSE(has(lab::fault_advice(lockstep), "between the two lines"));
}

TEST(FaultWords, AdviceFitsTheEndThatWasLeft) {
    simulator::Fault bounds = fault(simulator::FaultKind::out_of_bounds);
    bounds.element = 8;
    EXPECT_TRUE(has(lab::fault_sentence(bounds), "part has 8 elements, 0 to 7"));
    EXPECT_TRUE(has(lab::fault_advice(bounds), "if (index < 8)"));
    bounds.element = -1;
    EXPECT_TRUE(has(lab::fault_advice(bounds), "below 0"));
    bounds.buffer.clear();
    bounds.address = 0x400, bounds.elements = 0;
    EXPECT_FALSE(has(lab::fault_advice(bounds), "below 0"));
    EXPECT_TRUE(has(lab::fault_advice(bounds), "a number used as an address"));
    bounds.address = 0x7f0000100000;
    EXPECT_TRUE(has(lab::fault_advice(bounds), "far away from every array"));
    bounds.buffer = "part";
    bounds.elements = 1;
    EXPECT_TRUE(has(lab::fault_sentence(bounds), "part has 1 element, number 0"));
}

// PTX keeps neither name nor size of an array that each thread has of its own.
TEST(FaultWords, AnotherArrayOfTheThreadHasNoName) {
    simulator::Fault beyond = fault(simulator::FaultKind::beyond_array);
    beyond.element = 8, beyond.text = "whole";
    EXPECT_TRUE(has(lab::fault_sentence(beyond),
                    "part has 8 elements, 0 to 7, and this address belongs to whole."));
    beyond.space = simulator::Space::local;
    EXPECT_TRUE(has(lab::fault_sentence(beyond), "belongs to whole."));
    beyond.buffer = "local memory", beyond.text.clear();
    EXPECT_TRUE(has(lab::fault_sentence(beyond),
                    "reads element 8 of one of its local arrays at line 12: there is room for 8 "
                    "up to the next array, 0 to 7, and this address belongs to another array"))
        << lab::fault_sentence(beyond);
}

TEST(FaultWords, AdviceFitsTheMemoryThatNobodyWrote) {
    simulator::Fault unwritten = fault(simulator::FaultKind::uninitialized_read);
    unwritten.space = simulator::Space::shared;
    EXPECT_TRUE(has(lab::fault_advice(unwritten), "No barrier comes before this line"));
    EXPECT_FALSE(has(lab::fault_advice(unwritten), "the barrier that comes"));
    unwritten.interval = 1;
    EXPECT_TRUE(has(lab::fault_advice(unwritten), "before the barrier"));
    unwritten.space = simulator::Space::global;
    EXPECT_TRUE(has(lab::fault_advice(unwritten), "before the launch"));
    unwritten.buffer = "heap";
    EXPECT_FALSE(has(lab::fault_advice(unwritten), "malloc")) << "an array may have this name";
    unwritten.heap = true;
    EXPECT_TRUE(has(lab::fault_advice(unwritten), "malloc"));
}

TEST(FaultWords, OfWhatIsMissingSayWhatComesOfIt) {
    const simulator::Fault lane = fault(simulator::FaultKind::missing_lane);
    EXPECT_TRUE(has(lab::fault_sentence(lane), "the value is undefined"));
    const simulator::Fault fragile = fault(simulator::FaultKind::fragile_barrier);
    EXPECT_TRUE(has(lab::fault_title(fragile), "Fragile"));
    EXPECT_TRUE(has(lab::fault_sentence(fragile), "GPUs since Volta"));
    lab::Run run;
    run.faults = {fragile};
    EXPECT_FALSE(run.has_fault()) << "a warning";
    run.faults.push_back(lane);
    EXPECT_TRUE(run.has_fault());
}

// Numbers of five digits and more are in groups, all of a sentence.
TEST(FaultWords, ElementsThatNobodyWroteAreCounted) {
    simulator::Fault part = fault(simulator::FaultKind::never_written);
    part.elements = 1'234'567, part.left_out = 23'456, part.element = 789;
    EXPECT_TRUE(has(lab::fault_sentence(part), lab::grouped(23'456) + " of " +
                                                   lab::grouped(1'234'567) +
                                                   " elements of part were never written: the "
                                                   "first is part[789]"))
        << lab::fault_sentence(part);
}

TEST(FaultWords, AnUpdateIsToldWhichAtomicDoesIt) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.updates = race.write = true;
    EXPECT_FALSE(has(lab::fault_advice(race), "atomicAdd"));
    EXPECT_TRUE(has(lab::fault_advice(race), "one atomic operation for the read and the write"));
    race.text = "atomicMax";
    EXPECT_TRUE(has(lab::fault_advice(race), "Use atomicMax(&part[0], ...)"));
    EXPECT_TRUE(has(lab::fault_sentence(race), "depends on timing"));
    race.text = "atomicAdd";
    EXPECT_TRUE(has(lab::fault_advice(race), "one sum is lost. Use atomicAdd(&part[0]"));
}

TEST(FaultWords, ABarrierGoesBehindTheReadWhereALaterTurnWrites) {
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.other_line = 5, race.other_write = true, race.other_thread = {3, 0, 0};
    race.text = simulator::race_text::later_turn;
    EXPECT_TRUE(has(lab::fault_advice(race), "The write at line 5 belongs to a later turn"));
    EXPECT_TRUE(has(lab::fault_advice(race), "put __syncthreads() after line 12"));
    EXPECT_TRUE(has(lab::fault_sentence(race), "depends on timing"));
    race.kind = simulator::FaultKind::missing_warp_sync;
    EXPECT_TRUE(has(lab::fault_advice(race), "put __syncthreads() after line 12"));
    race.kind = simulator::FaultKind::race;
    race.text = simulator::race_text::any_turn;
    EXPECT_TRUE(has(lab::fault_advice(race), "between the two lines, and another one after"));
}

TEST(FaultWords, AnIndexBelowZeroInAnUnsigned) {
    simulator::Fault bounds = fault(simulator::FaultKind::out_of_bounds);
    bounds.element = 4294967295;
    EXPECT_TRUE(has(lab::fault_advice(bounds), "The index is -1, below 0. An unsigned int"));
    bounds.element = 605032703, bounds.text = "4900000000";
    EXPECT_TRUE(has(lab::fault_advice(bounds), lab::grouped(4'900'000'000)));
    EXPECT_TRUE(has(lab::fault_advice(bounds), "Compute it in 64 bits"));
    bounds.buffer.clear(), bounds.address = 4, bounds.text = "malloc";
    EXPECT_TRUE(has(lab::fault_sentence(bounds), "a null pointer: malloc found no free memory"));
    EXPECT_TRUE(has(lab::fault_advice(bounds), "Test the pointer that malloc or new returns"));
}

TEST(FaultWords, DynamicSharedMemoryThatIsTooShort) {
    simulator::Fault bounds = fault(simulator::FaultKind::out_of_bounds);
    bounds.space = simulator::Space::shared;
    bounds.element = 32, bounds.elements = 32, bounds.bytes = 4, bounds.text = "128";
    EXPECT_TRUE(has(lab::fault_sentence(bounds), "the 128 bytes of dynamic shared memory"));
    EXPECT_TRUE(has(lab::fault_advice(bounds), "needs 132 bytes"));
}

TEST(FaultWords, AdviceFitsTheLaneThatIsNotThere) {
    simulator::Fault lane = fault(simulator::FaultKind::missing_lane);
    lane.mask = 0xfffffff0, lane.absent = 1;
    EXPECT_TRUE(has(lab::fault_sentence(lane), "from lane 0, which the mask 0xfffffff0 does not"));
    EXPECT_TRUE(has(lab::fault_advice(lane), "__ffs(mask) - 1"));
    EXPECT_FALSE(has(lab::fault_advice(lane), "__ballot_sync()"));
    lane.mask = ~0u;
    EXPECT_TRUE(has(lab::fault_advice(lane), "__ballot_sync()"));
}

TEST(FaultWords, AdviceFitsOtherKindsOfMemoryAndScopes) {
    simulator::Fault unwritten = fault(simulator::FaultKind::uninitialized_read);
    unwritten.space = simulator::Space::local;
    EXPECT_FALSE(has(lab::fault_advice(unwritten), "before the launch"));
    EXPECT_TRUE(has(lab::fault_advice(unwritten), "where it is declared"));
    simulator::Fault race = fault(simulator::FaultKind::race);
    race.other_block = {1, 0, 0};
    EXPECT_TRUE(has(lab::fault_advice(race), "changed in place, write to another array"));
    race.narrow = race.atomic = race.other_atomic = true;
    EXPECT_TRUE(has(lab::fault_advice(race), "without _block"));
    EXPECT_TRUE(has(lab::fault_advice(fault(simulator::FaultKind::deadlock)),
                    "no line of the kernel writes the value that the loop reads"));
}

// A loop that goes one too far does so with one thread, too.
TEST(FaultWords, FewerThreadsHelpWhereTheIndexIsTheThreadsNumber) {
    simulator::Fault beyond = fault(simulator::FaultKind::out_of_bounds);
    beyond.element = beyond.thread_number = 8;
    EXPECT_TRUE(has(lab::fault_advice(beyond), "Or launch fewer threads."));
    for (const int number : {0, 7, -1}) {
        beyond.thread_number = number;
        EXPECT_TRUE(has(lab::fault_advice(beyond), "test it, if (index < 8)."));
        EXPECT_FALSE(has(lab::fault_advice(beyond), "fewer threads")) << number;
    }
}

}  // namespace
