// The transport: motion is a function of step and fraction, and never passes an end.
#include "app/playback.h"

#include <gtest/gtest.h>

#include <random>

#include "app/widgets/ui.h"

namespace app {
namespace {

lab::Run run_of(std::initializer_list<int> intervals) {
    lab::Run run;
    for (int interval : intervals) {
        simulator::Step step;
        step.interval = static_cast<std::uint32_t>(interval);
        run.steps.push_back(step);
    }
    return run;
}

TEST(Playback, PostsStandWhereIntervalsBegin) {
    const lab::Run run = run_of({0, 0, 1, 1, 1, 2, 5});
    Playback playback;
    playback.load(&run, false);
    EXPECT_EQ(playback.posts(), (std::vector<int>{2, 5, 6}));
    EXPECT_EQ(playback.intervals(), 4);
    playback.go_to(5);
    EXPECT_EQ(playback.interval(), 3);
}

TEST(Playback, KnowsWhetherItsIntervalsAreLaunches) {
    lab::Run run = run_of({0, 0, 0});
    run.steps[2].launch = 1;
    Playback playback;
    playback.load(&run, false);
    EXPECT_EQ(playback.intervals(), 2);
    EXPECT_FALSE(playback.has_barriers());
    const lab::Run other = run_of({0, 1, 1});
    playback.load(&other, false);
    EXPECT_TRUE(playback.has_barriers());
}

TEST(Playback, APlaceIsAPersonsOnceTheyMoved) {
    const lab::Run run = run_of({0, 0, 0});
    Playback playback;
    playback.load(&run, false);
    playback.open_at(1);
    EXPECT_EQ(playback.cursor.step, 1);
    EXPECT_FALSE(playback.by_hand);
    playback.step(1);
    EXPECT_TRUE(playback.by_hand);
    playback.load(&run, true);
    EXPECT_TRUE(playback.by_hand);
    playback.load(&run, false);
    EXPECT_FALSE(playback.by_hand);
}

TEST(Playback, PlayStopsAtTheEndAndNeverPassesIt) {
    const lab::Run run = run_of({0, 0, 0});
    Playback playback;
    playback.load(&run, false);
    playback.toggle();
    for (int frame = 0; frame < 500; ++frame) playback.advance(.01);
    EXPECT_EQ(playback.cursor.step, 2);
    EXPECT_EQ(playback.cursor.fraction, 1);
    EXPECT_FALSE(playback.playing);
}

TEST(Playback, PlayAtTheEndBeginsAgain) {
    const lab::Run run = run_of({0, 0, 0, 0});
    Playback playback;
    playback.load(&run, false);
    playback.go_to(3);
    playback.toggle();
    EXPECT_TRUE(playback.playing);
    EXPECT_EQ(playback.cursor.step, 1);
}

TEST(Playback, SpeedScalesOnlyTheTimeOfAStep) {
    const lab::Run run = run_of({0, 0, 0});
    Playback slow, fast;
    for (Playback* p : {&slow, &fast}) p->load(&run, false), p->step(1);
    fast.speed = 4;
    slow.advance(.1);
    fast.advance(.1);
    EXPECT_LT(slow.cursor.fraction, 1);
    EXPECT_GT(fast.cursor.fraction, slow.cursor.fraction);
}

TEST(Playback, ReducedMotionShowsStepsWhole) {
    const lab::Run run = run_of({0, 0, 0});
    Playback playback;
    playback.reduced_motion = true;
    playback.load(&run, false);
    playback.step(1);
    EXPECT_EQ(playback.cursor.fraction, 1);
    EXPECT_FALSE(playback.advance(0));
}

TEST(Playback, AnotherRunOfTheLessonKeepsThePlaceByShare) {
    const lab::Run shorter = run_of({0, 0, 0, 0, 0}), longer = run_of({0, 0, 0, 0, 0, 0, 0, 0, 0});
    Playback playback;
    playback.load(&shorter, false);
    playback.go_to(2);
    playback.load(&longer, true);
    EXPECT_EQ(playback.cursor.step, 4);
    playback.load(nullptr, true);
    EXPECT_EQ(playback.cursor.step, -1);
    playback.toggle();
    playback.step(1);
    playback.to_barrier(1);
    EXPECT_EQ(playback.cursor.step, -1);
}

TEST(Playback, EveryPlaceIsKeptByShareToTheNearestStep) {
    const lab::Run shorter = run_of({0, 0, 0, 0, 0}), longer = run_of({0, 0, 0, 0, 0, 0, 0, 0, 0});
    const std::vector<int> wanted{0, 1, 1, 2, 2, 3, 3, 4, 4};
    for (int step = 0; step < 9; ++step) {
        Playback playback;
        playback.load(&longer, false);
        playback.go_to(step);
        playback.load(&shorter, true);
        EXPECT_EQ(playback.cursor.step, wanted[static_cast<std::size_t>(step)]) << step;
    }
}

TEST(Playback, AnotherLessonBeginsAnewInTheSameCode) {
    const lab::Run run = run_of({0, 0, 0, 0});
    Playback playback;
    playback.load(&run, false);
    playback.cursor.ptx = 1;
    playback.cursor.lane = 5;
    playback.go_to(2);
    playback.load(&run, false);
    EXPECT_EQ(playback.cursor.step, 0);
    EXPECT_EQ(playback.cursor.lane, 0);
    EXPECT_EQ(playback.cursor.ptx, 1);
}

TEST(Playback, AnyWalkStaysWithinTheRun) {
    const lab::Run run = run_of({0, 0, 1, 1, 2, 2, 2, 3});
    Playback playback;
    playback.load(&run, false);
    std::mt19937 random(7);
    for (int i = 0; i < 5000; ++i) {
        switch (random() % 6) {
            case 0: playback.step(1); break;
            case 1: playback.step(-1); break;
            case 2: playback.to_barrier(random() % 2 ? 1 : -1); break;
            case 3: playback.go_to(static_cast<int>(random() % 20) - 6); break;
            case 4: playback.toggle(); break;
            default: playback.advance(static_cast<double>(random() % 100) / 300);
        }
        ASSERT_GE(playback.cursor.step, 0);
        ASSERT_LT(playback.cursor.step, 8);
        ASSERT_GE(playback.cursor.fraction, 0);
        ASSERT_LE(playback.cursor.fraction, 1);
    }
}

TEST(Easing, BeginsAtNothingAndEndsAtAll) {
    for (auto ease : {ease_out, ease_in_out}) {
        EXPECT_EQ(ease(0), 0);
        EXPECT_EQ(ease(1), 1);
        float before = 0;
        for (int i = 1; i <= 50; ++i) {
            const float now = ease(static_cast<float>(i) / 50);
            EXPECT_GE(now, before);
            before = now;
        }
    }
}

}  // namespace
}  // namespace app
