// What lessons keep of what takes long to make.
#include "lessons/kept.h"

#include <gtest/gtest.h>

#include "lab/programs.h"

namespace lessons {
namespace {

using Values = std::vector<double>;

struct KeptValues : ::testing::Test {
    Kept<int, Values> kept;
    int made = 0;
    // Of a share of all that may be kept; true where it had to be made.
    bool makes(int key, double share) {
        const int before = made;
        const Values got = kept.of(key, [&] {
            ++made;
            return Values(static_cast<std::size_t>(share * double(kept.most_bytes) / 8), key);
        });
        EXPECT_EQ(got.front(), key);
        return made > before;
    }
};

TEST_F(KeptValues, AreMadeOnce) {
    EXPECT_TRUE(makes(1, .1));
    EXPECT_FALSE(makes(1, .1));
    EXPECT_TRUE(makes(2, .1));
    EXPECT_FALSE(makes(1, .1));
}

TEST_F(KeptValues, GoWhereTheyAreTooLargeTogether) {
    EXPECT_TRUE(makes(1, .4));
    EXPECT_TRUE(makes(2, .4));
    EXPECT_FALSE(makes(1, .4)) << "asked for, so the other one is the oldest";
    EXPECT_TRUE(makes(3, .4));
    EXPECT_FALSE(makes(1, .4));
    EXPECT_FALSE(makes(3, .4));
    EXPECT_TRUE(makes(2, .4));
}

TEST_F(KeptValues, OneIsKeptWhateverItsSize) {
    EXPECT_TRUE(makes(1, .5));
    EXPECT_TRUE(makes(2, 3));
    EXPECT_FALSE(makes(2, 3));
    EXPECT_TRUE(makes(1, .5));
    EXPECT_TRUE(makes(3, .4));
    EXPECT_FALSE(makes(1, .5)) << "what left counts no more";
}

TEST_F(KeptValues, SmallOnesAreNotKeptWithoutEnd) {
    for (int key = 0; key <= int(kept.most); ++key) EXPECT_TRUE(makes(key, .0001));
    EXPECT_FALSE(makes(1, .0001));
    EXPECT_TRUE(makes(0, .0001));
}

TEST(Kept, AnAnswerIsAsLargeAsItsValues) {
    lab::Expected expected;
    const std::size_t empty = bytes_kept(expected);
    expected.results.resize(2);
    expected.results[0].values.resize(1000);
    expected.results[1].elements.resize(500);
    EXPECT_GE(bytes_kept(expected) - empty, 1500 * 8u);
    EXPECT_LT(bytes_kept(expected) - empty, 1500 * 8u + 200);
}

// The kernels of all lessons together are 40 MB as they were read.
TEST(Kept, ModulesOfTheLastLessonsAre) {
    const auto module = [](const lab::Lesson& lesson) {
        return *lab::module_of(*lab::subject_of(lesson), lesson.source);
    };
    const lab::Lesson &first = *lab::lessons().front(), &second = *lab::lessons()[1];
    const std::weak_ptr one = module(first), other = module(second);
    EXPECT_EQ(module(first), one.lock());
    lab::keep_modules(2);  // as the program does
    for (const lab::Lesson* lesson : lab::lessons()) {
        module(*lesson);
        module(second);
    }
    EXPECT_TRUE(one.expired());
    EXPECT_FALSE(other.expired()) << "asked for again and again";
    lab::keep_modules(64);
}

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
}  // namespace lessons
