// Where values come from: exact arrows for kernels whose data flow is known, and a failure for
// every rule left out.
#include <algorithm>
#include <functional>

#include "tests/helpers/flow_runner.h"

namespace {

using namespace flow_test;
using namespace simulator::origins;

const std::string lane = "lane value 1";

std::vector<std::int64_t> cells_of(const Flow& flow, VersionKind kind, bool used) {
    std::vector<std::int64_t> cells;
    for (const Version& version : flow.versions)
        if (&version != &flow.versions[0] && version.kind == kind && version.used == used)
            cells.push_back(version.cell);
    std::ranges::sort(cells);
    return cells;
}

// A kernel that reads `input` and writes `output`, with shared memory for its values.
std::shared_ptr<const Flow> run(const std::string& file, const std::string& kernel, int threads,
                                std::uint32_t rules = all_origin_rules, int values = 1) {
    Runner runner(ptx_file(file), Runner::with_rules(rules));
    const std::uint32_t count = threads * values;
    runner.floats("input", count).floats("output", count, 1);
    runner.launch(kernel, {1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1}, 2 * count * 4);
    return runner.flow();
}

std::vector<Cells> halving(int threads, const std::string& source) {
    std::vector<Cells> want(1);
    for (int t = 0; t < threads; ++t) want[0][t] = data(source, {t});
    for (int d = threads / 2; d > 0; d /= 2) {
        Cells row;
        for (int t = 0; t < d; ++t) row[t] = data("part", {t, t + d});
        want.push_back(row);
    }
    return want;
}

std::vector<Cells> doubling(int threads) {
    std::vector<Cells> want(1);
    for (int t = 0; t < threads; ++t) want[0][t] = data("input", {t});
    for (int d = 1; d < threads; d *= 2) {
        Cells row;
        for (int t = 0; t < threads; t += 2 * d) row[t] = data("part", {t, t + d});
        want.push_back(row);
    }
    return want;
}

}  // namespace

TEST(Origins, SequentialReductionIsATreeOfHalves) {
    for (int threads : {8, 16, 100, 192})
        EXPECT_EQ(rows(*run("reduce", "reduce_sequential", threads), "part"),
                  halving(threads, "input"))
            << threads;
}

TEST(Origins, SequentialReductionLosesEveryThirdNumberOf192) {
    std::vector<std::int64_t> lost;
    for (int i = 2; i < 192; i += 3) lost.push_back(i);
    EXPECT_EQ(cells_of(*run("reduce", "reduce_sequential", 192), VersionKind::input, false), lost);
}

TEST(Origins, InterleavedAndStridedReductionsAreTheSameTree) {
    for (const char* kernel : {"reduce_interleaved", "reduce_strided"})
        for (int threads : {8, 16})
            EXPECT_EQ(rows(*run("reduce", kernel, threads), "part"), doubling(threads)) << kernel;
}

TEST(Origins, ReductionsOf100ReadCellsThatNobodyWrote) {
    for (const char* kernel : {"reduce_interleaved", "reduce_strided"}) {
        const auto flow = run("reduce", kernel, 100);
        EXPECT_EQ(cells_of(*flow, VersionKind::unwritten, true),
                  (std::vector<std::int64_t>{100, 104, 112}))
            << kernel;
    }
}

TEST(Origins, ASumKeptInARegisterDrawsTheSameTree) {
    auto want = halving(8, "input");
    EXPECT_EQ(rows(*run("reduce", "reduce_single", 8), "part"), want);
    for (int t = 0; t < 8; ++t) want[0][t] = data("input", {t, t + 8});
    EXPECT_EQ(rows(*run("reduce", "reduce_register", 8, all_origin_rules, 2), "part"), want);
}

TEST(Origins, BothOldValuesOfAnExchangeAreTheSources) {
    const auto got = rows(*run("reduce", "reduce_swap", 4, all_origin_rules, 2), "part");
    Cells want;
    for (int t = 0; t < 4; ++t) {
        want[t] = data("part", {t + 4});
        want[t + 4] = data("part", {t, t + 4});
    }
    ASSERT_EQ(got.size(), 2u);
    EXPECT_EQ(got[1], want);
}

TEST(Origins, ShufflesDownAddOnlyLanesThatAreThere) {
    std::vector<Cells> want(1);
    for (int t = 0; t < 32; ++t) want[0][t] = data("input", {t});
    for (int d = 16; d > 0; d /= 2) {
        Cells row;
        for (int t = 0; t < 32 - d; ++t) row[t] = data(lane, {t, t + d});
        want.push_back(row);
    }
    EXPECT_EQ(rows(*run("shuffle", "shuffle_down", 32), lane), want);
    Runner rolled(ptx_file("shuffle"));
    rolled.floats("input", 32)
        .floats("output", 1)
        .scalar(32)
        .launch("shuffle_rolled", {}, {32, 1, 1});
    EXPECT_EQ(rows(*rolled.flow(), lane), want);
}

TEST(Origins, ButterfliesTakeTheirPartnersValues) {
    std::vector<Cells> want(1);
    for (int t = 0; t < 32; ++t) want[0][t] = data("input", {t});
    for (int d = 16; d > 0; d /= 2) {
        Cells row;
        for (int t = 0; t < 32; ++t) row[t] = data(lane, {t, t ^ d});
        want.push_back(row);
    }
    EXPECT_EQ(rows(*run("shuffle", "shuffle_xor", 32), lane), want);
    Runner computed(ptx_file("shuffle"));
    computed.floats("output", 32).launch("shuffle_tid", {}, {32, 1, 1});
    for (int t = 0; t < 32; ++t) want[0][t] = {};
    EXPECT_EQ(rows(*computed.flow(), lane), want);
}

TEST(Origins, TwoLevelsMeetInSharedMemory) {
    const auto flow = run("shuffle", "two_level", 128);
    Cells sums, second;
    for (int w = 0; w < 4; ++w) sums[w] = data(lane, {32 * w});
    for (int t = 0; t < 32; ++t) second[t] = t < 4 ? data("warp_sums", {t}) : std::set<From>{};
    EXPECT_EQ(rows(*flow, "warp_sums"), std::vector<Cells>{sums});
    const auto lanes = rows(*flow, lane);
    ASSERT_GT(lanes.size(), 6u);
    EXPECT_EQ(lanes[6], second);
}

TEST(Origins, HillisSteeleReachesTwiceAsFarEachRound) {
    const auto flow = run("scan", "scan_hillis", 16);
    std::vector<Cells> want(1), out(1);
    for (int t = 0; t < 16; ++t) {
        want[0][t] = data("input", {t});
        out[0][t] = data("a", {t});
    }
    for (int d = 1; d < 16; d *= 2) {
        Cells row;
        for (int t = d; t < 16; ++t) row[t] = data("a", {t, t - d});
        want.push_back(row);
    }
    EXPECT_EQ(rows(*flow, "a"), want);
    EXPECT_EQ(rows(*flow, "output"), out);
}

TEST(Origins, BlellochGoesUpAndDown) {
    std::vector<Cells> want(1);
    for (int t = 0; t < 16; ++t) want[0][t] = data("input", {t});
    for (int d : {1, 2, 4}) {
        Cells row;
        for (int t = 2 * d - 1; t < 16; t += 2 * d) row[t] = data("a", {t, t - d});
        want.push_back(row);
    }
    want.push_back({{15, {}}});
    for (int d : {8, 4, 2, 1}) {
        Cells row;
        for (int t = 2 * d - 1; t < 16; t += 2 * d) {
            row[t] = data("a", {t, t - d});
            row[t - d] = data("a", {t});
        }
        want.push_back(row);
    }
    EXPECT_EQ(rows(*run("scan", "scan_blelloch", 8, all_origin_rules, 2), "a"), want);
}

TEST(Origins, AScanByShufflesSkipsLanesWithoutALeftNeighbour) {
    Runner runner(ptx_file("shuffle"));
    runner.ints("input", 32, 10, Type::s32).ints("output", 32, 1, Type::s32);
    runner.launch("scan_shuffle", {}, {32, 1, 1});
    std::vector<Cells> want(1);
    for (int t = 0; t < 32; ++t) want[0][t] = data("input", {t});
    for (int d = 1; d < 32; d *= 2) {
        Cells row;
        for (int t = d; t < 32; ++t) row[t] = data(lane, {t, t - d});
        want.push_back(row);
    }
    EXPECT_EQ(rows(*runner.flow(), lane), want);
}

namespace {

std::set<From> both(std::set<From> a, const std::set<From>& b) {
    a.insert(b.begin(), b.end());
    return a;
}

std::set<From> joined(std::initializer_list<std::pair<std::string, std::int64_t>> cells) {
    std::set<From> sources;
    for (const auto& [array, cell] : cells) sources.insert({array, cell, 'd'});
    return sources;
}

std::shared_ptr<const Flow> pcr_shared(std::uint32_t rules = all_origin_rules) {
    Runner runner(ptx_file("scan"), Runner::with_rules(rules));
    std::vector<float> below(16, -1), diagonal(16, 2.5f), above(16, -1);
    below[0] = above[15] = 0;
    runner.buffer("below", Type::f32, below).buffer("diagonal", Type::f32, diagonal);
    runner.buffer("above", Type::f32, above).floats("right", 16).floats("x", 16);
    return runner.launch("pcr_shared", {}, {16, 1, 1}).flow();
}

std::vector<Cells> pcr_shared_wanted() {
    std::vector<Cells> want(1);
    for (int t = 0; t < 16; ++t) want[0][t] = data("right", {t});
    for (int s = 1; s < 16; s *= 2) {
        Cells row;
        for (int t = 0; t < 16; ++t) {
            row[t] = data("sd", {t});
            if (t >= s) row[t] = both(row[t], joined({{"sa", t}, {"sb", t - s}, {"sd", t - s}}));
            if (t + s < 16)
                row[t] = both(row[t], joined({{"sc", t}, {"sb", t + s}, {"sd", t + s}}));
        }
        want.push_back(row);
    }
    return want;
}

std::shared_ptr<const Flow> pcr_shuffle(std::uint32_t rules = all_origin_rules) {
    Runner runner(ptx_file("shuffle"), Runner::with_rules(rules));
    std::vector<double> below(32, -1), diagonal(32, 2.5), above(32, -1), right(32);
    below[0] = above[31] = 0;
    for (int i = 0; i < 32; ++i) right[i] = 1 + i % 3;
    runner.buffer("below", Type::f64, below).buffer("diagonal", Type::f64, diagonal);
    runner.buffer("above", Type::f64, above).buffer("right", Type::f64, right);
    return runner.launch("pcr_shuffle", {}, {32, 1, 1}).flow();
}

std::vector<Cells> pcr_shuffle_wanted() {
    const std::string a = "lane value 1", c = "lane value 2", d = "lane value 3";
    std::vector<Cells> want(1);
    for (int t = 0; t < 32; ++t) want[0][t] = joined({{"right", t}, {"diagonal", t}});
    for (int s = 1; s < 32; s *= 2) {
        Cells row;
        for (int t = 0; t < 32; ++t) {
            row[t] = data(d, {t});
            if (t >= s) row[t] = both(row[t], joined({{a, t}, {c, t - s}, {d, t - s}}));
            if (t + s < 32) row[t] = both(row[t], joined({{c, t}, {a, t + s}, {d, t + s}}));
        }
        want.push_back(row);
    }
    return want;
}

}  // namespace

TEST(Origins, CyclicReductionReachesBothWaysAndStopsAtTheEnds) {
    EXPECT_EQ(rows(*pcr_shared(), "sd"), pcr_shared_wanted());
    EXPECT_EQ(rows(*pcr_shuffle(), "lane value 3"), pcr_shuffle_wanted());
}

TEST(Origins, BitonicSortComparesAndExchanges) {
    Runner runner(ptx_file("scan"));
    runner.ints("data", 8, 100).launch("bitonic", {}, {8, 1, 1}, 8 * 4);
    const auto flow = runner.flow();
    std::multiset<std::tuple<std::uint32_t, std::int64_t, std::int64_t>> got, want;
    for (const Comparison& pair : flow->comparisons)
        got.insert({pair.interval, flow->versions[pair.a].cell, flow->versions[pair.b].cell});
    std::uint32_t round = 1;
    for (int size = 2; size <= 8; size *= 2)
        for (int reach = size / 2; reach > 0; reach /= 2, ++round)
            for (int t = 0; t < 8; ++t)
                if ((t ^ reach) > t) want.insert({round, t, t ^ reach});
    EXPECT_EQ(got, want);
    EXPECT_EQ(want.size(), 24u);
    for (const Version& version : flow->versions) {
        if (version.kind != VersionKind::stored || name_of(*flow, version) != "keys" ||
            !version.interval)
            continue;
        ASSERT_EQ(version.edges, 1u);
        const Edge& edge = flow->edges[version.first_edge];
        const std::int64_t from = flow->versions[edge.source].cell;
        EXPECT_TRUE(edge.moved && edge.kind == EdgeKind::data);
        EXPECT_TRUE(want.contains(
            {version.interval, std::min(from, version.cell), std::max(from, version.cell)}));
    }
    const auto sorted = runner.values<std::uint32_t>("data");
    EXPECT_TRUE(std::ranges::is_sorted(sorted));
}

TEST(Origins, GridStrideLoopsAddUpTheirLoads) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 67).floats("output", 4).scalar(67);
    runner.launch("gridstride", {2, 1, 1}, {16, 1, 1}, 16 * 4);
    Cells want;
    for (int t = 0; t < 16; ++t) {
        want[t] = data("input", {t, t + 32});
        if (t + 64 < 67) want[t].insert({"input", t + 64, 'd'});
    }
    const auto got = rows(*runner.flow(), "part");
    ASSERT_FALSE(got.empty());
    EXPECT_EQ(got[0], want);
}

namespace {

std::shared_ptr<const Flow> histogram(std::uint32_t rules = all_origin_rules) {
    Runner runner(ptx_file("matrix"), Runner::with_rules(rules));
    runner.ints("input", 32, 100).ints("output", 8, 1);
    return runner.launch("histogram", {}, {32, 1, 1}).flow();
}

int index_edges(const Flow& flow, int* atomics) {
    int others = 0;
    for (const Version& version : flow.versions) {
        if (version.kind != VersionKind::atomic || name_of(flow, version) != "bins") continue;
        ++*atomics;
        for (std::uint32_t e = version.first_edge; e < version.first_edge + version.edges; ++e)
            if (name_of(flow, flow.versions[flow.edges[e].source]) == "input")
                others += flow.edges[e].kind != EdgeKind::index;
    }
    return others;
}

}  // namespace

TEST(Origins, AHistogramsInputChoosesTheCellAndIsNoData) {
    int atomics = 0;
    EXPECT_EQ(index_edges(*histogram(), &atomics), 0);
    EXPECT_EQ(atomics, 32);
}

TEST(Origins, AtomicsLeaveTheirSumsBehind) {
    Runner runner(ptx_file("matrix"));
    runner.ints("input", 32, 100).ints("output", 8, 1).launch("histogram", {}, {32, 1, 1});
    const auto flow = runner.flow();
    const auto bins = runner.values<std::uint32_t>("output");
    std::map<std::int64_t, std::uint64_t> last;
    for (const Version& version : flow->versions)
        if (version.kind == VersionKind::atomic && name_of(*flow, version) == "output")
            last[version.cell] = version.after;
    for (int b = 0; b < 8; ++b) EXPECT_EQ(last[b], bins[b]) << b;
}

TEST(Origins, ACallIsFollowedIntoTheFunction) {
    EXPECT_EQ(rows(*run("reduce", "reduce_called", 8), "part"), halving(8, "input"));
}

TEST(Origins, AMaximumHasTheLargerCellAsSource) {
    const auto flow = run("reduce", "reduce_max", 8);
    for (const Cells& row : rows(*flow, "part"))
        for (const auto& [cell, sources] : row) {
            int given = 0;
            for (const auto& [array, from, kind] : sources) given += kind == 'd';
            EXPECT_EQ(given, 1) << cell;
        }
}

TEST(Origins, AnIndexIsNoData) {
    Runner runner(ptx_file("matrix"));
    runner.floats("values", 8).ints("order", 8, 8, Type::s32).floats("output", 8);
    runner.launch("gather", {}, {8, 1, 1});
    const auto got = rows(*runner.flow(), "output");
    ASSERT_EQ(got.size(), 1u);
    for (int t = 0; t < 8; ++t) {
        const std::set<From> want{{"values", std::int64_t(number(t, 8)), 'd'}, {"order", t, 'i'}};
        EXPECT_EQ(got[0].at(t), want);
    }
}

TEST(Origins, ArraysInLocalMemoryAreRegisters) {
    Runner runner(ptx_file("matrix"));
    runner.floats("input", 64).floats("output", 8).ints("order", 8, 8, Type::s32);
    runner.launch("local_array", {}, {8, 1, 1});
    const auto got = rows(*runner.flow(), "output");
    ASSERT_EQ(got.size(), 1u);
    for (int t = 0; t < 8; ++t)
        EXPECT_TRUE(got[0].at(t).contains({"input", 8 * t + std::int64_t(number(t, 8)), 'd'})) << t;
}

TEST(Origins, WideReadsOfNarrowCellsHaveAllOfThem) {
    Runner runner(ptx_file("matrix"));
    std::vector<std::uint8_t> bytes(64);
    for (int i = 0; i < 64; ++i) bytes[i] = std::uint8_t(i);
    runner.ints("words", 4, 9).buffer("bytes", Type::u8, bytes).ints("again", 4, 1);
    runner.launch("widen", {}, {64, 1, 1});
    const auto got = rows(*runner.flow(), "again");
    ASSERT_EQ(got.size(), 1u);
    for (int t = 0; t < 4; ++t)
        EXPECT_EQ(got[0].at(t),
                  both(data("part", {4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3}), data("words", {t})));
}

TEST(Origins, AMissingBarrierMakesArrowsByLuck) {
    const auto raced = [](const Flow& flow) {
        return std::ranges::count_if(flow.edges, [](const Edge& edge) { return edge.raced; });
    };
    EXPECT_GT(raced(*run("scan", "scan_race", 64)), 0);
    EXPECT_EQ(raced(*run("scan", "scan_hillis", 64)), 0);
    EXPECT_GT(raced(*run("reduce", "reduce_volatile", 64)), 0);
}

TEST(Origins, TwoBlocksAddIntoOneCell) {
    Options both_blocks;
    both_blocks.watched = {0, 1};
    Runner runner(ptx_file("reduce"), both_blocks);
    runner.floats("input", 64).floats("total", 1, 1).launch("atomic_sum", {2, 1, 1}, {32, 1, 1});
    const auto flow = runner.flow();
    std::set<std::uint64_t> blocks;
    int atomics = 0;
    for (const Version& version : flow->versions) {
        if (version.kind != VersionKind::atomic) continue;
        ++atomics;
        blocks.insert(version.block);
        EXPECT_EQ(version.edges, 2u);
    }
    EXPECT_EQ(atomics, 64);
    EXPECT_EQ(blocks.size(), 2u);
}

TEST(Origins, WhatOthersWroteIsForeign) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 64).floats("total", 1, 1).launch("atomic_sum", {2, 1, 1}, {32, 1, 1});
    runner.again().use("total").use("input").launch("reduce_sequential", {}, {1, 1, 1}, 4);
    const auto flow = runner.flow();
    const auto read = rows(*flow, "part");
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].at(0), data("total", {0}));
}

// Without optimisation every variable lives in local memory and every loop is as written: the
// arrows are the same.
TEST(Origins, UnoptimisedKernelsDrawTheSame) {
    EXPECT_EQ(rows(*run("debug/reduce", "reduce_sequential", 16), "part"), halving(16, "input"));
    EXPECT_EQ(rows(*run("debug/reduce", "reduce_interleaved", 16), "part"), doubling(16));
    EXPECT_EQ(rows(*run("debug/reduce", "reduce_single", 8), "part"), halving(8, "input"));
    for (const char* kernel : {"scan_hillis", "scan_blelloch"})
        EXPECT_EQ(rows(*run("debug/scan", kernel, 8, all_origin_rules, 2), "a"),
                  rows(*run("scan", kernel, 8, all_origin_rules, 2), "a"))
            << kernel;
}

// Every rule is needed: with it off, one of these differs.
TEST(Origins, EveryRuleIsSeenByATest) {
    struct Case {
        OriginRule off;
        std::function<bool(std::uint32_t)> holds;
    };
    const auto tree = [](std::uint32_t rules) {
        return rows(*run("reduce", "reduce_single", 8, rules), "part") == halving(8, "input");
    };
    const auto swap = [](std::uint32_t rules) {
        const auto got = rows(*run("reduce", "reduce_swap", 4, rules, 2), "part");
        return got.size() == 2 && got[1].at(4) == data("part", {0, 4}) &&
               got[1].at(0) == data("part", {4});
    };
    const auto scan = [](std::uint32_t rules) {
        const auto got = rows(*run("scan", "scan_hillis", 16, rules), "a");
        return got.size() == 5 && got[4].size() == 8;
    };
    const auto heads = [](std::uint32_t rules) {
        return rows(*run("shuffle", "shuffle_xor", 32, rules), lane).size() == 6;
    };
    const auto copies = [](std::uint32_t rules) {
        Runner runner(ptx_file("shuffle"), Runner::with_rules(rules));
        runner.floats("output", 32).launch("shuffle_tid", {}, {32, 1, 1});
        const auto got = rows(*runner.flow(), lane);
        return got.size() == 6 && got[1].at(0) == data(lane, {0, 16});
    };
    const Case cases[] = {
        {forward_at_store, tree},
        {lazy_copies, swap},
        {forward_at_barrier, tree},
        {carry, scan},
        {zero_factor,
         [](std::uint32_t rules) { return rows(*pcr_shared(rules), "sd") == pcr_shared_wanted(); }},
        {choose,
         [](std::uint32_t rules) {
             return rows(*pcr_shuffle(rules), "lane value 3") == pcr_shuffle_wanted();
         }},
        {shuffle_heads, heads},
        {address_is_index,
         [](std::uint32_t rules) {
             int n = 0;
             return index_edges(*histogram(rules), &n) == 0;
         }},
        {copies_at_shuffle, copies},
    };
    for (const Case& one : cases) {
        EXPECT_TRUE(one.holds(all_origin_rules)) << one.off;
        EXPECT_FALSE(one.holds(all_origin_rules & ~one.off)) << one.off;
    }
}
