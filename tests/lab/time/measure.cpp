// Medians, their intervals, and when to stop sampling.
#include "lab/time/measure.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace {

std::vector<double> one_to(int n) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

TEST(Measure, IntervalUsesTheOrderStatisticsOfTheBinomial) {
    // Ranks for n = 10, 20, 30 as printed in tables of the sign test: (2,9), (6,15), (10,21).
    EXPECT_EQ(lab::median_interval(one_to(10)).low, 2);
    EXPECT_EQ(lab::median_interval(one_to(10)).high, 9);
    EXPECT_EQ(lab::median_interval(one_to(20)).low, 6);
    EXPECT_EQ(lab::median_interval(one_to(20)).high, 15);
    EXPECT_EQ(lab::median_interval(one_to(30)).low, 10);
    EXPECT_EQ(lab::median_interval(one_to(30)).high, 21);
}

TEST(Measure, FewSamplesHaveNoInterval) {
    const lab::Interval five = lab::median_interval(one_to(5));
    EXPECT_EQ(five.median, 3);
    EXPECT_EQ(five.low, 3);
    EXPECT_EQ(five.high, 3);
    EXPECT_EQ(lab::median_interval({}).median, 0);
}

TEST(Measure, IntervalCoversTheTrueMedianAsOftenAsItSays) {
    std::mt19937 generator(7);
    std::exponential_distribution<double> skewed(1.0);
    const double truth = std::log(2.0);
    int covered = 0;
    constexpr int trials = 2000;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> samples(20);
        for (double& sample : samples) sample = skewed(generator);
        const lab::Interval interval = lab::median_interval(samples);
        covered += interval.low <= truth && truth <= interval.high;
    }
    EXPECT_GT(covered, trials * 0.94);
    EXPECT_LT(covered, trials * 0.98);
}

TEST(Measure, AnotherProcessMayLieBesideAllSamples) {
    const lab::Interval wide = lab::across_processes({1, .9, 1.2});
    EXPECT_EQ(wide.median, 1);
    EXPECT_DOUBLE_EQ(wide.low, .9 - .0023);
    EXPECT_DOUBLE_EQ(wide.high, 1.2 + .0023);
    EXPECT_EQ(lab::across_processes({.0001, .0001, .0001}).low, 0) << "no time below 0";
}

// A clock that drifts moves both of a pair alike.
TEST(Measure, RatiosAreThoseOfPairs) {
    std::vector<double> first, second;
    for (int i = 0; i < 20; ++i) {
        const double drift = 1 + .1 * i;
        second.push_back(drift);
        first.push_back(2 * drift * (1 + .001 * (i % 3 - 1)));
    }
    const lab::Interval ratio = lab::ratio_interval(first, second);
    EXPECT_NEAR(ratio.median, 2, .0001);
    EXPECT_GT(ratio.low, 1.99);
    EXPECT_LT(ratio.high, 2.01);
    second.resize(3);
    EXPECT_EQ(lab::ratio_interval(first, second).low, 0) << "one round A B B A says nothing yet";
    EXPECT_NEAR(lab::ratio_interval(first, second).median, 2, .01);
}

TEST(Measure, WhatEndedTheSamplingIsNamed) {
    const lab::Patience patience;
    EXPECT_EQ(patience.ended_by(std::vector<double>(10, 1.0)), "within 1 %");
    std::vector<double> noisy = one_to(64);
    EXPECT_EQ(patience.ended_by(noisy), "after 64 samples");
    EXPECT_EQ(patience.ended_by(one_to(30)), "after 400 ms");
}

TEST(Measure, TimesDifferOnlyWhereIntervalsPart) {
    EXPECT_TRUE(lab::differ({1, 0.9, 1.1}, {2, 1.2, 2.1}));
    EXPECT_FALSE(lab::differ({1, 0.9, 1.3}, {2, 1.2, 2.1}));
}

TEST(Measure, SamplingStopsWhenNarrowOrOutOfPatience) {
    const lab::Patience patience;
    EXPECT_FALSE(patience.enough(std::vector<double>(4, 1.0)));
    EXPECT_TRUE(patience.enough(std::vector<double>(10, 1.0)));
    std::vector<double> noisy = one_to(20);
    EXPECT_FALSE(patience.enough(noisy));
    noisy.resize(64, 1.0);
    EXPECT_TRUE(patience.enough(noisy));
    EXPECT_TRUE(patience.enough(std::vector<double>(5, 100.0)));
}

}  // namespace
