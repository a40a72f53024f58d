// The rules of half warps, by requests whose cost the programming guides of that age state.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "app/views/half_warps/served.h"

namespace app {
namespace {

Wants lanes_at(const std::function<std::uint64_t(int)>& address, int bytes = 4,
               std::uint32_t mask = ~0u) {
    Wants made{.mask = mask, .bytes = bytes};
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        made.address[std::size_t(lane)] = address(lane);
    return made;
}
constexpr std::uint64_t base = 4096;

TEST(HalfWarpsOf2006, TakeWordsInOrderAtOnce) {
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 4 * lane; })).turns, 2);
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 4 * lane; })).bytes, 128);
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 16 * lane; }, 16)).turns, 4);
    // Lanes that are off change nothing.
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 4 * lane; }, 4, 0xfff0ff0f)).turns, 2);
}

TEST(HalfWarpsOf2006, TakeEachLaneAloneWhereTheOrderIsAnother) {
    const Served offset = by_order(lanes_at([](int lane) { return base + 4 + 4 * lane; }));
    EXPECT_EQ(offset.turns, 32);
    EXPECT_EQ(offset.bytes, 1024);
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 4 * (lane ^ 1); })).turns, 32);
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 4 * (lane == 3 ? 4 : lane); })).turns,
              17);
    EXPECT_EQ(by_order(lanes_at([](int lane) { return base + 2 * lane; }, 2)).turns, 32);
}

TEST(HalfWarpsOf2008, TakeEachSegmentOnce) {
    EXPECT_EQ(by_segments(lanes_at([](int lane) { return base + 4 * (lane ^ 1); })).turns, 2);
    // Off by one word: the first half stays in its segment of 128 bytes, the second one crosses.
    const Served offset = by_segments(lanes_at([](int lane) { return base + 4 + 4 * lane; }));
    EXPECT_EQ(offset.turns, 3);
    EXPECT_EQ(offset.bytes, 128 + 64 + 32);
    const Served apart = by_segments(lanes_at([](int lane) { return base + 8 * lane; }));
    EXPECT_EQ(apart.turns, 2);
    EXPECT_EQ(apart.bytes, 256);
    EXPECT_EQ(by_segments(lanes_at([](int) { return base; })).bytes, 64);
}

TEST(HalfWarpsToday, AreAWarpOfSectors) {
    EXPECT_EQ(by_sectors(lanes_at([](int lane) { return base + 4 * lane; })).turns, 4);
    EXPECT_EQ(by_sectors(lanes_at([](int lane) { return base + 4 + 4 * lane; })).turns, 5);
}

TEST(HalfWarpsIn16Banks, WaitForAWordOfTheSameBank) {
    EXPECT_EQ(by_16_banks(lanes_at([](int lane) { return 4 * lane; })).turns, 2);
    EXPECT_EQ(by_16_banks(lanes_at([](int lane) { return 8 * lane; })).turns, 4);
    EXPECT_EQ(by_16_banks(lanes_at([](int lane) { return 64 * lane; })).turns, 32);
    EXPECT_EQ(by_16_banks(lanes_at([](int) { return 0; })).turns, 2);
    // A second word that several lanes read has its own pass: one word alone is broadcast.
    EXPECT_EQ(by_16_banks(lanes_at([](int lane) { return lane % 16 < 8 ? 0 : 4; })).turns, 4);
    EXPECT_EQ(by_16_banks(lanes_at([](int lane) { return 8 * lane; }, 8)).turns, 8);
}

}  // namespace
}  // namespace app
