// A plot's scales and the ticks of its axes.
#include <gtest/gtest.h>

#include <cmath>

#include "app/views/cards/plot.h"

namespace {

using namespace app;

TEST(Plot, ScalesGoBothWays) {
    const Scale log{1, 1000, true, 0, 300}, falling{0, 10, false, 100, 0};
    EXPECT_FLOAT_EQ(log.at(10), 100);
    EXPECT_NEAR(log.value_at(200), 100, 1e-3);
    EXPECT_FLOAT_EQ(falling.at(2.5), 75);
}

TEST(Plot, TicksStayWithinTheirNumber) {
    EXPECT_EQ(log_ticks(1, 1000, 4), (std::vector<double>{1, 10, 100, 1000}));
    EXPECT_EQ(log_ticks(1, 10, 4), (std::vector<double>{1, 2, 5, 10}));
    EXPECT_LE(log_ticks(1e-6, 1e6, 3).size(), 3u);
    EXPECT_NEAR(log_ticks(.75, 6e5, 3).front(), 1, 1e-9) << "no value lies below all lines";
    EXPECT_NEAR(log_ticks(7.5, 6e5, 3).front(), 10, 1e-9);
    EXPECT_EQ(linear_ticks(4000, 5), (std::vector<double>{0, 1000, 2000, 3000, 4000}));
    EXPECT_EQ(binary_ticks(1024, 1 << 26, 9).size(), 9u);
    EXPECT_EQ(binary_ticks(1024, 1 << 26, 4).back(), 1 << 26);
}

// As many as fit exactly are all there, from end to end.
TEST(Plot, TicksThatFitExactlyAreAllThere) {
    for (int power = -6; power <= 6; ++power)
        for (const double digit : {1., 2., 5.})
            for (int steps = 1; steps <= 9; ++steps) {
                const double step = digit * std::pow(10., power);
                const auto ticks = linear_ticks(steps * step, steps + 1);
                ASSERT_EQ(ticks.size(), static_cast<std::size_t>(steps) + 1)
                    << step << " " << steps;
                EXPECT_NEAR(ticks.back(), steps * step, 1e-9 * step);
            }
    for (int decades = 2; decades <= 9; ++decades) {
        const auto all = log_ticks(1, std::pow(10., decades), decades + 1);
        EXPECT_EQ(all.size(), static_cast<std::size_t>(decades) + 1);
        EXPECT_DOUBLE_EQ(all.back(), std::pow(10., decades));
        EXPECT_LE(log_ticks(1, std::pow(10., decades), decades).size(),
                  static_cast<std::size_t>(decades));
    }
    for (int powers = 1; powers <= 20; ++powers) {
        const auto all = binary_ticks(1, std::pow(2., powers), powers + 1);
        EXPECT_EQ(all.size(), static_cast<std::size_t>(powers) + 1);
        EXPECT_EQ(all.front(), 1);
        EXPECT_EQ(all.back(), std::pow(2., powers));
        EXPECT_LE(binary_ticks(1, std::pow(2., powers), powers).size(),
                  static_cast<std::size_t>(powers));
    }
}

}  // namespace
