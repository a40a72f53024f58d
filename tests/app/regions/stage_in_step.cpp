// Two in step: who may stand beside whom, what is said over both, and which counts race.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/in_step.h"
#include "app/view.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"

namespace {

using namespace app;
using namespace test;

// Kernels may be drawn at sizes of their own: their counts do not race then.
TEST(StageInStep, PicturesOfTwoSizesDoNotRace) {
    Driver driver;
    driver.shell.restore("occupancy/one");
    driver.settle();
    driver.shell.session.stand_beside(4);
    driver.settle();
    EXPECT_TRUE(driver.sees("size: not compared"));
    EXPECT_FALSE(driver.sees("issue slots"));
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.shell.session.stand_beside(1);
    driver.settle();
    EXPECT_FALSE(driver.sees("size: not compared"));
    EXPECT_TRUE(driver.sees("issue slots"));
}

// What no counter counts is why this one is slower.
TEST(StageInStep, SaysWhatIsNotCounted) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/all_warps");
    driver.settle();
    driver.shell.session.stand_beside(4);
    driver.settle();
    EXPECT_TRUE(driver.says("with registers per thread"));
    EXPECT_TRUE(driver.misplaced.empty());
}

// Counters race of as much work, or say how much each is.
TEST(StageInStep, BlocksOfTwoSizesSayHowMuchEachStores) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/wide");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    EXPECT_TRUE(driver.says("the drawn part stores " + grouped(8192) + " values"));
    EXPECT_TRUE(driver.says("the drawn part stores " + grouped(32768) + " values"));
    driver.shell.session.stand_beside(1);
    driver.settle();
    driver.shell.restore("laplace/marching");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    EXPECT_FALSE(driver.says("the drawn part stores"));
}

TEST(StageInStep, WhatPartsTwoInStepRaces) {
    Opened constant("memories/constant order=together n=4096", 1920, 1080);
    constant.driver.shell.session.stand_beside([&] {
        lab::Request other = constant.driver.shell.session.request;
        EXPECT_FALSE(lab::assign(other.settings, "order=apart"));
        return other;
    }());
    constant.driver.settle();
    EXPECT_TRUE(constant.driver.sees("constant passes"));
    EXPECT_FALSE(constant.driver.sees("shared wavefronts")) << "neither takes one";
    const lab::Run& run = *constant.driver.shell.session.picture();
    EXPECT_GT(spent_in_all(run).passes, 0u);
    EXPECT_EQ(spent_in_all(run).wavefronts, 0u);
    const auto level_races = [](const Opened& opened) {
        return std::ranges::any_of(opened.driver.texts, [](const NotedText& text) {
            return text.text.starts_with("from memory") || text.text.starts_with("from the L2");
        });
    };
    Opened again("who_answers/again", 1920, 1080);
    again.driver.shell.session.stand_beside(4);
    again.driver.settle();
    EXPECT_TRUE(level_races(again)) << "the same sectors, by others";
    Opened trees("reduction/strided n=2048", 1920, 1080);
    trees.driver.shell.session.stand_beside(0);
    trees.driver.settle();
    EXPECT_FALSE(level_races(trees));
}

TEST(StageInStep, AKernelDoesNotStandBesideItself) {
    Opened tree("reduction/interleaved");
    tree.driver.shell.session.settings().rung = 1;
    tree.driver.settle();
    tree.driver.key(Key::d);
    ASSERT_TRUE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::z, true);
    EXPECT_EQ(tree.driver.shell.session.settings().rung, 1) << "what stood beside is a step back";
    EXPECT_FALSE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::z, true);
    EXPECT_EQ(tree.driver.shell.session.settings().rung, 0);
    EXPECT_FALSE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::y, true), tree.driver.key(Key::y, true);
    EXPECT_TRUE(tree.driver.shell.session.in_step()) << "and on again";
}

TEST(StageInStep, TheBarKeepsItsButtonsWhileTwoStandInStep) {
    Opened tree("reduction/interleaved", 1280, 720);  // as a wall of 1920 x 1080 is laid out
    tree.driver.key(Key::p);
    tree.driver.shell.session.settings().rung = 1;
    tree.driver.settle();
    for (const char* id : {"top.undo", "top.history", "top.read"})
        ASSERT_TRUE(tree.driver.control(id)) << id;
    tree.driver.key(Key::d);
    ASSERT_TRUE(tree.driver.shell.session.in_step());
    for (const char* id : {"top.undo", "top.redo", "top.history", "top.read"})
        EXPECT_TRUE(tree.driver.control(id)) << id;
}

// Who wants back from two pictures presses Esc; what plays stops first.
TEST(StageInStep, EscLeavesIt) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    driver.shell.notice.clear();
    driver.shell.playback.playing = true;
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.playback.playing);
    EXPECT_TRUE(driver.shell.session.in_step());
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.session.in_step());
}

// Two beside each other stand where what is said of them is seen, in one array if both have it.
TEST(StageInStep, OpensWhereWhatLeadsIsApart) {
    const auto opened = [](const lab::Result& shown, const lab::Result& beside, const char* view,
                           const char* leading) {
        return opening_step(find_view(view), *shown.picture, beside.picture.get(), leading);
    };
    const lab::Result tile = drawn_rung("matrix_product/tile_of_a", {}),
                      turned = drawn_rung("matrix_product/transposed", {}),
                      block = drawn_rung("matrix_product/one_block", {}),
                      swapped = drawn_rung("matrix_product/swapped", {});
    const auto kind = [&](const char* leading) {
        return turned.picture->steps[std::size_t(opened(turned, tile, "banks", leading))].kind;
    };
    EXPECT_EQ(kind("shared_load_wavefronts"), simulator::EventKind::load);
    EXPECT_EQ(kind("shared_store_wavefronts"), simulator::EventKind::store);
    const int at = opened(swapped, block, "coalescing", "global_load_sectors");
    const int there = step_beside(find_view("coalescing"), *swapped.picture, at, *block.picture);
    EXPECT_EQ(array_of_step(*swapped.picture, at), "a");
    EXPECT_EQ(array_of_step(*block.picture, there), "a");
}

TEST(StageInStep, TheSentenceOverTwoSaysOfWhichItIs) {
    Driver driver(1920, 1080);
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.shell.session.stand_beside(0);
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 2 : ") || driver.says("Kernel 2: "));
}

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

}  // namespace
