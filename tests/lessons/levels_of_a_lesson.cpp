// What the model of levels says of the lesson that is about them: who answers in each order.
#include <gtest/gtest.h>

#include "lab/levels/levels.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

struct LevelsDrawn {
    std::shared_ptr<const Run> run;
    CacheRoom room;
    LevelSums sums;
};

LevelsDrawn levels_drawn(const std::string& rung, const std::vector<std::string>& values = {}) {
    const Settings set = asked("who_answers/" + rung, values);
    LevelsDrawn made{run(picture_of(set), true), {}, {}};
    made.room = cache_room(*made.run, set);
    for (const SectorAsked& ask : levels_of(*made.run->trace, made.room).asks) made.sums.add(ask);
    EXPECT_EQ(made.sums.asked, made.run->counters.global_load_sectors);
    return made;
}

TEST(LevelsOfALesson, AnOffsetIsAskedForAndNotMoved) {
    const LevelSums sums = levels_drawn("offset").sums;
    EXPECT_EQ(sums.asked, 640u);
    EXPECT_EQ(sums.first, 513u);
    EXPECT_EQ(sums.of(Level::memory), 513u);
}

// The same thread comes back to a row's sector, other blocks to a column's.
TEST(LevelsOfALesson, RowsAreTheL1sAndColumnsTheL2s) {
    EXPECT_EQ(levels_drawn("rows").sums, (LevelSums{4096, 512, {3584, 0, 512}, 512}));
    EXPECT_EQ(levels_drawn("columns").sums, (LevelSums{4096, 512, {0, 3584, 512}, 512}));
}

TEST(LevelsOfALesson, APassFindsWhatTheL2HasRoomFor) {
    EXPECT_EQ(levels_drawn("again").sums, (LevelSums{4096, 1024, {0, 0, 4096}, 1024}));
    EXPECT_EQ(levels_drawn("again", {"n=2^23"}).sums,
              (LevelSums{4096, 1024, {0, 3072, 1024}, 1024}));
    EXPECT_EQ(levels_drawn("pieces").sums, (LevelSums{4096, 1024, {0, 3072, 1024}, 1024}));
    EXPECT_EQ(levels_drawn("pieces", {"piece=2^25"}).sums,
              (LevelSums{4096, 1024, {0, 0, 4096}, 1024}));
}

// 32 blocks of 64 threads share 256 KiB; the L2 is as much smaller as the arrays that are drawn.
TEST(LevelsOfALesson, CachesAreThoseOfTheCard) {
    const CacheRoom room = levels_drawn("rows").room;
    EXPECT_EQ(room.l1, std::vector<std::uint64_t>{256 * 1024 / 32 / 32});
    EXPECT_EQ(room.l2, 62'914'560u / 32 / (1 << 14));  // 2^12 of 2^26 floats
    EXPECT_EQ(levels_drawn("rows", {"block=1024"}).room.l1,
              std::vector<std::uint64_t>{256 * 1024 / 2 / 32});
    EXPECT_EQ(levels_drawn("rows", {"n=2^12"}).room.l2, 62'914'560u / 32);
}

}  // namespace
