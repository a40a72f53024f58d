// More of what a lecturer found: rows out of sight, a list that opens what was not meant, cards
// that say half of it, troubles beyond their card.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/session.h"
#include "app/views/cards/compared_times.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

TEST(Kernels, ThatAreOutOfSightAreCountedAndScrolled) {
    Driver driver(1366, 768);
    driver.shell.session.open(lab::read_state_line("matrix_product/straight")->request);
    driver.settle();
    EXPECT_TRUE(driver.sees("below: turn the wheel"));
    const auto sees_first = [&] {
        return std::ranges::any_of(driver.texts, [](const NotedText& text) {
            return text.card == "rungs_compared" && text.text == "One block";
        });
    };
    ASSERT_FALSE(sees_first());
    for (int turn = 0; turn < 12; ++turn) {
        Input input;
        const Rect card = driver.shell.ui_state.places.at("shown.rungs_compared");
        input.mouse = {card.middle_x(), card.middle_y()};
        input.wheel = 1;
        driver.frame(input);
    }
    driver.frame();
    EXPECT_TRUE(sees_first());
    EXPECT_TRUE(driver.misplaced.empty());
}

// Blocks wait for each other there too.
using Pictures = Lecture;

TEST_F(Pictures, ALessonOnOrderOpensOnItWhateverWaits) {
    open("memory_model/is_volatile launches=1 --anyway");
    EXPECT_EQ(driver.shell.stage_view()->id, "happens_before");
}

using Lists = Lecture;

TEST_F(Lists, TheNameThatIsMeantHasTheFocus) {
    driver.key(Key::l, false, true);
    driver.settle();
    driver.type("matrix");
    driver.frame();
    EXPECT_TRUE(driver.sees("Turning a matrix")) << "it stands there too";
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(session().lesson()->id, "matrix_product");
}

TEST_F(Lists, WhatWasTypedIsChosenAndReplaced) {
    driver.key(Key::l, false, true);
    driver.type("matrix");
    driver.key(Key::a, true);
    driver.type("scan");
    EXPECT_EQ(driver.shell.menu.filter, "scan");
    driver.key(Key::a, true);
    driver.key(Key::escape);
    EXPECT_TRUE(driver.shell.menu.filter.empty()) << "first the letters go";
    EXPECT_FALSE(driver.shell.menu.name.empty());
    driver.key(Key::escape);
    EXPECT_TRUE(driver.shell.menu.name.empty());
}

// No thread of this kernel makes points, so that they have a seed of their own or not.
TEST_F(Lists, ASetUpIsLitWhereItsValuesCount) {
    open("pi/host seeds=same");
    const auto is_lit = [&] {
        const Control* setup = driver.control("rail.setup.0");
        EXPECT_TRUE(setup);
        const auto is_mark = [&](const NotedMark& mark) {
            return mark.is(MarkKind::fill, Role::selected) && within(mark, setup->area);
        };
        return setup && std::ranges::any_of(driver.marks, is_mark);
    };
    EXPECT_TRUE(driver.says("One seed for all threads"));
    EXPECT_FALSE(is_lit());
    open("pi/drawn seeds=same");
    EXPECT_TRUE(is_lit());
}

using CardsShown = Lecture;

// Matrices are bound by multiply-adds: a share of a copy says nothing of them.
TEST_F(CardsShown, OfMatricesHaveTheRoofOfMultiplyAdds) {
    const lab::Result shown = whole(session(), "matrix_product/wide");
    const Picture picture("roofline", shown, {}, {0, 0, 900, 600}, session().series());
    EXPECT_TRUE(picture.sees("a multiply-add of floats in each cycle: "));
    EXPECT_TRUE(picture.sees("GFLOP/s, 61 %") || picture.sees("GFLOP/s, 6"));
    EXPECT_FALSE(picture.sees("No compute roof") || picture.sees("useful, "));
    const lab::Result sum = whole(session(), "reduction/wide");
    const Picture other("roofline", sum, {}, {0, 0, 900, 600}, session().series());
    EXPECT_FALSE(other.sees("multiply-add"));
}

// Marks of decades and between them, at the axis, also where few numbers have room.
TEST_F(CardsShown, OfTimesAreSeenToBeLogarithmic) {
    open("vector_addition");
    const auto marks = those(driver.marks, [](const NotedMark& mark) {
        return mark.card == "timings" && mark.is(MarkKind::line, Role::stroke) && mark.box.w > 1 &&
               mark.box.w < 8 && mark.box.h < 1;
    });
    EXPECT_GT(marks.size(), 4u);
}

TEST_F(CardsShown, OfResultsWithoutAnErrorSayExact) {
    ComparedTimes data;
    data.settings = session().settings();
    data.source = TimeSource{};
    TimePoint point;
    point.off = 0;
    ComparedBar bar{.rung = 1, .settings = data.settings, .point = &point};
    bar.day = data.source;
    const std::string words = words_of(data, bar);
    EXPECT_NE(words.find("Its result is exact."), std::string::npos) << words;
    EXPECT_EQ(words.find("off by"), std::string::npos);
}

TEST_F(CardsShown, TheVerdictSaysHowManyPlacesItLookedAt) {
    open("vector_addition n=2048");
    Input input;
    input.mouse = driver.at("status.verdict");
    driver.frame(input);
    wait(1);
    EXPECT_TRUE(driver.says("Compared at"));
}

// Controls that are folded out leave the card in sight that they are turned for.
TEST_F(CardsShown, StayWhereControlsAreFoldedOut) {
    open("laplace/blocks");
    driver.shell.look.density = Density::projector;
    for (const auto& [width, height] :
         {std::pair{1920.f, 1080.f}, {1456.f, 819.f}, {1366.f, 768.f}, {1280.f, 720.f}}) {
        driver.width = width, driver.height = height;
        driver.settle();
        const auto shown = [&] {
            return driver.shell.ui_state.places.contains("shown.block_shapes");
        };
        const bool before = shown();
        const std::string view = driver.shell.stage_view()->id;
        driver.key(Key::r);
        driver.settle();
        EXPECT_EQ(shown(), before) << width;
        EXPECT_EQ(driver.shell.stage_view()->id, view);
        driver.key(Key::r);
        driver.settle();
    }
}

// One hatch for lanes that wait, level lines for what is served once more.
TEST_F(CardsShown, OfWarpsTellWaitingFromServingAgain) {
    EXPECT_TRUE(driver.shell.stage_view());
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "lanes";
    driver.settle();
    driver.shell.home = true;
    driver.settle();
    EXPECT_TRUE(driver.sees("waits"));
    EXPECT_TRUE(driver.sees("served again"));
    EXPECT_FALSE(driver.sees("waits, or served"));
}

using Refused = Lecture;

TEST_F(Refused, TheNameOfTheErrorIsWholeInLittleRoom) {
    open("reduction/strided block=2048");
    ASSERT_TRUE(session().refusal());
    driver.width = 760, driver.height = 900;
    driver.settle();
    EXPECT_TRUE(driver.sees("cudaErrorInvalidConfiguration"));
}

TEST_F(Refused, NoButtonPushesAnotherOut) {
    open("reduction/strided block=2048");
    driver.height = 900, driver.longer = 1.33f;
    for (driver.width = 480; driver.width < 900; driver.width += 30) {
        driver.settle();
        const Control *use = driver.control("refused.use"), *back = driver.control("refused.back");
        const auto inner = those(driver.marks, [](const NotedMark& mark) {
            return mark.card == "refused" && mark.is(MarkKind::fill, Role::sunk);
        });
        if (!use || !back || inner.empty()) continue;
        EXPECT_LE(back->area.right(), inner.front().box.right() + 1) << driver.width;
        EXPECT_LT(use->area.right(), back->area.x);
    }
}

// A projector has no rail, whose button took the key.
TEST_F(Refused, F5RunsWithWhatFitsAtAProjector) {
    driver.width = 1280, driver.height = 720;
    driver.shell.look.density = Density::projector;
    open("reduction/strided block=2048");
    ASSERT_TRUE(session().refusal() && session().refusal()->use);
    ASSERT_FALSE(driver.control("rail.run"));
    driver.key(Key::f5);
    driver.settle();
    EXPECT_FALSE(session().refusal());
}

using Troubles = Lecture;

// Its sentences left the red card, where the stage is low.
TEST_F(Troubles, KeepWithinTheirCard) {
    driver.shell.look.density = Density::projector;
    driver.longer = 1.33f;
    driver.height = 720;
    for (driver.width = 900; driver.width < 1400; driver.width += 90) {
        open("bug_hunt/no_barrier");
        const auto card = std::ranges::find_if(driver.marks, [](const NotedMark& mark) {
            return mark.card == "stage" && mark.is(MarkKind::outline, Role::bad);
        });
        ASSERT_NE(card, driver.marks.end());
        for (const NotedText& text : driver.texts) {
            const bool within = text.card == "stage" && text.box.x > card->box.x + 30 &&
                                text.box.right() < card->box.right() &&
                                text.box.y > card->box.y - 2 && text.box.y < card->box.bottom();
            if (within) {
                EXPECT_LE(text.box.bottom(), card->box.bottom() + 2) << text.text;
            }
        }
        EXPECT_TRUE(driver.misplaced.empty()) << driver.width << ": " << driver.misplaced.front();
    }
}

// From another picture and step.
TEST_F(Troubles, AClickGoesToWhereItIsSeen) {
    driver.width = 1366, driver.height = 768;
    open("bug_hunt/running_sum");
    const std::string told = driver.shell.stage_view()->id;
    const int step = driver.shell.playback.cursor.step;
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.playback.go_to(1);
    driver.settle();
    ASSERT_NE(driver.shell.stage_view()->id, told);
    ASSERT_TRUE(driver.click("stage.trouble"));
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, told);
    EXPECT_EQ(driver.shell.playback.cursor.step, step);
    driver.shell.playback.go_to(step > 2 ? 0 : 5);
    driver.settle();
    ASSERT_TRUE(driver.click("stage.trouble"));
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.step, step) << "in the same picture";
}

// The card of a refusal lies above it, and has the clicks.
TEST_F(Troubles, BelowARefusalTakeNoClick) {
    driver.width = 1366, driver.height = 768;
    open("bug_hunt/running_sum");
    ASSERT_TRUE(driver.control("stage.trouble"));
    session().settings().set(*lab::find_knob(*session().subject(), "block"), 2048);
    driver.settle();
    ASSERT_TRUE(session().refusal());
    EXPECT_FALSE(driver.control("stage.trouble"));
}

TEST_F(Troubles, ALaneThatHasLeftGivesNothing) {
    open("bug_hunt/left_lane");
    EXPECT_TRUE(driver.says("Each requests the value of the lane")) << "beside the code";
}

TEST_F(Troubles, WhatToChangeOutlastsWhatItIs) {
    driver.shell.look.density = Density::projector;
    driver.width = 1280, driver.height = 720;
    open("bug_hunt/left_lane");
    EXPECT_TRUE(driver.says("reach the shuffle together"));
}

using Keeps = Lecture;

// Enter on a button that Tab came to kept the picture, whatever the button said.
TEST_F(Keeps, WhatHasTheFocusIsPressed) {
    const auto press = [&](const char* focus) {
        driver.key(Key::s, true);
        driver.settle();
        driver.shell.ui_state.focus = focus;
        driver.shell.ui_state.focus_visible = true;
        Input enter;
        enter.strokes.push_back({Key::enter});
        driver.frame(enter);
        const bool kept = driver.shell.wishes.keep.has_value();
        const std::string copied = driver.shell.wishes.copy;
        driver.shell.keep_sheet.open = false;
        driver.settle();
        return std::pair{kept, !copied.empty()};
    };
    EXPECT_EQ(press("keep.state"), (std::pair{false, true}));
    EXPECT_EQ(press("keep.command"), (std::pair{false, true}));
    EXPECT_EQ(press("keep.path"), (std::pair{true, false}));
}

using Guessing = Lecture;

TEST_F(Guessing, TheKernelStaysInSight) {
    driver.width = 1366;
    driver.key(Key::g);
    driver.settle();
    ASSERT_TRUE(driver.shell.predictions.is_open());
    const Rect code{1030, 140, 300, 300};
    const auto dims = those(driver.marks, [&](const NotedMark& mark) {
        return mark.kind == MarkKind::fill && mark.colour.fixed && mark.colour.alpha < 1 &&
               mark.box.contains({code.middle_x(), code.middle_y()});
    });
    EXPECT_TRUE(dims.empty());
    const auto card = std::ranges::find(driver.marks, "prediction", &NotedMark::card);
    ASSERT_NE(card, driver.marks.end());
    EXPECT_LT(card->box.right(), code.x);
    EXPECT_FALSE(driver.sees("Lane 0 of warp 0")) << "what the line just did would answer";
}

}  // namespace
