// What room for the buffers of a simulated device costs, and how long they have it.
#include "simulator/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <span>

namespace simulator {
namespace {

// Of this process, in bytes.
std::uint64_t resident() {
    long pages = 0, here = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &here) != 2) here = 0;
        std::fclose(file);
    }
    return static_cast<std::uint64_t>(here) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// A knob that is turned while an array of gigabytes is made would wait for all its pages.
TEST(Memory, RoomCostsWhatIsUsedOfIt) {
    constexpr std::uint64_t count = 64 << 20;  // 256 MiB
    if (resident() == 0) GTEST_SKIP() << "this system does not say how much memory is used";
    Memory memory;
    const std::uint64_t before = resident();
    const Address base = memory.allocate("large", Type::f32, count);
    EXPECT_LT(resident(), before + 2 * count);
    float value = 1;
    const Address last = base + 4 * (count - 1);
    ASSERT_TRUE(memory.read(last, std::as_writable_bytes(std::span(&value, 1))));
    EXPECT_EQ(value, 0) << "and is zero";
}

// Between a free and the next allocation an array has no bytes, and afterwards none of its values.
TEST(Memory, ABufferLosesItsBytesByAFree) {
    Memory memory;
    const Address base = memory.allocate("own", Type::f32, 4);
    float value = 7;
    const auto bytes = std::as_writable_bytes(std::span(&value, 1));
    ASSERT_TRUE(memory.write(base, bytes));
    EXPECT_FALSE(memory.revive(base)) << "it lives";
    ASSERT_TRUE(memory.release(base));
    EXPECT_FALSE(memory.read(base, bytes));
    EXPECT_FALSE(memory.write(base, bytes));
    EXPECT_FALSE(memory.revive(base + 4)) << "no buffer begins there";
    ASSERT_TRUE(memory.revive(base));
    ASSERT_TRUE(memory.read(base, bytes));
    EXPECT_EQ(value, 0);
    EXPECT_FALSE(memory.find(base)->written) << "its values are undefined again";
    EXPECT_EQ(memory.find(base)->lives, 1u);
}

}  // namespace
}  // namespace simulator
