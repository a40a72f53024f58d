// Settings in, results out: what is asked, what is shown, what is kept when a launch is refused,
// what comes back.
#include "app/session.h"

#include <gtest/gtest.h>

#include "app/format.h"
#include "lab/asked.h"
#include "lab/requests/prose.h"
#include "lab/requests/run_bytes.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "platform/clock.h"
#include "platform/threads.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_runs.h"

namespace app {
namespace {

class SessionTest : public ::testing::Test {
protected:
    Session session{lab::Worker::Mode::pumped};
    const lab::Lesson& lesson = *lab::find_lesson("reduction");
    const lab::Knob& block = *lab::find_knob(lesson, "block");
    void SetUp() override {
        session.open(lesson);
        session.settings().set(*lesson.size, 2048);
        session.complete();
        ASSERT_TRUE(session.shown());
    }
};

TEST_F(SessionTest, AChangeOfAKnobIsAnswered) {
    const auto before = session.shown();
    const auto counts = session.counted()->counters;
    session.settings().set(block, 128);
    session.complete();
    EXPECT_NE(session.shown(), before);
    EXPECT_EQ(session.shown()->request.settings[block], 128);
    EXPECT_FALSE(session.counted()->counters == counts);
    EXPECT_FALSE(session.stale());
}

TEST_F(SessionTest, ARefusalKeepsTheLastResultAndSaysSo) {
    const auto before = session.shown();
    session.settings().set(block, 4096);
    session.complete();
    ASSERT_TRUE(session.refusal());
    EXPECT_NE(session.refusal()->title.find("4096"), std::string::npos) << session.refusal()->title;
    EXPECT_EQ(session.refusal()->knob, "block");
    EXPECT_EQ(session.shown(), before);
    EXPECT_TRUE(session.stale());
    session.settings().set(block, 64);
    session.complete();
    EXPECT_FALSE(session.refusal());
}

TEST_F(SessionTest, UndoAndRedoGoThroughWholeDrags) {
    const std::int64_t first = session.settings()[block];
    for (std::int64_t value : {32, 64, 128}) {  // one drag
        session.settings().set(block, value);
        session.end_of_frame(true);
    }
    session.end_of_frame(false);
    session.settings().set(block, 512);
    session.complete();
    session.undo();
    session.complete();
    EXPECT_EQ(session.settings()[block], 128);
    session.undo();
    session.complete();
    EXPECT_EQ(session.settings()[block], first);
    session.redo();
    session.complete();
    EXPECT_EQ(session.settings()[block], 128);
    EXPECT_EQ(session.shown()->request.settings[block], 128);
    EXPECT_TRUE(session.can_redo());
    session.settings().set(block, 256);
    session.complete();
    EXPECT_FALSE(session.can_redo());
}

TEST_F(SessionTest, UndoStepsOverWhatWasRefused) {
    const std::int64_t first = session.settings()[block];
    for (const std::int64_t value : {4096, 128, 8192}) {
        session.settings().set(block, value);
        session.end_of_frame(false);
    }
    session.undo();
    EXPECT_EQ(session.settings()[block], 128);
    session.undo();
    EXPECT_EQ(session.settings()[block], first) << "not 4096";
    session.redo();
    EXPECT_EQ(session.settings()[block], 128);
    EXPECT_FALSE(session.can_redo());
}

// Who goes back from there by hand has nothing to undo that could be seen.
TEST_F(SessionTest, BackFromWhatWasRefusedIsNoStep) {
    const std::int64_t first = session.settings()[block];
    for (const std::int64_t value : {128, 4096, 128}) {
        session.settings().set(block, value);
        session.end_of_frame(false);
    }
    session.undo();
    EXPECT_EQ(session.settings()[block], first);
    EXPECT_FALSE(session.can_undo());
}

TEST_F(SessionTest, TwoHundredChangesCanBeUndone) {
    for (std::int64_t i = 0; i <= 201; ++i) {
        session.settings().set(block, i % 2 ? 128 : 64);
        session.end_of_frame(false);
    }
    int undone = 0;
    for (; session.can_undo() && undone < 1000; ++undone) session.undo();
    EXPECT_EQ(undone, 200);
}

TEST_F(SessionTest, WhatWasSeenBeforeIsThereAtOnce) {
    const auto before = session.shown();
    session.settings().set(block, 128);
    session.complete();
    session.settings() = before->request.settings;
    session.end_of_frame(false);  // without any work
    EXPECT_EQ(session.shown(), before);
}

// Twelve pictures of a whole field would take a hundred megabytes.
TEST_F(SessionTest, OfLargeResultsFewAreRemembered) {
    session.open(*lab::find_lesson("laplace"));
    std::vector<lab::Request> seen;
    for (const lab::Rung& rung : session.lesson()->rungs) {
        session.settings().rung = int(&rung - session.lesson()->rungs.data());
        session.complete();
        seen.push_back(session.request);
    }
    std::size_t bytes = 0, kept = 0;
    for (const lab::Request& each : seen)
        if (const lab::Result* result = session.seen(each)) ++kept, bytes += lab::bytes_of(*result);
    EXPECT_LE(bytes, (24u << 20)) << "10 MiB, and two whatever their size";
    EXPECT_LT(kept, seen.size()) << "else this says nothing";
    EXPECT_GE(kept, 2u);
}

TEST_F(SessionTest, RunAgainAsksForTheSameAnew) {
    const auto before = session.shown();
    session.run_again();
    session.complete();
    EXPECT_NE(session.shown(), before);
    EXPECT_EQ(session.shown()->request, before->request);
}

TEST_F(SessionTest, WhatIsRunAnywayEndsWithItsRefusal) {
    for (std::size_t rung = 0; rung < lesson.rungs.size(); ++rung) {
        session.settings().rung = static_cast<int>(rung);
        session.settings().set(block, 100);
        const auto refusal = lab::refusal(session.settings());
        if (!refusal || refusal->shows.empty()) continue;
        session.settings().anyway = true;
        session.complete();
        EXPECT_FALSE(session.refusal()) << lesson.rungs[rung].id;
        EXPECT_FALSE(session.counted()->verdict.ok) << lesson.rungs[rung].id;
        session.settings().set(block, 128);
        session.complete();
        EXPECT_FALSE(session.settings().anyway);
        return;
    }
    FAIL() << "no rung of the reduction can be run against its refusal";
}

TEST(Preferences, ComeBackAsTheyWere) {
    testing::Driver first, second;
    first.shell.look.tone = Tone::light;
    first.shell.look.scale_percent = 150;
    first.shell.look.reduced_motion = true;
    first.shell.look.panes[0] = {333, 512};
    second.shell.read(first.shell.preferences());
    EXPECT_EQ(second.shell.look.tone, Tone::light);
    EXPECT_EQ(second.shell.look.scale_percent, 150);
    EXPECT_TRUE(second.shell.look.reduced_motion);
    EXPECT_FLOAT_EQ(second.shell.look.panes[0].rail, 333);
    EXPECT_FLOAT_EQ(second.shell.look.panes[0].source, 512);
}

TEST(Preferences, NonsenseGivesTheUsual) {
    testing::Driver driver;
    driver.shell.read(
        {{"theme", "plaid"}, {"scale", "-9e99"}, {"wide.rail", "nan"}, {"compact.source", "lots"}});
    EXPECT_EQ(driver.shell.look.tone, Tone::dark);
    EXPECT_GE(driver.shell.look.scale_percent, 75);
    EXPECT_FLOAT_EQ(driver.shell.look.panes[0].rail, 0);
    driver.settle();
}

TEST(Preferences, WhatCannotBeUsedIsSaidWithWhatIs) {
    testing::Driver driver;
    driver.shell.read({{"theme", "plaid"}, {"scale", "900"}, {"reduced_motion", "maybe"}});
    EXPECT_FALSE(driver.shell.restore_last("juggling/three balls=7"));
    driver.settle();
    EXPECT_TRUE(driver.says("theme \"plaid\" is neither dark, light nor contrast: dark is used."));
    EXPECT_TRUE(driver.says("scale \"900\" is not within 75 and 300: 100 is used."));
    EXPECT_TRUE(driver.says("reduced_motion \"maybe\" is neither yes nor no: no is used."));
    EXPECT_TRUE(driver.says("The last state can't be restored"));
    EXPECT_TRUE(driver.says("juggling"));
    driver.click(driver.beside_everything());
    EXPECT_TRUE(driver.shell.notice.empty()) << "once";
}

TEST(Preferences, AFileInOrderIsNotSpokenOf) {
    testing::Driver first, second;
    first.shell.look.panes[0] = {333, 512};
    first.shell.look.panes[1] = {5000, 5000};  // dragged far past what a pane can be
    second.shell.read(first.shell.preferences());
    EXPECT_TRUE(second.shell.restore_last(first.shell.state_line()));
    EXPECT_EQ(second.shell.notice, "");
}

TEST(StateOfTheShell, ALineBringsTheSameScreenBack) {
    testing::Driver first, second;
    ASSERT_TRUE(first.shell.restore("scan/blelloch"));
    first.settle();
    first.shell.playback.go_to(7);
    first.shell.playback.cursor.lane = 5;
    first.settle();
    ASSERT_TRUE(second.shell.restore(first.shell.state_line()));
    second.settle();
    EXPECT_EQ(second.shell.state_line(), first.shell.state_line());
    EXPECT_EQ(second.shell.playback.cursor.step, 7);
    auto on_stage = [](const testing::Driver& driver) {
        std::vector<std::string> words;
        for (const NotedText& text : driver.texts)
            if (text.card == "stage" || text.card == "source") words.push_back(text.text);
        return words;
    };
    EXPECT_GT(on_stage(first).size(), 50u);
    EXPECT_EQ(on_stage(second), on_stage(first));
}

TEST(StateOfTheShell, ALineThatCannotBeReadLeavesAllAsItIs) {
    testing::Driver driver;
    driver.settle();
    const std::string before = driver.shell.state_line();
    EXPECT_FALSE(driver.shell.restore("juggling/three balls=7"));
    EXPECT_FALSE(driver.shell.notice.empty());
    EXPECT_EQ(driver.shell.state_line(), before);
}

// --- what was before

TEST_F(SessionTest, WhatWasShownBeforeIsKeptForOneChange) {
    EXPECT_FALSE(session.before());
    const auto first = session.shown();
    session.settings().set(block, 128);
    session.complete();
    EXPECT_EQ(session.before(), first.get());
    const auto second = session.shown();
    session.settings().set(block, 64);
    session.complete();
    EXPECT_EQ(session.before(), second.get());
}

// Somebody went on before all was counted: what was left halfway is counted after all.
TEST_F(SessionTest, WhatWasLeftHalfwayIsCountedAfterAll) {
    session.settings().set(*lesson.size, 1 << 18);
    session.complete();
    session.settings().rung = 1;
    session.end_of_frame(false);
    for (int i = 0; i < 10'000 && session.shown()->request.settings.rung != 1; ++i) {
        session.pump(0);
        session.poll();
    }
    ASSERT_EQ(session.shown()->request.settings.rung, 1);
    ASSERT_FALSE(session.shown()->complete);
    session.settings().rung = 2;
    session.complete();
    ASSERT_TRUE(session.before());
    EXPECT_EQ(session.before()->request.settings.rung, 1);
    EXPECT_TRUE(session.before()->complete);
    EXPECT_TRUE(session.before()->timed);
    EXPECT_EQ(session.shown()->request.settings.rung, 2);
}

// What counts and what takes answers run side by side: the last answer is taken whenever it comes,
// also while the one before it is.
TEST(SessionOnAThread, EveryAnswerComesToItsEnd) {
    if (!platform::has_threads()) GTEST_SKIP() << "nothing runs beside";
    Session session(lab::Worker::Mode::thread);
    const lab::Lesson& lesson = *lab::find_lesson("reduction");
    session.open(lesson);
    const lab::Knob& block = *lab::find_knob(lesson, "block");
    session.settings().set(*lesson.size, 2048);
    for (const int threads : {256, 128, 64})
        for (int rung = 0; rung < 7; ++rung) {
            session.settings().rung = rung;
            session.settings().set(block, threads);
            session.end_of_frame(false);
            const double until = platform::now() + 20;
            const auto answered = [&] {
                return !session.stale() && session.shown() && session.shown()->complete;
            };
            while (!answered() && platform::now() < until) session.poll();
            ASSERT_TRUE(answered()) << "kernel " << rung + 1 << ", blocks of " << threads;
        }
}

TEST_F(SessionTest, ADragIsOneChange) {
    session.end_of_frame(false);
    const auto first = session.shown();
    for (const int threads : {128, 64, 32}) {
        session.settings().set(block, threads);
        session.end_of_frame(true);
        for (int i = 0; i < 100 && session.pump(50); ++i) session.poll();
        session.poll();
        session.end_of_frame(true);
        ASSERT_EQ(session.shown()->request.settings[block], threads);
        EXPECT_EQ(session.before(), first.get()) << threads;
    }
}

TEST_F(SessionTest, AnotherBlockOfTheSameSettingsIsNoChange) {
    session.settings().set(block, 128);
    session.complete();
    const lab::Result* before = session.before();
    session.request.watched = {1};
    session.complete();
    EXPECT_EQ(session.shown()->request.watched.size(), 1u);
    EXPECT_EQ(session.before(), before);
}

TEST_F(SessionTest, AnotherLessonHasNothingBeforeIt) {
    session.end_of_frame(false);
    session.open(*lab::find_lesson("vector_addition"));
    session.settings().set(*session.lesson()->size, 1024);
    session.complete();
    EXPECT_FALSE(session.before());
}

TEST_F(SessionTest, WhatStandsBesideIsAnsweredToo) {
    session.stand_beside(1);
    EXPECT_FALSE(session.beside());
    session.complete();
    ASSERT_TRUE(session.beside());
    EXPECT_TRUE(session.beside()->complete);
    EXPECT_EQ(session.beside()->request.settings.rung, 1);
    EXPECT_NE(session.shown()->request.settings.rung, 1);
    EXPECT_TRUE(session.series().knows(session.beside()->request.settings));
    session.stand_alone();
    EXPECT_FALSE(session.beside());
}

TEST_F(SessionTest, ColumnsThatSomebodyChoseAreCounted) {
    lab::Settings third = session.settings();
    third.rung = 5;
    session.complete(1e9, 0);
    ASSERT_FALSE(session.series().counts(third));
    session.choose_columns({5, before_column});
    session.complete(1e9, 1);
    EXPECT_TRUE(session.series().counts(third));
}

// A time has one form, in a sentence and in the card beside it.
TEST(RecordedTimes, StandInProseAsInTheWindow) {
    for (const char* of : {"reduction/strided n=2^28.time", "reduction/strided.time",
                           "scan/hillis.time", "laplace/blocks.time"}) {
        const auto value = lab::number_of(of);
        ASSERT_TRUE(value) << of;
        EXPECT_EQ(*lab::resolved(of), time_text(*value));
    }
}

// Nothing runs for it: it is there while all else is still counted.
TEST(RecordedTimes, DoNotWaitForCounts) {
    if (lab::bench()) GTEST_SKIP() << "a GPU measures anew";
    const tests::OwnRuns own;
    lab::Request asked;
    asked.settings = *lab::settings_named("vector_addition");
    ASSERT_TRUE(lab::recorded(asked));
    lab::Worker worker(lab::Worker::Mode::pumped);
    worker.submit(asked);
    bool early = false;
    while (worker.progress().busy) {
        worker.pump(.1);
        const auto result = worker.take();
        early |= result && result->timed && !result->counted && result->picture;
    }
    EXPECT_TRUE(early);
}

}  // namespace
}  // namespace app
