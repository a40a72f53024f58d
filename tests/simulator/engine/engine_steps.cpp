// Budgets, determinism, checkpoints, steps back and forth, refused launches, faults of memory.
#include <algorithm>
#include <random>

#include "tests/simulator/engine_runner.h"

namespace engine_test {
namespace {

// A launch with barriers, divergence, shared memory and atomics, not yet run.
Runner prepared(Order order) {
    Options options;
    options.order = order;
    options.seed = 5;
    options.watched = {1};
    Runner runner("reduce", options);
    const Address in = runner.buffer("in", upwards<float>(1024)),
                  out = runner.buffer("out", std::vector<float>(4));
    runner.begin("reduce_interleaved", {4}, {256}, 1024, in, out);
    return runner;
}

class EveryOrder : public testing::TestWithParam<Order> {};

TEST_P(EveryOrder, BudgetsDoNotShow) {
    Runner whole = prepared(GetParam());
    whole.finish();
    for (const std::uint64_t budget : {1ull, 77ull, 1000ull, 50'000ull}) {
        Runner pieces = prepared(GetParam());
        while (pieces.machine.advance(budget) == Machine::State::running) {
        }
        EXPECT_EQ(pieces.machine.hash(), whole.machine.hash());
        EXPECT_EQ(pieces.counters(), whole.counters());
        EXPECT_EQ(pieces.machine.position(), whole.machine.position());
    }
}

TEST_P(EveryOrder, ACopyGoesOnAlone) {
    Runner runner = prepared(GetParam());
    runner.machine.advance(20'000);
    Machine copy = runner.machine;
    const std::uint64_t before = copy.hash();
    EXPECT_EQ(before, runner.machine.hash());
    runner.finish();
    EXPECT_EQ(copy.hash(), before);
    while (copy.advance(5000) == Machine::State::running) {
    }
    EXPECT_EQ(copy.hash(), runner.machine.hash());
    EXPECT_EQ(copy.counters(), runner.counters());
}

TEST_P(EveryOrder, WalksEndWhereStraightRunsDo) {
    Runner straight = prepared(GetParam());
    std::vector<std::uint64_t> hashes{straight.machine.hash()};
    while (straight.machine.advance_to(straight.machine.position() + 1) ==
           Machine::State::running) {
        hashes.push_back(straight.machine.hash());
    }
    hashes.push_back(straight.machine.hash());
    ASSERT_GT(hashes.size(), 500u);
    Stepper stepper(prepared(GetParam()).machine, 64);
    std::mt19937 random(2);
    std::uint64_t at = 0;
    for (int step = 0; step < 150; ++step) {
        const auto last = static_cast<std::int64_t>(straight.machine.position());
        const std::int64_t reach = step % 3 ? 5 : last;
        const auto next = static_cast<std::int64_t>(at) +
                          static_cast<std::int64_t>(random() % (2 * reach + 1)) - reach;
        at = static_cast<std::uint64_t>(std::clamp<std::int64_t>(next, 0, last));
        stepper.go_to(at);
        ASSERT_EQ(stepper.machine().position(), at);
        ASSERT_LT(at, hashes.size());
        ASSERT_EQ(stepper.machine().hash(), hashes[at]) << "at " << at;
    }
    stepper.go_to(~std::uint64_t{0});
    EXPECT_EQ(stepper.machine().hash(), straight.machine.hash());
    EXPECT_EQ(stepper.last(), straight.machine.position());
}

TEST_P(EveryOrder, TheSameTwice) {
    Runner one = prepared(GetParam()), other = prepared(GetParam());
    one.finish();
    other.finish();
    EXPECT_EQ(one.machine.hash(), other.machine.hash());
    EXPECT_EQ(one.counters(), other.counters());
}

INSTANTIATE_TEST_SUITE_P(All, EveryOrder,
                         testing::Values(Order::sequential, Order::resident, Order::shuffled));

TEST(Steps, WatchingChangesNothing) {
    Options watched;
    watched.watched = {0, 1, 2, 3};
    watched.check_all = true;
    Runner plain("reduce"), looked_at("reduce", watched);
    for (Runner* runner : {&plain, &looked_at}) {
        const Address in = runner->buffer("in", upwards<float>(1024)),
                      out = runner->buffer("out", std::vector<float>(4));
        runner->begin("reduce_strided", {4}, {256}, 1024, in, out).finish();
    }
    EXPECT_EQ(plain.counters(), looked_at.counters());
    EXPECT_EQ(plain.machine.memory().hash(), looked_at.machine.memory().hash());
}

TEST(Steps, LaunchesThatDoNotFitAreRefused) {
    Runner runner("reduce");
    const auto program = *module_of("reduce")->kernel("reduce_strided");
    const std::vector<std::byte> parameters(program->parameter_bytes);
    const auto refused = [&](Dim3 grid, Dim3 block, std::uint32_t shared, const char* words) {
        const auto problem = runner.machine.launch(program, grid, block, shared, parameters);
        ASSERT_TRUE(problem) << words;
        EXPECT_NE(problem->message.find(words), problem->message.npos) << problem->message;
        EXPECT_EQ(runner.machine.state(), Machine::State::idle);
    };
    refused({1}, {2048}, 0, "the limit is 1024");
    refused({1}, {32, 64}, 0, "A block of 2048 threads is too large: the limit is 1024");
    refused({1}, {1, 1, 65}, 0, "1024 x 1024 x 64");
    refused({1, 70000}, {32}, 0, "65535");
    refused({0}, {32}, 0, "has no block");
    refused({1}, {0}, 0, "has no thread");
    refused({1}, {32}, 300'000, "the limit is 232448");
    const std::vector<std::byte> few(3);
    EXPECT_TRUE(runner.machine.launch(program, {1}, {32}, 0, few));
    EXPECT_EQ(runner.machine.launches(), 0);
}

TEST(Faults, PastTheEnd) {
    Runner runner("faults");
    const Address in = runner.buffer("in", upwards<float>(64)),
                  out = runner.buffer("out", std::vector<float>(64));
    runner.run("past_the_end", {2}, {32}, in, out, 64);
    ASSERT_EQ(runner.machine.state(), Machine::State::faulted);
    ASSERT_EQ(runner.machine.faults().size(), 1u);
    const Fault& fault = runner.machine.faults()[0];
    EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(fault.buffer, "in");
    EXPECT_EQ(fault.element, 64);
    EXPECT_EQ(fault.elements, 64u);
    EXPECT_EQ(fault.block, (Dim3{1, 0, 0}));
    EXPECT_EQ(fault.thread, (Dim3{31, 0, 0}));
    EXPECT_EQ(fault.line, 6);
    EXPECT_FALSE(fault.write);
    EXPECT_EQ(fault.bytes, 4);
    EXPECT_EQ(fault.space, Space::global);
    EXPECT_EQ(runner.read<float>(out)[31], 32);  // what was done before stays
    EXPECT_EQ(runner.read<float>(out)[32], 0);
}

TEST(Faults, BeforeTheStart) {
    Runner runner("faults");
    const Address out = runner.buffer("out", std::vector<float>(64));
    runner.run("before_the_start", {1}, {32}, out);
    ASSERT_TRUE(runner.fault(FaultKind::out_of_bounds));
    EXPECT_EQ(runner.fault(FaultKind::out_of_bounds)->element, -3);
    EXPECT_TRUE(runner.fault(FaultKind::out_of_bounds)->write);
    EXPECT_EQ(runner.fault(FaultKind::out_of_bounds)->buffer, "out");
}

TEST(Faults, Misaligned) {
    Runner runner("faults");
    const Address in = runner.buffer("in", upwards<float>(64)),
                  out = runner.buffer("out", std::vector<float>(64));
    runner.run("misaligned", {1}, {32}, in, out);
    ASSERT_TRUE(runner.fault(FaultKind::misaligned));
    EXPECT_EQ(runner.fault(FaultKind::misaligned)->address, in + 2);
}

TEST(Faults, SharedMemoryHasAnEnd) {
    Runner runner("faults");
    const Address out = runner.buffer("out", std::vector<float>(64));
    runner.run("shared_past_the_end", {1}, {64}, out);
    const Fault* fault = runner.fault(FaultKind::out_of_bounds);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->space, Space::shared);
    EXPECT_EQ(fault->thread.x, 24u);
    EXPECT_EQ(fault->element, 64);
    EXPECT_NE(fault->buffer.find("part"), fault->buffer.npos) << fault->buffer;
}

TEST(Faults, FreedNullAndForeign) {
    Runner freed("faults");
    const Address in = freed.buffer("in", upwards<float>(64)),
                  out = freed.buffer("out", std::vector<float>(64));
    EXPECT_TRUE(freed.machine.memory().release(in));
    EXPECT_FALSE(freed.machine.memory().release(in));
    freed.run("plain_copy", {1}, {32}, in, out);
    ASSERT_TRUE(freed.fault(FaultKind::freed));
    EXPECT_EQ(freed.fault(FaultKind::freed)->buffer, "in");

    Runner null("faults");
    const Address target = null.buffer("out", std::vector<float>(64));
    null.run("plain_copy", {1}, {32}, Address{0}, target);
    ASSERT_TRUE(null.fault(FaultKind::out_of_bounds));
    EXPECT_EQ(null.fault(FaultKind::out_of_bounds)->address, 0u);

    Runner foreign("faults");
    const Address there = foreign.buffer("out", std::vector<float>(64));
    foreign.run("plain_copy", {1}, {32}, Address{0x010000000000}, there);
    EXPECT_TRUE(foreign.fault(FaultKind::wrong_space)) << foreign.faults();
}

TEST(Faults, ConstantMemoryIsReadOnly) {
    Runner runner("faults");
    const Address in = runner.buffer("in", upwards<float>(64));
    runner.run("writes_constant", {1}, {32}, in);
    ASSERT_TRUE(runner.fault(FaultKind::read_only)) << runner.faults();
    EXPECT_EQ(runner.fault(FaultKind::read_only)->thread.x, 7u);
    EXPECT_EQ(runner.fault(FaultKind::read_only)->buffer, "fixed");
}

TEST(Faults, InstructionsBehindAFaultAreNotCounted) {
    Runner runner("faults");
    const Address out = runner.buffer("out", std::vector<float>(64));
    runner.run("plain_copy", {1}, {32}, Address{0}, out);
    EXPECT_EQ(runner.counters().global_store_requests, 0u);
    for (const LineCounters& line : runner.machine.ptx_lines()) {
        if (line.counters.global_load_requests) ADD_FAILURE() << "a load that failed was counted";
    }
    Runner whole("faults");
    const Address in = whole.buffer("in", upwards<float>(64)),
                  copy = whole.buffer("out", std::vector<float>(64));
    whole.run("plain_copy", {1}, {32}, in, copy);
    EXPECT_LT(runner.counters().warp_instructions, whole.counters().warp_instructions);
}

TEST(Memory, CopiesShareUntilWritten) {
    Memory memory;
    const Address a = memory.allocate("a", Type::f32, 100);
    Memory copy = memory;
    EXPECT_EQ(memory.hash(), copy.hash());
    const float one = 1;
    EXPECT_TRUE(copy.write(a + 4, std::as_bytes(std::span(&one, 1))));
    EXPECT_NE(memory.hash(), copy.hash());
    float back = 9;
    EXPECT_TRUE(std::as_const(memory).read(a + 4, std::as_writable_bytes(std::span(&back, 1))));
    EXPECT_EQ(back, 0);
    EXPECT_FALSE(memory.write(a + 398, std::as_bytes(std::span(&one, 1))));
    EXPECT_EQ(memory.find(a + 400), nullptr);
    EXPECT_EQ(memory.nearest(a + 400)->name, "a");
}

}  // namespace
}  // namespace engine_test
