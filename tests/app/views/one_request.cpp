// One request of a warp, taken apart: sectors of global memory, banks of shared memory, and that
// both are what the simulator counted.
#include <gtest/gtest.h>

#include "app/series.h"
#include "app/views/bank_passes.h"
#include "app/views/sectors.h"
#include "lab/running/simulation.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;

Coalescing loaded(Type type, const Where& address, int count = 1) {
    const auto run = one_request(EventKind::load, Space::global, type, address, count);
    return coalesce(*run->trace, run->trace->events[0]);
}

BankPasses passed(EventKind kind, Type type, const Where& address, int count = 1) {
    const auto run = one_request(kind, Space::shared, type, address, count);
    return passes_of(*run->trace, run->trace->events[0]);
}

// --- sectors

TEST(Sectors, CountsFollowTheStride) {
    const int expected[][2] = {{1, 4}, {2, 8}, {4, 16}, {8, 32}, {16, 32}, {32, 32}};
    for (const auto& [stride, sectors] : expected) {
        const int s = stride;
        const Coalescing all =
            loaded(Type::f32, [s](int lane) { return Address(0x1000 + 4 * s * lane); });
        EXPECT_EQ(all.sectors, sectors) << "stride " << s;
        EXPECT_EQ(all.ideal, 4);
        EXPECT_EQ(all.stride, s);
        EXPECT_EQ(all.bytes_moved, 32 * sectors);
        EXPECT_EQ(all.bytes_wanted, 128);
    }
}

TEST(Sectors, OneOffTakesAFifth) {
    const Coalescing all = loaded(Type::f32, [](int lane) { return Address(0x1004 + 4 * lane); });
    EXPECT_EQ(all.sectors, 5);
    EXPECT_EQ(all.misaligned, 4);
    ASSERT_EQ(all.lines.size(), 2u);
    EXPECT_EQ(all.lines[1].touched, 1u);
    EXPECT_EQ(all.lines[1].wanted_in[0], 4);
    EXPECT_EQ(all.lines[0].wanted_in[0], 28);
}

TEST(Sectors, WideAccessesTakeSixteen) {
    const Where apart = [](int lane) { return Address(0x1000 + 16 * lane); };
    const Coalescing all = loaded(Type::f32, apart, 4);
    EXPECT_EQ(all.sectors, 16);
    EXPECT_EQ(all.ideal, 16);
    EXPECT_EQ(all.element_bytes, 16);
    EXPECT_EQ(all.lines.size(), 4u);
}

TEST(Sectors, OneAddressIsOneSectorForAll) {
    const Coalescing all = loaded(Type::f32, [](int) { return Address(0x1044); });
    EXPECT_EQ(all.sectors, 1);
    EXPECT_EQ(all.bytes_wanted, 4);
    ASSERT_EQ(all.lines.size(), 1u);
    ASSERT_EQ(all.lines[0].wanted.size(), 1u);
    EXPECT_EQ(all.lines[0].wanted[0].lanes, ~0u);
}

TEST(Sectors, ALaneAcrossALineIsCutThere) {
    const Coalescing all = loaded(Type::f64, [](int lane) -> std::optional<Address> {
        if (lane) return {};
        return 0x107c;
    });
    ASSERT_EQ(all.lines.size(), 2u);
    EXPECT_EQ(all.lines[0].wanted[0].byte, 124);
    EXPECT_EQ(all.lines[0].wanted[0].bytes, 4);
    EXPECT_EQ(all.lines[1].wanted[0].byte, 0);
    EXPECT_EQ(all.sectors, 2);
}

// --- banks

TEST(Banks, PassesFollowTheStride) {
    const int expected[][2] = {{1, 1}, {2, 2}, {3, 1}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {33, 1}};
    for (const auto& [stride, passes] : expected) {
        const int s = stride;
        const BankPasses all =
            passed(EventKind::load, Type::f32, [s](int lane) { return Address(4 * s * lane); });
        EXPECT_EQ(int(all.passes.size()), passes) << "stride " << s;
        EXPECT_EQ(all.ideal, 1);
        EXPECT_EQ(all.banks_used, 32 / passes);
    }
}

TEST(Banks, TheSameWordIsABroadcast) {
    const BankPasses all =
        passed(EventKind::load, Type::f32, [](int lane) { return Address(4 * (lane / 16)); });
    EXPECT_EQ(all.passes.size(), 1u);
    EXPECT_EQ(all.words, 2);
    EXPECT_EQ(all.broadcast, 32);
    EXPECT_EQ(all.passes[0].banks[0].lanes, 0xffffu);
}

TEST(Banks, BytesCountByTheirWord) {
    EXPECT_EQ(
        passed(EventKind::load, Type::u8, [](int lane) { return Address(lane); }).passes.size(),
        1u);
    EXPECT_EQ(passed(EventKind::load, Type::u8, [](int lane) { return Address(128 * lane); })
                  .passes.size(),
              32u);
}

TEST(Banks, DoublesGoByHalves) {
    const BankPasses plain =
        passed(EventKind::load, Type::f64, [](int lane) { return Address(8 * lane); });
    EXPECT_EQ(plain.passes.size(), 2u);
    EXPECT_EQ(plain.ideal, 2);
    EXPECT_FALSE(plain.passes[1].extra);
}

TEST(Banks, PairedDoublesLoadTogetherButNeverStoreSo) {
    for (const int apart : {1, 2}) {
        const Where paired = [apart](int lane) { return Address(8 * (lane & ~apart)); };
        EXPECT_EQ(passed(EventKind::load, Type::f64, paired).groups.size(), 1u) << apart;
        EXPECT_EQ(passed(EventKind::store, Type::f64, paired).groups.size(), 2u) << apart;
    }
}

TEST(Banks, SixteenBytesGoByQuarters) {
    const Where apart = [](int lane) { return Address(16 * lane); };
    const BankPasses plain = passed(EventKind::load, Type::f32, apart, 4);
    EXPECT_EQ(plain.passes.size(), 4u);
    EXPECT_EQ(plain.ideal, 4);
    const Where paired = [](int lane) { return Address(16 * (lane & ~1)); };
    EXPECT_EQ(passed(EventKind::load, Type::f32, paired, 4).groups.size(), 2u);
    EXPECT_EQ(passed(EventKind::store, Type::f32, paired, 4).groups.size(), 4u);
}

TEST(Banks, AGroupWithNoLaneOnTakesNoPass) {
    const BankPasses all =
        passed(EventKind::load, Type::f64, [](int lane) -> std::optional<Address> {
            if (lane >= 16) return {};
            return 8 * lane;
        });
    EXPECT_EQ(all.passes.size(), 1u);
    EXPECT_EQ(all.ideal, 1);
}

// What pictures say of a request is what the simulator counted of it, in every kernel there is.
TEST(Requests, AgreeWithTheSimulator) {
    int global = 0, shared = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (int rung = 0; rung < int(lesson->rungs.size()); ++rung) {
            lab::Request request;
            request.settings = lab::Settings(*lesson);
            request.settings.rung = rung;
            request.settings = lab::picture_of(request.settings);
            if (lab::refusal(request.settings)) continue;
            const auto run = lab::simulate(request);
            if (!run->ended()) continue;  // the last access counts nothing
            for (const simulator::Event& event : run->trace->events) {
                if (event.kind != EventKind::load && event.kind != EventKind::store) continue;
                const std::string name =
                    line_of(request.settings) + " line " + std::to_string(event.line);
                if (event.space == Space::global) {
                    const Coalescing all = coalesce(*run->trace, event);
                    ASSERT_EQ(all.sectors, int(event.sectors)) << name;
                    ASSERT_EQ(all.ideal, int(event.ideal)) << name;
                    ++global;
                }
                if (event.space == Space::shared) {
                    const BankPasses all = passes_of(*run->trace, event);
                    ASSERT_EQ(all.passes.size(), event.wavefronts) << name;
                    ASSERT_EQ(all.ideal, int(event.ideal)) << name;
                    ++shared;
                }
            }
        }
    EXPECT_GT(global, 1000);
    EXPECT_GT(shared, 1000);
}

}  // namespace
