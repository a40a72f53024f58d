// The timeline in words: of which run steps are, copies that are needed, what overlaps.
#include <gtest/gtest.h>

#include "app/engines.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

// Its boxes are of a box of 512 points a side, and the steps below it of a smaller run.
TEST(TimelineInWords, SaysOfWhichRunStepsAre) {
    Laptop laptop;
    laptop.driver.width = 1920, laptop.driver.height = 1080;
    laptop.open("streams/overlapped");
    EXPECT_TRUE(laptop.driver.sees("16 chunks; steps drawn: 32 points"));
    laptop.project();
    laptop.driver.settle();
    EXPECT_TRUE(laptop.driver.sees("in a run of its own"))
        << "why it has another total than the cards";
}

TEST(TimelineInWords, WithoutCopiesIsNoPiece) {
    EXPECT_TRUE(Opened("streams/overlapped copies=without").says("kernels alone"));
    EXPECT_FALSE(Opened("streams/overlapped").says("kernels alone"));
}

// A chunk's sweeps need planes of the next one: that copy is framed, and named below.
TEST(TimelineInWords, AChunkShowsWhichOtherCopyItNeeds) {
    lab::Result result = drawn_rung("streams/overlapped", {"n=32", "chunks=4", "sweeps=3"});
    result.timed = lab::modelled(*lab::simulate(result.request, lab::Playing::counted()), 1);
    const auto framed = [&](int chunk) {
        Cursor cursor;
        cursor.step = step_of_chunk(*result.picture, chunk, 4);
        const Picture picture{"timeline", result, cursor, {0, 0, 1100, 420}};
        const auto is_frame = [](const NotedMark& mark) {
            return mark.is(MarkKind::outline, Role::accent);
        };
        const auto frames = those(picture.notes.marks, is_frame).size();
        const std::string also = "it needs copy " + std::to_string(chunk + 2) + " too";
        return frames == 2 && picture.sees(also);
    };
    EXPECT_TRUE(framed(0));
    EXPECT_TRUE(framed(2));
    EXPECT_FALSE(framed(3)) << "behind the last comes none";
}

TEST(TimelineInWords, HalfAMicrosecondOfOverlapIsNotNothing) {
    const auto said = [](const char* line) {
        const Completed copies(line);
        return find_view("timeline")->words.sentence(copies.context());
    };
    EXPECT_TRUE(said("streams/chunks").ends_with("and almost nothing overlaps."));
    EXPECT_TRUE(said("streams/locked").ends_with("and nothing overlaps."));
}

}  // namespace
