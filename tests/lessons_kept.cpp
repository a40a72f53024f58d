// What takes long to make is found again, as long as that of all lessons together is not too large.
#include "lessons/kept.h"

#include <gtest/gtest.h>

namespace {

using Values = std::vector<double>;
using lessons::Kept;
using lessons::KeptOfAll;

// How often it had to be made.
struct Counting {
    Kept<int, Values> kept{};
    int made = 0;
    void ask(int key, std::size_t bytes) {
        kept.of(key, [&] {
            ++made;
            return Values(bytes / sizeof(double));
        });
    }
};

TEST(Kept, WhatWasAskedForLastIsFoundAgain) {
    Counting one;
    for (const int key : {1, 2, 1, 2}) one.ask(key, 1 << 20);
    EXPECT_EQ(one.made, 2);
    for (int key = 3; key < 12; ++key) one.ask(key, 1 << 20);
    one.ask(1, 1 << 20);
    EXPECT_EQ(one.made, 12) << "eight fit";
}

TEST(Kept, ALargeValueStaysUntilAnotherLessonHasOne) {
    Counting one, other;
    constexpr std::size_t large = std::size_t{12} << 20;
    one.ask(1, large), one.ask(1, large);
    EXPECT_EQ(one.made, 1) << "whatever its size";
    other.ask(1, large);
    EXPECT_LE(KeptOfAll::bytes_of_all(), KeptOfAll::most_of_all);
    other.ask(1, large);
    EXPECT_EQ(other.made, 1);
    one.ask(1, large);
    EXPECT_EQ(one.made, 2) << "it went for the other's";
}

TEST(Kept, WhatIsGoneIsCountedNoMore) {
    const std::size_t before = KeptOfAll::bytes_of_all();
    {
        Counting one;
        one.ask(1, 1 << 20);
        EXPECT_GE(KeptOfAll::bytes_of_all(), before + (1 << 20));
    }
    EXPECT_EQ(KeptOfAll::bytes_of_all(), before);
}

}  // namespace
