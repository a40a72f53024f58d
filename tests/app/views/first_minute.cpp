// The first minute: its four parts, of the launch that is shown, and where it is the first picture.
#include <gtest/gtest.h>

#include <cmath>

#include "app/dealt_blocks.h"
#include "app/sentences/thread_index.h"
#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/lesson.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

TEST(DealtBlocks, FillMultiprocessorsInTurn) {
    const DealtBlocks few = dealt_blocks(3, {.threads = 256});
    ASSERT_GT(few.multiprocessors, 3);
    EXPECT_EQ(few.on(0), 1u);
    EXPECT_EQ(few.on(2), 1u);
    EXPECT_EQ(few.on(3), 0u);
    EXPECT_EQ(few.home_of(2), 2);
    const auto all = std::uint64_t(few.multiprocessors);
    const DealtBlocks many = dealt_blocks(100 * all, {.threads = 256});
    EXPECT_EQ(many.at_once, 8u) << "64 warps, 8 a block";
    EXPECT_EQ(many.room(), 8 * all);
    EXPECT_EQ(many.on(int(all) - 1), 8u);
    EXPECT_EQ(many.home_of(all + 5), 5);
    EXPECT_EQ(many.home_of(8 * all), -1) << "it waits";
    EXPECT_EQ(dealt_blocks(100 * all, {.threads = 32}).at_once, 32u)
        << "no more blocks than it has places for";
    EXPECT_EQ(dealt_blocks(1, {.threads = 1024}).at_once, 2u);
    const lab::BlockNeeds many_registers{.threads = 256, .registers = 80};
    EXPECT_EQ(dealt_blocks(100 * all, many_registers).at_once, 3u) << "of 65 536 registers";
}

// Of each lesson's own text, by the names that it gives to parts of it.
TEST(ThreadIndices, AreFoundInTheKernelThatRuns) {
    using Indices = std::vector<ThreadIndex>;
    const auto of = [](const char* file, const char* kernel) {
        return thread_indices(*lab::read_file(*lab::kernel_source(file)), kernel);
    };
    const Indices i{{"i", 'x', true}};
    EXPECT_EQ(of("vector_add.cu", "add_one_each"), i);
    EXPECT_EQ(of("reduction.cu", "reduce_sequential<float, false>"), i) << "by t and threads";
    EXPECT_EQ(of("scan.cu", "scan_hillis<float, Sum, false>"), (Indices{{"t", 'x', false}}));
    EXPECT_EQ(of("laplace3d.cu", "laplace_tile"), (Indices{{"x", 'x', true}, {"y", 'y', true}}))
        << "by left and low";
    EXPECT_EQ(of("transpose.cu", "transpose_tile<8>"),
              (Indices{{"x", 'x', true, 32}, {"y", 'y', true, 32}}))
        << "as it is written first";
    EXPECT_EQ(of("reduction.cu", "nobody"), Indices{});
}

TEST(ThreadIndices, OfWhatOnlyLooksLikeOneThereIsNone) {
    const auto of = [](const std::string& lines) {
        return thread_indices("void k(int n)\n{\n" + lines + "\n}\n", "k");
    };
    EXPECT_EQ(of("int i = threadIdx.x + blockDim.x * blockIdx.x;").size(), 1u) << "other way round";
    EXPECT_TRUE(of("int i = blockIdx.x * blockDim.y + threadIdx.x;").empty());
    EXPECT_TRUE(of("int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;").empty());
    EXPECT_TRUE(of("int s = blockDim.x + threadIdx.x, i = blockIdx.x * s;").empty());
    EXPECT_TRUE(of("// int i = blockIdx.x * blockDim.x + threadIdx.x;").empty());
}

struct FirstMinute : ::testing::Test {
    std::shared_ptr<lab::Run> run = tree(100);  // three warps, and four threads of another
    lab::Result result = result_of(run);
    Cursor cursor;
    Rect area{0, 0, 1080, 420};
    FirstMinute() {
        cursor.step = 9;
        run->launches.resize(1);
        run->launches.front().grid = {1, 1, 1}, run->launches.front().block = {100, 1, 1};
    }
    const View& view = *find_view("first_minute");
    test::Picture picture() { return {"first_minute", result, cursor, area}; }
    std::string said() { return view.words.sentence({result, cursor, Metrics{}, Series{}}); }
};

TEST_F(FirstMinute, SaysWhoTheThreadIs) {
    cursor.warp = 1, cursor.lane = 5;
    EXPECT_EQ(said().find("*Thread 37* is *lane 5* of *warp 1* of *block 0*,"), 0u) << said();
    const auto made = picture();
    EXPECT_TRUE(made.sees("thread 37")) << "its number in the block";
    for (const char* title : {"A thread", "A warp", "A block", "The GPU runs 1 block"})
        EXPECT_TRUE(made.sees(title)) << title;
}

TEST_F(FirstMinute, ShowsTheNumbersThatTellAThreadFromAllOthers) {
    run->launches.front().grid = {7, 1, 1};
    run->launches.front().block = {8, 4, 2};
    cursor.warp = 1, cursor.lane = 13;  // thread 45
    const auto flat = picture();
    EXPECT_TRUE(flat.sees("5, 1, 1")) << "threadIdx";
    EXPECT_TRUE(flat.sees("8, 4, 2")) << "blockDim";
    EXPECT_TRUE(flat.sees("blockIdx.x"));
    EXPECT_TRUE(flat.sees("gridDim.x"));
    EXPECT_TRUE(flat.sees("threadIdx")) << "of three axes, without .x";
}

// The formula that a newcomer writes first, with the numbers of the thread that is followed.
TEST(FirstMinuteOf, TheFirstLessonItSaysWhichNumberIsOurs) {
    app::testing::Driver driver(1920, 1080);
    driver.shell.restore("vector_addition/one_each block=128 --at step=9,warp=1,lane=5");
    driver.settle();
    const lab::Result result = *driver.shell.session.shown();
    const auto& cursor = driver.shell.playback.cursor;
    const test::Picture made("first_minute", result, cursor, {0, 0, 1300, 640});
    const std::uint64_t block = result.picture->trace->watched.front();
    EXPECT_TRUE(made.sees("i = blockIdx·blockDim + threadIdx"));
    EXPECT_TRUE(made.sees("i = " + std::to_string(block) +
                          "·128 + 37 = " + std::to_string(block * 128 + 37)));
    EXPECT_TRUE(made.sees("sum[i] = a[i] + b[i];"));
}

// Of a run of several launches that of the step, as it was asked for, and not what prepares it.
TEST(FirstMinuteLaunches, HaveTheShapeOfTheStep) {
    const auto drawn = [](const std::string& state) {
        app::testing::Driver driver(1920, 1080);
        driver.shell.restore(state);
        driver.settle();
        return test::Picture("first_minute", *driver.shell.session.shown(),
                             driver.shell.playback.cursor, {0, 0, 1224, 610});
    };
    EXPECT_TRUE(drawn("average/slots n=4096 --at step=1").sees("The GPU runs 16 blocks"))
        << "numbers are made by a launch before it";
    const auto sort = [&](int step) {
        return drawn("radix_sort/in_order n=2048 --at step=" + std::to_string(step));
    };
    EXPECT_TRUE(sort(1).sees("The GPU runs 8 blocks"));
    EXPECT_TRUE(sort(97).sees("The GPU runs 16 blocks")) << "those that scan";
}

TEST(FirstMinuteOf, EachLessonSaysWhichNumberIsOurs) {
    const auto drawn = [](const char* state) {
        app::testing::Driver driver(1920, 1080);
        driver.shell.restore(state);
        driver.settle();
        return test::Picture("first_minute", *driver.shell.session.shown(),
                             driver.shell.playback.cursor, {0, 0, 1224, 610});
    };
    const auto reduction = drawn("reduction/sequential --at step=9,warp=1,lane=5");
    EXPECT_TRUE(reduction.sees("i = blockIdx·blockDim")) << "in two lines";
    EXPECT_TRUE(reduction.sees("i = 0·256 + 37 = 37"));
    EXPECT_TRUE(reduction.sees("part[t] += part[t + d];"));
    EXPECT_TRUE(drawn("scan/hillis --at step=9,warp=1,lane=5").sees("t = 37"));
    const auto laplace = drawn("laplace/tile block_x=32 block_y=8 --at step=9,warp=1,lane=5");
    EXPECT_TRUE(laplace.sees("x = blockIdx.x·blockDim.x"));
    EXPECT_TRUE(laplace.sees("y = 1·8 + 1 = 9"));
    const auto transpose = drawn("transpose/tile --at step=9,warp=1,lane=5");
    EXPECT_TRUE(transpose.sees("x = blockIdx.x·32"));
    EXPECT_TRUE(transpose.sees("y = 0·32 + 1 = 1"));
}

// A part of a picture that is counted is modelled: both are said. No line runs through words.
TEST_F(FirstMinute, WhatIsModelledSaysSo) {
    area = {0, 0, 1700, 800};
    const auto made = picture();
    EXPECT_TRUE(made.notes.find("Modelled"));
    EXPECT_TRUE(view.words.badge.is_always(Badge::counted));
    const Rect words = made.place("All 132 multiprocessors, filled by their blocks");
    const auto grounds =
        those(made.notes.of(MarkKind::fill, Role::panel), [&](const NotedMark& mark) {
            return mark.box.x <= words.x && mark.box.right() >= words.right() &&
                   mark.box.contains({words.middle_x(), words.middle_y()});
        });
    EXPECT_EQ(grounds.size(), 1u);
}

// The shortest form is put together where it is chosen from, and drawn after that.
TEST_F(FirstMinute, TheShortestWordsAreWhole) {
    const test::Picture large("first_minute", result, cursor, {0, 0, 300, 640}, {}, nullptr,
                              metrics_of(Density::projector));
    EXPECT_TRUE(large.sees("All 132 SMs"));
}

TEST_F(FirstMinute, ALastWarpIsNotFull) {
    cursor.warp = 3, cursor.lane = 30;
    EXPECT_EQ(said().find("*Thread 99* is *lane 3* of *warp 3*"), 0u) << "there is no lane 30";
    EXPECT_GE(picture().notes.of(MarkKind::dashed_outline).size(), 28u) << "lanes without threads";
}

TEST_F(FirstMinute, StepsUncoverIt) {
    std::vector<std::size_t> marks;
    for (int step = 0; step < 4; ++step) {
        cursor.step = step;
        marks.push_back(picture().notes.marks.size());
        const auto hidden = picture().notes.of(MarkKind::dashed_outline, Role::future_outline);
        EXPECT_EQ(std::ssize(hidden), 3 - step);
    }
    EXPECT_TRUE(std::ranges::is_sorted(marks));
    EXPECT_EQ(view.interest.weight(*run, 0), 0);
    EXPECT_EQ(view.interest.weight(*run, 3), 1) << "it opens whole";
    cursor.step = 0;
    EXPECT_TRUE(said().find("one of many") != std::string::npos);
}

TEST_F(FirstMinute, ThoseThatAreShownAreTheRuns) {
    const auto many = std::make_shared<lab::Run>(*run);
    many->launches.front().grid = {1019, 1, 1};
    result.counted = many;
    EXPECT_TRUE(picture().sees("The GPU runs 1\u2009019 blocks"))
        << "of the launch as it was asked for";
    EXPECT_EQ(view.words.note({result, cursor, Metrics{}, Series{}}).whole(),
              "block 0 of 0–1\u2009018");
    EXPECT_NE(said().find("one of 101\u2009900 threads"), std::string::npos) << said();
    EXPECT_TRUE(picture().sees("1\u2009019")) << "gridDim is of that launch, too";
}

// What was counted may be of a smaller size, and what was drawn is: neither says how many blocks.
TEST_F(FirstMinute, TheGridIsThatOfTheSettings) {
    lab::Settings asked = *lab::settings_named("laplace/tile");
    ASSERT_FALSE(lab::assign(asked, "nx=128") || lab::assign(asked, "ny=128") ||
                 lab::assign(asked, "nz=128"));
    result.request.settings = asked;
    const auto smaller = std::make_shared<lab::Run>(*run);
    smaller->launches.front().grid = {3, 12, 12}, smaller->launches.front().block = {32, 8, 1};
    result.counted = smaller;
    EXPECT_TRUE(picture().sees("The GPU runs 1\u2009024 blocks"));
    EXPECT_TRUE(picture().sees("4, 16, 16")) << "gridDim";
    EXPECT_EQ(view.words.note({result, cursor, Metrics{}, Series{}}).whole(),
              "block 0 of 0–1\u2009023");
    EXPECT_NE(said().find("one of 262\u2009144 threads"), std::string::npos) << said();
}

// Each figure is what is lit in the next: dashed ways lead there.
TEST_F(FirstMinute, WaysLeadFromEachFigureToTheNext) {
    cursor.step = 9;
    EXPECT_EQ(picture().notes.of(MarkKind::dashed_line, Role::accent).size(), 6u);
    cursor.step = 1;
    EXPECT_EQ(picture().notes.of(MarkKind::dashed_line, Role::accent).size(), 2u);
}

TEST_F(FirstMinute, WordsStayInAllSizes) {
    for (const Rect size : {Rect{0, 0, 900, 380}, Rect{0, 0, 640, 420}, Rect{0, 0, 1700, 800}}) {
        area = size;
        const auto made = picture();
        EXPECT_TRUE(made.sees("warp")) << size.w;
        EXPECT_TRUE(made.sees("A thread")) << size.w;
        EXPECT_TRUE(made.sees("threadIdx.x") || made.sees("threadIdx")) << size.w;
        EXPECT_GT(made.notes.texts.size(), 50u) << "lanes have numbers at " << size.w;
    }
}

// Large type leaves a stage of 450 by 330, or of 512 by 245: two figures a row, rather than numbers
// without names.
TEST_F(FirstMinute, NoNumberStandsWithoutItsName) {
    run->launches.front().grid = {2, 1, 1}, run->launches.front().block = {4, 1, 1};
    for (const float w : {900.f, 560.f, 512.f, 450.f, 330.f, 220.f}) {
        area = {0, 0, w, w < 400 ? 600.f : w == 512 ? 245.f : 330.f};
        const auto made = picture();
        for (const char* title : {"A thread", "A warp", "A block", "The GPU"})
            EXPECT_TRUE(made.sees(title)) << title << " at " << w;
        int numbers = 0;
        for (const NotedText& value : made.notes.texts) {
            if (value.style.font != Font::mono_bold || value.style.align != Align::right) continue;
            ++numbers;
            EXPECT_TRUE(std::ranges::any_of(
                made.notes.texts,
                [&](const NotedText& name) {
                    return name.text.find("Idx") + name.text.find("Dim") != 2 * name.text.npos &&
                           std::fabs(name.box.middle_y() - value.box.middle_y()) < 3 &&
                           name.box.right() < value.box.x && value.box.x - name.box.right() < 160;
                }))
                << value.text << " at " << w;
        }
        EXPECT_TRUE(numbers == 4 || w < 300) << "at " << w;
    }
}

TEST_F(FirstMinute, OneWarpSharesMemory) {
    run->launches.front().block = {32, 1, 1};
    bool said = false;
    for (const float w : {900.f, 560.f, 450.f, 330.f, 220.f}) {
        area = {0, 0, w, w < 400 ? 600.f : 330.f};
        const auto made = picture();
        said |= made.sees("shares");
    }
    EXPECT_TRUE(said);
}

TEST_F(FirstMinute, AClickTakesALaneOrAWarp) {
    const auto made = picture();
    const Rect seven = made.place("7"), second = made.place("A warp");
    ASSERT_GT(seven.x, second.x);
    const DrawContext context{result, cursor, Metrics{}, Series{}};
    EXPECT_TRUE(view.pointing.click(context, cursor, area, {seven.middle_x(), seven.middle_y()}));
    EXPECT_EQ(cursor.lane, 7);
    const Rect third = made.place("warp 2");
    EXPECT_TRUE(view.pointing.click(context, cursor, area, {third.x + 20, third.bottom() + 20}));
    EXPECT_EQ(cursor.warp, 2);
    EXPECT_FALSE(view.pointing.click(context, cursor, area, {2, 415}));
}

TEST(FirstStart, OpensWithTheFirstMinuteAndNoOther) {
    Driver driver;
    driver.shell.read({});
    driver.settle();
    ASSERT_TRUE(driver.shell.stage_view());
    EXPECT_EQ(driver.shell.stage_view()->id, "first_minute");
    Driver next;
    next.shell.read(driver.shell.preferences());
    next.settle();
    EXPECT_NE(next.shell.stage_view()->id, "first_minute");
}

// The first picture of the first lesson has its formula whole at a laptop's size.
TEST(FirstMinuteOf, ALaptopHasTheFormulaWhole) {
    Driver driver(1366, 768);
    driver.shell.restore("threads/thread_index");
    driver.settle();
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "first_minute";
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "first_minute");
    EXPECT_TRUE(driver.sees("i = blockIdx"));
    EXPECT_TRUE(driver.sees("blockDim"));
    EXPECT_TRUE(driver.sees("+ threadIdx"));
    EXPECT_TRUE(driver.misplaced.empty());
}

}  // namespace
