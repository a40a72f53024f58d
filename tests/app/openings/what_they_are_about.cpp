// Where lessons and kernels open: on what they are about.
#include <gtest/gtest.h>

#include "app/view.h"
#include "lab/asked.h"
#include "lab/opening/opening.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"

namespace {

using namespace app;
using namespace test;

using OpenedKernels = Lecture;

// While nothing is turned a kernel about several blocks opens with them, and those before it as
// they did; what somebody turned stays as it is.
TEST_F(OpenedKernels, AKernelAboutBlocksOpensWithSeveral) {
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    const lab::Knob& count = *session().lesson()->size;
    const std::int64_t preset = session().settings()[count];
    const auto choose = [&](Key digit) {
        driver.key(Key::k);
        driver.key(digit);
        driver.settle();
    };
    choose(Key::five);
    EXPECT_EQ(session().settings()[count], 1 << 20);
    EXPECT_TRUE(notice().starts_with("Kernel 5 opens with 2²⁰ numbers")) << notice();
    choose(Key::one);
    EXPECT_EQ(session().settings()[count], preset);
    EXPECT_FALSE(session().refusal());
    session().settings().set(count, 256);
    driver.settle();
    choose(Key::five);
    EXPECT_EQ(session().settings()[count], 256);
}

TEST_F(OpenedKernels, ThoseOfOrderOpenOnItWhateverWaits) {
    open("memory_model/is_volatile launches=1 --anyway");
    EXPECT_EQ(driver.shell.stage_view()->id, "happens_before");
}

// Cured, nobody meets at the slots.
TEST(Openings, OfACureAreOnWhatItChanged) {
    lab::Settings slots = *lab::settings_named("bug_hunt/two_slots");
    EXPECT_EQ(lab::first_view(slots), "");
    ASSERT_FALSE(lab::assign(slots, "version=cured"));
    EXPECT_EQ(lab::first_view(slots), "array");
    EXPECT_TRUE(
        Opened("bug_hunt/two_slots version=cured").says("Two threads write all four elements"));
}

// A step that somebody chose may be one without atomics in another kernel.
TEST(Openings, OfAnotherKernelAreWhereItHasWhatThePictureShows) {
    const View& view = *find_view("same_address");
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared");
    driver.settle();
    const auto step = [&] {
        return driver.shell.session.picture()
            ->steps[std::size_t(driver.shell.playback.cursor.step)];
    };
    for (const int rung : {0, 1, 4}) {  // others open on another picture
        driver.shell.restore("histogram/shared");
        driver.settle();
        driver.shell.playback.go_to(driver.shell.playback.cursor.step);  // somebody's wish
        driver.frame();
        driver.shell.session.settings().rung = rung;
        driver.settle();
        ASSERT_EQ(driver.shell.session.picture()->request.settings.rung, rung);
        EXPECT_TRUE(view.interest.shows_step(step())) << rung;
    }
    // A step that showed nothing of it is kept: it was chosen for something else.
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.shell.playback.go_to(0);
    driver.frame();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.step, 0);
}

// Its blocks hand over to another kernel, and its lesson is about the queue.
TEST(Openings, OfLessonsAboutQueuesAreOnThem) {
    Driver driver(1366, 768);
    for (const char* rung : {"average/slots", "average/one_sum", "histogram/global"}) {
        driver.shell.restore(rung);
        driver.settle();
        ASSERT_TRUE(driver.shell.stage_view()) << rung;
        EXPECT_EQ(driver.shell.stage_view()->id, "same_address") << rung;
    }
    driver.shell.restore("scan/three_kernels n=4096");
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "blocks");
}

}  // namespace
