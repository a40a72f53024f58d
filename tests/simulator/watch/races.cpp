// The checks against kernels that are wrong: whom they name, and that no barrier of a right kernel
// can be taken away unnoticed. That they stay silent on right kernels is in corpus.cpp.
#include <gtest/gtest-spi.h>

#include <algorithm>
#include <sstream>

#include "tests/simulator/corpus.h"

namespace corpus {
namespace {

Options checking(Order order = Order::sequential) {
    Options options;
    options.check_all = true;
    options.order = order;
    return options;
}

class Faulty : public testing::Test {
protected:
    template <class... Arguments>
    const std::vector<Fault>& faults_of(std::string_view kernel, Bench::Shape shape,
                                        Arguments... arguments) {
        bench.launch(kernel, shape, arguments...);
        return bench.machine().faults();
    }
    Bench bench{text_of("faulty/races.ptx"), checking()};
};

TEST_F(Faulty, ARaceNamesBothThreadsAndLines) {
    const auto numbers = bench.input(random_integers(64, 100), "numbers");
    const auto faults = faults_of("reversed", {1, 64}, numbers);
    const auto race = std::ranges::find(faults, FaultKind::race, &Fault::kind);
    ASSERT_NE(race, faults.end()) << bench.faults();
    const Fault& fault = *race;
    EXPECT_FALSE(fault.fatal);
    EXPECT_EQ(fault.space, Space::shared);
    EXPECT_EQ(fault.buffer, "here");
    EXPECT_EQ(fault.elements, 64u);
    EXPECT_EQ(fault.bytes, 4);
    EXPECT_EQ(fault.interval, 0);
    EXPECT_EQ(std::min(fault.line, fault.other_line), 27) << "where it is written";
    EXPECT_EQ(std::max(fault.line, fault.other_line), 28) << "where it is read";
    EXPECT_NE(fault.write, fault.other_write);
    EXPECT_EQ(fault.thread.x + fault.other_thread.x, 63u);
    const auto writer = fault.write ? fault.thread.x : fault.other_thread.x;
    EXPECT_EQ(fault.element, writer);
    EXPECT_GT(fault.repeats, 1u);
}

TEST_F(Faulty, BlocksAreInNoOrder) {
    const auto faults = faults_of("block_before", {3, 32}, bench.zeros<int>(3, "totals"));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::race);
    EXPECT_EQ(faults[0].buffer, "totals");
    EXPECT_EQ(faults[0].line, 7);
    EXPECT_EQ(faults[0].other_line, 7);
    EXPECT_EQ(faults[0].block.x, faults[0].other_block.x + 1);
    EXPECT_FALSE(faults[0].write);
    EXPECT_TRUE(faults[0].other_write);
    EXPECT_EQ(faults[0].element, 0);
}

TEST_F(Faulty, ASecondLaunchComesAfterTheFirst) {
    const auto totals = bench.zeros<int>(3);
    bench.launch("block_before", {1, 32}, totals);
    EXPECT_TRUE(faults_of("block_before", {1, 32}, totals).empty()) << bench.faults();
}

TEST_F(Faulty, LanesOfOneStoreWithDifferentValuesRace) {
    const auto faults = faults_of("last_writer", {1, 128}, bench.zeros<int>(2, "place"));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::race);
    EXPECT_TRUE(faults[0].write && faults[0].other_write);
    EXPECT_EQ(faults[0].text, "");
}

TEST_F(Faulty, WritingTheSameIsNotedAsSuch) {
    const auto faults = faults_of("same_answer", {2, 64}, bench.zeros<int>(1, "place"));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::equal_writes);
    EXPECT_TRUE(is_warning(faults[0].kind)) << "the result is the same in any order";
    Bench sieve(text_of("faulty/sieve.ptx"), checking());
    const auto struck = sieve.zeros<std::int8_t>(101);
    sieve.launch("sieve", {1, 32}, struck, 100);
    ASSERT_EQ(sieve.machine().faults().size(), 1u) << sieve.faults();
    EXPECT_EQ(sieve.machine().faults()[0].kind, FaultKind::equal_writes);
    EXPECT_EQ(std::ranges::count(sieve.values(struck), 0), 25 + 2) << "the primes, zero and one";
}

TEST_F(Faulty, ValuesThatNobodyWrote) {
    auto faults = faults_of("unwritten_shared", {1, 32}, bench.room<int>(32));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::uninitialized_read);
    EXPECT_EQ(faults[0].buffer, "part");
    EXPECT_EQ(faults[0].element, 32);
    EXPECT_EQ(faults[0].thread.x, 31u);
    EXPECT_EQ(faults[0].line, 38);
    EXPECT_EQ(faults[0].repeats, 1u);
}

TEST_F(Faulty, BuffersThatNobodyWrote) {
    const auto middle = bench.room<float>(32, "middle"), out = bench.room<float>(32, "out");
    const auto in = bench.zeros<float>(32);
    bench.launch("unwritten_global", {1, 32}, in, middle);
    EXPECT_TRUE(faults_of("unwritten_global", {1, 32}, middle, out).empty()) << bench.faults();
    const auto faults = faults_of("unwritten_global", {1, 32}, bench.room<float>(32, "never"), out);
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::uninitialized_read);
    EXPECT_EQ(faults[0].buffer, "never");
    EXPECT_EQ(faults[0].launch, 2);
    EXPECT_EQ(faults[0].repeats, 32u);
}

TEST_F(Faulty, AnExchangeGivesAFirstValue) {
    Bench other(text_of("faulty/first_value.ptx"), checking());
    const auto sum = other.room<int>(1, "sum"), out = other.room<int>(32, "out");
    other.launch("first_value", {1, 32}, sum);
    EXPECT_TRUE(other.machine().faults().empty()) << other.faults();
    EXPECT_EQ(other.values(sum).at(0), 32);
    other.launch("old_value", {1, 32}, other.room<int>(1, "never"), out);
    ASSERT_EQ(other.machine().faults().size(), 1u) << other.faults();
    EXPECT_EQ(other.machine().faults()[0].kind, FaultKind::uninitialized_read);
}

TEST_F(Faulty, LanesThatAreNotThere) {
    const auto faults = faults_of("half_a_warp", {1, 32}, bench.room<int>(32));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::missing_lane);
    EXPECT_EQ(faults[0].thread.x, 8u);
    EXPECT_EQ(faults[0].other_thread.x, 16u);
    EXPECT_EQ(faults[0].repeats, 8u);
}

TEST_F(Faulty, LanesThatDidNotMeet) {
    const auto faults = faults_of("half_meets", {1, 32}, bench.room<int>(32));
    ASSERT_EQ(faults.size(), 1u) << bench.faults();
    EXPECT_EQ(faults[0].kind, FaultKind::missing_warp_sync);
    EXPECT_EQ(faults[0].other_thread.x, faults[0].thread.x + 16) << "the half that met is in order";
    EXPECT_EQ(faults[0].repeats, 16u);
}

TEST_F(Faulty, LockstepIsNoOrder) {
    Bench tail(text_of("faulty/volatile_tail.ptx"), checking());
    tail.launch("volatile_tail", {1, 128}, tail.input(random_integers(128, 9)), tail.room<int>(1));
    const auto& faults = tail.machine().faults();
    ASSERT_FALSE(faults.empty());
    for (const Fault& fault : faults) {
        EXPECT_EQ(fault.kind, FaultKind::missing_warp_sync);
        EXPECT_GE(fault.line, 13);
        EXPECT_LE(fault.line, 18);
    }
}

TEST_F(Faulty, AnAtomicDoesNotOrderAPlainRead) {
    const auto faults =
        faults_of("early_look", {1, 64}, bench.input(std::vector<int>(64, 1)), bench.room<int>(1));
    ASSERT_FALSE(faults.empty());
    for (const Fault& fault : faults) EXPECT_EQ(fault.buffer, "count");
}

TEST_F(Faulty, ALockNeedsFences) {
    const auto faults =
        faults_of("leaky_lock", {3, 32}, bench.zeros<int>(1, "lock"), bench.zeros<int>(1, "total"));
    ASSERT_FALSE(faults.empty());
    for (const Fault& fault : faults) EXPECT_EQ(fault.buffer, "total");
}

TEST_F(Faulty, LookingBeforeSwappingIsNoMistake) {
    const auto numbers = random_integers(256, 1000);
    const auto largest = bench.zeros<int>(1);
    EXPECT_TRUE(faults_of("largest_by_swap", {2, 128}, bench.input(numbers), largest).empty())
        << bench.faults();
    EXPECT_EQ(bench.values(largest)[0], *std::ranges::max_element(numbers));
}

TEST_F(Faulty, OnlyWatchedBlocksAreCheckedUnlessAsked) {
    Options options;
    options.watched = {1};
    Bench watching(text_of("faulty/races.ptx"), options);
    watching.launch("reversed", {2, 64}, watching.zeros<int>(64));
    ASSERT_FALSE(watching.machine().faults().empty());
    for (const Fault& fault : watching.machine().faults()) EXPECT_EQ(fault.block.x, 1u);
    options.watched = {};
    Bench blind(text_of("faulty/races.ptx"), options);
    blind.launch("reversed", {2, 64}, blind.zeros<int>(64));
    EXPECT_EQ(blind.faults(), "");
}

TEST_F(Faulty, ACopiedMachineFindsTheSame) {
    const auto module = Module::read(text_of("faulty/races.ptx"));
    const auto program = *(*module)->kernel("reversed");
    Machine machine(checking());
    const Address numbers = machine.memory().allocate("numbers", Type::b32, 64);
    const auto block = std::as_bytes(std::span(&numbers, 1));
    ASSERT_FALSE(machine.launch(program, {1, 1, 1}, {64, 1, 1}, 0, block));
    machine.advance(40);
    Machine copy = machine;
    machine.advance(1 << 20);
    copy.advance(1 << 20);
    ASSERT_GE(machine.faults().size(), 1u);
    ASSERT_EQ(copy.faults().size(), machine.faults().size());
    for (std::size_t i = 0; i < copy.faults().size(); ++i) {
        EXPECT_EQ(copy.faults()[i].repeats, machine.faults()[i].repeats);
        EXPECT_EQ(copy.faults()[i].element, machine.faults()[i].element);
    }
}

// --- mutants ---

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string without_line(const std::vector<std::string>& lines, std::size_t gone) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += i == gone ? "\n" : lines[i] + "\n";
    return text;
}

// What the checks say of a kernel; whether its results are right is not asked.
std::string verdict(const Ordinary& kernel, const std::string& text, Order order) {
    testing::TestPartResultArray results;
    const testing::ScopedFakeTestPartResultReporter quiet(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    Bench bench(text, checking(order));
    kernel.run(bench);
    return bench.faults();
}

struct Spare {
    std::string_view kernel, instruction;
    int nth;  // of that instruction in the file
    std::string_view why;
};

constexpr Spare spare[] = {
    {"grid_barrier", "membar", 1, "the barrier behind it is taken for a fence"},
    {"warp_tail", "bar.warp.sync", 0, "32 places on: nobody writes what is read there"},
    {"warp_tail", "bar.warp.sync", 11, "lane 0 reads what it wrote itself"},
    {"matmul", "bar.sync", 5, "the last tile, after which nobody writes"},
    {"matmul", "bar.sync", 11, "the last tile, after which nobody writes"},
    {"matmul", "bar.sync", 17, "the last tile, after which nobody writes"},
    {"matmul", "bar.sync", 23, "the last tile, after which nobody writes"},
    {"softmax", "bar.sync", 0, "nobody has used the room yet"},
    {"heat_pipe", "bar.sync", 5, "each thread reads what it wrote itself"},
};

bool is_spare(const Ordinary& kernel, std::string_view instruction, int nth) {
    return std::ranges::any_of(spare, [&](const Spare& one) {
        return one.kernel == kernel.name && one.instruction == instruction && one.nth == nth;
    });
}

TEST(Mutants, NoBarrierNorFenceGoesMissingUnnoticed) {
    int mutants = 0;
    for (const Ordinary& kernel : ordinary()) {
        const auto lines = lines_of(text_of("ordinary/" + std::string(kernel.name) + ".ptx"));
        for (const std::string_view instruction : {"bar.sync", "bar.warp.sync", "membar"}) {
            int nth = 0;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (!lines[i].starts_with("\t" + std::string(instruction))) continue;
                const std::string found = verdict(kernel, without_line(lines, i), Order::resident);
                EXPECT_EQ(found.empty(), is_spare(kernel, instruction, nth))
                    << kernel.name << ", PTX line " << i + 1 << " (" << instruction << " " << nth
                    << "): " << found;
                ++nth;
                ++mutants;
            }
        }
    }
    EXPECT_GT(mutants, 90);
}

}  // namespace
}  // namespace corpus
