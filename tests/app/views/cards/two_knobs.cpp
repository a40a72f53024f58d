// The card "Time by two knobs": which knobs it has, and that times of two sizes do not compete.
#include <gtest/gtest.h>

#include "app/draw/canvas_notes.h"
#include "app/views/cards/knob_map.h"
#include "lab/asked.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"
#include "tests/app/views/cards/card_spots.h"

namespace {

using namespace app;
using namespace test;

constexpr Rect roomy{0, 0, 900, 400};

// At each size another width is the fastest, and each larger size takes longer.
Filled over_widths_and_sizes() {
    Filled made;
    for (std::size_t i = 0; i < size_knob.ticks.size(); ++i)
        for (std::size_t j = 0; j < width_knob.ticks.size(); ++j) {
            lab::Settings at = settings(0, size_knob.ticks[i]);
            at.set(width_knob, width_knob.ticks[j]);
            const bool fastest = j == i % width_knob.ticks.size();
            made.series.add(result_of(at, lab::TimeKind::recorded,
                                      std::pow(10., double(i)) * (fastest ? 1 : 2), .005));
        }
    lab::Settings shown = settings(0, size_knob.ticks[3]);
    shown.set(width_knob, width_knob.ticks[3]);
    made.shown = result_of(shown, lab::TimeKind::recorded, 1000, .005);
    made.series.choice.map = {"width", "n"};
    return made;
}

KnobMap map_of(const Filled& from) {
    const Metrics metrics;
    return *knob_map({from.shown, {}, metrics, from.series}, chosen_pair);
}

TEST(TwoKnobsCard, EachSizeHasItsOwnBest) {
    const Filled from = over_widths_and_sizes();
    const KnobMap map = map_of(from);
    ASSERT_EQ(map.races.size(), size_knob.ticks.size());
    for (std::size_t i = 0; i < map.races.size(); ++i) {
        const MapRace& race = map.races[i];
        ASSERT_GE(race.best_at, 0);
        const MapCell& best = map.cells[std::size_t(race.best_at)];
        EXPECT_EQ(best.settings[size_knob], size_knob.ticks[i]);
        EXPECT_EQ(best.settings[width_knob], width_knob.ticks[i % width_knob.ticks.size()]);
        EXPECT_EQ(map.as_fast(race), 0);
        EXPECT_NEAR(race.worst / race.best, 2, .05);
    }
    const Picture picture("two_knobs", from.shown, {}, roomy, from.series);
    EXPECT_TRUE(picture.sees("Across: width"));
    EXPECT_TRUE(picture.sees("Down: n"));
    EXPECT_TRUE(picture.sees("best width 64, n 2²²"));
    EXPECT_TRUE(picture.sees("each size has its own best"));
}

TEST(TwoKnobsCard, TellsACellAtItsSize) {
    const Filled from = over_widths_and_sizes();
    const Picture picture("two_knobs", from.shown, {}, roomy, from.series);
    std::size_t best = 0, slower = 0;
    for (float y = 30; y < roomy.h - 30; y += 8)
        for (float x = 80; x < roomy.w; x += 40) {
            const Spot spot = spot_at("two_knobs", from, roomy, {x, y});
            if (!spot.settings) continue;
            best += spot.words.find("The best time known at this size.") != spot.words.npos;
            slower += spot.words.find("2 times the best time at this size.") != spot.words.npos;
        }
    EXPECT_GT(best, 0u);
    EXPECT_GT(slower, best);
}

TEST(TwoKnobsCard, ItsAxesAreTheLaunchOrTheFirstKnobsThatTurn) {
    const auto ids = [](const char* line, MapKnobs map = {}) {
        const auto made = *lab::settings_named(line);
        const KnobPair pair = chosen_pair(made, {.map = std::move(map)});
        return pair ? pair.across->id + "," + pair.down->id : "";
    };
    EXPECT_EQ(ids("reduction/two_passes"), "block,blocks");
    EXPECT_EQ(ids("reduction/two_passes", {"n", "block"}), "n,block");
    EXPECT_EQ(ids("reduction/two_passes", {"n", "none"}), "block,blocks")
        << "there is no such knob";
    EXPECT_EQ(ids("laplace/blocks", {"nx", "ny"}).find("nx,ny"), std::string::npos)
        << "times of two sizes do not compete";
    const auto sides = ids("laplace/blocks");
    EXPECT_NE(sides, "block_x,block_y") << "these have a map of their own";
}

TEST(TwoKnobsCard, AnAxisOpensTheListOfKnobs) {
    Driver driver;
    driver.shell.restore("reduction/two_passes n=40000");
    driver.settle();
    driver.shell.card_shown = "two_knobs";
    driver.frame();
    driver.click("spot.two_knobs.1");
    driver.frame();
    ASSERT_TRUE(driver.control("map.n")) << "the list of the axis down";
    driver.click("map.n");
    driver.settle();
    EXPECT_EQ(driver.shell.session.series().choice.map, (MapKnobs{"block", "n"}));
    EXPECT_TRUE(driver.says("Down: numbers to add"));
    EXPECT_NE(driver.shell.state_line().find("--map block,n"), std::string::npos);
    // The knob of the other axis: the two change places.
    driver.click("spot.two_knobs.1");
    driver.frame();
    driver.click("map.block");
    driver.settle();
    EXPECT_EQ(driver.shell.session.series().choice.map, (MapKnobs{"n", "block"}));
}

}  // namespace
