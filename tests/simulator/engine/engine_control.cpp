// Lanes that part and meet, barriers, waits, orders of blocks.
#include <algorithm>
#include <array>

#include "tests/simulator/engine_runner.h"

namespace engine_test {
namespace {

TEST(Control, LanesLeaveALoopAtDifferentTurns) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(64));
    runner.run("turns", {1}, {64}, out);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(runner.read<int>(out)[i], i * (i - 1) / 2);
}

int nested_on_host(int x) {
    int y = 0;
    for (int i = 0; i < 20; ++i) {
        if (x == 1) break;
        if (x % 2) {
            if (x % 3 == 0) {
                x = x / 3;
                continue;
            }
            x = 3 * x + 1;
            if (x > 1000) break;
        } else {
            x /= 2;
        }
    }
    return x * 100 + y;
}

TEST(Control, NestedBranchesBreakContinueAndGoto) {
    Runner runner("control");
    std::vector<int> numbers = upwards<int>(64, 1);
    // even: the mask's bit is not added up
    for (int& number : numbers) number = number * 37 % 997 * 2;
    const Address in = runner.buffer("in", numbers),
                  out = runner.buffer("out", std::vector<int>(64));
    runner.run("nested", {1}, {64}, in, out);
    for (int i = 0; i < 64; ++i)
        EXPECT_EQ(runner.read<int>(out)[i] / 100, nested_on_host(numbers[i]) / 100) << i;
}

TEST(Control, PartedLanesMeetAgain) {
    Runner runner("control");
    const Address in = runner.buffer("in", upwards<int>(32, 1)),
                  out = runner.buffer("out", std::vector<int>(32));
    runner.run("collatz", {1}, {32}, in, out);
    int longest = 0;
    for (int i = 0; i < 32; ++i) {
        int steps = 0;
        for (int x = i + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2) ++steps;
        EXPECT_EQ(runner.read<int>(out)[i], steps);
        longest = std::max(longest, steps);
    }
    // Lanes that did not meet after each turn would take their own ways: many more instructions.
    std::uint64_t most = 0;
    for (const LineCounters& line : runner.machine.lines()) most = std::max(most, line.executions);
    EXPECT_LE(most, static_cast<std::uint64_t>(longest) + 2);
}

TEST(Control, SomeThreadsReturnEarly) {
    Runner runner("control");
    const Address in = runner.buffer("in", upwards<float>(100)),
                  out = runner.buffer("out", std::vector<float>(100));
    runner.run("early_return", {4}, {32}, in, out, 77);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(runner.read<float>(out)[i], i < 77 ? i + 1 : 0);
    EXPECT_EQ(runner.counters().divergent_branches, 1u);
    EXPECT_EQ(runner.counters().branches, 4u);
}

TEST(Control, Switches) {
    Runner runner("control");
    std::vector<int> cases(32);
    for (int i = 0; i < 32; ++i) cases[i] = i % 8;
    const Address in = runner.buffer("in", cases), out = runner.buffer("out", std::vector<int>(32));
    runner.run("switches", {1}, {32}, in, out);
    const int expected[] = {7, 11, 5, -3, 64, 5 ^ 99, 1000, 1000};
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<int>(out)[i], expected[i % 8]);
}

TEST(Control, BarriersKeepWarpsTogether) {
    Runner runner("control");
    const Address data = runner.buffer("data", upwards<float>(100));
    runner.run("rotate", {1}, {100}, data);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(runner.read<float>(data)[i], (i + 3) % 100);
    EXPECT_EQ(runner.counters().barriers, 4 * 6u);
    EXPECT_EQ(runner.faults(), "");
}

TEST(Control, ABarrierInADivergentBranchIsTold) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(32));
    runner.run("barrier_in_branch", {1}, {32}, data);
    const Fault* fault = runner.fault(FaultKind::divergent_barrier);
    ASSERT_TRUE(fault);
    EXPECT_FALSE(fault->fatal);
    EXPECT_EQ(fault->thread.x, 0u);
    EXPECT_GE(fault->other_thread.x, 16u);
    EXPECT_EQ(runner.read<float>(data), std::vector<float>(32, 1));
}

TEST(Control, ABarrierIsReleasedByThreadsThatReturned) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(96));
    runner.run("return_before_barrier", {1}, {96}, data, 40);
    for (int i = 0; i < 96; ++i) EXPECT_EQ(runner.read<float>(data)[i], i < 40 ? 2 : 0);
    // since Volta a barrier counts who is still there: fragile, and no fault
    ASSERT_TRUE(runner.fault(FaultKind::fragile_barrier));
    EXPECT_EQ(runner.fault(FaultKind::fragile_barrier)->other_thread.x, 40u);
    EXPECT_FALSE(runner.fault(FaultKind::divergent_barrier));
    EXPECT_TRUE(is_warning(FaultKind::fragile_barrier));
    EXPECT_FALSE(is_warning(FaultKind::divergent_barrier));
}

TEST(Control, OneThreadThatReturnedIsTold) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(32));
    runner.run("return_before_barrier", {1}, {32}, data, 31);
    ASSERT_TRUE(runner.fault(FaultKind::fragile_barrier));
    EXPECT_EQ(runner.fault(FaultKind::fragile_barrier)->text,
              "1 thread of the block has returned without it");
}

// Threads that pass the barrier by and go on, whole warps of them too, are no early returns.
TEST(Control, ABarrierThatWarpsPassByIsAFault) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(96));
    runner.run("barrier_in_branch", {1}, {96}, data);
    EXPECT_TRUE(runner.fault(FaultKind::divergent_barrier)) << runner.faults();
    EXPECT_FALSE(runner.fault(FaultKind::fragile_barrier)) << runner.faults();
}

TEST(Control, BarriersThatVote) {
    Runner runner("control");
    std::vector<int> some(64), all(64, 1), none(64);
    for (int i = 0; i < 64; i += 3) some[i] = 1;
    for (const auto& [values, expected] :
         {std::pair(some, std::array{22, 0, 1}), std::pair(all, std::array{64, 1, 1}),
          std::pair(none, std::array{0, 0, 0})}) {
        Runner fresh("control");
        const Address in = fresh.buffer("in", values),
                      out = fresh.buffer("out", std::vector<int>(192));
        fresh.run("counts", {1}, {64}, in, out);
        for (int i = 0; i < 64; ++i) {
            const auto result = fresh.read<int>(out);
            EXPECT_EQ(result[i * 3], expected[0]);
            EXPECT_EQ(result[i * 3 + 1] != 0, expected[1] != 0);
            EXPECT_EQ(result[i * 3 + 2] != 0, expected[2] != 0);
        }
    }
}

TEST(Control, AWaitThatCannotEndIsADeadlock) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(64));
    runner.run("never_met", {1}, {64}, data);
    EXPECT_EQ(runner.machine.state(), Machine::State::faulted);
    const Fault* fault = runner.fault(FaultKind::deadlock);
    ASSERT_TRUE(fault);
    EXPECT_NE(fault->text.find("32 threads of block (0, 0, 0) at the barrier"), fault->text.npos)
        << fault->text;
}

TEST(Control, NamedBarriersHandOver) {
    Runner runner("control");
    const Address data = runner.buffer("data", std::vector<float>(32));
    runner.run("handed_over", {1}, {64}, data);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<float>(data)[i], 2 * i);
}

class Orders : public testing::TestWithParam<Options> {};

TEST_P(Orders, LocksMakeProgress) {
    for (const char* kernel : {"lane_lock", "spinning_lock"}) {
        Runner runner("control", GetParam());
        const Address lock = runner.buffer("lock", std::vector<int>(1)),
                      sum = runner.buffer("sum", std::vector<int>(1));
        runner.run(kernel, {3}, {64}, lock, sum);
        EXPECT_EQ(runner.faults(), "");
        EXPECT_EQ(runner.read<int>(sum)[0], 192) << kernel;
    }
}

TEST_P(Orders, WarpsWaitForEachOther) {
    Runner runner("control", GetParam());
    const Address turn = runner.buffer("turn", std::vector<int>(1)),
                  order = runner.buffer("order", std::vector<int>(8));
    runner.run("warps_in_turn", {1}, {256}, turn, order);
    EXPECT_EQ(runner.read<int>(order), (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST_P(Orders, EveryBlockRunsOnce) {
    Runner runner("control", GetParam());
    const Address next = runner.buffer("next", std::vector<int>(1)),
                  order = runner.buffer("order", std::vector<int>(50));
    runner.run("order_of_blocks", {50}, {32}, next, order);
    auto blocks = runner.read<int>(order);
    const bool sorted = std::ranges::is_sorted(blocks);
    EXPECT_TRUE(sorted || GetParam().order != Order::sequential);
    EXPECT_FALSE(sorted && GetParam().order == Order::shuffled);
    std::ranges::sort(blocks);
    EXPECT_EQ(blocks, upwards<int>(50));
}

Options ordered(Order order, std::uint64_t seed = 0) {
    Options options;
    options.order = order;
    options.seed = seed;
    return options;
}

INSTANTIATE_TEST_SUITE_P(All, Orders,
                         testing::Values(ordered(Order::sequential), ordered(Order::resident),
                                         ordered(Order::shuffled, 3)));

TEST(Control, ABlockMayWaitForOneBeforeIt) {
    for (const Order order : {Order::sequential, Order::resident}) {
        Runner runner("control", ordered(order));
        const Address flags = runner.buffer("flags", std::vector<int>(20)),
                      out = runner.buffer("out", std::vector<int>(20));
        runner.run("chain", {20}, {32}, flags, out, -1);
        EXPECT_EQ(runner.read<int>(out), upwards<int>(20));
        EXPECT_EQ(runner.faults(), "");
    }
}

TEST(Control, ABlockThatWaitsForALaterOneIsADeadlock) {
    Runner runner("control");
    const Address flags = runner.buffer("flags", std::vector<int>(3)),
                  out = runner.buffer("out", std::vector<int>(3));
    runner.run("chain", {3}, {32}, flags, out, 1);
    const Fault* fault = runner.fault(FaultKind::deadlock);
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->fatal);
    EXPECT_NE(fault->text.find("in the loop"), fault->text.npos) << fault->text;

    Runner resident("control", ordered(Order::resident));
    const Address f = resident.buffer("flags", std::vector<int>(3)),
                  o = resident.buffer("out", std::vector<int>(3));
    resident.run("chain", {3}, {32}, f, o, 1);
    EXPECT_EQ(resident.read<int>(o), upwards<int>(3));
}

TEST(Control, BlocksThatWaitForLaterOnesRunTogetherWhereTheDeviceHasRoom) {
    constexpr std::uint32_t many = 20;
    for (const Order order : {Order::resident, Order::shuffled, Order::weak}) {
        for (const std::uint32_t multiprocessors : {1u, 132u}) {
            Limits limits;
            limits.multiprocessors_in_all = multiprocessors;
            // of 1024 threads each multiprocessor holds two
            Runner runner("control", ordered(order), limits);
            const Address flags = runner.buffer("flags", std::vector<int>(many)),
                          out = runner.buffer("out", std::vector<int>(many));
            runner.run("chain", {many}, {1024}, flags, out, 1);
            EXPECT_EQ(runner.fault(FaultKind::deadlock) == nullptr, multiprocessors == 132);
            if (multiprocessors == 132) EXPECT_EQ(runner.read<int>(out), upwards<int>(many));
        }
    }
}

TEST(Control, AWaitForNobodyIsADeadlock) {
    Runner runner("control");
    const Address flag = runner.buffer("flag", std::vector<int>(1));
    runner.run("wait_for_ever", {2}, {64}, flag);
    EXPECT_TRUE(runner.fault(FaultKind::deadlock));
}

TEST(Control, AnEndlessLoopIsStoppedByItsBudget) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(2));
    runner.begin("endless", {1}, {32}, 0, out);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(runner.machine.advance(10'000), Machine::State::running);
    EXPECT_GE(runner.counters().lane_instructions, 100'000u);
    EXPECT_LE(runner.counters().lane_instructions, 110'000u);
}

TEST(Control, BlocksAreInterleavedAsIfResident) {
    Runner runner("control", ordered(Order::resident));
    const Address next = runner.buffer("next", std::vector<int>(1)),
                  log = runner.buffer("log", std::vector<int>(6400));
    runner.run("interleaved", {2}, {32}, next, log);
    const auto blocks = runner.read<int>(log);
    int changes = 0;
    for (std::size_t i = 1; i < blocks.size(); ++i) changes += blocks[i] != blocks[i - 1];
    EXPECT_GE(changes, 4);
}

TEST(Control, ShufflesWaitForTheirMembers) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(32));
    runner.run("shuffle_apart", {1}, {32}, out);
    const auto own = [](int lane) { return lane < 16 ? lane + 100 : lane + lane % 4 * 1000; };
    EXPECT_EQ(runner.faults(), "");
    for (int i = 0; i < 32; ++i) {
        int expected = own(i ^ 16);
        if ((i ^ 16) >= 16) {  // the loop's bound grows with the value
            int v = i ^ 16;
            for (int k = 0; k < v % 4; ++k) v += 1000;
            expected = v;
        }
        EXPECT_EQ(runner.read<int>(out)[i], expected) << i;
    }
}

TEST(Control, LanesMeetInDifferentBranches) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(32));
    runner.run("lanes_meet", {1}, {32}, out);
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(runner.read<int>(out)[i], 2 * (i + 16));
        EXPECT_EQ(runner.read<int>(out)[i + 16], i * i);
    }
}

TEST(Control, NobodyWaitsForALaneThatLeft) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(32));
    runner.run("lane_that_left", {1}, {32}, out);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<int>(out)[i], i == 5 ? 0 : 31);
}

TEST(Control, AShuffleWhoseMembersNeverComeNamesThem) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<int>(128));
    runner.run("half_shuffle", {1}, {32}, out);
    const Fault* fault = runner.fault(FaultKind::absent_lanes);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->mask, 0xffffffffu);
    EXPECT_EQ(fault->absent, fault->mask & ~fault->here);
    EXPECT_EQ(std::popcount(fault->here), 16);
    EXPECT_FALSE(runner.fault(FaultKind::deadlock));
}

TEST(Control, KernelsPrint) {
    Runner runner("control");
    runner.run("prints", {1}, {32}, 2);
    EXPECT_EQ(runner.machine.printed(),
              "thread 0 of a block:  0.00% x 1099511627776\n"
              "thread 1 of a block:  1.50% x 1099511627776\n");
}

TEST(Control, AssertionsAndTrapsStopTheRun) {
    Runner runner("control");
    const Address in = runner.buffer("in", upwards<int>(64, 10));
    runner.run("asserts", {1}, {64}, in);
    const Fault* fault = runner.fault(FaultKind::assertion);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->thread.x, 30u);
    EXPECT_EQ(fault->text, "in[threadIdx.x] < 40");
    EXPECT_EQ(runner.machine.state(), Machine::State::faulted);
    EXPECT_TRUE(runner.machine.launch(module_of("control")->kernel("prints").operator*(), {1}, {1},
                                      0, std::vector<std::byte>(4)));

    Runner other("control");
    const Address numbers = other.buffer("in", upwards<int>(32));
    other.run("traps", {1}, {32}, numbers);
    ASSERT_TRUE(other.fault(FaultKind::trap));
    EXPECT_EQ(other.fault(FaultKind::trap)->thread.x, 9u);
}

TEST(Control, AnAssertionDoesNotKeepLanesApart) {
    Runner runner("control");
    const Address in = runner.buffer("in", upwards<int>(32)),
                  out = runner.buffer("out", std::vector<int>(32));
    runner.run("assert_in_loop", {1}, {32}, in, out);
    EXPECT_EQ(runner.counters().divergent_branches, 0u);
    EXPECT_EQ(runner.read<int>(out)[0], 28);
}

TEST(Control, ClocksRunForward) {
    Runner runner("control");
    const Address out = runner.buffer("out", std::vector<std::int64_t>(32));
    runner.run("clocks", {1}, {32}, out);
    for (const std::int64_t time : runner.read<std::int64_t>(out)) EXPECT_GT(time, 5);
}

}  // namespace
}  // namespace engine_test
