// "A value's way": what a request takes at each station, against the run's counters and theory;
// what a block touches for the first time; what the picture draws, says and answers.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/now.h"
#include "app/views/way/places.h"
#include "app/views/way/ways.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using app::testing::Driver;
using namespace test;
using simulator::EventKind;
using simulator::Space;

struct OnItsWay {
    lab::Result result;
    Cursor cursor;

    explicit OnItsWay(const std::string& rung, const std::vector<std::string>& knobs = {}) {
        result.request.settings = *lab::settings_named(rung);
        for (const std::string& knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
    }
    const lab::Run& run() const { return *result.picture; }
    /// Goes to the `number`th request of this kind.
    OnItsWay& to(Space space, EventKind kind = EventKind::load, int number = 0) {
        for (cursor.step = 0; cursor.step < int(run().steps.size()); ++cursor.step) {
            const simulator::Step& step = run().steps[std::size_t(cursor.step)];
            if (step.space == space && step.kind == kind && number-- == 0) return *this;
        }
        ADD_FAILURE() << "no such step";
        return *this;
    }
    ValueWay way() const { return way_at(run(), cursor); }
    const View& view() const { return *find_view("way"); }
    std::string claim() const { return view_claim(view().id, run(), cursor); }
    std::string sentence() const { return view_sentence(view().id, run(), cursor); }
    DrawContext context() const {
        static const Series series;
        static const Metrics metrics;
        return {result, cursor, metrics, series};
    }
    test::Picture picture(Rect area = {0, 0, 1100, 560}) const {
        return {"way", result, cursor, area};
    }
};

TEST(ValueWay, TakesWhatTheMemoryGives) {
    struct Row {
        const char *rung, *order, *size;
        Space space;
        int places, units, ideal;
    };
    for (const Row& row : {Row{"local", "together", "32", Space::local, 32, 4, 4},
                           Row{"local", "apart", "32", Space::local, 32, 32, 4},
                           Row{"shared", "together", "32", Space::shared, 1, 1, 1},
                           Row{"shared", "spread", "256", Space::shared, 32, 8, 1},
                           Row{"constant", "together", "32", Space::constant, 1, 1, 1},
                           Row{"constant", "apart", "64", Space::constant, 32, 32, 1},
                           Row{"global", "together", "32", Space::global, 1, 1, 1},
                           Row{"global", "spread", "256", Space::global, 32, 32, 4},
                           Row{"read_only", "apart", "32", Space::global, 32, 4, 4}}) {
        OnItsWay on(std::string("memories/") + row.rung,
                    {std::string("order=") + row.order, std::string("size=") + row.size});
        const ValueWay way = on.to(row.space).way();
        const std::string name = std::string(row.rung) + " " + row.order;
        EXPECT_EQ(way_spaces[std::size_t(way.way)], row.space) << name;
        EXPECT_EQ(way.lanes, 32) << name;
        EXPECT_EQ(way.places, row.places) << name;
        EXPECT_EQ(way.units, row.units) << name;
        EXPECT_EQ(way.ideal, row.ideal) << name;
    }
}

// A lane's load of 16 bytes brings four numbers.
TEST(ValueWay, OfWideLoadsCountsEachNumber) {
    const ValueWay way = OnItsWay("vector_addition/four_wide").to(Space::global).way();
    EXPECT_EQ(way.lanes, 32);
    EXPECT_EQ(way.places, 128);
    EXPECT_EQ(way.ideal, 16);
}

// At its end a warp has made its share of all requests: a block of one warp, and one block.
TEST(ValueWay, AddsUpToTheCounters) {
    for (const char* rung : {"registers", "local", "shared", "constant", "global"}) {
        OnItsWay on(std::string("memories/") + rung, {"block=32", "n=32", "order=apart"});
        on.cursor.step = int(on.run().steps.size()) - 1;
        const ValueWay way = on.way();
        const auto& all = on.run().counters;
        const auto at = [&](Space space) { return way.so_far[std::size_t(way_of(space))]; };
        EXPECT_EQ(at(Space::local).requests, all.local_load_requests + all.local_store_requests);
        EXPECT_EQ(at(Space::local).units, all.local_load_sectors + all.local_store_sectors);
        EXPECT_EQ(at(Space::global).units, all.global_load_sectors + all.global_store_sectors);
        EXPECT_EQ(at(Space::shared).units,
                  all.shared_load_wavefronts + all.shared_store_wavefronts);
        EXPECT_EQ(at(Space::constant).units, all.constant_load_passes);
        EXPECT_LE(way.asked, way.ran) << rung;
        EXPECT_LE(way.ran, all.warp_instructions) << rung;
    }
}

// Each sector is new once for its block; words of two warps, or of another block, are others.
TEST(ValueWay, ASectorIsNewOnce) {
    OnItsWay local("memories/local", {"block=64", "n=64"});
    int of_local = 0, of_global = 0;
    for (const simulator::Event& event : local.run().trace->events)
        (event.space == Space::local ? of_local : of_global) += fresh_sectors(local.run(), event);
    EXPECT_EQ(of_local, 2 * 32 * 4) << "32 words of two warps";
    EXPECT_EQ(of_global, 4 + 8) << "the table, and two rows of checksums";
    EXPECT_EQ(local.to(Space::local, EventKind::store).way().fresh, 16);
    EXPECT_EQ(local.to(Space::local).way().fresh, 0) << "the thread stored it before";
    OnItsWay global("memories/global", {"block=64", "n=64"});
    EXPECT_EQ(global.to(Space::global, EventKind::load, 0).way().fresh, 1);
    EXPECT_EQ(global.to(Space::global, EventKind::load, 1).way().fresh, 0);
    EXPECT_EQ(global.to(Space::global, EventKind::load, 8).way().fresh, 1) << "the next eight";
    global.cursor.warp = 1;
    EXPECT_EQ(global.to(Space::global, EventKind::load, 8).way().fresh, 0) << "the first warp's";
}

TEST(ValueWay, RegistersAskNoMemory) {
    OnItsWay on("memories/registers", {"block=32", "n=32", "reads=2"});
    const ValueWay last = on.to(Space::global, EventKind::load, 31).way();
    EXPECT_GE(last.quiet, 2u * 2 * 32) << "two instructions a number";
    EXPECT_EQ(last.asked, 32u);
    EXPECT_LT(on.to(Space::global, EventKind::load, 30).way().quiet, 8u);
    EXPECT_EQ(on.to(Space::global, EventKind::store).way().quiet, 0u);
    EXPECT_EQ(*heaviest_step(on.view(), on.run()), 31) << "where the picture opens";
}

TEST(ValueWay, SaysWhoWantsWhatAndWhereItLies) {
    OnItsWay local("memories/local");
    local.to(Space::local);
    EXPECT_EQ(local.claim(), "32 numbers for 32 lanes: 4 sectors");
    EXPECT_NE(local.sentence().find("from local memory"), std::string::npos) << local.sentence();
    EXPECT_NE(local.sentence().find("*all* of these sectors before"), std::string::npos);
    EXPECT_NE(now_text(local.run(), local.cursor).find("*4 sectors*, as few"), std::string::npos)
        << now_text(local.run(), local.cursor);
    OnItsWay constant("memories/constant", {"order=apart"});
    constant.to(Space::constant);
    constant.cursor.lane = 3;
    EXPECT_EQ(constant.claim(), "32 numbers for 32 lanes: 32 passes");
    EXPECT_EQ(constant.way().cell, "constant_table[3]") << "numbers, though it is one of bytes";
    OnItsWay shared("memories/shared");
    EXPECT_EQ(shared.to(Space::shared).claim(), "One number for 32 lanes: 1 wavefront");
    EXPECT_EQ(shared.to(Space::shared, EventKind::store).claim(),
              "32 numbers of 32 lanes: 1 wavefront");
    EXPECT_NE(shared.sentence().find("stores *"), std::string::npos) << shared.sentence();
    shared.cursor.step = -1;
    EXPECT_EQ(shared.claim(), "No request yet");
}

TEST(ValueWay, ASquareForEachUnitAndHatchedBeyondNeed) {
    OnItsWay on("memories/local", {"order=apart"});
    const test::Picture picture = on.to(Space::local).picture();
    EXPECT_TRUE(picture.sees("32 sectors"));
    EXPECT_TRUE(picture.sees("none new"));
    EXPECT_TRUE(picture.sees("lane 0"));
    EXPECT_TRUE(picture.sees("no request")) << "shared memory";
    const WayPlaces places = way_places({}, {0, 0, 1100, 560});
    const Rect track = places.track(1 + way_of(Space::local), places.unit, places.lanes);
    const auto squares = those(picture.notes.marks, [&](const NotedMark& mark) {
        return within(mark, track) && mark.is(MarkKind::fill, Role::accent);
    });
    EXPECT_EQ(squares.size(), 4u);
    const auto hatched = those(picture.notes.marks, [&](const NotedMark& mark) {
        return within(mark, track) && mark.is(MarkKind::hatch, Role::waste);
    });
    EXPECT_EQ(hatched.size(), 28u);
}

// Two in step on a laptop.
TEST(ValueWay, IsAListWhereStationsHaveNoRoom) {
    OnItsWay on("memories/constant", {"order=apart"});
    const test::Picture picture = on.to(Space::constant).picture({0, 0, 340, 170});
    EXPECT_TRUE(picture.sees("32 passes, 32 numbers for 32 lanes"));
    EXPECT_TRUE(picture.sees("1 request, 32 passes"));
    EXPECT_FALSE(picture.sees("Too little room"));
}

TEST(ValueWay, FitsWhereThereIsMoreThanOneWay) {
    const View& view = *find_view("way");
    EXPECT_TRUE(view.fits(OnItsWay("memories/global").run()));
    EXPECT_TRUE(view.fits(OnItsWay("reduction/sequential", {"n=1024"}).run()));
    EXPECT_FALSE(view.fits(OnItsWay("vector_addition/one_each", {"n=1024"}).run()));
}

TEST(ValueWay, ARowAnswersWithItsNextRequest) {
    OnItsWay on("memories/local");
    on.cursor.step = 0;
    const Rect area{0, 0, 1100, 560};
    const test::Picture picture = on.picture(area);
    const WayPlaces places = way_places({}, area);
    const Rect row = places.row(1 + way_of(Space::local));
    const auto spot = on.view().pointing.spot(picture.notes, on.context(), area,
                                              {row.middle_x(), row.middle_y()});
    ASSERT_TRUE(spot);
    ASSERT_TRUE(spot->step);
    EXPECT_EQ(on.run().steps[std::size_t(spot->step())].space, Space::local);
    EXPECT_FALSE(on.view().pointing.spot(picture.notes, on.context(), area,
                                         {places.side.middle_x(), places.side.middle_y()}));
}

// What four outputs a thread are for: a number that is loaded once is in four products.
TEST(ValueWay, TellsHowOftenRegistersSpareALoad) {
    const auto said = [](const char* line, std::string_view words) {
        Driver driver(1366, 768);
        driver.shell.restore(line);
        driver.shell.view_of_slot[app::Slot::memory] = "way";
        driver.shell.slot = app::Slot::memory;
        driver.settle();
        return driver.says(std::string(words));
    };
    EXPECT_TRUE(said("fft/four",
                     "Its 4 numbers are used in 16 operations before other values "
                     "take"));
    EXPECT_FALSE(said("fft/tile", "before other values take")) << "there each is in one";
}

TEST(ValueWay, OperationsWithALoadEndWhereOthersTakeItsRegisters) {
    const lab::Result four = drawn_rung("fft/four", {"n=64", "m=11"});
    const lab::Run& run = *four.picture;
    int most = 0, least = 99;
    for (const simulator::Event& event : run.trace->events) {
        if (event.kind != simulator::EventKind::load || event.count != 4) continue;
        const int operations = operations_with(run, event);
        most = std::max(most, operations), least = std::min(least, operations);
    }
    EXPECT_EQ(most, 16);
    EXPECT_EQ(least, 0) << "the first four wait behind a branch for the loop";
}

}  // namespace
