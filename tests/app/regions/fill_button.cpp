// All times of a card at a press of A, one after the other, in a window without a GPU.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/filling.h"
#include "app/regions/fill_button.h"
#include "tests/app/opened.h"

namespace {

using namespace app;
using namespace test;

constexpr const char* not_recorded = "laplace/blocks nx=40 ny=40 nz=40";

class FillCard : public ::testing::Test {
protected:
    Opened opened{not_recorded};
    Driver& driver = opened.driver;
    Session& session() { return driver.shell.session; }
    const View& shapes = *find_view("block_shapes");

    std::vector<lab::Settings> lacking() {
        return lacking_times(shapes, session().settings(), session().series());
    }
    // Frames of a window that has other work too.
    void work(int frames) {
        driver.finish_work = false;
        for (int i = 0; i < frames; ++i) {
            session().pump(5);
            driver.frame();
        }
    }
};

TEST_F(FillCard, AKeyGetsEveryTimeOfAMap) {
    ASSERT_GT(lacking().size(), 30u) << "cells cost more than a card gets unasked";
    driver.key(Key::a);
    driver.settle();
    EXPECT_TRUE(lacking().empty());
    EXPECT_FALSE(session().filled());
    const lab::Settings shown = session().settings();
    for (const lab::Settings& cell : shapes.needs.settings(shown))
        EXPECT_TRUE(session().series().timed(cell) || lab::refusal(cell)) << line_of(cell);
    EXPECT_EQ(session().settings(), shown) << "the shown settings stay";
}

TEST_F(FillCard, EachTimeAppearsWhenItIsKnownAndTheKeyStops) {
    const std::size_t all = lacking().size();
    driver.finish_work = false;
    driver.key(Key::a);
    while (session().filled() && lacking().size() > all - 5) work(1);
    ASSERT_TRUE(session().filled());
    EXPECT_EQ(session().filled()->card, &shapes);
    EXPECT_EQ(session().filled()->all - session().filled()->done, lacking().size());
    EXPECT_TRUE(driver.says("Time by block shape: "));
    EXPECT_TRUE(driver.control("fill.block_shapes"));
    driver.key(Key::a);
    EXPECT_FALSE(session().filled());
    const std::size_t left = lacking().size();
    work(20);
    EXPECT_EQ(lacking().size(), left) << "nothing is timed any more";
    driver.finish_work = true;
    driver.key(Key::a);
    driver.settle();
    EXPECT_TRUE(lacking().empty()) << "it goes on where it was";
}

// A cell of the map that is chosen meanwhile is shown at once, and the rest goes on.
TEST_F(FillCard, AClickInTheMapIsAnsweredAndAnotherSizeEndsIt) {
    driver.finish_work = false;
    driver.key(Key::a);
    work(3);
    session().settings() = lacking().back();
    const lab::Settings chosen = session().settings();
    for (int i = 0; i < 400 && session().stale(); ++i) work(1);
    EXPECT_EQ(session().shown()->request.settings, chosen);
    EXPECT_TRUE(session().filled());
    const lab::Settings map = session().settings();
    EXPECT_FALSE(lab::assign(session().settings(), "nx=48"));
    for (int i = 0; i < 400 && session().filled(); ++i) work(1);
    EXPECT_FALSE(session().filled());
    EXPECT_FALSE(lacking_times(shapes, map, session().series()).empty());
}

// Every fourth shape from the set one in both directions, then every second.
TEST_F(FillCard, CoarseShapesComeFirst) {
    const lab::Settings shown = session().settings();
    const std::vector<lab::Settings> all = shapes.needs.settings(shown);
    const auto x = [&](const lab::Settings& cell) {
        return cell[*lab::find_knob(*cell.subject, lab::Knob::Role::block_x)];
    };
    std::set<std::int64_t> first;
    for (std::size_t i = 0; i < 3; ++i) first.insert(x(all[i]));
    EXPECT_EQ(first, (std::set<std::int64_t>{x(shown) / 16, x(shown), x(shown) * 16}));
    EXPECT_EQ(std::set<std::int64_t>({x(all[3]), x(all[4])}).count(x(shown) / 4), 1u);
}

TEST_F(FillCard, WhereNoTimeIsLackingTheKeySaysSo) {
    driver.key(Key::a);
    driver.settle();
    for (const View* card : driver.shell.cards())
        if (!lacking_times(*card, session().settings(), session().series()).empty()) {
            session().fill(*card);
            driver.settle();
        }
    driver.key(Key::a);
    EXPECT_TRUE(driver.says("No card in sight lacks a time"));
}

TEST(WordsOfFilled, GiveTheTimeThatIsLeft) {
    const View& shapes = *find_view("block_shapes");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 0}), "Time by block shape: 12 of 60");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 40.2}), "Time by block shape: 12 of 60, 41 s left");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 130}), "Time by block shape: 12 of 60, 3 min left");
}

}  // namespace
