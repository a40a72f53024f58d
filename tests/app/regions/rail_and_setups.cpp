// The rail: what is in sight without scrolling, and set-ups with the kernels that they bring.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/features/setups.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;

TEST(Rail, PicturesHaveAKey) {
    Opened who("who_answers", 1920, 1080);
    for (const char* word : {"loads", "stores", "again"}) EXPECT_TRUE(who.card_has("rail", word));
    EXPECT_TRUE(who.driver.misplaced.empty());
}

TEST(Rail, WaitsBetweenStreamsAreAboveTheFold) {
    Laptop laptop;
    laptop.open("streams/overlapped");
    const Control* waits = laptop.driver.control("knob.waits.1");
    ASSERT_TRUE(waits);
    EXPECT_LT(waits->area.bottom(), laptop.driver.control("rail.run")->area.y - 30);
    const Control* copies = laptop.driver.control("knob.copies.1");  // below it, or out of sight
    EXPECT_TRUE(!copies || copies->area.h <= 0 || copies->area.y > waits->area.y);
}

// What only some kernels have is turned before what all have: it is in sight where room is short.
TEST(Rail, CopiesOfBinsAreInSight) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/per_lane");
    driver.settle();
    EXPECT_TRUE(driver.sees("Copies of the bins"));
}

using LitSetup = Lecture;

// No thread of this kernel makes points, so that they have a seed of their own or not.
TEST_F(LitSetup, IsOneWhoseValuesCount) {
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

TEST(SetupsOfTheRail, NamesAreWhole) {
    Laptop laptop;
    laptop.open("laplace/blocks");
    const auto cut = [](const NotedText& text) {
        return text.text.find("…s of") != text.text.npos;
    };
    EXPECT_FALSE(std::ranges::any_of(laptop.driver.texts, cut));
    EXPECT_TRUE(laptop.driver.sees("1024 points, 32 × 20"));
}

TEST(SetupsOfTheRail, ManyAreAList) {
    Laptop laptop;
    laptop.open("fft/direct");
    EXPECT_FALSE(laptop.driver.control("rail.setup.0"));
    ASSERT_TRUE(laptop.driver.click("rail.setup"));
    laptop.driver.frame();
    ASSERT_TRUE(laptop.driver.click("rail.setup.0"));
    laptop.driver.settle();
    EXPECT_EQ(laptop.driver.shell.session.settings()[*laptop.driver.shell.session.subject()->size],
              50);
}

// The set-up that is meant for the last kernel stays at it, though that has its own way of a block.
TEST(SetupsOfTheRail, OneStaysAtTheKernelItIsMeantFor) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("laplace/two_planes"));
    driver.settle();
    const auto title = std::ranges::find(driver.texts, "1024 points, 32 × 20", &NotedText::text);
    ASSERT_NE(title, driver.texts.end());
    driver.click(Point{title->box.middle_x(), title->box.middle_y()});
    driver.settle();
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(lab::rung_of(now).id, "two_planes");
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "nz")], 1024);
}

// One warp sorts no 2^28 keys: the set-up comes with the kernel it is meant
// for.
TEST(SetupsOfTheRail, OneBringsAKernelThatRunsIt) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const auto& setups = lab::setups_of(driver.shell.session.settings());
    int chosen = 0;
    for (std::size_t i = 0; i < setups.size(); ++i) {
        if (!tests::in_part(i, 3)) continue;
        driver.shell.restore("radix_sort/warp");
        driver.settle();
        if (!driver.click("rail.setup." + std::to_string(i))) continue;
        ++chosen;
        const lab::Settings& now = driver.shell.session.settings();
        EXPECT_FALSE(lab::refusal(now)) << setups[i].title;
        for (const auto& [knob, value] : setups[i].values) EXPECT_EQ(now[*knob], value);
        if (!setups[i].rung.empty()) EXPECT_EQ(lab::rung_of(now).id, setups[i].rung);
    }
    EXPECT_GT(chosen, 0);
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const lab::Settings few = driver.shell.session.settings();
    EXPECT_TRUE(driver.click("rail.setup.0"));
    EXPECT_EQ(driver.shell.session.settings().rung, few.rung) << "it runs here";
}

// How large a tile is, is no question of a kernel whose tiles are compiled in: it makes the
// product.
TEST(SetupsOfTheRail, OneStaysWithAKernelThatIsWrittenOneWay) {
    Driver driver(1366, 768);
    for (const std::string rung : {"matrix_product/ahead", "scan/look_back"}) {
        driver.shell.restore(rung);
        driver.settle();
        const int here = driver.shell.session.settings().rung;
        if (!driver.click("rail.setup.0")) {
            ASSERT_TRUE(driver.click("rail.setup")) << rung;
            driver.frame();
            ASSERT_TRUE(driver.click("rail.setup.0")) << rung;
        }
        EXPECT_EQ(driver.shell.session.settings().rung, here) << rung;
    }
}

// One system is what a kernel solves that knows no number of them.
TEST(SetupsOfTheRail, OneOfOneProblemStaysWithAKernelOfOne) {
    Driver driver(1366, 768);
    driver.shell.restore("tridiagonal/fixed n=64");
    driver.settle();
    ASSERT_TRUE(driver.click("rail.setup"));
    ASSERT_TRUE(driver.click("rail.setup.0"));
    driver.settle();
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(now[*now.subject->size], 128);
    EXPECT_EQ(now.rung, 0);
}

}  // namespace
