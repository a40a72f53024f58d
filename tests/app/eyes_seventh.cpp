// What a lecturer found while he drove the program before a class: pairs that are none, sentences
// that stay, buttons that no key reaches, kernels that open without what they are about.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sentences/because.h"
#include "app/sentences/change.h"
#include "app/sentences/changed_settings.h"
#include "app/session.h"
#include "app/views/cards/compared_times.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;

using TwoSides = Lecture;

TEST_F(TwoSides, TheShownKernelIsNotOfferedBesideItself) {
    kernel_beside(Key::two);
    EXPECT_FALSE(session().in_step());
    EXPECT_EQ(notice(), "Kernel 2 is shown already: choose another to show beside it.");
    kernel_beside(Key::one);
    EXPECT_TRUE(session().in_step());
    EXPECT_EQ(session().beside_request().settings.rung, 0);
}

TEST_F(TwoSides, AClickWithShiftOnTheShownKernelSaysWhy) {
    Input input;
    input.mouse = driver.at("kernel.1");
    input.down = input.pressed = input.shift = true;
    driver.frame(input);
    input.down = input.pressed = false;
    input.released = true;
    driver.frame(input);
    EXPECT_FALSE(session().in_step());
    EXPECT_TRUE(notice().starts_with("Kernel 2 is shown already")) << notice();
}

TEST_F(TwoSides, WhatStandsBesideChangesPlacesWhereItIsAskedFor) {
    kernel_beside(Key::one);
    driver.key(Key::k);
    driver.key(Key::one);
    driver.settle();
    EXPECT_EQ(session().settings().rung, 0);
    ASSERT_TRUE(session().in_step());
    EXPECT_EQ(session().beside_request().settings.rung, 1) << "what was shown";
}

TEST_F(TwoSides, ASettingThatIsTurnedBackChangesPlacesToo) {
    const lab::Knob& block = *lab::find_knob(*session().lesson(), "block");
    session().settings().set(block, 128);
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    ASSERT_EQ(session().beside_request().settings[block], 256);
    session().settings().set(block, 256);
    driver.settle();
    EXPECT_EQ(session().beside_request().settings[block], 128);
}

TEST_F(TwoSides, AKernelThatCannotRunIsNotOffered) {
    open("scan/chain n=4096");
    kernel_beside(Key::four);
    EXPECT_FALSE(session().in_step());
    EXPECT_TRUE(notice().starts_with("Kernel 4 does not run with these settings. One block of"))
        << notice();
    session().forget_before();
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(session().in_step());
    EXPECT_EQ(session().beside_request().settings.rung, 5) << "all before it are refused";
}

// The knob of copies says nothing at this kernel: what it made is no other run.
TEST_F(TwoSides, AKnobWithoutUseMakesNoPair) {
    open("scan/shuffle n=256 block=256");
    const lab::Knob& way = *lab::find_knob(*session().lesson(), "in_block");
    ASSERT_TRUE(lab::idle(session().settings(), way));
    session().settings().set(way, 1);
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(session().in_step());
    EXPECT_EQ(session().beside_request().settings.rung, 2) << "the kernel before, not this one";
}

TEST_F(TwoSides, TheHeadNamesBoth) {
    kernel_beside(Key::one);
    EXPECT_TRUE(driver.says("Interleaved beside Strided index"));
    const auto counts = [&](const char* word) {
        return std::ranges::count_if(driver.texts, [&](const NotedText& text) {
            return text.card == "stage" && text.text.starts_with(word);
        });
    };
    EXPECT_GE(counts("barrier interval "), 2) << "by the word of the transport";
    EXPECT_EQ(counts("round "), 0);
    const lab::Knob& block = *lab::find_knob(*session().lesson(), "block");
    session().stand_alone();
    session().settings().set(block, 128);
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    EXPECT_TRUE(driver.says("Block 256 beside block 128"));
}

// Larger letters are no other picture.
TEST_F(TwoSides, TheProjectorKeepsWhatIsOpen) {
    driver.shell.slot = Slot::memory;
    driver.shell.view_of_slot[Slot::memory] = "banks";
    driver.shell.playback.go_to(20);
    kernel_beside(Key::one);
    const std::string view = driver.shell.stage_view()->id;
    const int step = driver.shell.playback.cursor.step;
    for (int times = 0; times < 2; ++times) {
        driver.key(Key::p);
        driver.settle();
        EXPECT_EQ(driver.shell.stage_view()->id, view);
        EXPECT_EQ(driver.shell.playback.cursor.step, step);
        EXPECT_TRUE(session().in_step());
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

using Pictures = Lecture;

TEST_F(Pictures, ShiftGoesBackToTheOneBefore) {
    driver.shell.slot = Slot::memory;
    driver.settle();
    const std::string first = driver.shell.stage_view()->id;
    driver.key(Key::three);
    driver.settle();
    ASSERT_NE(driver.shell.stage_view()->id, first);
    driver.key(Key::three, false, true);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, first);
}

TEST_F(Pictures, WhatOneOffersIsReachedByTheKeyboard) {
    open("scan/chain");
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "blocks";
    driver.settle();
    ASSERT_TRUE(driver.control("stage.offer"));
    driver.shell.ui_state.focus = "stage.offer";
    driver.shell.ui_state.focus_visible = true;
    driver.settle();
    EXPECT_TRUE(driver.has_mark("stage", MarkKind::outline, Role::text)) << "its focus is seen";
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(session().settings()[*session().lesson()->size], 4096);
}

// While nothing is turned a kernel about several blocks opens with them, and those before it as
// they did; what somebody turned stays as it is.
TEST_F(Pictures, AKernelAboutBlocksOpensWithSeveral) {
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

TEST_F(Pictures, OfBanksSpeakOfWavefronts) {
    const lab::Result drawn = drawn_rung("reduction/strided", {});
    Cursor cursor;
    cursor.step = 20;
    const Picture low("banks", drawn, cursor, {0, 0, 900, 110});
    EXPECT_TRUE(low.sees("due to conflicts")) << "those that are out of sight";
    const Picture picture("banks", drawn, cursor, {0, 0, 900, 500});
    EXPECT_TRUE(picture.sees("wavefront 1"));
    EXPECT_FALSE(picture.sees("pass"));
}

// Rows that lay on each other at twice the size.
TEST_F(Pictures, OfValuesShowOneRowRatherThanTwoOnEachOther) {
    driver.shell.look.density = Density::projector;
    driver.width = 683;
    open("reduction/sequential");
    ASSERT_EQ(driver.shell.stage_view()->id, "data_flow");
    int alone = 0;
    for (driver.height = 460; driver.height > 360; driver.height -= 8) {
        driver.settle();
        driver.shell.playback.go_to(5);
        driver.settle();
        if (!driver.sees("reach +128")) continue;
        const auto row = [&](const char* name) {
            const auto found = std::ranges::find(driver.texts, name, &NotedText::text);
            return found == driver.texts.end() ? Rect{0, -1e3f, 0, 0} : found->box;
        };
        EXPECT_FALSE(row("reach +128").meets(row("from numbers"))) << driver.height;
        alone += !driver.sees("from numbers");
    }
    EXPECT_GT(alone, 0);
}

TEST_F(Pictures, LettersGrowAsLongAsAPictureHasRoom) {
    for (int times = 0; times < 12; ++times) driver.shell.rescale(25);
    EXPECT_EQ(driver.shell.look.scale_percent, scale_most) << "of a window that nobody drew there";
    driver.shell.look.scale_percent = 100;
    // As the window does: the larger letters are, the fewer pixels of theirs it has.
    const auto larger = [&] {
        const int before = driver.shell.look.scale_percent;
        driver.key(Key::plus, true);
        const float share = float(before) / float(driver.shell.look.scale_percent);
        driver.width *= share, driver.height *= share;
        driver.settle();
        return driver.shell.look.scale_percent > before;
    };
    while (larger()) {
    }
    EXPECT_GE(driver.shell.look.scale_percent, 150);
    EXPECT_LT(driver.shell.look.scale_percent, 250);
    driver.key(Key::plus, true);
    EXPECT_NE(notice().find("no room for the picture"), std::string::npos) << notice();
    driver.key(Key::minus, true);
    EXPECT_LT(driver.shell.look.scale_percent, 225) << "smaller they may become";
}

std::string change_of(const char* before, const char* now) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result first = whole(session, before), second = whole(session, now);
    return because(first, second).front();
}

// A hundredth of the threads, and more sectors, which are less than half of it: most of a card has
// nothing to do, and that comes first.
TEST(Sentences, FewThreadsComeFirstWhereACountIsNotHalfOfIt) {
    const std::string said = change_of("tridiagonal/interleaved", "tridiagonal/thomas");
    EXPECT_NE(said.find(", with threads launched 524"), std::string::npos) << said;
    EXPECT_NE(said.find("more global load sectors"), std::string::npos) << said;
    EXPECT_EQ(said.find("also changed"), std::string::npos) << said;
}

// Too much to be counted: both stand at one size, at which every kernel of the ladder can be
// counted, rather than as drawn.
TEST(Sentences, CountsOfTooMuchAreOfOneLargeSize) {
    const std::string said = change_of("pi/barrier n=2^28", "pi/state n=2^28");
    EXPECT_NE(said.find("32 times fewer global atomic passes (counted at 2\u00b2\u2074 points)"),
              said.npos)
        << said;
}

// Loads of four numbers: a quarter of the requests cost a little less, and are what was done.
TEST(Sentences, AWayThatWasTakenIsToldWhereNoCostMovedByMuch) {
    const std::string said = change_of("matrix_product/square", "matrix_product/wide");
    EXPECT_NE(
        said.find(
            "fewer warp instructions and 4 times fewer global load requests (counted at 512 rows)"),
        std::string::npos)
        << said;
}

// A scatter over 256 bins and their sums side by side: as many additions, in a fifth of the
// sectors.
TEST(Sentences, AtomicsAreWeighedByTheSectorsThatTheyQueueIn) {
    const std::string said = change_of("histogram/global", "histogram/shared");
    EXPECT_NE(said.find("5.6 times fewer global atomic sectors"), std::string::npos) << said;
    const std::string more = change_of("histogram/global bins=16", "histogram/global bins=64");
    EXPECT_NE(more.find(": slower, "), std::string::npos) << more;
    EXPECT_NE(more.find("more global atomic sectors"), std::string::npos) << more;
}

// Loads are a sixteenth of what is spent: half as many rounds of them make nothing a third faster.
TEST(Sentences, RoundsOfLoadsAreWorthNoMoreThanTheirLatency) {
    const lab::Time was{
        .kind = lab::TimeKind::recorded, .median_ms = .147, .low_ms = .146, .high_ms = .148},
        is{.kind = lab::TimeKind::recorded, .median_ms = .104, .low_ms = .103, .high_ms = .105};
    const Move rounds{.name = "global_load_rounds", .before = 32, .now = 16, .share = .05},
        sectors{.name = "global_load_sectors", .before = 32, .now = 16, .share = .05};
    Change change;
    change.times = {.before = &was, .now = &is};
    change.all = {rounds};
    EXPECT_FALSE(change.that_went_as_far());
    change.all = {sectors};
    EXPECT_TRUE(change.that_went_as_far());
}

// No card of 2006 was timed.
TEST(Sentences, TwoCardsAreTimedOnAThird) {
    const std::string said = change_of("occupancy/one card=2024", "occupancy/one card=2006");
    EXPECT_NE(said.find("Both were timed on an NVIDIA H"), std::string::npos) << said;
    const std::string other = change_of("occupancy/one", "occupancy/two");
    EXPECT_EQ(other.find("Both were timed"), std::string::npos) << other;
}

// Stores to shared memory are a hundredth of what is spent.
TEST(Sentences, WhatIsHardlySpentCarriesNoTime) {
    const std::string said = change_of("matrix_product/wide", "matrix_product/ahead");
    EXPECT_EQ(said.find("with shared store wavefronts"), std::string::npos) << said;
    EXPECT_NE(said.find("between a load and its first use 0 → 555"), std::string::npos) << said;
}

// A quarter of the sectors is a small part of what is spent, and is not denied.
TEST(Sentences, WhatMovedAsFarAsTheTimeIsNotDenied) {
    const std::string said =
        change_of("matrix_product/straight tile=8", "matrix_product/straight tile=32");
    EXPECT_NE(said.find("4 times fewer global load sectors"), std::string::npos) << said;
    EXPECT_EQ(said.find("no count explains"), std::string::npos) << said;
}

TEST(Sentences, ATileIsCalledSo) {
    lab::Settings set = lab::read_state_line("matrix_product/straight")->request.settings;
    lab::Settings other = set;
    other.set(*lab::find_knob(*set.subject, "tile"), 16);
    EXPECT_EQ(change_words(set, other), "Tile 32 → 16 numbers a side");
    EXPECT_EQ(difference(other, set).words(), "tile 16");
}

// By the values: up the tree sums are made, and a copy is none.
TEST(Sentences, OfSumsSayThatTheyAdd) {
    const auto said = [](const char* rung, int from, const char* join = "join=sum") {
        const lab::Result drawn = drawn_rung(rung, {"n=64", "block=64", join});
        std::string all;
        Cursor cursor;
        for (cursor.step = from; cursor.step < std::ssize(drawn.picture->steps); ++cursor.step)
            all += view_sentence("data_flow", *drawn.picture, cursor);
        return all;
    };
    const std::string hillis = said("scan/hillis", 5), blelloch = said("scan/blelloch", 5);
    EXPECT_NE(hillis.find("each adds the value *"), std::string::npos);
    EXPECT_EQ(hillis.find("takes the value"), std::string::npos) << hillis;
    EXPECT_NE(blelloch.find("adds the value *"), std::string::npos);
    const std::string down =
        "of each two *8 places apart*, one takes the other's value, and the other ";
    EXPECT_NE(blelloch.find(down + "takes the *sum* of both"), std::string::npos) << blelloch;
    EXPECT_NE(said("scan/blelloch", 5, "join=max").find(down + "is made from *both*"),
              std::string::npos);
    EXPECT_EQ(said("scan/hillis", 5, "join=max").find("adds"), std::string::npos)
        << "the larger of two is no sum";
}

}  // namespace
