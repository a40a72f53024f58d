// Notices: when they go, and what they do not lie on.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/lecture.h"

namespace {

using namespace app;
using namespace test;

// A notice does not lie on what says whose run is shown.
TEST(NoticePlaces, ANoticeKeepsOffThePillOfRefusedSettings) {
    Driver driver(1366, 768);
    driver.shell.restore("bytes_in_flight/four");
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "warps"), 4);
    settings.set(*lab::find_knob(*settings.subject, "block"), 256);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    driver.shell.notice = "There is one kernel here, and it is shown.";
    driver.settle();
    const auto box_of = [&](const char* card) {
        const auto found = std::ranges::find(driver.texts, card, &NotedText::card);
        return found == driver.texts.end() ? Rect{} : found->box;
    };
    const Rect kept = box_of("kept"), notice = box_of("notice");
    ASSERT_GT(kept.h, 0);
    ASSERT_GT(notice.h, 0);
    EXPECT_TRUE(notice.y > kept.bottom() || notice.bottom() < kept.y);
}

// Legends and axes stand at the foot of pictures: a notice lies on none of them.
TEST(NoticePlaces, ANoticeLiesOnNothingThatIsRead) {
    for (const auto& [width, height] :
         {std::pair{1366.f, 768.f}, {1280.f, 720.f}, {1920.f, 1080.f}})
        for (const char* state : {"reduction/strided", "laplace/blocks", "roofline/four"}) {
            Driver driver(width, height);
            driver.shell.restore(state);
            driver.settle();
            driver.shell.notice =
                "Which kernel? Type 1 to 7; with Ctrl it is shown beside this "
                "one.";
            driver.frame();
            Rect notice;
            for (const NotedText& text : driver.texts)
                if (text.card == "notice") notice = text.box;
            ASSERT_GT(notice.h, 0) << state;
            for (const NotedText& text : driver.texts) {
                if (text.card == "notice" || text.card == "status") continue;
                const bool apart = text.box.right() < notice.x || text.box.x > notice.right() ||
                                   text.box.bottom() < notice.y || text.box.y > notice.bottom();
                EXPECT_TRUE(apart) << state << ", " << width << ": " << text.text;
            }
            EXPECT_TRUE(driver.misplaced.empty());
        }
}

using Notices = Lecture;

TEST_F(Notices, GoOnceTheyCouldBeRead) {
    driver.shell.notice = "There is one kernel here, and it is shown.";
    driver.frame();
    EXPECT_LT(driver.shell.wishes.wait, 13) << "the window wakes for it";
    wait(3);
    EXPECT_FALSE(notice().empty());
    wait(10);
    EXPECT_TRUE(notice().empty());
}

TEST_F(Notices, AKeyThatWaitsForASecondOneGoesWithItsSentence) {
    driver.key(Key::k);
    ASSERT_TRUE(driver.shell.kernel_chord);
    wait(13);
    EXPECT_FALSE(driver.shell.kernel_chord);
    EXPECT_TRUE(notice().empty());
}

TEST_F(Notices, EscTakesThemAway) {
    driver.shell.notice = "Something.";
    driver.key(Key::escape);
    EXPECT_TRUE(notice().empty());
}

}  // namespace
