// The verdict below the stage: of which size it is, how exact, and where it is right by luck.
#include <gtest/gtest.h>

#include "lab/requests/state_line.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"

namespace {

using namespace app;
using namespace test;

// Counts and a check of a smaller size are those of that size.
TEST(StatusStrip, TheTickSaysWhichSizeWasChecked) {
    Opened laplace("laplace/blocks sweeps=20", 1920, 1080);
    EXPECT_TRUE(laplace.card_has("status", "At 96 × 96 × 96 points it matches the CPU"));
    Opened small("laplace/blocks nx=64 ny=64 nz=64", 1920, 1080);
    EXPECT_TRUE(small.card_has("status", "Matches the CPU"));
    EXPECT_FALSE(small.card_has("status", "At "));
}

// So is a difference: the picture may be of another size, and say of more places.
TEST(StatusStrip, TheCrossSaysWhichSizeWasChecked) {
    Opened wrong("matrix_product/tile_of_a tile=64 --anyway", 1920, 1080);
    EXPECT_TRUE(wrong.card_has("status", " rows it differs from the CPU in"));
    Opened small("reduction/sequential block=192 n=192 --anyway", 1920, 1080);
    EXPECT_TRUE(small.card_has("status", "Differs from the CPU in"));
}

// The picture of a large launch is smaller, and all of its places are compared; of the launch
// itself, samples are. Each number of wrong places says of how many, and of which size.
TEST(StatusStrip, WrongPlacesStandWithThoseCompared) {
    Opened wrong("threads/thread_index blocks=2000 block=4000 n=8000000 checking=unseen --anyway",
                 1920, 1080);
    EXPECT_TRUE(wrong.card_has("status",
                               "Differs from the CPU in 4\u2009095 of 4\u2009096 compared places"));
    EXPECT_TRUE(wrong.driver.says(
        "At 4 blocks, 16\u2009000 elements it differs from the CPU in 15\u2009996 of 16\u2009000 "
        "compared places"));
}

TEST(StatusStrip, WhatIsRightInSpiteOfARaceIsRightByLuck) {
    Laptop laptop;
    laptop.open("bug_hunt/running_sum");
    ASSERT_TRUE(laptop.driver.shell.session.counted()->verdict.ok);
    EXPECT_TRUE(laptop.driver.sees("Right this time, by luck"));
    EXPECT_FALSE(laptop.driver.has_mark("status", MarkKind::circle, Role::good));
}

// Infinity equals infinity, and is no result of use: how many there are is said.
TEST(StatusStrip, InfinitiesThatAreRightAreCounted) {
    Driver driver(1366, 768);
    driver.shell.restore("recurrence/block factors=grow");
    driver.settle();
    EXPECT_TRUE(driver.sees("Matches the CPU with 387 of 512 places infinite in both"));
    driver.shell.restore("recurrence/block factors=signs");
    driver.settle();
    EXPECT_TRUE(driver.sees("Matches the CPU exactly"));
}

TEST(StatusStrip, ACopyThatComesTooEarlyIsRightInOneOrder) {
    Driver driver(1366, 768);
    driver.shell.restore("streams/overlapped waits=forgotten");
    driver.settle();
    EXPECT_TRUE(driver.sees("Right in the simulator's order, by luck"));
    driver.shell.restore("bug_hunt/running_sum");
    driver.settle();
    EXPECT_TRUE(driver.sees("Right this time, by luck"));
}

TEST(FarOff, IsNoMatch) {
    Driver driver;
    driver.shell.session.open(
        lab::read_state_line("tridiagonal/blocks lambda=hundredth steps=3 systems=1")->request);
    driver.settle();
    EXPECT_TRUE(driver.says(", as these settings allow"));
    EXPECT_FALSE(driver.says("Matches the CPU"));
    driver.shell.session.open(lab::read_state_line("tridiagonal/blocks systems=1")->request);
    driver.settle();
    EXPECT_TRUE(driver.says("Matches the CPU"));
}

using VerdictOnTheStrip = Lecture;

TEST_F(VerdictOnTheStrip, SaysHowManyPlacesItLookedAt) {
    open("vector_addition n=2048");
    Input input;
    input.mouse = driver.at("status.verdict");
    driver.frame(input);
    wait(1);
    EXPECT_TRUE(driver.says("Compared at"));
}

}  // namespace
