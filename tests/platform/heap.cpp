// What was freed goes back to the system.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <vector>

#include "platform/heap.h"

namespace {

std::size_t held() {
    std::size_t all = 0, here = 0;  // pages
    std::ifstream("/proc/self/statm") >> all >> here;
    return here * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// The last one is kept: memory that is given back from its end alone would all stay.
TEST(Heap, GivesBackWhatManySmallBlocksLeft) {
    constexpr std::size_t size = 4000, count = 20000;  // 80 MB
    std::unique_ptr<char[]> kept;
    const std::size_t before = held();
    {
        std::vector<std::unique_ptr<char[]>> blocks;
        for (std::size_t i = 0; i < count; ++i) blocks.push_back(std::make_unique<char[]>(size));
        kept = std::move(blocks.back());
    }
    platform::give_back_freed(std::size_t{1} << 20);
    EXPECT_LT(held(), before + size * count / 10);
}

}  // namespace
