// All times of a card at a press of A, one after the other, in a window without a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/filling.h"
#include "app/regions/fill_button.h"
#include "app/views/cards/knob_map.h"
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

// The map of two knobs: threads and blocks where nobody chose others.
class FillTwoKnobs : public ::testing::Test {
protected:
    const View& map = *find_view("two_knobs");

    // All cells that can run get a time; returns their number.
    std::size_t fill(Driver& driver) {
        Session& session = driver.shell.session;
        const lab::Settings shown = session.settings();
        EXPECT_TRUE(map.fits(*session.picture()));
        const auto cells = map.needs.settings(shown);
        session.fill(map);
        driver.settle();
        EXPECT_TRUE(lacking_times(map, shown, session.series()).empty());
        std::size_t timed = 0;
        for (const lab::Settings& cell : cells) timed += session.series().timed(cell);
        return timed;
    }
};

TEST_F(FillTwoKnobs, GetsEachPairOfThreadsAndBlocks) {
    Opened opened{"reduction/two_passes n=40000"};
    const lab::Settings& shown = opened.driver.shell.session.settings();
    const lab::Knob &block = *lab::find_knob(*shown.subject, "block"),
                    &blocks = *lab::find_knob(*shown.subject, "blocks");
    EXPECT_EQ(fill(opened.driver), block.ticks.size() * blocks.ticks.size());
}

// Nothing but the shown settings is timed for the map before the user asks for it.
TEST_F(FillTwoKnobs, WaitsUntilItIsAsked) {
    Opened opened{"reduction/two_passes n=40000"};
    Session& session = opened.driver.shell.session;
    opened.driver.settle();
    for (const lab::Settings& cell : map.needs.settings(session.settings()))
        EXPECT_TRUE(cell == session.settings() || !session.series().timed(cell)) << line_of(cell);
}

TEST_F(FillTwoKnobs, TakesTheKnobsThatTheUserChose) {
    Opened opened{"reduction/two_passes n=40000"};
    Session& session = opened.driver.shell.session;
    TimeChoice choice = session.series().choice;
    choice.map = {"pattern", "block"};
    session.choose_times(choice);
    const lab::Settings& shown = session.settings();
    std::set<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const lab::Settings& cell : map.needs.settings(shown, choice)) {
        pairs.insert({cell[*lab::find_knob(*shown.subject, "pattern")],
                      cell[*lab::find_knob(*shown.subject, "block")]});
        EXPECT_EQ(cell[*lab::find_knob(*shown.subject, "blocks")],
                  shown[*lab::find_knob(*shown.subject, "blocks")]);
    }
    EXPECT_EQ(pairs.size(), 3 * lab::find_knob(*shown.subject, "block")->ticks.size());
    session.fill(map);
    opened.driver.settle();
    EXPECT_TRUE(lacking_times(map, shown, session.series()).empty());
    session.undo();
    EXPECT_EQ(session.series().choice.map, MapKnobs{}) << "a choice is undone like any other";
}

// One of these settings was recorded, most of its map was not. One clock has to time all of it.
TEST_F(FillTwoKnobs, IsModelledWhereNotAllOfItWasRecorded) {
    Opened opened{"reduction/two_passes n=2^14"};
    Session& session = opened.driver.shell.session;
    const lab::Settings shown = session.settings();
    ASSERT_EQ(session.series().source(shown)->kind, lab::TimeKind::recorded);
    fill(opened.driver);
    const auto source = session.series().source(shown);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->kind, lab::TimeKind::modelled);
    for (const lab::Settings& cell : map.needs.settings(shown))
        EXPECT_TRUE(session.series().time(cell, *source)) << line_of(cell);
    ASSERT_TRUE(session.series().second_source(shown));
    EXPECT_EQ(session.series().second_source(shown)->kind, lab::TimeKind::recorded);
}

TEST_F(FillTwoKnobs, KeepsTheBlocksOfAFileThatAreSet) {
    Opened opened{WARPLENS_SOURCE_DIR "/tests/own/shared.ptx"};
    ASSERT_TRUE(opened.driver.shell.session.picture());
    const lab::Settings shown = opened.driver.shell.session.settings();
    const lab::Knob &block = *lab::find_knob(*shown.subject, "block"),
                    &grid = *lab::find_knob(*shown.subject, "grid");
    std::set<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const lab::Settings& cell : map.needs.settings(shown))
        pairs.insert({cell[block], cell[grid]});
    EXPECT_EQ(pairs.size(), block.ticks.size() * grid.ticks.size())
        << "a grid follows its block, and is set after it";
}

// Where a block has more threads than there are elements, some reach past the end.
TEST_F(FillTwoKnobs, SaysWhyAFaultyCellHasNoTime) {
    Opened opened{WARPLENS_SOURCE_DIR "/tests/own/past_the_end.ptx"};
    Session& session = opened.driver.shell.session;
    ASSERT_TRUE(session.picture());
    session.fill(map);
    opened.driver.settle();
    opened.driver.shell.with_context({}, [&](const DrawContext& context) {
        std::size_t faulty = 0;
        for (const MapCell& cell : knob_map(context, chosen_pair)->cells) {
            EXPECT_TRUE(cell.point || cell.refused || !cell.ended_by.empty() ||
                        !cell.other_numbers.empty())
                << line_of(cell.settings);
            faulty += !cell.ended_by.empty();
        }
        EXPECT_GT(faulty, 0u);
    });
}

// A launch with fewer threads does less: the fastest is one that leaves the same numbers.
TEST_F(FillTwoKnobs, ASearchOfAFileKeepsItsWork) {
    Opened opened{WARPLENS_SOURCE_DIR "/tests/own/past_the_end.ptx"};
    Session& session = opened.driver.shell.session;
    const lab::Settings shown = session.settings();
    session.fill(map, FillGoal::fastest);
    session.complete();
    const auto found = session.take_found();
    ASSERT_TRUE(found);
    EXPECT_EQ(session.series().differing_array(found->settings, shown), "");
    EXPECT_TRUE(session.series().leaves_known(found->settings));
    const std::int64_t threads = found->settings[*lab::find_knob(*shown.subject, "block")] *
                                 found->settings[*lab::find_knob(*shown.subject, "grid")];
    EXPECT_GE(threads, 1024);
}

// A search times few cells, and what it ends with is the fastest of these.
class SearchOfAMap : public FillTwoKnobs {
protected:
    Opened opened{"reduction/two_passes n=40000"};
    Driver& driver = opened.driver;
    Session& session() { return driver.shell.session; }
    std::vector<lab::Settings> timed() {
        std::vector<lab::Settings> cells = map.needs.settings(session().settings());
        std::erase_if(cells, [&](const auto& cell) { return !session().series().timed(cell); });
        return cells;
    }
    double ms(const lab::Settings& settings) {
        return session()
            .series()
            .time(settings, *session().series().source(settings))
            ->time.median_ms;
    }
};

TEST_F(SearchOfAMap, EndsWithTheFastestOfFewCells) {
    session().fill(map, FillGoal::fastest);
    session().complete();
    const auto found = session().take_found();
    ASSERT_TRUE(found);
    const auto cells = timed();
    EXPECT_EQ(found->tried, cells.size());
    EXPECT_LT(found->tried, found->all * 3 / 4);
    EXPECT_LT(found->chance, .05);
    for (const lab::Settings& cell : cells)
        EXPECT_GE(ms(cell), found->point.time.median_ms) << line_of(cell);
    EXPECT_EQ(found->point.time.median_ms, ms(found->settings));
    EXPECT_FALSE(session().take_found()) << "it is told once";
}

TEST_F(SearchOfAMap, TellsWhatItFoundAndItsChance) {
    driver.shell.card_shown = map.id;
    driver.frame();
    driver.finish_work = false;
    driver.key(Key::a, false, true);
    for (int i = 0; i < 2000 && session().filled(); ++i) {
        session().pump(5);
        driver.frame();
    }
    EXPECT_TRUE(driver.says("Fastest of ")) << driver.shell.notice;
    EXPECT_TRUE(driver.shell.notice.find("threads per block ") != std::string::npos);
    EXPECT_TRUE(driver.says("The chance that another one is more than 2 % faster is "));
}

// Times of two sizes do not compete.
TEST_F(SearchOfAMap, IsNotOfferedOverSizes) {
    EXPECT_TRUE(can_search(map, session().settings(), session().series()));
    TimeChoice choice = session().series().choice;
    choice.map = {"block", "n"};
    session().choose_times(choice);
    EXPECT_FALSE(can_search(map, session().settings(), session().series()));
}

TEST(WordsOfFilled, GiveTheTimeThatIsLeft) {
    const View& shapes = *find_view("block_shapes");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 0}), "Time by block shape: 12 of 60");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 40.2}), "Time by block shape: 12 of 60, 41 s left");
    EXPECT_EQ(words_of_filled({&shapes, 12, 60, 130}), "Time by block shape: 12 of 60, 3 min left");
}

}  // namespace
