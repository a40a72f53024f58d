// What the trace says that atomics left behind, found out by itself, against what they did; and
// which lane a shuffle read.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

struct Atomic {
    const char* opcode;  // "add.u32"
    Type type;
};

class LeftBehind : public testing::TestWithParam<Atomic> {};

// Lanes 0 to 31 queue at four cells. Operands run from -12 upwards, so that signs, wraps and limits
// come up; cells begin at 3, at the sign bit,
// at all ones (of floats NaN) and at 0.
std::string queueing(const Atomic& atomic) {
    const bool wide = size_of(atomic.type) == 8;
    const std::string opcode = atomic.opcode, type = opcode.substr(opcode.find('.') + 1);
    const bool real = type[0] == 'f', swaps = opcode.starts_with("cas");
    std::string body =
        "and.b32 %r0, %t, 3;\nshl.b32 %r0, %r0, 3;\ncvt.u64.u32 %d0, %r0;\n"
        "add.u64 %d0, %d0, %a0;\nmad.wide.u32 %d2, %t, 8, %a1;\n"
        "add.s32 %r1, %t, -12;\n";
    const std::string b = wide ? "%d3" : "%r3", d = wide ? "%d4" : "%r4";
    if (real)
        body += "cvt.rn." + type + ".s32 " + b + ", %r1;\n";
    else
        body += wide ? "cvt.s64.s32 %d3, %r1;\n" : "mov.b32 %r3, %r1;\n";
    body += "atom.global." + opcode + " " + d + ", [%d0], " + b + (swaps ? ", " + b : "") + ";\n";
    return body + (wide ? "st.global.b64 [%d2], %d4;\n" : "st.global.b32 [%d2], %r4;\n");
}

TEST_P(LeftBehind, IsWhatStandsThere) {
    const int bytes = size_of(GetParam().type);
    const std::uint64_t sign = std::uint64_t{1} << (bytes * 8 - 1);
    Runner runner(text_of(2, queueing(GetParam())));
    const std::vector<std::uint64_t> cells{3, sign, bytes == 8 ? ~0ull : 0xffffffffu, 0};
    runner.buffer("cells", Type::u64, cells);
    runner.buffer("olds", Type::u64, std::vector<std::uint64_t>(32));
    runner.launch("small", {}, {32, 1, 1});
    const auto trace = runner.trace();
    const auto event = std::ranges::find(trace->events, EventKind::atomic, &Event::kind);
    ASSERT_NE(event, trace->events.end());
    const auto after = runner.values<std::uint64_t>("cells");
    const auto olds = runner.values<std::uint64_t>("olds");
    for (int t = 0; t < 32; ++t) {
        EXPECT_EQ(trace->slot(*event, t)->before, olds[t]) << "lane " << t;
        if (t >= 28) {
            EXPECT_EQ(trace->slot(*event, t)->value, after[t % 4]) << "cell " << t % 4;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Operations, LeftBehind,
                         testing::Values(Atomic{"add.u32", Type::u32}, Atomic{"add.s32", Type::s32},
                                         Atomic{"add.u64", Type::u64}, Atomic{"add.f32", Type::f32},
                                         Atomic{"add.f64", Type::f64}, Atomic{"min.s32", Type::s32},
                                         Atomic{"min.u32", Type::u32}, Atomic{"min.s64", Type::s64},
                                         Atomic{"min.u64", Type::u64}, Atomic{"max.s32", Type::s32},
                                         Atomic{"max.u32", Type::u32}, Atomic{"max.s64", Type::s64},
                                         Atomic{"max.u64", Type::u64}, Atomic{"inc.u32", Type::u32},
                                         Atomic{"dec.u32", Type::u32}, Atomic{"and.b32", Type::u32},
                                         Atomic{"or.b64", Type::u64}, Atomic{"xor.b32", Type::u32},
                                         Atomic{"exch.b32", Type::u32},
                                         Atomic{"exch.b64", Type::u64},
                                         Atomic{"cas.b32", Type::u32},
                                         Atomic{"cas.b64", Type::u64}),
                         [](const auto& named) {
                             std::string name = named.param.opcode;
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

// A limit above which a counter that falls begins again: 9 is beyond 4.
// A thread's own words stand 32 lanes apart: the same index is a row of them, another one for each
// lane is a sector for each.
TEST(TraceEdges, LocalRequestsAreThoseOfTheCounters) {
    struct Row {
        const char* body;
        std::uint32_t sectors, ideal;
    };
    const std::string own = ".local .align 16 .b8 own[128];\nmov.u64 %d0, own;\n";
    const std::string by_lane =
        "shl.b32 %r0, %t, 2;\ncvt.u64.u32 %d1, %r0;\nadd.u64 %d0, %d0, %d1;\n";
    for (const Row& row :
         {Row{"st.local.u32 [%d0+4], %t;\n", 4, 4}, Row{"st.local.u8 [%d0+5], %h0;\n", 4, 1},
          Row{"st.local.u64 [%d0+8], %d0;\n", 8, 8},
          Row{"st.local.v4.u32 [%d0+16], {%t, %t, %t, %t};\n", 16, 16},
          Row{"setp.lt.u32 %p0, %t, 9;\n@%p0 st.local.u32 [%d0], %t;\n", 2, 2}}) {
        Runner runner(text_of(0, own + row.body));
        runner.launch("small", {}, {32, 1, 1});
        const auto trace = runner.trace();
        ASSERT_EQ(trace->events.size(), 1u) << row.body;
        EXPECT_EQ(trace->events[0].space, Space::local);
        EXPECT_EQ(trace->events[0].sectors, row.sectors) << row.body;
        EXPECT_EQ(trace->events[0].ideal, row.ideal) << row.body;
        EXPECT_EQ(runner.machine().counters().local_store_sectors, row.sectors) << row.body;
    }
    Runner apart(text_of(0, own + by_lane + "st.local.u32 [%d0], %t;\nld.local.u32 %r1, [%d0];\n"));
    apart.launch("small", {}, {32, 1, 1});
    const auto trace = apart.trace();
    for (const Event& event : trace->events) {
        EXPECT_EQ(event.sectors, 32u);
        EXPECT_EQ(event.ideal, 4u);
        EXPECT_EQ(trace->slot(event, 7)->value, 7u);
    }
    EXPECT_EQ(apart.machine().counters().local_load_sectors, 32u);
}

TEST(TraceEdges, ACounterBeyondItsLimitFallsToIt) {
    Runner runner(text_of(1,
                          "atom.global.dec.u32 %r0, [%a0], 4;\n"
                          "atom.global.inc.u32 %r0, [%a0+4], 4;\n"));
    runner.buffer("cells", Type::u32, std::vector<std::uint32_t>{9, 9});
    runner.launch("small", {}, {1, 1, 1});
    const auto trace = runner.trace();
    ASSERT_EQ(trace->events.size(), 2u);
    EXPECT_EQ(trace->slot(trace->events[0], 0)->value, 4u);
    EXPECT_EQ(trace->slot(trace->events[1], 0)->value, 0u);
    EXPECT_EQ(runner.values<std::uint32_t>("cells"), (std::vector<std::uint32_t>{4, 0}));
}

// Sums of floats in global memory know no subnormals, those in shared memory do.
TEST(TraceEdges, SubnormalsAreFlushedAsInMemory) {
    Runner runner(text_of(1,
                          "st.shared.u32 [part], 3;\n"
                          "red.global.add.f32 [%a0], 0f00000000;\n"
                          "red.shared.add.f32 [part], 0f00000000;\n"));
    runner.buffer("cells", Type::u32, std::vector<std::uint32_t>{3});
    runner.launch("small", {}, {1, 1, 1});
    const auto trace = runner.trace();
    ASSERT_EQ(trace->events.size(), 3u);
    EXPECT_EQ(trace->slot(trace->events[1], 0)->before, 3u);
    EXPECT_EQ(trace->slot(trace->events[1], 0)->value, 0u);
    EXPECT_EQ(trace->slot(trace->events[2], 0)->value, 3u);
    EXPECT_EQ(runner.values<std::uint32_t>("cells")[0], 0u);
}

// Segments of eight lanes, and a distance beyond their end: lanes there read themselves.
TEST(TraceEdges, ShufflesStayInTheirSegments) {
    struct Case {
        const char* shuffle;
        int (*source)(int lane);
    };
    const Case cases[] = {
        {"shfl.sync.up.b32 %r1, %t, 3, 0x1800, -1;\n",
         [](int t) { return t % 8 >= 3 ? t - 3 : t; }},
        {"shfl.sync.down.b32 %r1, %t, 3, 0x181f, -1;\n",
         [](int t) { return t % 8 < 5 ? t + 3 : t; }},
        {"shfl.sync.bfly.b32 %r1, %t, 9, 0x181f, -1;\n",
         [](int t) { return t / 8 % 2 ? t ^ 9 : t; }},
        {"shfl.sync.idx.b32 %r1, %t, 10, 0x181f, -1;\n", [](int t) { return t / 8 * 8 + 2; }},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.shuffle);
        Runner runner(text_of(0, one.shuffle));
        runner.launch("small", {}, {32, 1, 1});
        const auto trace = runner.trace();
        ASSERT_EQ(trace->events.size(), 1u);
        for (int t = 0; t < 32; ++t) {
            const Slot& slot = *trace->slot(trace->events[0], t);
            EXPECT_EQ(slot.address, static_cast<Address>(one.source(t))) << t;
            EXPECT_EQ(slot.value, static_cast<std::uint64_t>(one.source(t))) << t;
            EXPECT_EQ(slot.before, static_cast<std::uint64_t>(t));
        }
    }
}

}  // namespace
