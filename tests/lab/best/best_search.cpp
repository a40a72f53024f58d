// A search finds the fastest of many settings with few trials: on made maps of times, and on maps
// that were measured.
#include "lab/best/best_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "lab/best/surrogate.h"

namespace {

using namespace lab;
using TimeAt = std::function<double(double x, double y)>;

// 11 x 7 places, in doublings, as of blocks of 1 x 1 to 1024 x 64.
std::vector<SpacePoint> places_of_map() {
    std::vector<SpacePoint> places;
    for (int x = 0; x <= 10; ++x)
        for (int y = 0; y <= 6; ++y) places.push_back({double(x), double(y), double(x + y)});
    return places;
}

// How much slower than the best of all the best of a tenth of the trials is.
double times_the_best(const TimeAt& time) {
    const std::vector<SpacePoint> places = places_of_map();
    double least = HUGE_VAL;
    for (const SpacePoint& place : places) least = std::min(least, time(place[0], place[1]));
    BestSearch search(places, 5 * 7 + 3);
    for (std::size_t trial = 0; trial < (places.size() + 9) / 10; ++trial) {
        const std::size_t cell = search.next().value();
        search.timed(cell, time(places[cell][0], places[cell][1]));
    }
    const SpacePoint& found = places[search.best().value()];
    return time(found[0], found[1]) / least;
}

TEST(BestSearch, FindsTheFastestWithATenthOfTheTrials) {
    const auto bowl_at = [](double at_x, double at_y) {
        return [=](double x, double y) {
            return std::exp(.05 * ((x - at_x) * (x - at_x) + (y - at_y) * (y - at_y)));
        };
    };
    EXPECT_LT(times_the_best(bowl_at(5, 3)), 1.02);
    EXPECT_LT(times_the_best(bowl_at(8, 1)), 1.05);
    EXPECT_LT(times_the_best(bowl_at(3, 5)), 1.05);
    // Lanes that share sectors, and a limit of threads: a wide plateau with a steep slope.
    EXPECT_LT(times_the_best([](double x, double y) {
                  return std::max(1., std::exp2(4 - x)) + std::max(0., x + y - 9) * .2 +
                         std::max(0., 6 - x - y) * .3;
              }),
              1.05);
}

TEST(BestSearch, BeginsAtTheStartAndTriesEachOnce) {
    const std::vector<SpacePoint> places = places_of_map();
    BestSearch search(places, 12);
    EXPECT_FALSE(search.best());
    EXPECT_EQ(search.chance_of_better(.02), 1);
    EXPECT_EQ(search.next(), 12u);
    std::vector<int> tried(places.size());
    while (const auto cell = search.next()) {
        ++tried[*cell];
        if (*cell % 5 == 2)
            search.failed(*cell);
        else
            search.timed(*cell, 1 + double(*cell % 7));
    }
    for (const int times : tried) EXPECT_EQ(times, 1);
    EXPECT_EQ(search.chance_of_better(.02), 0) << "nothing is left";
    ASSERT_TRUE(search.best());
    EXPECT_EQ(*search.best() % 7, 0u);
    EXPECT_NE(*search.best() % 5, 2u) << "a setting without a time is not the best";
}

TEST(BestSearch, IsSurerTheMoreItTried) {
    const std::vector<SpacePoint> places = places_of_map();
    BestSearch search(places, 38);
    std::vector<double> chances;
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t cell = search.next().value();
        search.timed(cell, std::exp(.05 * std::pow(places[cell][0] - 5, 2)));
        if (trial % 20 == 19) chances.push_back(search.chance_of_better(.02));
    }
    EXPECT_GT(chances[0], chances[2]);
    EXPECT_LT(chances[2], .5);
}

TEST(Surrogate, KnowsWhereItWasAndDoubtsElsewhere) {
    Surrogate surrogate(SpacePoint{0});
    surrogate.learn({{0}, {1}, {4}}, {1, .5, 2});
    EXPECT_NEAR(surrogate.at({1}).mean, .5, .02);
    EXPECT_NEAR(surrogate.at({4}).mean, 2, .02);
    EXPECT_LT(surrogate.at({1}).deviation, .05);
    EXPECT_GT(surrogate.at({9}).deviation, 5 * surrogate.at({1}).deviation);
    EXPECT_GT(surrogate.at({2.5}).deviation, surrogate.at({1}).deviation);
}

TEST(Surrogate, GainAndChanceAreThoseOfANormalDistribution) {
    const ExpectedTime expected{.mean = 1, .deviation = .5};
    EXPECT_NEAR(chance_below(expected, 1), .5, 1e-12);
    EXPECT_NEAR(chance_below(expected, 0), .0227501, 1e-6);  // two deviations
    // The mean of max(0, best - x), by summing.
    double sum = 0;
    for (int i = -8000; i <= 8000; ++i) {
        const double z = i / 1000., x = 1 + .5 * z;
        sum += std::max(0., .8 - x) * std::exp(-z * z / 2) / std::sqrt(2 * M_PI) / 1000;
    }
    EXPECT_NEAR(expected_gain(expected, .8), sum, 1e-4);
}

}  // namespace
