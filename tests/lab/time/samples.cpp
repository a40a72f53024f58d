// Which samples count, when they are enough, when a GPU is awake: rules of measuring that need
// none.
#include <gtest/gtest.h>

#include "lab/time/measure.h"

namespace {

using lab::Ramp;
using lab::SteadyClock;
using Sample = lab::SteadyClock::Sample;

TEST(Samples, TenThatAgreeAreEnoughAndNineAreNot) {
    const lab::Patience patience;
    for (std::size_t count = 5; count < 10; ++count)
        EXPECT_FALSE(patience.enough(std::vector<double>(count, 1.0))) << count;
    EXPECT_TRUE(patience.enough(std::vector<double>(10, 1.0)));
}

// Of rounds of 15 us on an H200, five in a row have been 8 % above the others.
TEST(Samples, OfShortRoundsAsManyMoreAreTaken) {
    const lab::Patience patience;
    const auto of = [](std::size_t count, double ms) { return std::vector<double>(count, ms); };
    EXPECT_TRUE(patience.tells(of(5, .051)));
    EXPECT_FALSE(patience.tells(of(6, .051)));
    EXPECT_TRUE(patience.tells(of(10, .051)));
    EXPECT_FALSE(patience.tells(of(15, .049)));
    EXPECT_TRUE(patience.tells(of(20, .049)));
    EXPECT_TRUE(patience.tells(of(25, .049)));
    EXPECT_TRUE(patience.enough(of(10, .051)));
    EXPECT_FALSE(patience.enough(of(39, .049)));
    EXPECT_TRUE(patience.enough(of(40, .049)));
}

TEST(Samples, TheDevicesTimeIsUpBeyondItsLimit) {
    const lab::Patience patience;
    EXPECT_FALSE(patience.enough(std::vector<double>(5, 80.0))) << "400 ms are allowed";
    EXPECT_TRUE(patience.enough(std::vector<double>(5, 80.1)));
    EXPECT_FALSE(patience.enough(std::vector<double>(4, 200.0))) << "five come first";
}

TEST(Samples, SixtyFourAreEnoughHoweverTheyScatter) {
    const lab::Patience patience;
    std::vector<double> scattered;
    for (int i = 0; i < 64; ++i) {
        EXPECT_FALSE(patience.enough(scattered)) << i;
        scattered.push_back(i % 2 ? 1 : 3);
    }
    EXPECT_TRUE(patience.enough(scattered));
}

TEST(Samples, AnIntervalOfOneInHundredIsNarrow) {
    const lab::Patience patience;
    const auto spread = [](double by) {
        std::vector<double> samples;
        for (int i = 0; i < 10; ++i) samples.push_back(i < 5 ? 1 - by : 1 + by);
        return samples;
    };
    EXPECT_TRUE(patience.enough(spread(0.0099)));
    EXPECT_FALSE(patience.enough(spread(0.0101)));
}

TEST(Samples, AnEvenNumberHasItsMedianBetween) {
    EXPECT_EQ(lab::median_interval(std::vector<double>{10, 1, 3, 2}).median, 2.5);
    EXPECT_EQ(lab::median_interval(std::vector<double>{10, 1, 3}).median, 3);
}

TEST(Samples, IntervalsThatTouchDoNotDiffer) {
    EXPECT_FALSE(lab::differ({1, 0.9, 1.1}, {2, 1.1, 2.1}));
    EXPECT_FALSE(lab::differ({2, 1.1, 2.1}, {1, 0.9, 1.1}));
    EXPECT_TRUE(lab::differ({2, 1.11, 2.1}, {1, 0.9, 1.1}));
}

TEST(Clocks, SamplesAtAnotherClockDoNotCount) {
    SteadyClock clock;
    EXPECT_EQ(clock.judge(1000), Sample::counts);
    EXPECT_EQ(clock.judge(1029), Sample::counts) << "3 % are allowed";
    EXPECT_EQ(clock.judge(971), Sample::counts);
    EXPECT_EQ(clock.judge(1031), Sample::rejected);
    EXPECT_EQ(clock.judge(969), Sample::rejected);
    EXPECT_EQ(clock.judge(1000), Sample::counts) << "the first one's clock stays the measure";
    EXPECT_EQ(clock.megahertz(), 1000u);
    EXPECT_EQ(clock.rejected(), 2);
    EXPECT_TRUE(clock.stayed());
}

TEST(Clocks, WhereTheClockSettlesElsewhereAllBeginsAgain) {
    SteadyClock clock;
    clock.judge(1000);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(clock.judge(1500), Sample::rejected) << i;
    EXPECT_EQ(clock.judge(1500), Sample::begins_again);
    EXPECT_EQ(clock.megahertz(), 1500u);
    EXPECT_EQ(clock.rejected(), 0);
    EXPECT_FALSE(clock.stayed());
    EXPECT_EQ(clock.judge(1500), Sample::counts);
    EXPECT_EQ(clock.judge(1000), Sample::rejected);
}

TEST(Clocks, AClockThatCantBeReadRejectsNothing) {
    SteadyClock clock;
    for (int i = 0; i < 30; ++i) EXPECT_EQ(clock.judge(0), Sample::counts);
    EXPECT_EQ(clock.megahertz(), 0u);
}

int rounds_until_awake(double (*milliseconds)(int)) {
    Ramp ramp;
    int rounds = 0;
    for (; !ramp.over() && rounds < 10'000; ++rounds) ramp.add(milliseconds(rounds));
    return rounds;
}

// Chunks are of 5 ms: the first is compared with nothing, the next three agree.
TEST(Ramps, AGpuIsAwakeWhenThreeChunksAgree) {
    EXPECT_EQ(rounds_until_awake([](int) { return 1.0; }), 4 * 5);
    EXPECT_EQ(rounds_until_awake([](int) { return 0.01; }), 4 * 200) << "200 rounds at most";
    EXPECT_EQ(rounds_until_awake([](int round) { return round < 5 ? 2.5 : 1.25; }),
              2 + 2 + 3 + 4 * 4)
        << "one chunk at the old clock, one at both";
}

// Chunks take as long, one of 20 rounds and one of 40 in turn: what a round takes does not agree.
TEST(Ramps, WhatAgreesIsTheTimeOfARoundAndNotOfAChunk) {
    const auto wavering = [](int round) { return round % 60 < 20 ? 0.25 : 0.125; };
    EXPECT_EQ(rounds_until_awake(wavering), 300 / 10 * 60) << "300 ms, and no longer";
}

TEST(Ramps, TwoInHundredAgreeAndThreeDoNot) {
    EXPECT_EQ(rounds_until_awake([](int round) { return round / 5 % 2 ? 1.0 : 1.019; }), 4 * 5);
    EXPECT_EQ(rounds_until_awake([](int round) { return round / 5 % 2 ? 1.0 : 1.03; }), 300);
}

// Many samples are looked at less often: each look sorts all of them.
TEST(Samples, ManyAreLookedAtSeldom) {
    lab::Patience patience;
    patience.most = 100'000, patience.milliseconds = 1e9, patience.half_width = .005;
    std::size_t looks = 0;
    for (std::size_t count = 5; count <= 2000; ++count)
        looks += patience.tells(std::vector<double>(count, 1.));
    EXPECT_LT(looks, 120u);
    EXPECT_GT(looks, 60u);
    std::vector<double> scattered;
    for (int i = 0; i < 400; ++i) scattered.push_back(1 + .2 * (i % 21 - 10) / 10);
    EXPECT_FALSE(patience.enough(scattered));
    EXPECT_EQ(patience.ended_by(std::vector<double>(64, 1.)), "within 0.5 %");
    patience.most = 400;
    EXPECT_TRUE(patience.enough(scattered));
}

}  // namespace
