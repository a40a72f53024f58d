// What moves to its place: in so many milliseconds, from where it stood, and not at all in
// pictures.
#include <gtest/gtest.h>

#include "app/draw/glides.h"

namespace app {
namespace {

TEST(Glides, GoInTheirTimeFromWhereTheyStood) {
    Glides glides;
    const auto at = [&](double now, float target) {
        glides.begin(now, false);
        return glides.at("bar", target, 280);
    };
    EXPECT_EQ(at(0, 10), 10) << "what was not there stands at once";
    EXPECT_FALSE(glides.moving());
    EXPECT_EQ(at(1, 20), 10);
    EXPECT_TRUE(glides.moving());
    const float half = at(1.14, 20);
    EXPECT_GT(half, 15) << "fast first";
    EXPECT_LT(half, 20);
    EXPECT_EQ(at(1.14, 0), half) << "a new place: from where it is";
    EXPECT_EQ(at(1.421, 0), 0);
    EXPECT_FALSE(glides.moving()) << "then nothing is drawn";
    EXPECT_EQ(at(1.5, .7f), 0);
    EXPECT_EQ(at(1.781, .7f), .7f) << "exactly there";
}

TEST(Glides, WhatWasAwayStandsAtOnce) {
    Glides glides;
    glides.begin(0, false);
    glides.at("bar", 10);
    glides.begin(1, false);
    glides.begin(2, false);
    EXPECT_EQ(glides.at("bar", 20), 20);
}

TEST(Glides, NothingMovesWhereMotionIsReducedOrInAPicture) {
    for (const bool settled : {false, true}) {
        Glides glides;
        glides.settled = settled;
        glides.begin(0, !settled);
        glides.at("bar", 10);
        glides.begin(1, !settled);
        EXPECT_EQ(glides.at("bar", 20), 20);
        EXPECT_FALSE(glides.moving());
    }
}

}  // namespace
}  // namespace app
