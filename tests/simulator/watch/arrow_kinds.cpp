// Arrows of the data flow by what they say: data, compared or index, moved or computed, by luck or
// in order, and the level at which a value stands. One small kernel each.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

using Words = std::vector<std::uint32_t>;

// Inputs `a`, `b` and `c`, small numbers; what a kernel writes is `out`, the first.
class Arrows {
public:
    explicit Arrows(const std::string& body, std::uint32_t threads = 32)
        : runner(text_of(4,
                         "ld.global.u32 %r1, [%own1];\nld.global.u32 %r2, [%own2];\n"
                         "ld.global.u32 %r3, [%own3];\n" +
                             body)) {
        runner.buffer("out", Type::u32, Words(threads));
        for (const char* name : {"a", "b", "c"}) runner.ints(name, threads, 10);
        runner.launch("small", {}, {threads, 1, 1});
        EXPECT_TRUE(runner.machine().faults().empty());
        flow = runner.flow();
    }
    /// What flowed into the last version of a cell of `out`.
    std::set<From> into(std::int64_t cell, const std::string& array = "out") const {
        const auto made = rows(*flow, array);
        return made.empty() || !made.back().contains(cell) ? std::set<From>{}
                                                           : made.back().at(cell);
    }
    std::vector<Version> versions(const std::string& array, std::int64_t cell) const {
        std::vector<Version> found;
        for (const Version& version : flow->versions)
            if (is_made(version) && name_of(*flow, version) == array && version.cell == cell)
                found.push_back(version);
        return found;
    }
    std::vector<Edge> edges(const Version& version) const {
        const auto first = flow->edges.begin() + version.first_edge;
        return {first, first + version.edges};
    }
    Edge only_edge(std::int64_t cell) const {
        const auto made = versions("out", cell);
        if (made.size() == 1 && made[0].edges == 1) return edges(made[0])[0];
        ADD_FAILURE() << made.size() << " versions of out[" << cell << "]";
        return {};
    }
    Runner runner;
    std::shared_ptr<const Flow> flow;
};

std::set<From> all_of(const std::string& array, int count, char kind) {
    std::set<From> cells;
    for (int i = 0; i < count; ++i) cells.insert({array, i, kind});
    return cells;
}

TEST(ArrowKinds, TheConditionOfASelectionIsCompared) {
    const Arrows arrows(
        "setp.gt.u32 %p0, %r3, 4;\n"
        "selp.b32 %r0, %r1, %r2, %p0;\n"
        "st.global.u32 [%own0], %r0;\n");
    for (int t = 0; t < 32; ++t) {
        const char* chosen = number(t) > 4 ? "a" : "b";
        EXPECT_EQ(arrows.into(t), (std::set<From>{{chosen, t, 'd'}, {"c", t, 'c'}})) << t;
    }
}

TEST(ArrowKinds, AVoteIsComparedAndASumIsData) {
    const Arrows vote(
        "setp.gt.u32 %p0, %r1, 4;\n"
        "vote.sync.ballot.b32 %r0, %p0, -1;\n"
        "st.global.u32 [%own0], %r0;\n");
    const Arrows any(
        "setp.gt.u32 %p0, %r1, 4;\n"
        "vote.sync.any.pred %p1, %p0, -1;\n"
        "selp.b32 %r0, 1, 0, %p1;\n"
        "st.global.u32 [%own0], %r0;\n");
    const Arrows sum(
        "redux.sync.add.u32 %r0, %r1, -1;\n"
        "st.global.u32 [%own0], %r0;\n");
    EXPECT_EQ(vote.into(5), all_of("a", 32, 'c'));
    EXPECT_EQ(any.into(5), all_of("a", 32, 'c'));
    EXPECT_EQ(sum.into(5), all_of("a", 32, 'd'));
}

struct Extreme {
    const char *name, *opcode;
    Type type;
    bool first;  // the source that is chosen of {-2, 3}
};

class Extremes : public testing::TestWithParam<Extreme> {};

TEST_P(Extremes, ChooseOneCellAndCompareTheOther) {
    const auto [name, opcode, type, first] = GetParam();
    const bool wide = size_of(type) == 8, real = type == Type::f32 || type == Type::f64;
    const std::string bits = wide ? ".b64" : ".b32", r = wide ? "%d" : "%r";
    Runner runner(text_of(3, "ld.global" + bits + " " + r + "1, [%a1];\n" + "ld.global" + bits +
                                 " " + r + "2, [%a2];\n" + opcode + " " + r + "0, " + r + "1, " +
                                 r + "2;\n" + "st.global" + bits + " [%a0], " + r + "0;\n"));
    const auto one = [&, type = type](const std::string& buffer, int value) {
        if (real && wide) runner.buffer(buffer, type, std::vector<double>{double(value)});
        if (real && !wide) runner.buffer(buffer, type, std::vector<float>{float(value)});
        if (!real && wide) runner.buffer(buffer, type, std::vector<std::int64_t>{value});
        if (!real && !wide) runner.buffer(buffer, type, std::vector<std::int32_t>{value});
    };
    one("out", 0);
    one("minus", -2);
    one("plus", 3);
    runner.launch("small", {}, {1, 1, 1});
    const std::string chosen = first ? "minus" : "plus", other = first ? "plus" : "minus";
    const auto made = rows(*runner.flow(), "out");
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(made[0].at(0), (std::set<From>{{chosen, 0, 'd'}, {other, 0, 'c'}}));
}

INSTANTIATE_TEST_SUITE_P(Types, Extremes,
                         testing::Values(Extreme{"min_s32", "min.s32", Type::s32, true},
                                         Extreme{"min_u32", "min.u32", Type::u32, false},
                                         Extreme{"min_s64", "min.s64", Type::s64, true},
                                         Extreme{"min_u64", "min.u64", Type::u64, false},
                                         Extreme{"max_s64", "max.s64", Type::s64, false},
                                         Extreme{"max_u64", "max.u64", Type::u64, true},
                                         Extreme{"max_s32", "max.s32", Type::s32, false},
                                         Extreme{"min_f32", "min.f32", Type::f32, true},
                                         Extreme{"max_f32", "max.f32", Type::f32, false},
                                         Extreme{"min_f64", "min.f64", Type::f64, true}),
                         [](const auto& named) { return std::string(named.param.name); });

TEST(ArrowKinds, WhatIsExchangedTakesNothingOfWhatStood) {
    const Arrows arrows("atom.global.exch.b32 %r0, [%own0], %r1;\n");
    EXPECT_EQ(arrows.into(3), data("a", {3}));
    const Arrows added("atom.global.add.u32 %r0, [%own0], %r1;\n");
    EXPECT_EQ(added.into(3), (std::set<From>{{"a", 3, 'd'}, {"out", 3, 'd'}}));
    const Arrows swapped("atom.global.cas.b32 %r0, [%own0], %r1, %r2;\n");
    EXPECT_EQ(swapped.into(3), (std::set<From>{{"a", 3, 'c'}, {"b", 3, 'd'}, {"out", 3, 'd'}}));
}

TEST(ArrowKinds, WhatIsBothComparedAndUsedIsUsed) {
    const Arrows arrows(
        "setp.gt.u32 %p0, %r1, 4;\n"
        "selp.b32 %r0, %r2, %r3, %p0;\n"
        "add.u32 %r0, %r0, %r1;\n"
        "st.global.u32 [%own0], %r0;\n");
    const char* chosen = number(6) > 4 ? "b" : "c";
    EXPECT_EQ(arrows.into(6), (std::set<From>{{"a", 6, 'd'}, {chosen, 6, 'd'}}));
}

TEST(ArrowKinds, WhatIsBothAnIndexAndUsedIsUsed) {
    const Arrows arrows(
        "mad.wide.u32 %d0, %r1, 4, %a2;\n"
        "ld.global.u32 %r4, [%d0];\n"
        "add.u32 %r0, %r4, %r1;\n"
        "st.global.u32 [%own0], %r0;\n");
    const auto at = std::int64_t(number(6));
    EXPECT_EQ(arrows.into(6), (std::set<From>{{"a", 6, 'd'}, {"b", at, 'd'}}));
}

TEST(ArrowKinds, MovedIsOneSourceWithTheSameBits) {
    EXPECT_TRUE(Arrows("st.global.u32 [%own0], %r1;\n").only_edge(5).moved);
    EXPECT_TRUE(number(5) != 0);
    EXPECT_FALSE(Arrows("shl.b32 %r0, %r1, 1;\nst.global.u32 [%own0], %r0;\n").only_edge(5).moved);
    const Arrows two(
        "and.b32 %r2, %r2, %r1;\n"
        "or.b32 %r0, %r2, %r1;\n"
        "st.global.u32 [%own0], %r0;\n");
    const auto made = two.versions("out", 5);
    ASSERT_EQ(made.size(), 1u);
    ASSERT_EQ(made[0].edges, 2u);
    for (const Edge& edge : two.edges(made[0])) EXPECT_FALSE(edge.moved) << "of two sources";
}

// part[t] three times in one interval stands at one level; what goes on to another cell at the
// next.
TEST(ArrowKinds, ACellsOwnValueIsNoLevelUp) {
    const Arrows arrows(
        "mov.u32 %r5, part;\n"
        "shl.b32 %r4, %t, 2;\n"
        "add.u32 %r4, %r4, %r5;\n"
        "st.shared.u32 [%r4], %r1;\n"
        "ld.shared.u32 %r6, [%r4];\n"
        "add.u32 %r6, %r6, %r2;\n"
        "st.shared.u32 [%r4], %r6;\n"
        "ld.shared.u32 %r6, [%r4];\n"
        "add.u32 %r6, %r6, %r3;\n"
        "st.shared.u32 [%r4], %r6;\n"
        "ld.shared.u32 %r6, [%r4];\n"
        "add.u32 %r6, %r6, %r6;\n"
        "st.shared.u32 [%r4+128], %r6;\n");
    const auto own = arrows.versions("part", 5), other = arrows.versions("part", 32 + 5);
    ASSERT_EQ(own.size(), 3u);
    for (const Version& version : own) EXPECT_EQ(version.level, 0);
    ASSERT_EQ(other.size(), 1u);
    EXPECT_EQ(other[0].level, 1);
}

std::string neighbours(const std::string& between, const std::string& distance) {
    return "mov.u32 %r5, part;\n"
           "shl.b32 %r4, %t, 2;\n"
           "add.u32 %r6, %r4, %r5;\n"
           "st.shared.u32 [%r6], %r1;\n" +
           between + "xor.b32 %r4, %r4, " + distance +
           ";\n"
           "add.u32 %r6, %r4, %r5;\n"
           "ld.shared.u32 %r0, [%r6];\n"
           "st.global.u32 [%own0], %r0;\n";
}

bool by_luck(const std::string& between, const std::string& distance) {
    Runner runner(text_of(2, "ld.global.u32 %r1, [%own1];\n" + neighbours(between, distance)));
    runner.buffer("out", Type::u32, Words(64)).ints("a", 64, 10);
    runner.launch("small", {}, {64, 1, 1});
    bool raced = false;
    const auto flow = runner.flow();
    for (const Version& version : flow->versions) {
        for (std::uint32_t e = version.first_edge; e < version.first_edge + version.edges; ++e) {
            raced |= flow->edges[e].raced;
            EXPECT_TRUE(!flow->edges[e].raced || version.raced);
        }
    }
    return raced;
}

TEST(ArrowKinds, LanesThatMetReadByNoLuck) {
    EXPECT_TRUE(by_luck("", "4"));
    EXPECT_FALSE(by_luck("bar.warp.sync 0xffffffff;\n", "4"));
    EXPECT_FALSE(by_luck("bar.sync 0;\n", "4"));
    EXPECT_FALSE(by_luck("bar.sync 0;\n", "128"));
}

TEST(ArrowKinds, MeetingLanesDoNotOrderWarps) {
    EXPECT_TRUE(by_luck("", "128"));
    EXPECT_TRUE(by_luck("bar.warp.sync 0xffffffff;\n", "128"));
}

TEST(ArrowKinds, HalfACellKeepsItsOtherHalf) {
    Arrows arrows(
        "st.global.u32 [%own0], %r1;\n"
        "cvt.u16.u32 %h0, %r2;\n"
        "st.global.u16 [%own0+2], %h0;\n");
    const auto made = arrows.versions("out", 7);
    ASSERT_EQ(made.size(), 2u);
    EXPECT_EQ(made[0].edges, 1u);
    EXPECT_EQ(arrows.into(7), (std::set<From>{{"out", 7, 'd'}, {"b", 7, 'd'}}));
    const auto both = std::uint64_t(number(7)) << 16 | std::uint64_t(number(7));
    EXPECT_EQ(made[1].after, both);
    EXPECT_EQ(arrows.runner.values<std::uint32_t>("out")[7], both);
    EXPECT_EQ(made[1].before, std::uint64_t(number(7)));
}

// A register that was stored, and then read anew from memory, with the same bits: at the barrier it
// is the number from memory still.
TEST(ArrowKinds, AValueReadAnewKeepsItsName) {
    Runner runner(text_of(2,
                          "mul.lo.u32 %r0, %t, 3;\n"
                          "mov.u32 %r5, part;\n"
                          "shl.b32 %r4, %t, 2;\n"
                          "add.u32 %r4, %r4, %r5;\n"
                          "st.shared.u32 [%r4], %r0;\n"
                          "ld.global.u32 %r0, [%own1];\n"
                          "bar.sync 0;\n"
                          "st.global.u32 [%own0], %r0;\n"));
    Words threes(32);
    for (std::uint32_t t = 0; t < 32; ++t) threes[t] = 3 * t;
    runner.buffer("out", Type::u32, Words(32)).buffer("in", Type::u32, threes);
    runner.launch("small", {}, {32, 1, 1});
    const auto made = rows(*runner.flow(), "out");
    ASSERT_EQ(made.size(), 1u);
    for (int t = 0; t < 32; ++t) EXPECT_EQ(made[0].at(t), data("in", {t})) << t;
}

// Without that load it is the cell's.
TEST(ArrowKinds, AStoredNumberHasItsCellsName) {
    Runner runner(text_of(1,
                          "mul.lo.u32 %r0, %t, 3;\n"
                          "mov.u32 %r5, part;\n"
                          "shl.b32 %r4, %t, 2;\n"
                          "add.u32 %r4, %r4, %r5;\n"
                          "st.shared.u32 [%r4], %r0;\n"
                          "bar.sync 0;\n"
                          "st.global.u32 [%own0], %r0;\n"));
    runner.buffer("out", Type::u32, Words(32)).launch("small", {}, {32, 1, 1});
    const auto made = rows(*runner.flow(), "out");
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(made[0].at(9), data("part", {9}));
}

// All lanes take lane 0's: for lane 0 nothing was received, and what it adds is no version.
TEST(ArrowKinds, ALanesOwnValueIsNotReceived) {
    const Arrows arrows(
        "shfl.sync.idx.b32 %r4, %r1, 0, 31, -1;\n"
        "add.u32 %r0, %r4, %r2;\n"
        "st.global.u32 [%own0], %r0;\n");
    std::set<std::int64_t> lanes;
    for (const Version& version : arrows.flow->versions)
        if (version.kind == VersionKind::final_value) lanes.insert(version.cell);
    EXPECT_EQ(lanes.size(), 31u);
    EXPECT_FALSE(lanes.contains(0));
    EXPECT_EQ(arrows.into(0), (std::set<From>{{"lane value 1", 0, 'd'}, {"b", 0, 'd'}}));
}

// What nothing reads again is not used; what went into an output by a comparison alone lives.
TEST(ArrowKinds, WhatReachesNoOutputIsPale) {
    const Arrows arrows(
        "mov.u32 %r5, part;\n"
        "shl.b32 %r4, %t, 2;\n"
        "add.u32 %r4, %r4, %r5;\n"
        "st.shared.u32 [%r4], %r3;\n"
        "setp.gt.u32 %p0, %r2, 4;\n"
        "selp.b32 %r0, %r1, 7, %p0;\n"
        "st.global.u32 [%own0], %r0;\n");
    for (const Version& version : arrows.flow->versions) {
        const std::string& name = name_of(*arrows.flow, version);
        const bool chosen = name == "a" && number(version.cell) > 4;
        EXPECT_EQ(version.live, chosen || name == "b" || name == "out") << name;
        EXPECT_EQ(version.used, version.live) << name;
    }
}

TEST(ArrowKinds, WhatABranchAskedIsUsedAndReachesNoOutput) {
    const Arrows arrows(
        "setp.gt.u32 %p0, %r1, 4;\n"
        "@%p0 bra end;\n"
        "st.global.u32 [%own0], 7;\n"
        "end:\n");
    int found = 0;
    for (const Version& version : arrows.flow->versions) {
        if (name_of(*arrows.flow, version) != "a") continue;
        EXPECT_TRUE(version.used && !version.live);
        ++found;
    }
    EXPECT_EQ(found, 32);
}

}  // namespace
