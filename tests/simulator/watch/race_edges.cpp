// The checks at the edges of what they know: who learns from a flag, which readers are remembered,
// lanes that come to a barrier in two parts, words written byte by byte.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::line_of;
using small_kernel::text_of;

// Runs a kernel with every block checked; pointers are buffers "x", "y" and "z" of zeros.
class Checked {
public:
    explicit Checked(int pointers, const std::string& body, std::uint32_t threads = 32)
        : text(text_of(pointers, body)), runner(text, checking()) {
        for (int i = 0; i < pointers; ++i)
            runner.buffer(std::string(1, static_cast<char>('x' + i)), Type::u32,
                          std::vector<std::uint32_t>(256));
        runner.launch("small", {}, {threads, 1, 1});
    }
    static Options checking() {
        Options options;
        options.check_all = true;
        return options;
    }
    const std::vector<Fault>& faults() { return runner.machine().faults(); }
    std::set<FaultKind> kinds() {
        std::set<FaultKind> found;
        for (const Fault& fault : faults()) found.insert(fault.kind);
        return found;
    }
    std::string text;
    Runner runner;
};

// The first warp writes x and signals at y; the second one does `signal` there and reads x.
Checked handed_over(const std::string& signal) {
    return Checked(2,
                   "and.b32 %r5, %t, 31;\n"
                   "setp.ne.u32 %p1, %r5, 0;\n"
                   "@%p1 bra end;\n"
                   "setp.ge.u32 %p0, %t, 32;\n"
                   "@%p0 bra second;\n"
                   "st.global.u32 [%a0], 5;\n"
                   "membar.gl;\n"
                   "atom.global.add.u32 %r0, [%a1], 1;\n"
                   "bra end;\n"
                   "second:\n" +
                       signal +
                       "membar.gl;\n"
                       "ld.global.u32 %r2, [%a0];\n"
                       "end:\n",
                   64);
}

TEST(RaceEdges, WhoSeesAFlagIsInOrder) {
    EXPECT_TRUE(handed_over("atom.global.add.u32 %r1, [%a1], 1;\n").faults().empty());
    EXPECT_TRUE(handed_over("ld.acquire.gpu.global.u32 %r1, [%a1];\n").faults().empty());
}

TEST(RaceEdges, AReductionSeesNothingOfTheFlagItAddsTo) {
    Checked checked = handed_over("red.global.add.u32 [%a1], 1;\n");
    ASSERT_EQ(checked.faults().size(), 1u);
    EXPECT_EQ(checked.faults()[0].kind, FaultKind::race);
    EXPECT_EQ(checked.faults()[0].buffer, "x");
}

// Whichever comes second: what to change depends on it.
TEST(RaceEdges, WhichOfTheTwoIsAtomicIsKept) {
    const std::string plain = "st.global.u32 [%a0], 5;\n",
                      atomic = "atom.global.add.u32 %r0, [%a0], 1;\n";
    for (const bool first : {true, false}) {
        Checked checked(1,
                        "and.b32 %r5, %t, 31;\n"
                        "setp.ne.u32 %p1, %r5, 0;\n"
                        "@%p1 bra end;\n"
                        "setp.ge.u32 %p0, %t, 32;\n"
                        "@%p0 bra second;\n" +
                            (first ? atomic : plain) + "bra end;\nsecond:\n" +
                            (first ? plain : atomic) + "end:\n",
                        64);
        ASSERT_EQ(checked.faults().size(), 1u);
        const Fault& fault = checked.faults()[0];
        EXPECT_NE(fault.atomic, fault.other_atomic);
        EXPECT_EQ(fault.atomic, fault.ptx_line == line_of(checked.text, "atom.global"));
    }
}

TEST(RaceEdges, AnotherPlaceIsNoFlag) {
    Checked checked = handed_over("atom.global.add.u32 %r1, [%a1+4], 1;\n");
    ASSERT_EQ(checked.faults().size(), 1u);
    EXPECT_EQ(checked.faults()[0].buffer, "x");
}

// Even lanes write 5 to x[0], odd ones their number to x[1]: of one line the worse is told, once.
TEST(RaceEdges, OfTwoLinesTheRaceIsToldAndNotTheSameValue) {
    Checked checked(1,
                    "and.b32 %r0, %t, 1;\n"
                    "setp.eq.u32 %p0, %r0, 1;\n"
                    "selp.b32 %r1, %t, 5, %p0;\n"
                    "mad.wide.u32 %d0, %r0, 4, %a0;\n"
                    "st.global.u32 [%d0], %r1;\n");
    ASSERT_EQ(checked.faults().size(), 1u);
    EXPECT_EQ(checked.faults()[0].kind, FaultKind::race);
    EXPECT_EQ(checked.faults()[0].text, "");
    EXPECT_EQ(checked.faults()[0].repeats, 15u) << "each of 16 odd lanes with the one before";
    EXPECT_EQ(checked.faults()[0].element, 1);
}

// Lane 0, then the second warp, then lane 1 read x[0]; lane 1 writes it. Both others are told.
TEST(RaceEdges, ThreeReadersAreRemembered) {
    Checked checked(2,
                    "setp.ge.u32 %p0, %t, 32;\n"
                    "@%p0 bra second;\n"
                    "setp.gt.u32 %p1, %t, 1;\n"
                    "@%p1 bra end;\n"
                    "setp.eq.u32 %p2, %t, 1;\n"
                    "@%p2 bra later;\n"
                    "ld.global.u32 %r0, [%a0];\n"
                    "wait:\n"
                    "atom.global.add.u32 %r1, [%a1], 0;\n"
                    "setp.eq.u32 %p3, %r1, 0;\n"
                    "@%p3 bra wait;\n"
                    "bra end;\n"
                    "later:\n"
                    "atom.global.add.u32 %r1, [%a1], 0;\n"
                    "setp.eq.u32 %p3, %r1, 0;\n"
                    "@%p3 bra later;\n"
                    "ld.global.u32 %r0, [%a0];\n"
                    "st.global.u32 [%a0], 5;\n"
                    "bra end;\n"
                    "second:\n"
                    "setp.ne.u32 %p4, %t, 32;\n"
                    "@%p4 bra end;\n"
                    "ld.global.u32 %r0, [%a0];\n"
                    "atom.global.exch.b32 %r1, [%a1], 1;\n"
                    "end:\n",
                    64);
    EXPECT_EQ(checked.kinds(), (std::set{FaultKind::race, FaultKind::missing_warp_sync}));
    for (const Fault& fault : checked.faults()) {
        EXPECT_EQ(fault.thread.x, 1u);
        EXPECT_EQ(fault.other_thread.x, fault.kind == FaultKind::race ? 32u : 0u);
    }
}

std::string at_two_barriers(const std::string& second) {
    return "mov.u32 %r5, part;\n"
           "shl.b32 %r4, %t, 2;\n"
           "add.u32 %r6, %r4, %r5;\n"
           "st.shared.u32 [%r6], %t;\n"
           "setp.lt.u32 %p0, %t, 16;\n"
           "@%p0 bra low;\n"
           "barrier.sync 0;\n"
           "bra end;\n"
           "low:\n" +
           second +
           "end:\n"
           "xor.b32 %r4, %r4, 64;\n"
           "add.u32 %r6, %r4, %r5;\n"
           "ld.shared.u32 %r0, [%r6];\n"
           "st.global.u32 [%own0], %r0;\n";
}

TEST(RaceEdges, AWarpMayComeToABarrierInTwoParts) {
    Checked checked(1, at_two_barriers("barrier.sync 0;\n"));
    EXPECT_TRUE(checked.kinds().empty());
    EXPECT_EQ(checked.runner.values<std::uint32_t>("x")[3], 19u);
}

TEST(RaceEdges, BytesOfOneWordAreNoRaceAndPartsThatOverlapAre) {
    const std::string bytes =
        "cvt.u64.u32 %d0, %t;\n"
        "add.u64 %d0, %d0, %a0;\n"
        "cvt.u16.u32 %h0, %t;\n"
        "st.global.u8 [%d0], %h0;\n";
    EXPECT_TRUE(Checked(1, bytes).faults().empty());
    Checked overlapping(1, bytes +
                               "setp.ne.u32 %p0, %t, 0;\n"
                               "@%p0 bra end;\n"
                               "bar.warp.sync 1;\n"
                               "ld.global.u16 %h1, [%a0];\n"
                               "end:\n");
    ASSERT_EQ(overlapping.faults().size(), 1u);
    EXPECT_EQ(overlapping.faults()[0].kind, FaultKind::missing_warp_sync);
    EXPECT_EQ(overlapping.faults()[0].other_thread.x, 1u);
}

// Of eight bytes that are read four were written: that may be padding. Of none: that is told.
TEST(RaceEdges, AWideReadOfAPartIsNotUninitialized) {
    const auto reading = [](const char* offset) {
        return Checked(0,
                       std::string("mov.u32 %r0, 1;\n"
                                   "st.shared.u32 [part+4], %r0;\n"
                                   "ld.shared.u64 %d0, [part+") +
                           offset + "];\n",
                       1);
    };
    EXPECT_TRUE(reading("0").faults().empty());
    Checked never = reading("8");
    ASSERT_EQ(never.faults().size(), 1u);
    EXPECT_EQ(never.faults()[0].kind, FaultKind::uninitialized_read);
}

// Two loads and a store of one thread are in order, whatever stands between.
TEST(RaceEdges, AThreadNeedsNoBarrierForItself) {
    Checked checked(1,
                    "st.global.u32 [%own0], %t;\n"
                    "ld.global.u32 %r0, [%own0];\n"
                    "add.u32 %r0, %r0, 1;\n"
                    "st.global.u32 [%own0], %r0;\n");
    EXPECT_TRUE(checked.faults().empty());
}

// A fence comes before the flag is set or it says nothing of what was written.
TEST(RaceEdges, AFlagSetWithoutAFenceTellsNothing) {
    const std::string body =
        "and.b32 %r5, %t, 31;\n"
        "setp.ne.u32 %p1, %r5, 0;\n"
        "@%p1 bra end;\n"
        "setp.ge.u32 %p0, %t, 32;\n"
        "@%p0 bra second;\n"
        "st.global.u32 [%a0], 5;\n"
        "atom.global.add.u32 %r0, [%a1], 1;\n"
        "membar.gl;\n"
        "bra end;\n"
        "second:\n"
        "atom.global.add.u32 %r1, [%a1], 1;\n"
        "membar.gl;\n"
        "ld.global.u32 %r2, [%a0];\n"
        "end:\n";
    Checked late(2, body, 64);
    ASSERT_EQ(late.faults().size(), 1u);
    EXPECT_EQ(late.faults()[0].buffer, "x");
    std::string released = body;
    released.replace(released.find("atom.global.add.u32 %r0"), 23,
                     "atom.release.gpu.global.add.u32 %r0");
    EXPECT_TRUE(Checked(2, released, 64).faults().empty());
}

// The second warp knows by a barrier what the first wrote; the third sees its flag.
Checked passed_on(const std::string& fence, const std::string& looks = "atom.global.add.u32",
                  const std::string& behind = "membar.gl;\n") {
    return Checked(2,
                   "and.b32 %r5, %t, 31;\n"
                   "setp.eq.u32 %p1, %r5, 0;\n"
                   "setp.ge.u32 %p0, %t, 64;\n"
                   "@%p0 bra third;\n"
                   "setp.ge.u32 %p2, %t, 32;\n"
                   "@%p2 bra second;\n"
                   "@%p1 st.global.u32 [%a0], 5;\n"
                   "bar.sync 1, 64;\n"
                   "bra end;\n"
                   "second:\n"
                   "bar.sync 1, 64;\n" +
                       fence +
                       "@%p1 atom.global.add.u32 %r0, [%a1], 1;\n"
                       "bra end;\n"
                       "third:\n" +
                       looks +
                       " %r1, [%a1], 0;\n"
                       "setp.eq.u32 %p3, %r1, 0;\n"
                       "@%p3 bra third;\n" +
                       behind +
                       "@%p1 ld.global.u32 %r2, [%a0];\n"
                       "end:\n"
                       "bar.sync 0;\n",  // who has returned is past every barrier
                   96);
}

TEST(RaceEdges, WhatABarrierToldIsPassedOnByAFence) {
    EXPECT_TRUE(passed_on("membar.gl;\n").faults().empty());
    Checked unfenced = passed_on("");
    ASSERT_EQ(unfenced.faults().size(), 1u);
    EXPECT_EQ(unfenced.faults()[0].buffer, "x");
}

// Who sees a flag may have read before it what it tells of, where nothing stands between.
TEST(RaceEdges, AFlagThatWasSeenOrdersBehindAFence) {
    const std::string fence = "membar.gl;\n", relaxed = "atom.global.add.u32";
    Checked unfenced = passed_on(fence, relaxed, "");
    ASSERT_EQ(unfenced.faults().size(), 1u);
    EXPECT_EQ(unfenced.faults()[0].buffer, "x");
    EXPECT_TRUE(unfenced.faults()[0].only_heard);
    EXPECT_FALSE(passed_on("").faults()[0].only_heard) << "nobody told of it";
    for (const std::string behind : {"membar.cta;\n", "bar.sync 2, 32;\n"})
        for (const std::string before : {"membar.cta;\n", "membar.gl;\n"})
            EXPECT_TRUE(passed_on(before, relaxed, behind).faults().empty()) << before << behind;
    EXPECT_TRUE(passed_on(fence, "atom.acquire.gpu.global.add.u32", "").faults().empty());
}

// A flag that was set before the write tells nothing of it, whoever saw it.
TEST(RaceEdges, WhoSetAFlagBehindTheWriteIsKept) {
    const auto passed = [](const std::string& first, const std::string& then) {
        return Checked(2,
                       "and.b32 %r5, %t, 31;\n"
                       "setp.ne.u32 %p1, %r5, 0;\n"
                       "@%p1 bra end;\n"
                       "setp.ge.u32 %p0, %t, 32;\n"
                       "@%p0 bra second;\n" +
                           first + then +
                           "bra end;\n"
                           "second:\n"
                           "ld.volatile.global.u32 %r1, [%a1];\n"
                           "setp.eq.u32 %p3, %r1, 0;\n"
                           "@%p3 bra second;\n"
                           "ld.global.u32 %r2, [%a0];\n"
                           "end:\n",
                       64);
    };
    const std::string writes = "st.global.u32 [%a0], 5;\n",
                      sets = "st.volatile.global.u32 [%a1], 1;\n";
    Checked behind = passed(writes, sets), before = passed(sets, writes);
    ASSERT_EQ(behind.faults().size(), 1u);
    EXPECT_TRUE(behind.faults()[0].only_seen);
    ASSERT_EQ(before.faults().size(), 1u);
    EXPECT_FALSE(before.faults()[0].only_seen);
}

// Who waits for no flag has seen none: what is volatile may be the number itself.
TEST(RaceEdges, AVolatileNumberIsNoFlagOfItself) {
    Checked checked(2,
                    "and.b32 %r5, %t, 31;\n"
                    "setp.ne.u32 %p1, %r5, 0;\n"
                    "@%p1 bra end;\n"
                    "setp.ge.u32 %p0, %t, 32;\n"
                    "@%p0 bra second;\n"
                    "st.volatile.global.u32 [%a0], 5;\n"
                    "bra end;\n"
                    "second:\n"
                    "ld.volatile.global.u32 %r2, [%a0];\n"
                    "end:\n",
                    64);
    ASSERT_EQ(checked.faults().size(), 1u);
    EXPECT_FALSE(checked.faults()[0].only_seen);
}

// Threads that returned are past every barrier: what they wrote before is in order behind it.
TEST(RaceEdges, ABarrierOrdersWhatThoseWroteWhoReturned) {
    Checked checked(1,
                    "mov.u32 %r5, part;\n"
                    "shl.b32 %r4, %t, 2;\n"
                    "add.u32 %r6, %r4, %r5;\n"
                    "st.shared.u32 [%r6], %t;\n"
                    "setp.ge.u32 %p0, %t, 32;\n"
                    "@%p0 ret;\n"
                    "barrier.sync 0;\n"
                    "ld.shared.u32 %r0, [%r6+128];\n"
                    "st.global.u32 [%own0], %r0;\n",
                    64);
    EXPECT_EQ(checked.kinds(), std::set{FaultKind::fragile_barrier}) << "a warning";
    EXPECT_EQ(checked.runner.values<std::uint32_t>("x")[3], 35u);
}

// ---- A plain read that an atomic checks, or that only decides whether that is tried.

// The largest number, as every guide has it: the second warp finds that the first has a larger one.
std::string largest(const std::string& beside = "", const std::string& behind = "") {
    return "ld.global.u32 %r1, [%a0];\nsub.u32 %r5, 63, %t;\n" + beside +
           "again:\n"
           "setp.le.u32 %p0, %r5, %r1;\n"
           "@%p0 bra enough;\n"
           "atom.global.cas.b32 %r2, [%a0], %r1, %r5;\n"
           "setp.ne.u32 %p1, %r2, %r1;\n"
           "mov.u32 %r1, %r2;\n"
           "@%p1 bra again;\n"
           "enough:\n" +
           behind;
}

TEST(RaceEdges, AFirstGuessAccusesNobody) {
    EXPECT_TRUE(Checked(1, largest(), 64).kinds().empty());
    Checked once(1,
                 "ld.global.u32 %r1, [%a0];\n"
                 "sub.u32 %r5, 63, %t;\n"
                 "setp.le.u32 %p0, %r5, %r1;\n"
                 "@%p0 bra enough;\n"
                 "red.global.max.u32 [%a0], %r5;\n"
                 "enough:\n",
                 64);
    EXPECT_TRUE(once.kinds().empty()) << "it decides whether the atomic is tried";
    EXPECT_EQ(once.runner.values<std::uint32_t>("x")[0], 63u);
}

TEST(RaceEdges, AReadThatDecidesMoreIsNoGuess) {
    const auto races = [](const std::string& body) {
        return Checked(2, body, 64).kinds().contains(FaultKind::race);
    };
    EXPECT_TRUE(races(largest("st.global.u32 [%own1], %r1;\n"))) << "what it read is kept";
    EXPECT_TRUE(
        races("ld.global.u32 %r1, [%a0];\n"
              "sub.u32 %r5, 63, %t;\n"
              "mov.u32 %r6, %r5;\n"
              "setp.le.u32 %p0, %r5, %r1;\n"
              "@%p0 bra enough;\n"
              "add.u32 %r6, %r5, 1;\n"
              "red.global.max.u32 [%a0], %r5;\n"
              "enough:\n"
              "st.global.u32 [%own1], %r6;\n"))
        << "whether it was tried is kept";
    EXPECT_TRUE(races(largest("", "st.global.u32 [%own1], %r1;\n"))) << "also behind the loop";
    EXPECT_TRUE(
        races("ld.global.u32 %r1, [%a0];\n"
              "setp.lt.u32 %p0, %r1, 70;\n"
              "@%p0 bra enough;\n"
              "st.global.u32 [%own1], 1;\n"
              "enough:\n"
              "setp.ge.u32 %p1, %t, 32;\n"
              "@%p1 bra end;\n"
              "red.global.max.u32 [%a0], %t;\n"
              "end:\n"))
        << "it decides what is stored";
    EXPECT_TRUE(
        races("setp.ge.u32 %p1, %t, 32;\n"
              "@%p1 bra reads;\n"
              "red.global.max.u32 [%a0], %t;\n"
              "bra end;\n"
              "reads:\n"
              "ld.global.u32 %r1, [%a0];\n"
              "setp.lt.u32 %p0, %r1, 3;\n"
              "@%p0 bra end;\n"
              "st.global.u32 [%own1], 1;\n"
              "end:\n"));
}

// ---- What is told of a race beside who and where.

std::string told(const std::string& text) {
    Checked checked(2, ".loc 1 5 0\nld.global.u32 %r1, [%a0];\n" + text + "end:\n", 64);
    for (const Fault& fault : checked.faults())
        if (fault.updates) return fault.text;
    return "no race";
}

TEST(RaceEdges, AnUpdateNamesTheAtomicThatDoesIt) {
    const std::string store = "st.global.u32 [%a0], %r2;\n";
    EXPECT_EQ(told("add.u32 %r2, %r1, %t;\n" + store), "atomicAdd");
    EXPECT_EQ(told("sub.u32 %r2, %r1, %t;\n" + store), "atomicAdd");
    EXPECT_EQ(told("sub.u32 %r2, %t, %r1;\n" + store), "") << "not the other way round";
    EXPECT_EQ(told("max.u32 %r2, %r1, %t;\n" + store), "atomicMax");
    EXPECT_EQ(told("xor.b32 %r2, %r1, %t;\n" + store), "atomicXor");
    EXPECT_EQ(told("mad.lo.u32 %r2, %r1, %t, %t;\n" + store), "") << "a product";
    EXPECT_EQ(told("add.u32 %r2, %t, 7;\nsetp.gt.u32 %p0, %r1, 70;\n@%p0 bra end;\n" + store), "");
    EXPECT_EQ(told("setp.ge.u32 %p0, %r1, %t;\n@%p0 bra end;\nst.global.u32 [%a0], %t;\n"),
              "atomicMax() or atomicMin");
}

// Two turns of a loop in which a warp reads what another one writes, with these barriers.
std::string turns(const std::string& between, const std::string& behind) {
    Checked checked(1,
                    "mov.u32 %r5, part;\nshl.b32 %r4, %t, 2;\nadd.u32 %r6, %r4, %r5;\n"
                    "xor.b32 %r7, %r4, 128;\nadd.u32 %r7, %r7, %r5;\nmov.u32 %r8, 0;\n"
                    "again:\n"
                    ".loc 1 5 0\nst.shared.u32 [%r6], %t;\n" +
                        between + ".loc 1 7 0\nld.shared.u32 %r0, [%r7];\n" + behind +
                        "add.u32 %r8, %r8, 1;\n"
                        "setp.lt.u32 %p0, %r8, 2;\n"
                        "@%p0 bra again;\n"
                        "st.global.u32 [%own0], %r0;\n",
                    64);
    for (const Fault& fault : checked.faults())
        if (fault.kind == FaultKind::race) return fault.text;
    return "no race";
}

TEST(RaceEdges, AMissingBarrierBehindTheReadIsTold) {
    EXPECT_EQ(turns("bar.sync 0;\n", "bar.sync 0;\n"), "no race");
    EXPECT_EQ(turns("bar.sync 0;\n", ""), "The write is of a later turn of the loop.");
    EXPECT_EQ(turns("", ""), "No barrier stands in the loop.");
    EXPECT_EQ(turns("", "bar.sync 0;\n"), "") << "it goes between the two";
}

// ---- Places that a counter hands out.

TEST(RaceEdges, WhatACounterHandsOutNeedNotFillTheArray) {
    const auto unwritten = [](const std::string& place) {
        Options options = Checked::checking();
        options.tell_never_written = true;
        Runner runner(text_of(1, "mov.u32 %r1, %t;\n" + place +
                                     "mad.wide.u32 %d0, %r1, 4, %a0;\n"
                                     "st.global.u32 [%d0+16], %t;\n"),
                      options);
        const Address base = runner.machine().memory().allocate("list", Type::u32, 256, false);
        runner.scalar(base).launch("small", {}, {32, 1, 1});
        std::set<FaultKind> kinds;
        for (const Fault& fault : runner.machine().faults()) kinds.insert(fault.kind);
        return kinds.contains(FaultKind::never_written);
    };
    EXPECT_TRUE(unwritten(""));
    EXPECT_FALSE(unwritten("atom.shared.add.u32 %r1, [part], 1;\n"));
}

}  // namespace
