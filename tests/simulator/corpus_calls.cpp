// Ordinary kernels whose functions call themselves or are called through pointers, that take memory
// from the heap, that wait for their whole grid, or compute with halves.
#include "tests/simulator/corpus.h"

namespace corpus {
namespace {

unsigned ways(unsigned steps) { return steps < 2 ? 1 : ways(steps - 1) + ways(steps - 2); }
int even(int n, int seed);
int odd(int n, int seed) { return n == 0 ? -seed : even(n - 1, seed) * 2 + n; }
int even(int n, int seed) {
    if (n == 0) return seed;
    const int below = odd(n - 1, seed + 1);
    return (n + seed) % 5 == 0 ? below - n : below + 1;
}
int digits(int n, int depth) {
    const int below = n < 3 ? n : digits(n / 3, depth + 1);
    return below + (n % (n % 3 + 2) + depth) * (depth + 1);
}

ORDINARY(recursion) {
    const int n = 100, blocks = 2, threads = 64;
    const auto counts = bench.room<unsigned>(n);
    const auto turns = bench.room<int>(n), sums = bench.room<int>(n);
    bench.launch("recursion", {blocks, threads}, counts, turns, sums, n);
    std::vector<unsigned> expected;
    std::vector<int> expected_turns, expected_sums;
    const auto digits_of = [&](int i) { return i < n ? digits(i * 7, 0) : 0; };
    for (int i = 0; i < n; ++i) {
        expected.push_back(ways(static_cast<unsigned>(i % 9)));
        expected_turns.push_back(even(i % 12, i));
        expected_sums.push_back(digits_of(i) + digits_of(i ^ 1));
    }
    expect_equal(bench.values(counts), expected);
    expect_equal(bench.values(turns), expected_turns);
    expect_equal(bench.values(sums), expected_sums);
    std::vector<int> keys = random_integers(320, 50);
    const auto sorted = bench.room<int>(320);
    bench.launch("sorted", {1, 32}, bench.input(keys), sorted, 10);
    for (auto first = keys.begin(); first != keys.end(); first += 10) std::sort(first, first + 10);
    expect_equal(bench.values(sorted), keys);
    const auto walks = bench.room<double>(32);
    bench.launch("structures", {1, 32}, walks);
    std::vector<double> expected_walks;
    for (int i = 0; i < 32; ++i) {
        const int depth = i % 4;
        double x = i + depth;
        for (int k = 0; k < depth; ++k) x += i + k;
        expected_walks.push_back(x * 100 + (1 << depth) + (depth + 1) * 0.5);
    }
    expect_equal(bench.values(walks), expected_walks);
}

ORDINARY(pointers) {
    const int n = 90;
    const auto out = bench.room<int>(n);
    bench.launch("pointers", {3, 32}, out, n);
    std::vector<int> expected;
    for (int i = 0; i < n; ++i) {
        int value = i;
        for (int turn = 0; turn < 3; ++turn) {
            const int step = (i + turn) % 3;
            value = step == 0 ? 2 * value : step == 1 ? value * value : value - 1;
        }
        expected.push_back(value);
    }
    expect_equal(bench.values(out), expected);
    const auto areas = bench.room<float>(32);
    bench.launch("virtuals", {1, 32}, areas);
    std::vector<float> expected_areas;
    for (int i = 0; i < 32; ++i) {
        const auto side = static_cast<float>(i), by = static_cast<float>(i % 4);
        expected_areas.push_back(i & 1 ? side * side * by : 3 * side * side + by);
    }
    expect_equal(bench.values(areas), expected_areas);
    const auto turns = bench.zeros<std::uint64_t>(32);
    const auto pairs = bench.room<double>(32);
    bench.launch("choose", {1, 32}, turns);
    bench.launch("use", {1, 32}, turns, pairs);
    std::vector<double> expected_pairs;
    for (int i = 0; i < 32; ++i)
        expected_pairs.push_back(i % 3 ? i * 2.0 * 1000 + i : i * 1000 + i * 2.0);
    expect_equal(bench.values(pairs), expected_pairs);
}

ORDINARY(heap) {
    const int n = 70;
    const auto sums = bench.room<int>(n), turned = bench.room<int>(192), got = bench.room<int>(4);
    bench.launch("heap", {3, 32}, sums, n);
    std::vector<int> expected, expected_turned;
    for (int i = 0; i < n; ++i) expected.push_back((i % 5) * (i % 5 + 1) / 2 * i);
    expect_equal(bench.values(sums), expected);
    bench.launch("shared_by_block", {3, 64}, turned);
    for (int i = 0; i < 192; ++i) expected_turned.push_back(63 - i % 64 + i / 64);
    expect_equal(bench.values(turned), expected_turned);
    bench.launch("exhausted", {1, 1}, got);
    expect_equal(bench.values(got), std::vector<int>{1, 1, 0, 1});
}

ORDINARY(grid_sync) {
    const int n = 150;
    std::vector<float> in, expected, expected_between;
    for (int i = 0; i < n; ++i) in.push_back(static_cast<float>(i * i % 37));
    const auto between = bench.zeros<float>(n), out = bench.zeros<float>(n);
    bench.launch("grid_sync", {5, 32}, bench.input(in), between, out, n);
    const auto at = [&](int i) { return in[n - 1 - i] * 2 + 1; };
    for (int i = 0; i < n; ++i) {
        expected.push_back(at(i));
        expected_between.push_back(at((i + 1) % n));
    }
    expect_equal(bench.values(out), expected);
    expect_equal(bench.values(between), expected_between);
}

ORDINARY(half_sums) {
    const int n = 60;
    const auto one = bench.zeros<std::uint16_t>(2);
    const auto pair = bench.zeros<unsigned>(1);
    const auto out = bench.room<float>(4 * n);
    bench.launch("half_sums", {2, 32}, one, pair, out, n);
    std::vector<float> expected;
    for (int i = 0; i < n; ++i) {
        const float h = static_cast<float>(i) * 0.25f;
        expected.insert(expected.end(), {h - 1, h * h + 1 + 5, h < 2 ? h : -1,
                                         static_cast<float>(static_cast<int>(h) + 1)});
    }
    // 11 bits of h * h + 1 stay.
    expect_equal(bench.values(out), expected, 0.0005);
    EXPECT_EQ(bench.values(one)[0], 0x5380);        // 60
    EXPECT_EQ(bench.values(pair)[0], 0x4f805380u);  // 30 and 60
    std::vector<float> in, wanted;
    for (int i = 1; i <= 32; ++i) in.push_back(static_cast<float>(i) * 0.25f);
    const auto values = bench.room<float>(6 * 32);
    bench.launch("half_functions", {1, 32}, bench.input(in), values, 32);
    for (const float x : in)
        wanted.insert(wanted.end(),
                      {std::exp(x), std::log(x), std::sqrt(x), 1 / x, std::sin(x), x / 3});
    const std::vector<float> got = bench.values(values);
    for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_NEAR(got[i], wanted[i], std::abs(wanted[i]) * 0.0006 + 0.0005) << i;
    const auto counts = bench.zeros<unsigned>(14);
    bench.launch("scoped", {4, 64}, counts);
    const std::vector<unsigned> counted = bench.values(counts);
    EXPECT_EQ(std::vector<unsigned>(counted.begin(), counted.begin() + 10),
              (std::vector<unsigned>{128, 128, 128, 128, 0, 0, 0, 0, 256, 63}));
}

// What a kernel of a file says, run with one argument or two.
template <class... Arguments>
Fault fault_of(const std::string& file, std::string_view kernel, int threads,
               const Arguments&... arguments) {
    const auto module = Module::read(text_of("ordinary/" + file + ".ptx"));
    const auto program = *(*module)->kernel(kernel);
    Options options;
    options.check_all = true;
    Machine machine(options);
    const Address out = machine.memory().allocate("out", Type::s32, 64);
    std::vector<std::byte> block(program->parameter_bytes);
    std::memcpy(block.data(), &out, 8);
    std::size_t k = 1;
    ((std::memcpy(block.data() + program->parameters[k++].offset, &arguments, sizeof arguments)),
     ...);
    const Dim3 shape{static_cast<std::uint32_t>(threads), 1, 1};
    EXPECT_FALSE(machine.launch(program, {1, 1, 1}, shape, 0, block));
    machine.advance(std::uint64_t{1} << 30);
    EXPECT_FALSE(machine.faults().empty()) << kernel;
    return machine.faults().empty() ? Fault{} : machine.faults()[0];
}

}  // namespace

TEST(OrdinaryKernels, ARecursionThatIsTooDeepSaysSo) {
    const Fault fault = fault_of("recursion", "too_deep", 1, 1);
    EXPECT_EQ(fault.kind, FaultKind::call_depth);
    EXPECT_TRUE(fault.fatal);
    EXPECT_GT(fault.line, 0);
    EXPECT_NE(fault.text.find("1024 bytes"), std::string::npos) << fault.text;
}

TEST(OrdinaryKernels, APointerToNoFunctionSaysWhereItLeads) {
    EXPECT_EQ(fault_of("pointers", "astray", 32, std::uint64_t{0}).kind, FaultKind::bad_call);
    const Fault fault = fault_of("pointers", "astray", 32, std::uint64_t{0x1234});
    EXPECT_EQ(fault.kind, FaultKind::bad_call);
    EXPECT_EQ(fault.address, 0x1234u);
}

TEST(OrdinaryKernels, TheHeapIsLookedAfter) {
    EXPECT_EQ(fault_of("heap", "after", 32).kind, FaultKind::freed);
    EXPECT_EQ(fault_of("heap", "beyond", 1, 4).kind, FaultKind::out_of_bounds);
    const Fault unset = fault_of("heap", "unset", 1);
    EXPECT_EQ(unset.kind, FaultKind::uninitialized_read);
    EXPECT_TRUE(unset.heap);
    EXPECT_EQ(fault_of("heap", "twice", 1, 0).kind, FaultKind::freed_twice);
    EXPECT_EQ(fault_of("heap", "twice", 1, 1).kind, FaultKind::freed_foreign);
}

// All that look on, on a watched block; and blocks that are there together, step by step.
TEST(OrdinaryKernels, CallsAreWatchedLikeAnythingElse) {
    for (const Ordinary& kernel : ordinary()) {
        if (kernel.name != "recursion" && kernel.name != "pointers" && kernel.name != "heap")
            continue;
        SCOPED_TRACE(kernel.name);
        const std::string text = text_of("ordinary/" + std::string(kernel.name) + ".ptx");
        for (const Order order : {Order::sequential, Order::in_step}) {
            Options options;
            options.order = order;
            options.watched = {0, 1};
            options.blocks = order == Order::in_step;
            Bench bench(text, options);
            kernel.run(bench);
            EXPECT_EQ(bench.faults(), "");
            EXPECT_TRUE(bench.machine().trace());
        }
    }
}

// A checkpoint within calls goes on as the original does.
TEST(OrdinaryKernels, ARecursionGoesOnFromAnyCheckpoint) {
    const auto module = Module::read(text_of("ordinary/recursion.ptx"));
    const auto program = *(*module)->kernel("recursion");
    const auto begun = [&] {
        Machine machine;
        std::vector<std::byte> block(program->parameter_bytes);
        for (std::size_t i = 0; i < 3; ++i) {
            const Address at = machine.memory().allocate("out", Type::s32, 100);
            std::memcpy(block.data() + 8 * i, &at, 8);
        }
        const int n = 100;
        std::memcpy(block.data() + 24, &n, 4);
        EXPECT_FALSE(machine.launch(program, {2, 1, 1}, {64, 1, 1}, 0, block));
        return machine;
    };
    Machine whole = begun();
    whole.advance(std::uint64_t{1} << 40);
    ASSERT_EQ(whole.state(), Machine::State::idle);
    Machine stepped = begun();
    std::uint64_t steps = 0;
    while (stepped.advance(64) == Machine::State::running) {
        Machine copy = stepped;
        EXPECT_EQ(copy.hash(), stepped.hash());
        stepped = std::move(copy);
        ++steps;
    }
    EXPECT_GT(steps, 100u);
    EXPECT_EQ(stepped.hash(), whole.hash());
    EXPECT_EQ(stepped.counters().lane_instructions, whole.counters().lane_instructions);
    EXPECT_GT(whole.counters().local_store_requests, 0u);
}

}  // namespace corpus
