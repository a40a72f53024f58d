// What stands beside a ladder, in its home: flat tiles, with names and times alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/views/cards/ladder.h"
#include "lab/library.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"

namespace {

using namespace app;
using app::testing::Driver;

struct FlatTiles : ::testing::Test {
    Driver driver{1366, 768};
    FlatTiles() {
        driver.shell.look.predict = false;
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
        driver.key(Key::backspace);
    }
};

// Nothing of it can be drawn, so there is nothing to take; how it is run stands in its tip.
TEST_F(FlatTiles, StandBelowTheLadder) {
    driver.width = 1920, driver.height = 1080;
    driver.settle();
    EXPECT_TRUE(driver.sees("CUB: DeviceReduce"));
    EXPECT_TRUE(driver.sees("The CPU's loop"));
    EXPECT_TRUE(driver.sees("timed only"));
    const auto shown = driver.shell.session.shown();
    const Series& series = driver.shell.session.series();
    const Rect area{0, 0, 1300, 700};
    const DrawContext context{*shown, {}, {}, series};
    const LadderTiles places = ladder_places(context, area);
    ASSERT_EQ(places.flat.size(), 2u);
    CanvasNotes canvas{app::testing::measuring_painter().fonts()};
    for (const Rect& flat : places.flat) {
        EXPECT_LE(flat.bottom(), area.bottom());
        for (const Rect& tile : places.tiles) EXPECT_FALSE(flat.meets(tile));
        EXPECT_FALSE(flat.meets(places.legend));
        const auto spot = find_view("ladder")->pointing.spot(canvas, context, area,
                                                             {flat.middle_x(), flat.middle_y()});
        ASSERT_TRUE(spot);
        EXPECT_FALSE(spot->settings) << "nothing draws it";
        EXPECT_NE(spot->words.find("`warplens run reduction/c"), std::string::npos) << spot->words;
    }
    EXPECT_FALSE(driver.control("ladder.cub"));
}

// Kernels keep their pictures: what has none goes first.
TEST_F(FlatTiles, GoFirstWhereRoomIsShort) {
    const auto shown = driver.shell.session.shown();
    int with = 0, without = 0;
    for (const Density density : {Density::laptop, Density::desk, Density::projector})
        for (float height = 700; height >= 60; height -= 10) {
            const Rect area{0, 0, 700, height};
            const Metrics metrics = metrics_of(density);
            const LadderTiles all =
                ladder_tiles(area, metrics, int(shown->request.settings.subject->rungs.size()), 0);
            const LadderTiles made =
                ladder_places({*shown, {}, metrics, driver.shell.session.series()}, area);
            EXPECT_EQ(made.form, all.form) << height;
            EXPECT_EQ(made.tiles.size(), all.tiles.size()) << height;
            EXPECT_EQ(made.legend.h > 0, all.legend.h > 0) << height;
            made.flat.empty() ? ++without : ++with;
            for (const Rect& flat : made.flat) {
                EXPECT_LE(flat.bottom(), area.bottom() + .1f);
                EXPECT_FALSE(flat.meets(made.legend)) << height;
                for (const Rect& tile : made.tiles) EXPECT_FALSE(flat.meets(tile)) << height;
            }
        }
    EXPECT_GT(with, 20);
    EXPECT_GT(without, 5);
    // As on a laptop: two cells of the last row are free.
    driver.shell.open_lesson(*lab::find_lesson("histogram"));
    driver.settle();
    const LadderTiles laptop = ladder_places({*driver.shell.session.shown(),
                                              {},
                                              metrics_of(Density::laptop),
                                              driver.shell.session.series()},
                                             {0, 0, 720, 385});
    ASSERT_FALSE(laptop.flat.empty());
    EXPECT_LT(laptop.flat[0].y, laptop.tiles.back().bottom()) << "beside the last kernel";
}

// A loop of the processor is of another device than all other tiles.
TEST_F(FlatTiles, OfTheProcessorNameIt) {
    Series series;
    const lab::Settings at = driver.shell.session.settings();
    series.add(test::result_of(at, lab::TimeKind::recorded, .0031));
    const auto beside = lab::at_libraries(at);
    const auto loop = std::ranges::find_if(beside, lab::on_processor);
    ASSERT_NE(loop, beside.end());
    lab::Result timed = test::result_of(*loop, lab::TimeKind::recorded, .0123);
    auto run = std::make_shared<lab::Run>(*timed.timed);
    run->time.device = "Some Xeon 8480C";
    timed.timed = run;
    series.add(timed);
    const lab::Result shown = test::result_of(at, lab::TimeKind::recorded, .0031);
    for (float width = 1300; width > 500; width -= 100) {
        const test::Picture picture("ladder", shown, {}, {0, 0, width, 700}, series);
        EXPECT_TRUE(picture.sees(time_text(.0123))) << width;
        EXPECT_TRUE(picture.sees("8480C")) << width;
    }
    Cursor asked;
    asked.guessing = true;
    const test::Picture guessing("ladder", shown, asked, {0, 0, 1300, 700}, series);
    EXPECT_FALSE(guessing.sees(time_text(.0123))) << "somebody is asked";
}

}  // namespace
