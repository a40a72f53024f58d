// Lanes that part and meet, warps that wait: what runs first, who meets again, whose barrier
// interval ends, who is woken.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::line_of;
using small_kernel::text_of;

std::vector<const Event*> events_at(const Trace& trace, int ptx_line) {
    std::vector<const Event*> found;
    for (const Event& event : trace.events)
        if (event.ptx_line == ptx_line) found.push_back(&event);
    return found;
}

std::uint64_t executions_of(Runner& runner, int ptx_line) {
    for (const LineCounters& line : runner.machine().ptx_lines())
        if (line.line == ptx_line) return line.executions;
    return 0;
}

TEST(SplitOrder, LanesThatFallThroughGoFirst) {
    const std::string text = text_of(1,
                                     "setp.lt.u32 %p0, %t, 8;\n"
                                     "@%p0 bra taken;\n"
                                     "st.global.u32 [%own0], 1;\n"
                                     "bra end;\n"
                                     "taken:\n"
                                     "st.global.u32 [%own0], 2;\n"
                                     "end:\n"
                                     "st.global.u32 [%own0], 3;\n");
    Runner runner(text);
    runner.ints("out", 32, 10).launch("small", {}, {32, 1, 1});
    const auto trace = runner.trace();
    ASSERT_EQ(trace->events.size(), 3u);
    ASSERT_EQ(trace->events[0].mask, 0xffffff00u);
    EXPECT_EQ(trace->slot(trace->events[0], 8)->value, 1u);
    EXPECT_EQ(trace->events[1].mask, 0x000000ffu);
    EXPECT_EQ(trace->slot(trace->events[1], 0)->value, 2u);
    EXPECT_EQ(trace->events[2].mask, ~0u) << "they meet behind the branch";
}

// The first way out is an early return; who takes the second goes on with work past the barrier.
std::vector<simulator::FaultKind> found_with(int threads) {
    Runner runner(text_of(1,
                          "setp.ge.u32 %p0, %t, 64;\n"
                          "@%p0 bra end;\n"
                          "setp.ge.u32 %p2, %t, 32;\n"
                          "@%p2 bra past;\n"
                          "bar.sync 0;\n"
                          "past:\n"
                          "st.global.u32 [%own0], %t;\n"
                          "end:\n"));
    runner.ints("out", 128, 10).launch("small", {}, {static_cast<std::uint32_t>(threads), 1, 1});
    std::vector<simulator::FaultKind> kinds;
    for (const auto& fault : runner.machine().faults()) kinds.push_back(fault.kind);
    return kinds;
}

TEST(SplitOrder, WhoPassesABarrierByOutweighsWhoReturned) {
    const std::vector one{simulator::FaultKind::divergent_barrier};
    EXPECT_TRUE(found_with(32).empty());
    EXPECT_EQ(found_with(64), one);
    EXPECT_EQ(found_with(96), one) << "64 to 95 returned, and 32 to 63 passed by";
}

const char* const switching =
    "and.b32 %r0, %t, 3;\n"
    "ways: .branchtargets zero, one, two, zero;\n"
    "brx.idx %r0, ways;\n"
    "zero:\n"
    "add.u32 %r1, %t, 100;\n"
    "bra end;\n"
    "one:\n"
    "add.u32 %r1, %t, 200;\n"
    "bra end;\n"
    "two:\n"
    "add.u32 %r1, %t, 300;\n"
    "end:\n"
    "st.global.u32 [%own0], %r1;\n";

TEST(SplitOrder, LanesMeetBehindASwitch) {
    const std::string text = text_of(1, switching);
    Runner runner(text);
    runner.ints("out", 32, 10).launch("small", {}, {32, 1, 1});
    const auto out = runner.values<std::uint32_t>("out");
    const std::uint32_t base[] = {100, 200, 300, 100};
    for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(out[t], t + base[t % 4]);
    EXPECT_EQ(executions_of(runner, line_of(text, "st.global")), 1u);
    EXPECT_EQ(executions_of(runner, line_of(text, "%t, 100")), 1u) << "0 and 3 go one way";
    EXPECT_EQ(runner.machine().counters().divergent_branches, 2u) << "three ways, parted twice";
}

TEST(SplitOrder, AnIndexBeyondTheListTakesItsLastWay) {
    std::string text = text_of(1, switching);
    text.replace(text.find("and.b32 %r0, %t, 3"), 18, "add.u32 %r0, %t, 7");
    text.replace(text.find("two, zero;"), 10, "two, two;");
    Runner runner(text);
    runner.ints("out", 32, 10).launch("small", {}, {32, 1, 1});
    EXPECT_EQ(runner.values<std::uint32_t>("out")[5], 305u);
    EXPECT_EQ(runner.machine().counters().divergent_branches, 0u);
}

// Two of four warps meet at barrier 1: the others are in their first interval still.
TEST(SplitOrder, ABarrierOfSomeWarpsEndsTheirIntervalAlone) {
    const std::string text = text_of(1,
                                     "setp.ge.u32 %p0, %t, 64;\n"
                                     "@%p0 bra end;\n"
                                     "bar.sync 1, 64;\n"
                                     "end:\n"
                                     "st.global.u32 [%own0], %t;\n");
    Runner runner(text);
    runner.ints("out", 128, 10).launch("small", {}, {128, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    const auto trace = runner.trace();
    const auto stores = events_at(*trace, line_of(text, "st.global"));
    ASSERT_EQ(stores.size(), 4u);
    for (const Event* store : stores) EXPECT_EQ(store->interval, store->warp < 2 ? 1u : 0u);
}

// The one warp waits for a flag; the other takes long over atomics that change nothing, and then
// sets it by an atomic, without any store.
TEST(SplitOrder, AnAtomicWakesThoseThatSleep) {
    Options options;
    Runner runner(text_of(1,
                          "setp.ge.u32 %p0, %t, 32;\n"
                          "@%p0 bra slow;\n"
                          "wait:\n"
                          "atom.global.add.u32 %r0, [%a0], 0;\n"
                          "setp.eq.u32 %p1, %r0, 10;\n"
                          "@%p1 bra wait;\n"
                          "bra end;\n"
                          "slow:\n"
                          "mov.u32 %r1, 0;\n"
                          "again:\n"
                          "atom.global.add.u32 %r2, [%a0+4], 0;\n"
                          "add.u32 %r1, %r1, 1;\n"
                          "add.u32 %r3, %r1, %r2;\n"
                          "setp.lt.u32 %p2, %r3, 500;\n"
                          "@%p2 bra again;\n"
                          "atom.global.exch.b32 %r4, [%a0], 11;\n"
                          "end:\n"),
                  options);
    const std::vector<std::uint32_t> flags{10, 0};
    runner.buffer("flags", Type::u32, flags).launch("small", {}, {64, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    EXPECT_EQ(runner.machine().state(), Machine::State::idle);
    EXPECT_EQ(runner.values<std::uint32_t>("flags")[0], 11u);
}

// Lanes 0 to 7 leave within a branch; those that stay meet behind it.
TEST(SplitOrder, LanesThatLeftAreNotWaitedFor) {
    const std::string text = text_of(1,
                                     "setp.lt.u32 %p0, %t, 16;\n"
                                     "@!%p0 bra end;\n"
                                     "setp.lt.u32 %p1, %t, 8;\n"
                                     "@%p1 ret;\n"
                                     "st.global.u32 [%own0], 1;\n"
                                     "end:\n"
                                     "bar.warp.sync 0xffffffff;\n"
                                     "st.global.u32 [%own0], 2;\n");
    Runner runner(text);
    runner.ints("out", 32, 10).launch("small", {}, {32, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    for (int t = 0; t < 32; ++t) {
        const auto wanted = t < 8 ? std::uint32_t(number(t)) : 2u;
        EXPECT_EQ(runner.values<std::uint32_t>("out")[t], wanted) << t;
    }
}

// A loop that waits gives the other lanes of its warp a turn: the flag is set by one of them.
TEST(SplitOrder, ALaneMayWaitForAnotherOfItsWarp) {
    Runner runner(text_of(1,
                          "setp.eq.u32 %p0, %t, 0;\n"
                          "@%p0 bra sets;\n"
                          "wait:\n"
                          "ld.volatile.global.u32 %r0, [%a0];\n"
                          "setp.ne.u32 %p1, %r0, 1;\n"
                          "@%p1 bra wait;\n"
                          "bra end;\n"
                          "sets:\n"
                          "st.volatile.global.u32 [%a0], 1;\n"
                          "end:\n"),
                  Options{});
    runner.buffer("flag", Type::u32, std::vector<std::uint32_t>{0});
    runner.launch("small", {}, {32, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    EXPECT_GT(runner.machine().counters().polls, 1u);
}

}  // namespace
