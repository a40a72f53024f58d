// How much the race checker remembers: pages of words, four times as much where bytes are accessed.
#include <gtest/gtest.h>

#include "simulator/watch/shadow.h"

namespace {

using simulator::checks::Shadow;
using simulator::checks::ShadowMemory;
using simulator::checks::Signals;

constexpr auto page = ShadowMemory::page_bytes;

int visited(ShadowMemory& memory, simulator::Address at, int bytes, bool signal = false) {
    int pieces = 0;
    memory.visit(at, bytes, signal, [&](Shadow&, Signals*) { ++pieces; });
    return pieces;
}

TEST(ShadowOfMemory, BytesTakeTheRoomOfFourPages) {
    ShadowMemory memory(5);
    EXPECT_EQ(visited(memory, 0, 4), 1);
    EXPECT_EQ(visited(memory, 0, 1), 1) << "its page takes four from now on";
    EXPECT_EQ(visited(memory, page, 4), 1);
    EXPECT_EQ(visited(memory, 2 * page, 4), 0) << "five are full";
    EXPECT_EQ(visited(memory, page, 1), 0) << "and can't be split";
    EXPECT_EQ(visited(memory, page, 4), 1);
    EXPECT_EQ(visited(memory, 0, 4), 4);
}

TEST(ShadowOfMemory, SignalsTakeAsMuchAgain) {
    ShadowMemory memory(8);
    EXPECT_EQ(visited(memory, 0, 1), 1);
    EXPECT_EQ(visited(memory, 0, 1, true), 1);
    EXPECT_EQ(visited(memory, page, 4), 0) << "eight are full";
    ShadowMemory words(2);
    EXPECT_EQ(visited(words, 0, 4, true), 1);
    EXPECT_EQ(visited(words, 0, 1), 0) << "bytes with signals would take eight";
}

}  // namespace
