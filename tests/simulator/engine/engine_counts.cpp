// Counts that theory knows: sectors, wavefronts, conflicts, executions, divergence.
#include <algorithm>
#include <random>

#include "simulator/isa/count_memory.h"
#include "tests/simulator/engine_runner.h"

namespace engine_test {
namespace {

struct Walk {
    int stride, offset;
    std::uint64_t sectors;  // of a full warp
};

class Sectors : public testing::TestWithParam<Walk> {};

TEST_P(Sectors, PerRequest) {
    const auto [stride, offset, sectors] = GetParam();
    Runner runner("access");
    const Address in = runner.buffer("in", upwards<float>(256 * stride + 64)),
                  out = runner.buffer("out", std::vector<float>(256));
    runner.run("copy_strided", {4}, {64}, in, out, stride, offset);
    const auto copied = runner.read<float>(out);
    for (int i = 0; i < 256; ++i) ASSERT_EQ(copied[i], float(i * stride + offset));
    const Counters counters = runner.counters();
    EXPECT_EQ(counters.global_load_requests, 8u);
    EXPECT_EQ(counters.global_load_sectors, 8 * sectors);
    EXPECT_EQ(counters.global_store_sectors, 8 * 4u);
    EXPECT_EQ(counters.bytes_requested, (stride ? 8 * 128u : 8 * 4u) + 8 * 128u);
    EXPECT_EQ(counters.bytes_asked,
              32 * (counters.global_load_sectors + counters.global_store_sectors));
}

INSTANTIATE_TEST_SUITE_P(Strides, Sectors,
                         testing::Values(Walk{1, 0, 4}, Walk{1, 1, 5}, Walk{1, 8, 4}, Walk{2, 0, 8},
                                         Walk{2, 1, 8}, Walk{4, 0, 16}, Walk{8, 0, 32},
                                         Walk{16, 0, 32}, Walk{3, 0, 12}, Walk{0, 5, 1}));

TEST(Counts, WideAccessesTakeTheirSectors) {
    Runner runner("access");
    const Address in = runner.buffer("in", upwards<double>(64)),
                  out = runner.buffer("out", std::vector<double>(64));
    runner.run("copy_doubles", {1}, {32}, in, out);
    EXPECT_EQ(runner.counters().global_load_sectors, 8u);
    runner.run("copy_fours", {1}, {32}, in, out);
    EXPECT_EQ(runner.machine.launch_counters(1).global_load_sectors, 16u);
    EXPECT_EQ(runner.machine.launch_counters(1).global_load_requests, 1u);
    EXPECT_EQ(runner.read<double>(out), upwards<double>(64));
}

TEST(Counts, NarrowValuesAreExtended) {
    Runner runner("access");
    std::vector<std::int8_t> bytes(32);
    std::vector<std::int16_t> halves(32);
    for (int i = 0; i < 32; ++i)
        bytes[i] = static_cast<std::int8_t>(i * 8 - 128),
        halves[i] = static_cast<std::int16_t>(i * 2000 - 32000);
    const Address in = runner.buffer("in", bytes),
                  out = runner.buffer("out", std::vector<std::int16_t>(32)),
                  narrow = runner.buffer("narrow", halves),
                  wide = runner.buffer("wide", std::vector<int>(32));
    runner.run("copy_bytes", {1}, {32}, in, out, narrow, wide);
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(runner.read<std::int16_t>(out)[i], bytes[i]);
        EXPECT_EQ(runner.read<int>(wide)[i], static_cast<std::uint16_t>(halves[i]));
    }
    EXPECT_EQ(runner.counters().global_load_sectors, 1u + 2u);
}

TEST(Counts, LanesThatAreOffTouchNothing) {
    for (const std::uint32_t lanes :
         {1u, 0x80000000u, 0x00ff00f0u, 0x55555555u, 0x7fffffffu, 0xfffffffeu}) {
        Runner runner("access");
        const Address in = runner.buffer("in", upwards<float>(32, 1)),
                      out = runner.buffer("out", std::vector<float>(32));
        runner.run("copy_some", {1}, {32}, in, out, lanes);
        std::uint64_t sectors = 0, on = 0;
        for (int i = 0; i < 32; ++i) {
            const bool copied = lanes >> i & 1;
            on += copied;
            EXPECT_EQ(runner.read<float>(out)[i], copied ? i + 1 : 0) << lanes << " " << i;
        }
        for (int i = 0; i < 4; ++i) sectors += (lanes >> i * 8 & 255) != 0;
        EXPECT_EQ(runner.counters().global_load_sectors, sectors) << lanes;
        EXPECT_EQ(runner.counters().bytes_requested, on * 8) << lanes;
    }
}

TEST(Counts, AShortWarpReadsNothingBehindItsLanes) {
    Runner runner("access");
    const Address in = runner.buffer("in", upwards<float>(20)),
                  out = runner.buffer("out", std::vector<float>(20));
    runner.run("copy_strided", {1}, {20}, in, out, 1, 0);
    EXPECT_EQ(runner.read<float>(out), upwards<float>(20));
    EXPECT_EQ(runner.counters().global_load_sectors, 3u);
    EXPECT_EQ(runner.counters().lane_instructions, 20 * runner.counters().warp_instructions);
}

// The rules written down once more, as plainly as can be.
std::uint32_t plain_sectors(std::uint32_t mask, int bytes, const Address* at) {
    std::vector<Address> sectors;
    for (int i = 0; i < 32; ++i) {
        if (mask >> i & 1) sectors.push_back(at[i] / 32);
    }
    std::sort(sectors.begin(), sectors.end());
    return static_cast<std::uint32_t>(std::unique(sectors.begin(), sectors.end()) -
                                      sectors.begin()) +
           0 * bytes;
}

TEST(Counts, GatheredSectors) {
    std::mt19937 random(7);
    for (int turn = 0; turn < 60; ++turn) {
        const int span = turn % 3 == 0 ? 40 : turn % 3 == 1 ? 600 : 60000;
        std::vector<int> from(32);
        for (int& index : from) index = static_cast<int>(random() % span);
        if (turn % 5 == 0) std::sort(from.begin(), from.end());
        Runner runner("access");
        const Address in = runner.buffer("in", upwards<float>(span)),
                      out = runner.buffer("out", std::vector<float>(32)),
                      indices = runner.buffer("from", from);
        runner.run("gather", {3}, {32}, in, indices, out);
        Address at[32];
        for (int i = 0; i < 32; ++i) at[i] = in + 4 * from[i];
        for (int i = 0; i < 32; ++i) ASSERT_EQ(runner.read<float>(out)[i], from[i]);
        EXPECT_EQ(runner.counters().global_load_sectors, 3 * (plain_sectors(~0u, 4, at) + 4u));
    }
}

struct Banks {
    const char* name;
    const char* kernel;
    std::vector<int> index;
    std::uint64_t wavefronts, conflicts;
};

std::vector<int> indices(int (*of)(int)) {
    std::vector<int> found;
    for (int i = 0; i < 32; ++i) found.push_back(of(i));
    return found;
}

class SharedLoads : public testing::TestWithParam<Banks> {};

TEST_P(SharedLoads, Wavefronts) {
    const Banks& banks = GetParam();
    Runner runner("access");
    const Address index = runner.buffer("index", banks.index),
                  out = runner.buffer("out", std::vector<float>(128));
    runner.run(banks.kernel, {2}, {32}, index, out);
    EXPECT_EQ(runner.counters().shared_load_wavefronts, 2 * banks.wavefronts);
    EXPECT_EQ(runner.counters().shared_load_bank_conflicts, 2 * banks.conflicts);
    EXPECT_EQ(runner.faults(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, SharedLoads,
    testing::Values(
        Banks{"unit", "shared_words", indices([](int i) { return i; }), 1, 0},
        Banks{"reversed", "shared_words", indices([](int i) { return 31 - i; }), 1, 0},
        Banks{"offset", "shared_words", indices([](int i) { return i + 7; }), 1, 0},
        Banks{"broadcast", "shared_words", indices([](int) { return 9; }), 1, 0},
        Banks{"stride2", "shared_words", indices([](int i) { return 2 * i; }), 2, 1},
        Banks{"stride3", "shared_words", indices([](int i) { return 3 * i; }), 1, 0},
        Banks{"stride8", "shared_words", indices([](int i) { return 8 * i; }), 8, 7},
        Banks{"stride32", "shared_words", indices([](int i) { return 32 * i; }), 32, 31},
        Banks{"stride33", "shared_words", indices([](int i) { return 33 * i; }), 1, 0},
        Banks{"pairs32", "shared_words", indices([](int i) { return i / 2 * 32; }), 16, 15},
        Banks{"two_rows", "shared_words", indices([](int i) { return i % 16 + i / 16 * 64; }), 2,
              1},
        Banks{"doubles", "shared_doubles", indices([](int i) { return i; }), 2, 0},
        Banks{"doubles_broadcast", "shared_doubles", indices([](int) { return 3; }), 1, 0},
        Banks{"doubles_pairs", "shared_doubles", indices([](int i) { return i / 2; }), 1, 0},
        Banks{"doubles_twos", "shared_doubles", indices([](int i) { return i & ~2; }), 2, 1},
        Banks{"doubles_fours", "shared_doubles", indices([](int i) { return i / 4; }), 1, 0},
        Banks{"doubles_stride2", "shared_doubles", indices([](int i) { return 2 * i; }), 4, 2},
        Banks{"fours", "shared_fours", indices([](int i) { return i; }), 4, 0},
        Banks{"fours_pairs", "shared_fours", indices([](int i) { return i / 2; }), 2, 0},
        Banks{"fours_broadcast", "shared_fours", indices([](int) { return 1; }), 2, 0},
        Banks{"fours_stride2", "shared_fours", indices([](int i) { return 2 * i; }), 8, 4}),
    [](const auto& named) { return std::string(named.param.name); });

class SharedStores : public testing::TestWithParam<Banks> {};

TEST_P(SharedStores, Wavefronts) {
    const Banks& banks = GetParam();
    Runner runner("access");
    const Address index = runner.buffer("index", banks.index),
                  in = runner.buffer("in", upwards<float>(128));
    runner.run(banks.kernel, {1}, {32}, index, in);
    EXPECT_EQ(runner.counters().shared_store_wavefronts, banks.wavefronts);
    EXPECT_EQ(runner.counters().shared_store_bank_conflicts, banks.conflicts);
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, SharedStores,
    testing::Values(Banks{"unit", "store_words", indices([](int i) { return i; }), 1, 0},
                    Banks{"stride2", "store_words", indices([](int i) { return 2 * i; }), 2, 1},
                    Banks{"same", "store_words", indices([](int) { return 4; }), 1, 0},
                    Banks{"doubles", "store_doubles", indices([](int i) { return i; }), 2, 0},
                    Banks{"doubles_pairs", "store_doubles", indices([](int i) { return i / 2; }), 2,
                          0},
                    Banks{"doubles_same", "store_doubles", indices([](int) { return 2; }), 2, 0},
                    Banks{"fours", "store_fours", indices([](int i) { return i; }), 4, 0},
                    Banks{"fours_same", "store_fours", indices([](int) { return 2; }), 4, 0}),
    [](const auto& named) { return std::string(named.param.name); });

TEST(Counts, LocalMemoryIsInterleavedByLane) {
    Runner runner("access");
    std::vector<int> same(32, 3), other = upwards<int>(32);
    for (int& index : other) index %= 8;
    const Address a = runner.buffer("same", same), b = runner.buffer("other", other),
                  out = runner.buffer("out", std::vector<int>(32));
    runner.run("local_array", {1}, {32}, a, out);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<int>(out)[i], 9 + i);
    EXPECT_EQ(runner.counters().local_load_sectors, 4u * runner.counters().local_load_requests);
    runner.run("local_array", {1}, {32}, b, out);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<int>(out)[i], i % 8 * (i % 8) + i);
    EXPECT_EQ(runner.machine.launch_counters(1).local_load_sectors, 32u);
}

TEST(Counts, AtomicsQueueAtOneAddress) {
    Runner runner("access");
    std::vector<int> cells(32);
    for (int i = 0; i < 32; ++i) cells[i] = i < 5 ? 0 : i % 9;
    const Address cell = runner.buffer("cell", cells),
                  sums = runner.buffer("sums", std::vector<int>(32)),
                  olds = runner.buffer("olds", std::vector<int>(32));
    runner.run("add_to", {1}, {32}, cell, sums, olds);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(runner.read<int>(olds)[i], expected[cells[i]]);
        expected[cells[i]] += 1 + i;
    }
    EXPECT_EQ(runner.read<int>(sums), expected);
    EXPECT_EQ(runner.counters().atomics, 1u);
    EXPECT_EQ(runner.counters().atomic_passes, 8u);
    EXPECT_EQ(runner.counters().global_atomic_passes, 8u);
    EXPECT_EQ(runner.counters().global_atomic_sectors, 8u + 3u) << "eight cells, and the ninth";
    EXPECT_EQ(runner.counters().global_load_requests + runner.counters().global_store_requests, 2u);
    runner.run("add_in_shared", {1}, {32}, cell, sums);
    EXPECT_EQ(runner.machine.launch_counters(1).atomic_passes, 1u) << "ones are counted at once";
    EXPECT_EQ(runner.machine.launch_counters(1).global_atomic_passes, 0u) << "in shared memory";
    EXPECT_EQ(runner.machine.launch_counters(1).global_atomic_sectors, 0u);
    EXPECT_EQ(runner.machine.launch_counters(1).shared_load_requests, 1u);
}

struct Tree {
    const char* kernel;
    std::uint64_t adds, wavefronts, divergent;
};

class Reduction : public testing::TestWithParam<Tree> {};

// Of one block of 256: executions of the line that adds, wavefronts of shared loads in the loop.
TEST_P(Reduction, CountsOfTheory) {
    Runner runner("reduce");
    const Address in = runner.buffer("in", upwards<float>(1024)),
                  out = runner.buffer("out", std::vector<float>(4));
    runner.begin(GetParam().kernel, {4}, {256}, 1024, in, out).finish();
    for (int block = 0; block < 4; ++block) {
        EXPECT_EQ(runner.read<float>(out)[block], 256 * (block * 256 + 127.5f));
    }
    LineCounters adding;
    for (const LineCounters& line : runner.machine.lines()) {
        if (line.counters.shared_load_requests > adding.counters.shared_load_requests)
            adding = line;
    }
    EXPECT_EQ(adding.executions, 4 * GetParam().adds);
    EXPECT_EQ(adding.counters.shared_load_wavefronts + adding.counters.shared_store_wavefronts,
              4 * GetParam().wavefronts);
    EXPECT_EQ(runner.counters().divergent_branches, 4 * (GetParam().divergent + 1));
    EXPECT_EQ(adding.lanes, 4 * 255u);
}

INSTANTIATE_TEST_SUITE_P(Orders, Reduction,
                         testing::Values(Tree{"reduce_interleaved", 47, 141, 47},
                                         Tree{"reduce_strided", 12, 141, 5},
                                         Tree{"reduce_sequential", 12, 36, 5}));

TEST(Counts, TotalsAreSumsOfLines) {
    Runner runner("reduce");
    const Address in = runner.buffer("in", upwards<float>(4096)),
                  out = runner.buffer("out", std::vector<float>(1));
    runner.run("reduce_shuffle", {3}, {96}, in, out, 4096);
    Counters source, ptx;
    for (const LineCounters& line : runner.machine.lines()) source += line.counters;
    for (const LineCounters& line : runner.machine.ptx_lines()) ptx += line.counters;
    EXPECT_EQ(source, runner.counters());
    EXPECT_EQ(ptx, runner.counters());
    EXPECT_EQ(runner.counters().shuffles, 9 * 5u);
    EXPECT_EQ(runner.read<float>(out)[0], 4096 * 2047.5f);
}

TEST(Counts, ModuleVariablesLiveFromLaunchToLaunch) {
    Runner runner("access");
    const Address out = runner.buffer("out", std::vector<float>(33));
    runner.run("module_variables", {1}, {32}, out);
    EXPECT_EQ(runner.read<float>(out)[6], 100);
    EXPECT_EQ(runner.read<float>(out)[32], 6);
    EXPECT_EQ(runner.counters().global_store_requests, 3u);  // the constants count nowhere
    runner.run("second_kernel", {1}, {1}, out);
    EXPECT_EQ(runner.read<float>(out)[0], 6);
}

TEST(Counts, AGenericPointerMayLeadToTwoSpaces) {
    Runner runner("access");
    const Address in = runner.buffer("in", upwards<float>(32)),
                  out = runner.buffer("out", std::vector<float>(32));
    runner.run("mixed_spaces", {1}, {32}, in, out);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(runner.read<float>(out)[i], i % 2 ? i : 100 + i);
    EXPECT_EQ(runner.counters().global_load_sectors, 4u);
    EXPECT_EQ(runner.counters().shared_load_wavefronts, 1u);
    EXPECT_EQ(runner.faults(), "");
}

// Patterns that the bodies answer by closed forms or from memory, against the general count.
TEST(Counts, ClosedFormsAgreeWithTheGeneralCount) {
    std::mt19937 random(11);
    for (int turn = 0; turn < 200; ++turn) {
        Address at[32];
        const int bytes = 1 << random() % 5, stride = static_cast<int>(random() % 6) * bytes;
        const std::uint32_t mask = random() % 2 ? ~0u : static_cast<std::uint32_t>(random()) | 1u;
        const Address base = random() % 64 * bytes;
        for (int i = 0; i < 32; ++i) at[i] = base + i * stride;
        EXPECT_EQ(count_sectors(mask, bytes, at).sectors, plain_sectors(mask, bytes, at));
        const Wavefronts store = count_wavefronts(mask, bytes, false, at),
                         load = count_wavefronts(mask, bytes, true, at);
        EXPECT_LE(load.wavefronts, store.wavefronts);
        EXPECT_LE(store.best, store.wavefronts);
    }
}

}  // namespace
}  // namespace engine_test
