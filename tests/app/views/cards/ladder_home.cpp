// The ladder: the tiles that are a lesson's home.
#include <gtest/gtest.h>

#include "app/views/cards/ladder.h"
#include "app/views/rungs.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

TEST(LadderTiles, AllHaveRoomAtEverySizeOfAStage) {
    for (const Density density : {Density::laptop, Density::desk, Density::projector})
        for (const Rect area : {Rect{0, 0, 634, 330},
                                {0, 0, 720, 380},
                                {0, 0, 1080, 500},
                                {0, 0, 1750, 900},
                                {0, 0, 790, 430}})
            for (int count = 2; count <= 12; ++count) {
                const LadderTiles made = ladder_tiles(area, metrics_of(density), count, 1);
                if (count <= 8) {
                    ASSERT_EQ(std::ssize(made.tiles), count);
                }
                ASSERT_GT(std::ssize(made.tiles), 1);
                for (const Rect& tile : made.tiles) {
                    EXPECT_GE(tile.x, area.x);
                    EXPECT_LE(tile.right(), area.right() + .1f);
                    EXPECT_LE(tile.bottom(), area.bottom() + .1f) << count << " " << area.w;
                }
                for (int i = 1; i < std::ssize(made.tiles); ++i)
                    EXPECT_FALSE(made.tiles[std::size_t(i)].meets(made.tiles[std::size_t(i) - 1]));
            }
}

TEST(LadderTiles, SevenKernelsHaveSilhouettesOnALaptop) {
    const LadderTiles made = ladder_tiles({0, 0, 634, 320}, metrics_of(Density::laptop), 7, 0);
    EXPECT_NE(made.form, TileForm::line);
}

TEST(LadderTiles, WithoutRoomTheChosenOneIsAmongThem) {
    const LadderTiles made = ladder_tiles({0, 0, 400, 90}, metrics_of(Density::laptop), 12, 9);
    ASSERT_FALSE(made.tiles.empty());
    EXPECT_LT(std::ssize(made.tiles), 12);
    EXPECT_LE(made.first, 9);
    EXPECT_GT(made.first + std::ssize(made.tiles), 9);
    EXPECT_TRUE(ladder_tiles({0, 0, 30, 5}, metrics_of(Density::laptop), 12, 9).tiles.empty());
}

// --- home

struct Home : ::testing::Test {
    Driver driver{1366, 768};
    Home() {
        open("reduction");
        driver.key(Key::backspace);
    }
    void open(const char* lesson) {
        driver.shell.look.predict = false;
        driver.shell.open_lesson(*lab::find_lesson(lesson));
        driver.shell.session.settings().set(*lab::find_lesson(lesson)->size, 2048);
        driver.settle();
    }
    int rung() { return driver.shell.session.settings().rung; }
    // All that the ladder wants, counted.
    void feed() {
        driver.shell.session.complete(1e6, 40);
        driver.settle();
    }
};

TEST_F(Home, BackspaceShowsEveryKernelAndGoesBack) {
    EXPECT_TRUE(driver.shell.home);
    for (const char* title : {"Interleaved", "Strided index", "Two passes", "Warp shuffles"})
        EXPECT_TRUE(driver.sees(title)) << title;
    EXPECT_FALSE(driver.control("transport.play"));
    driver.key(Key::backspace);
    EXPECT_FALSE(driver.shell.home);
    EXPECT_TRUE(driver.control("transport.play"));
    driver.click("kernel.home");
    EXPECT_TRUE(driver.shell.home);
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.home);
}

// Three kernels of Laplace load alike: what stores when, and how long the way is, tells them apart.
TEST_F(Home, SilhouettesSayWhatTheyAreOf) {
    driver.width = 1920, driver.height = 1080;
    driver.shell.restore("laplace/blocks --at home=1");
    driver.shell.session.complete(usual_card_cost, 40);
    driver.settle();
    EXPECT_TRUE(driver.sees("4 launches of 7 steps"));
    EXPECT_TRUE(driver.sees("4 launches of 56 steps"));
    for (const char* word : {"loads", "stores", "within the block"})
        EXPECT_TRUE(driver.says(word)) << word;
    EXPECT_TRUE(driver.sees("128 × 24 × 10 points")) << "what is drawn";
    EXPECT_TRUE(driver.has_mark("ladder", MarkKind::fill, Role::text)) << "stores";
}

TEST_F(Home, OthersAreCountedFirst) {
    EXPECT_TRUE(driver.sees("counting..."));
    EXPECT_TRUE(driver.sees("divergence")) << "the shown one is known";
    EXPECT_FALSE(driver.sees("bank conflicts"));
    feed();
    EXPECT_FALSE(driver.sees("counting..."));
    for (const char* words : {"bank conflicts", "idle threads", "several launches", "none found"})
        EXPECT_TRUE(driver.sees(words)) << words;
}

TEST_F(Home, AClickTakesAKernel) {
    ASSERT_TRUE(driver.click("ladder.shuffle"));
    EXPECT_EQ(rung(), 6);
    EXPECT_FALSE(driver.shell.home);
}

TEST_F(Home, ArrowsMoveAndEnterTakes) {
    driver.key(Key::right);
    EXPECT_EQ(driver.shell.ui_state.focus, "ladder.strided");
    driver.key(Key::left);
    driver.key(Key::left);
    EXPECT_EQ(driver.shell.ui_state.focus, "ladder.interleaved") << "there is none before it";
    const Rect first = driver.control("ladder.interleaved")->area;
    driver.key(Key::down);
    const Control* below = driver.control(driver.shell.ui_state.focus);
    ASSERT_TRUE(below);
    EXPECT_EQ(below->area.x, first.x);
    EXPECT_GT(below->area.y, first.y);
    EXPECT_EQ(rung(), 0) << "looked at, not taken";
    driver.key(Key::enter);
    EXPECT_GT(rung(), 1);
    EXPECT_FALSE(driver.shell.home);
}

TEST_F(Home, AKernelThatDoesNotRunSaysWhyInFewWords) {
    open("scan");  // 2048 numbers in blocks of 512
    driver.shell.home = true;
    driver.settle();
    feed();
    EXPECT_TRUE(driver.sees("does not run here"));
    EXPECT_TRUE(driver.sees("at most 512 numbers"));
    EXPECT_TRUE(driver.sees("waits in line")) << "others do, at what is asked for";
    EXPECT_TRUE(driver.sees("repeated bytes"));
}

// Of several sizes each picture says its own, wherever there are pictures; else times say theirs.
void expect_sizes_in_every_form(const lab::Result& result, const Series& series) {
    const int count = static_cast<int>(result.request.settings.subject->rungs.size());
    int beside = 0;
    for (float height = 640; height >= 160; height -= 20) {
        const Rect area{0, 0, 956, height};
        const TileForm form = ladder_tiles(area, Metrics{}, count, 0).form;
        if (form == TileForm::line) continue;
        beside += form == TileForm::beside;
        const test::Picture picture("ladder", result, {}, area, series);
        EXPECT_TRUE(picture.sees("3\u2009840 numbers")) << height;
    }
    EXPECT_GT(beside, 0);
    const test::Picture lines("ladder", result, {}, {0, 0, 360, 500}, series, nullptr,
                              metrics_of(Density::projector));
    EXPECT_TRUE(lines.sees("times: 512 numbers"));
}

// Blocks wait, and sums are joined, only where there are several blocks: the card is of so many.
TEST_F(Home, ADiseaseIsShownAtASizeThatHasIt) {
    driver.width = 1920, driver.height = 1080;
    driver.shell.restore("scan/hillis n=512 block=512 --at home=1");
    driver.shell.session.complete(1e7, 40);
    driver.settle();
    EXPECT_TRUE(driver.sees("waits in line"));
    EXPECT_TRUE(driver.sees("repeated bytes"));
    EXPECT_TRUE(driver.sees("with 3\u2009840 numbers")) << "of what the card of the chain is";
    EXPECT_TRUE(driver.sees("times: 512 numbers"));
    EXPECT_TRUE(driver.sees("with 512 numbers")) << "beside its time";
    expect_sizes_in_every_form(*driver.shell.session.shown(), driver.shell.session.series());
    for (const char* other : {"hillis", "shuffle"}) {
        const lab::Settings one = settings_of(std::string("scan/") + other, {"n=512"});
        EXPECT_EQ(with_many_blocks(one), one) << "no size has more";
    }
    const lab::Settings chain = settings_of("scan/chain", {"n=512", "block=512"});
    EXPECT_EQ(with_many_blocks(chain)[*chain.subject->size], 4096);
    const lab::Settings three = settings_of("scan/three_kernels", {"n=1280", "block=512"});
    EXPECT_EQ(with_many_blocks(three), three) << "three blocks";
}

TEST_F(Home, ClocksNeverMixAndHaveTheirShape) {
    const auto from = test::filled(lab::TimeKind::recorded, 2);
    const test::Picture picture("ladder", from.shown, {}, {0, 0, 1000, 420}, from.series);
    EXPECT_TRUE(picture.sees("no time yet")) << "kernel 6 has none";
    EXPECT_EQ(picture.notes.of(MarkKind::dashed_outline).size(), 0u);
    EXPECT_EQ(find_view("ladder")->words.badge({from.shown, {}, {}, from.series}), Badge::recorded);
    const auto modelled = test::filled(lab::TimeKind::modelled, 2);
    const test::Picture other("ladder", modelled.shown, {}, {0, 0, 1000, 420}, modelled.series);
    EXPECT_EQ(other.notes.of(MarkKind::dashed_outline).size(), 6u);
}

// Where warm times are chosen, 7 has one; the tiles of the others say that they have none.
TEST_F(Home, ATimeWithWarmCachesSaysSo) {
    auto from = test::filled(lab::TimeKind::recorded, 2);
    lab::Result warm =
        test::result_of(test::settings(6, 1 << 22), lab::TimeKind::recorded, .0001, .001);
    from.series.add(test::with_warm(warm, .00009));
    from.series.choice.regime = lab::Regime::warm;
    const test::Picture picture("ladder", from.shown, {}, {0, 0, 1000, 420}, from.series);
    EXPECT_EQ(std::ranges::count(picture.notes.texts, "with warm caches", &NotedText::text), 1);
    EXPECT_TRUE(picture.sees("no warm time: 50 µs or more"));
    EXPECT_FALSE(picture.sees("not recorded on H200"));
}

TEST_F(Home, NothingIsGivenAwayWhileSomebodyIsAsked) {
    feed();
    const auto shown = driver.shell.session.shown();
    Cursor cursor;
    cursor.guessing = true;
    const test::Picture picture("ladder", *shown, cursor, {0, 0, 1000, 420},
                                driver.shell.session.series());
    EXPECT_FALSE(picture.sees("divergence"));
    EXPECT_FALSE(picture.sees(" µs"));
    EXPECT_TRUE(picture.sees("predict"));
}

TEST_F(Home, IsPartOfTheLineOfState) {
    const std::string line = driver.shell.state_line();
    EXPECT_NE(line.find("home=1"), line.npos) << line;
    Driver other;
    ASSERT_TRUE(other.shell.restore(line));
    EXPECT_TRUE(other.shell.home);
    other.key(Key::two);
    EXPECT_FALSE(other.shell.home) << "a way of looking is chosen";
    EXPECT_EQ(other.shell.state_line().find("home"), std::string::npos);
}

TEST_F(Home, KeepsTextsApartAtEverySize) {
    feed();
    for (const auto& [width, height] :
         {std::pair{1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1440}, {1024, 700}, {640, 480}})
        for (const auto density : {std::optional<Density>{}, {Density::projector}})
            for (const float longer : {1.f, 1.33f}) {
                driver.width = float(width), driver.height = float(height);
                driver.longer = longer;
                driver.shell.look.density = density;
                driver.settle();
                EXPECT_TRUE(driver.misplaced.empty()) << width << " x " << height << " " << longer
                                                      << ": " << driver.misplaced.front();
            }
}

TEST(HomeOfOneKernel, IsNone) {
    Driver driver;
    driver.settle();
    lab::Result bare;
    auto run = std::make_shared<lab::Run>();
    EXPECT_FALSE(find_view("ladder")->fits(*run));
}

// Where silhouettes are coloured, what their colours say stands with them.
TEST(HomeKey, StandsWherePicturesAreColoured) {
    Driver driver(1366, 768);
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        if (!tests::in_part(number++, 4)) continue;
        driver.shell.open_lesson(*lesson);
        driver.shell.home = true;
        driver.settle();
        const bool pictures = std::ranges::any_of(driver.marks, [](const NotedMark& mark) {
            return mark.card == "ladder" && mark.is(MarkKind::fill, Role::panel);
        });
        const bool key = driver.sees("waits") || driver.sees("served again") ||
                         driver.sees("within the block") || driver.sees("stores");
        EXPECT_TRUE(!pictures || key) << lesson->id;
        EXPECT_TRUE(driver.misplaced.empty()) << lesson->id << driver.misplaced.front();
    }
}

using HomeOfWarps = Lecture;

// One hatch for lanes that wait, level lines for what is served once more.
TEST_F(HomeOfWarps, TellsWaitingFromServingAgain) {
    EXPECT_TRUE(driver.shell.stage_view());
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "lanes";
    driver.settle();
    driver.shell.home = true;
    driver.settle();
    EXPECT_TRUE(driver.sees("waits"));
    EXPECT_TRUE(driver.sees("served again"));
}

TEST(LadderByKeys, IsWalkedAndLeft) {
    Laptop laptop;
    laptop.open("reduction/strided");
    laptop.driver.key(Key::backspace);
    ASSERT_TRUE(laptop.driver.shell.home);
    EXPECT_EQ(laptop.driver.shell.ui_state.focus, "ladder.strided");
    laptop.driver.key(Key::right);
    EXPECT_EQ(laptop.driver.shell.ui_state.focus, "ladder.sequential");
    laptop.driver.key(Key::escape);
    EXPECT_FALSE(laptop.driver.shell.home) << "at once";
    laptop.driver.key(Key::backspace);
    laptop.driver.shell.ui_state.focus = "home.back";
    laptop.driver.key(Key::right);
    EXPECT_EQ(laptop.driver.shell.ui_state.focus, "ladder.sequential");
    laptop.driver.key(Key::enter);
    EXPECT_FALSE(laptop.driver.shell.home);
    EXPECT_EQ(laptop.driver.shell.session.settings().rung, 2);
}

// One row of a library stands below tiles that end where the colours' words begin.
TEST(LadderTiles, TheLegendLiesOverNone) {
    Laptop laptop;
    laptop.open("histogram/global");
    laptop.driver.key(Key::backspace);
    const auto shown = laptop.driver.shell.session.shown();
    for (const Density density : {Density::laptop, Density::desk})
        for (float height = 280; height < 700; height += .5f) {
            const LadderTiles made = ladder_places(
                {*shown, {}, metrics_of(density), laptop.driver.shell.session.series()},
                {272, 123, 720, height});
            for (const Rect& flat : made.flat)
                EXPECT_FALSE(flat.inside(0, 1).meets(made.legend)) << height;
        }
    EXPECT_TRUE(laptop.driver.sees("served again")) << "what atomics of one bin do";
}

}  // namespace
