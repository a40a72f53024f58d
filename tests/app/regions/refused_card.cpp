// Refused settings: what the card says and offers, and what is dim meanwhile.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/views/cards/spots.h"
#include "lab/opening/opening.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

// Cards are of other settings than those that are refused: they are dim, and say whose they are.
TEST(RefusedCard, CardsAreDimAndSayWhoseTheyAreWhereSettingsAreRefused) {
    Driver driver;
    const auto dims = [&] {
        return those(driver.marks,
                     [](const NotedMark& mark) {
                         return mark.is(MarkKind::fill, Role::panel) && mark.colour.alpha < .9f &&
                                mark.box.y > 700 && mark.box.w > 300;
                     })
            .size();
    };
    driver.shell.restore("reduction/any_block");
    driver.settle();
    EXPECT_EQ(dims(), 0u);
    EXPECT_FALSE(driver.sees("last run"));
    driver.shell.session.settings().set(*driver.shell.session.subject()->knobs[0], 2048);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_EQ(dims(), 3u);
    for (const char* card : {"timings", "rungs_compared"})
        EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == card && text.text == "last run";
        })) << card;
}

// The code's counts and lane are of another run, too; an offer says of what it is so many.
TEST(RefusedCard, RefusedSettingsDimTheCodeAndNameTheirLimit) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/any_block");
    driver.settle();
    const auto dim = [&] {
        return std::ranges::any_of(driver.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::fill, Role::panel) && mark.colour.alpha < .9f &&
                   mark.box.x > 1000 && mark.box.y < 100;
        });
    };
    EXPECT_FALSE(dim());
    driver.shell.session.settings().set(*driver.shell.session.subject()->knobs[0], 2048);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_TRUE(dim());
    EXPECT_TRUE(driver.says("Use 1024 threads"));
    EXPECT_TRUE(driver.says("1024 threads per block"));
    EXPECT_TRUE(driver.says("Kept on screen: the last run"));
}

// A way back names what it goes back to.
TEST(RefusedCard, WhereAnotherKnobWasTurnedTheWayBackIsTheRun) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/thirty_two");
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "card"), 2006);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_FALSE(driver.says("Back to 256"));
    EXPECT_TRUE(driver.says("Back to the last run"));
}

TEST(RefusedCard, AReasonIsNeverCutInItsMiddle) {
    lab::Refusal power;
    power.limit_name = "a power of two of threads", power.needed = "power of two";
    EXPECT_EQ(reason_in_brief(power),
              (std::vector<std::string>{"needs a power of two of threads", "needs a power of two",
                                        "no power of two", "can't run"}));
    lab::Refusal many;
    many.limit_name = "threads per block", many.limit = 1024, many.asked = 2048;
    EXPECT_EQ(reason_in_brief(many).at(1), "at most " + grouped(1024) + " threads");
    EXPECT_EQ(reason_in_brief(many).at(2), "at most 2¹⁰ threads");
    const Opened any("reduction/any_block block=192");
    EXPECT_TRUE(any.driver.sees("needs a power of two"));
    for (const NotedText& text : any.driver.texts) EXPECT_FALSE(text.text.ends_with(" of"));
}

// Behind a refusal stood the bare presets, at another size than the kernel opens with.
TEST(RefusedCard, WhatStandsInIsWhatTheKernelOpensWith) {
    Laptop laptop;
    laptop.open("fft/spread m=512 points=64");
    ASSERT_TRUE(laptop.driver.shell.session.refusal());
    ASSERT_TRUE(laptop.driver.shell.session.stands_in());
    lab::Settings presets(laptop.driver.shell.session.settings().subject);
    presets.rung = laptop.driver.shell.session.settings().rung;
    EXPECT_EQ(laptop.driver.shell.session.shown()->request.settings, lab::opening_of(presets));
}

// More than one knob lifts a refusal: the other one is offered beside the one that it names.
TEST(RefusedCard, ARefusalOffersAnotherKnobThatDoes) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/per_lane bins=4096 copies=32");
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    ASSERT_TRUE(driver.control("refused.use"));
    ASSERT_TRUE(driver.control("refused.back"));
    ASSERT_TRUE(driver.click("refused.other"));
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "copies")], 8) << "the most that fit";
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "bins")], 4096);
    EXPECT_FALSE(lab::refusal(now));
}

// That 500 threads are no power of two was waved through, and not that shuffles join whole warps.
TEST(RefusedCard, WhatRunsAllTheSameLiftsOneRefusal) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("scan/blelloch block=500 n=500 --anyway"));
    driver.settle();
    lab::Settings& now = driver.shell.session.settings();
    EXPECT_TRUE(now.anyway);
    now.set(*lab::find_knob(*now.subject, "block"), 300);
    driver.settle();
    EXPECT_TRUE(now.anyway) << "the same once more";
    now.rung = 3;
    driver.settle();
    EXPECT_FALSE(now.anyway);
    EXPECT_TRUE(driver.shell.session.refusal());
}

TEST(RefusedCard, WhatRanAllTheSameHasNoFocusAnyMore) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/is_volatile launches=1");
    driver.settle();
    ASSERT_TRUE(driver.control("refused.anyway"));
    driver.shell.ui_state.focus = "refused.anyway";
    driver.shell.ui_state.focus_visible = true;
    driver.key(Key::enter);
    driver.settle();
    EXPECT_TRUE(driver.shell.session.settings().anyway);
    EXPECT_NE(driver.shell.ui_state.focus, "refused.anyway");
}

using RefusedLaunch = Lecture;

TEST_F(RefusedLaunch, TheNameOfTheErrorIsWholeInLittleRoom) {
    open("reduction/strided block=2048");
    ASSERT_TRUE(session().refusal());
    driver.width = 760, driver.height = 900;
    driver.settle();
    EXPECT_TRUE(driver.sees("cudaErrorInvalidConfiguration"));
}

TEST_F(RefusedLaunch, NoButtonPushesAnotherOut) {
    open("reduction/strided block=2048");
    driver.height = 900, driver.longer = 1.33f;
    int both = 0;
    for (driver.width = 480; driver.width < 900; driver.width += 30) {
        driver.settle();
        const Control *use = driver.control("refused.use"), *back = driver.control("refused.back");
        const auto inner = those(driver.marks, [](const NotedMark& mark) {
            return mark.card == "refused" && mark.is(MarkKind::fill, Role::sunk);
        });
        if (!use || !back || inner.empty()) continue;
        ++both;
        EXPECT_LE(back->area.right(), inner.front().box.right() + 1) << driver.width;
        EXPECT_LT(use->area.right(), back->area.x);
    }
    EXPECT_GT(both, 0);
}

// A projector has no rail, whose button took the key.
TEST_F(RefusedLaunch, F5RunsWithWhatFitsAtAProjector) {
    driver.width = 1280, driver.height = 720;
    driver.shell.look.density = Density::projector;
    open("reduction/strided block=2048");
    ASSERT_TRUE(session().refusal() && session().refusal()->use);
    ASSERT_FALSE(driver.control("rail.run"));
    driver.key(Key::f5);
    driver.settle();
    EXPECT_FALSE(session().refusal());
}

}  // namespace
