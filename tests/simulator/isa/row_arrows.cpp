// How values flow through instructions that are not simply "from all operands": as their rows say,
// each with the arrows that come of it.
#include "tests/helpers/flow_runner.h"

namespace flow_test {
namespace {

// A kernel of one thread: numbers[0..3] in %r1 to %r4, the result goes from %r0 to out[0].
std::string kernel_around(const std::string& body) {
    return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q)
{
	.reg .b32 %r<10>;
	.reg .f32 %f<4>;
	.reg .b16 %h<4>;
	.reg .b64 %rd<6>;
	.reg .pred %p<6>;
	.shared .align 4 .b8 part[128];
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.u32 %r1, [%rd1];
	ld.global.u32 %r2, [%rd1+4];
	ld.global.u32 %r3, [%rd1+8];
	ld.global.u32 %r4, [%rd1+12];
	mov.b32 %f1, %r1;
	mov.b32 %f2, %r2;
)" + body + R"(
	st.global.u32 [%rd2], %r0;
	ret;
}
)";
}

struct Ran {
    std::shared_ptr<const Flow> flow;
    std::shared_ptr<const Trace> trace;
};

Ran run(const std::string& body, std::uint32_t threads = 1,
        const std::vector<std::uint32_t>& numbers = {3, 5, 7, 9}) {
    Runner runner(kernel_around(body));
    runner.buffer("numbers", Type::u32, numbers);
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>{0, 0});
    runner.launch("k", {1, 1, 1}, {threads, 1, 1});
    for (const Fault& fault : runner.machine().faults()) {
        if (fault.fatal) ADD_FAILURE() << body << ": " << simulator::name_of(fault.kind);
    }
    return {runner.flow(), runner.trace()};
}

// Where out[0] comes from: the cells, each with its kind of arrow.
std::set<From> sources(const std::string& body) {
    const auto found = rows(*run(body).flow, "out");
    if (found.empty()) {
        ADD_FAILURE() << body << ": nothing was stored";
        return {};
    }
    return found.back().at(0);
}

std::set<From> numbers(std::initializer_list<std::int64_t> cells) { return data("numbers", cells); }

// Whether numbers[0] was of any use, be it as a condition only.
bool is_used(const std::string& body) {
    const Ran ran = run(body);
    return std::ranges::any_of(ran.flow->versions, [&](const Version& version) {
        return version.array >= 0 && name_of(*ran.flow, version) == "numbers" &&
               version.cell == 0 && version.used;
    });
}

// Whether %r0 is only ever made of constants: then a cell that it is stored to gives it no name.
bool is_literal(const std::string& body) {
    return sources(body + "\nst.shared.u32 [part], %r0;\nbar.sync 0;").empty();
}

TEST(RowArrows, AConstantZeroKeepsTheOtherFactorOut) {
    for (const std::string opcode :
         {"mad.lo.u32", "madc.lo.u32", "madc.lo.cc.u32", "madc.hi.u32", "madc.hi.cc.u32",
          "dp4a.u32.u32", "dp2a.lo.u32.u32", "dp2a.hi.u32.u32", "fma.rn.f32"}) {
        const bool real = opcode.ends_with("f32");
        const std::string move = real ? "mov.f32 %f0, 0f00000000;\n" : "mov.u32 %r5, 0;\n";
        const auto product = [&](const std::string& factor) {
            if (!real) return opcode + " %r0, " + factor + ", %r2, %r3;";
            return "mov.b32 %f3, %r3;\n" + opcode + " %f0, " +
                   (factor == "%r1" ? "%f1" : "0f00000000") + ", %f2, %f3;\nmov.b32 %r0, %f0;";
        };
        EXPECT_EQ(sources(product("%r1")), numbers({0, 1, 2})) << opcode;
        EXPECT_EQ(sources(move + product("%r5")), numbers({2})) << opcode;
    }
}

TEST(RowArrows, AConditionThatCannotHoldKeepsTheOtherOut) {
    const auto both = [](const std::string& constant) {
        return "setp.eq.u32 %p1, 0, " + constant +
               ";\nsetp.gt.u32 %p2, %r1, 1;\nand.pred %p3, %p1, %p2;\nselp.u32 %r0, %r2, %r3, %p3;";
    };
    auto expected = numbers({1});
    expected.insert({"numbers", 0, 'c'});
    EXPECT_EQ(sources(both("0")), expected);
    EXPECT_EQ(sources(both("1")), numbers({2}));
}

TEST(RowArrows, WhatKindOfNumberItIsIsACondition) {
    for (const std::string test :
         {"testp.finite.f32", "testp.infinite.f32", "testp.number.f32", "testp.notanumber.f32",
          "testp.normal.f32", "testp.subnormal.f32"}) {
        const std::string tested = test + " %p1, %f1;\n";
        EXPECT_EQ(sources(tested + "selp.u32 %r0, 1, 2, %p1;"),
                  (std::set<From>{{"numbers", 0, 'c'}}))
            << test;
        EXPECT_TRUE(is_used(tested + "mov.u32 %r0, 1;\n@%p1 mov.u32 %r0, 2;")) << test;
    }
    EXPECT_FALSE(is_used("mov.u32 %r0, 1;"));
}

TEST(RowArrows, WhereAPointerLeadsIsACondition) {
    const std::string tested = "cvt.u64.u32 %rd3, %r1;\nisspacep.shared %p1, %rd3;\n";
    EXPECT_EQ(sources(tested + "selp.u32 %r0, 1, 2, %p1;"), (std::set<From>{{"numbers", 0, 'c'}}));
    EXPECT_TRUE(is_used(tested + "mov.u32 %r0, 1;\n@%p1 mov.u32 %r0, 2;"));
}

TEST(RowArrows, AnotherSignLeavesAConstantAConstant) {
    EXPECT_EQ(sources("abs.s32 %r0, %r1;"), numbers({0}));
    EXPECT_EQ(sources("abs.f32 %f0, %f1;\nmov.b32 %r0, %f0;"), numbers({0}));
    EXPECT_EQ(sources("abs.f16x2 %r0, %r1;"), numbers({0}));
    EXPECT_TRUE(is_literal("abs.s32 %r0, -5;"));
    EXPECT_TRUE(is_literal("neg.s32 %r0, 5;"));
    EXPECT_TRUE(is_literal("mov.u32 %r5, 0xbc00bc00;\nabs.f16x2 %r0, %r5;"));
    EXPECT_TRUE(is_literal("abs.f32 %f0, 0fBF800000;\nmov.b32 %r0, %f0;"));
    EXPECT_FALSE(is_literal("add.u32 %r0, 2, 3;")) << "it was computed";
}

TEST(RowArrows, TwoNumbersInOneRegisterComeFromBoth) {
    EXPECT_EQ(sources("cvt.rn.f16x2.f32 %r0, %f1, %f2;"), numbers({0, 1}));
    for (const std::string opcode : {"min.u16x2", "min.s16x2", "max.u16x2", "max.s16x2"}) {
        EXPECT_EQ(sources(opcode + " %r0, %r1, %r2;"), numbers({0, 1})) << opcode;
    }
    auto least = numbers({0});
    least.insert({"numbers", 1, 'c'});
    EXPECT_EQ(sources("min.u32 %r0, %r1, %r2;"), least);
    auto greatest = numbers({1});
    greatest.insert({"numbers", 0, 'c'});
    EXPECT_EQ(sources("max.u32 %r0, %r1, %r2;"), greatest);
}

// What a lane makes of a shuffled value is worth an arrow; the same value as another type is not.
TEST(RowArrows, AConversionIsNothingNew) {
    const auto made = [](const std::string& instruction) {
        const Ran ran = run("shfl.sync.bfly.b32 %r5, %r1, 1, 31, 0xffffffff;\nmov.b32 %f3, %r5;\n" +
                                instruction + "\nmov.u32 %r0, 0;",
                            32);
        return std::ranges::count(ran.flow->versions, VersionKind::final_value, &Version::kind);
    };
    EXPECT_EQ(made("add.u32 %r6, %r5, %r2;"), 32);
    EXPECT_EQ(made("cvt.rn.f16x2.f32 %r6, %f3, %f2;"), 0);
}

TEST(RowArrows, LanesThatAreHereAreNoData) {
    EXPECT_EQ(sources("mov.u32 %r0, %r1;\nactivemask.b32 %r0;"), (std::set<From>{}));
    EXPECT_TRUE(is_literal("activemask.b32 %r0;"));
}

TEST(RowArrows, AnElectionIsAVote) {
    const Ran ran = run("elect.sync %r0|%p1, 0xffffffff;", 32);
    ASSERT_GT(std::ranges::count(ran.trace->events, EventKind::vote, &Event::kind), 0);
    EXPECT_EQ(sources("elect.sync %r0|%p1, 1;"), (std::set<From>{}));
}

// Half of the warp comes to the vote on another way: the way might end without it, so that the
// halves are not together there of themselves.
TEST(RowArrows, AVoteWaitsForAllItsMembers) {
    Runner runner(kernel_around(R"(
	mov.u32 %r5, %tid.x;
	setp.lt.u32 %p1, %r5, 16;
	setp.eq.u32 %p2, %r1, 3;
	mov.u32 %r0, 0;
	@%p1 bra $vote;
	add.u32 %r6, %r5, 1;
	setp.eq.u32 %p3, %r6, 0;
	@%p3 bra $end;
$vote:
	vote.sync.ballot.b32 %r0, %p2, 0xffffffff;
$end:
	mul.wide.u32 %rd3, %r5, 4;
	add.u64 %rd2, %rd2, %rd3;)"));
    runner.buffer("numbers", Type::u32, std::vector<std::uint32_t>{3, 5, 7, 9});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(32));
    runner.launch("k", {1, 1, 1}, {32, 1, 1});
    EXPECT_EQ(runner.values<std::uint32_t>("out"), std::vector<std::uint32_t>(32, ~0u));
}

TEST(RowArrows, AnAnswerIsComparedAndASumIsData) {
    EXPECT_EQ(sources("redux.sync.add.u32 %r0, %r1, 1;"), numbers({0}));
    EXPECT_EQ(sources("match.any.sync.b32 %r0, %r1, 1;"), (std::set<From>{{"numbers", 0, 'c'}}));
    EXPECT_EQ(sources("setp.gt.u32 %p1, %r1, 1;\nvote.sync.ballot.b32 %r0, %p1, 1;"),
              (std::set<From>{{"numbers", 0, 'c'}}));
}

// Of an atomic: what stood there, the operand, and for cas what it is compared with.
TEST(RowArrows, WhatAnAtomicLeavesComesFromItsOperands) {
    const auto left = [](const std::string& atomic) {
        const auto found =
            rows(*run(atomic + "\nmov.u32 %r0, 0;\nadd.u64 %rd2, %rd2, 4;").flow, "out");
        return found.empty() || !found.front().contains(0) ? std::set<From>{{"nothing", 0, 'd'}}
                                                           : found.front().at(0);
    };
    auto old_and_new = numbers({0});
    old_and_new.insert({"out", 0, 'd'});
    EXPECT_EQ(left("atom.global.add.u32 %r5, [%rd2], %r1;"), old_and_new);
    EXPECT_EQ(left("red.global.max.u32 [%rd2], %r1;"), old_and_new);
    EXPECT_EQ(left("atom.global.exch.b32 %r5, [%rd2], %r1;"), numbers({0}));
    auto swapped = numbers({1});
    swapped.insert({"numbers", 0, 'c'});
    swapped.insert({"out", 0, 'd'});
    EXPECT_EQ(left("atom.global.cas.b32 %r5, [%rd2], %r1, %r2;"), swapped);
}

// The trace computes what stays in memory as the instruction does, and not as its operand's other
// uses suggest.
TEST(RowArrows, WhatAnAtomicLeavesIsWhatStandsThere) {
    struct Case {
        std::string atomic;
        std::uint32_t before, operand;
    };
    const Case cases[] = {{"red.global.min.s32 [%rd2], %r1;", 5, 0xfffffffe},
                          {"red.global.max.s32 [%rd2], %r1;", 5, 0xfffffffe},
                          {"red.global.min.u32 [%rd2], %r1;", 5, 0xfffffffe},
                          {"red.global.inc.u32 [%rd2], %r1;", 5, 5},
                          {"red.global.dec.u32 [%rd2], %r1;", 9, 5},
                          {"red.global.dec.u32 [%rd2], %r1;", 0, 5},
                          {"red.global.and.b32 [%rd2], %r1;", 6, 5},
                          {"red.global.or.b32 [%rd2], %r1;", 6, 5},
                          {"red.global.xor.b32 [%rd2], %r1;", 6, 5},
                          {"red.global.add.f32 [%rd2], %f1;", 0x3f800000, 0x40000000},
                          {"red.global.add.f32 [%rd2], %f1;", 0x00000001, 0x00000001},
                          {"atom.global.exch.b32 %r5, [%rd2], %r1;", 6, 5},
                          {"atom.global.cas.b32 %r5, [%rd2], %r1, %r2;", 6, 6}};
    for (const Case& one : cases) {
        Runner runner(kernel_around("add.u32 %r6, %r1, 1;\n" + one.atomic +
                                    "\nmov.u32 %r0, 0;\nadd.u64 %rd2, %rd2, 4;"));
        runner.buffer("numbers", Type::u32, std::vector<std::uint32_t>{one.operand, 77, 0, 0});
        runner.buffer("out", Type::u32, std::vector<std::uint32_t>{one.before, 0});
        runner.launch("k", {1, 1, 1}, {1, 1, 1});
        const auto stands = runner.values<std::uint32_t>("out")[0];
        const auto trace = runner.trace();
        const auto event = std::ranges::find(trace->events, EventKind::atomic, &Event::kind);
        ASSERT_NE(event, trace->events.end()) << one.atomic;
        EXPECT_EQ(trace->slot(*event, 0)->value, stands) << one.atomic;
        const auto flow = runner.flow();
        const auto version = std::ranges::find(flow->versions, VersionKind::atomic, &Version::kind);
        ASSERT_NE(version, flow->versions.end()) << one.atomic;
        EXPECT_EQ(version->after, stands) << one.atomic;
    }
}

// As on hardware; what is told of it is told alike.
TEST(RowArrows, SumsInGlobalMemoryKnowNoSubnormals) {
    const auto left = [](const std::string& place) {
        const Ran ran =
            run("st.shared.u32 [part], 1;\nst.global.u32 [%rd2], 1;\n"
                "red." +
                    place + ", 0f00000001;\nld.shared.u32 %r0, [part];",
                1, {1, 1, 1, 1});
        const auto event = std::ranges::find(ran.trace->events, EventKind::atomic, &Event::kind);
        return event == ran.trace->events.end() ? ~0ull : ran.trace->slot(*event, 0)->value;
    };
    EXPECT_EQ(left("global.add.f32 [%rd2]"), 0u);
    EXPECT_EQ(left("shared.add.f32 [part]"), 2u);
}

}  // namespace
}  // namespace flow_test
