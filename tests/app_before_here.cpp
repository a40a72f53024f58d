// What a picture showed before the last change: it opens where that was most, and draws it as
// outlines.
#include <gtest/gtest.h>

#include "app_shell_driver.h"

namespace {

using app::testing::Driver;

// A kernel or a knob turned in a lesson, seen as memory.
struct Turned : Driver {
    Turned(const char* before, int rung, int stride = 0) : Driver(1366, 768) {
        shell.restore(before);
        settle();
        shell.slot = app::Slot::memory;
        settle();
        at_first = step();
        lab::Settings& settings = shell.session.request.settings;
        settings.rung = rung;
        if (stride) settings.set(*lab::find_knob(*settings.subject, "stride"), stride);
        settle();
    }
    int at_first = -1;
    int step() const { return shell.playback.cursor.step; }
};

TEST(BeforeHere, APictureOpensWhereTheChangeTookMostAway) {
    const Turned padded("scan/blelloch", 2);
    EXPECT_EQ(padded.step(), padded.at_first);
    EXPECT_TRUE(padded.says("Every word in a bank of its own"));
    EXPECT_TRUE(padded.sees("16 in kernel 2")) << "beside the big number";
    EXPECT_TRUE(padded.sees("2 in kernel 2")) << "its second wavefront, as an outline";
    const Turned back("scan/padded", 1);
    EXPECT_TRUE(back.says("16 wavefronts")) << "what is more than it was is where most of it is";
    EXPECT_TRUE(back.sees("1 in kernel 3"));
    EXPECT_FALSE(back.sees("2 in kernel 3"));
}

TEST(BeforeHere, WhatDoesNotFitIsCounted) {
    const Turned padded("transpose/tile", 4);
    EXPECT_TRUE(padded.sees("32 in kernel 4"));
    EXPECT_TRUE(padded.says("more in kernel 4"));
}

TEST(BeforeHere, SectorsHaveTheirOutlines) {
    const Turned one("vector_addition/strided stride=16", 3, 1);
    EXPECT_TRUE(one.sees("32 with stride 16"));
    EXPECT_TRUE(one.says("outlined: stride 16"));
    const Turned same("vector_addition/strided stride=16", 3, 32);
    EXPECT_FALSE(same.sees("32 with stride 16")) << "as many as now";
    EXPECT_FALSE(same.says("outlined:"));
}

// A compiler's stars are no marks of bold letters.
TEST(NoticeLetters, WriteStarsAsTheyAre) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/hillis");
    driver.settle();
    driver.shell.notice = "k.cu(3): error: float *a, *b";
    driver.frame();
    EXPECT_TRUE(driver.says("float *a, *b"));
}

}  // namespace
