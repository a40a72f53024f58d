// What stopped students at home: the words, marks and rows that would have told them why.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "app/engines.h"
#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/moves.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/layout.h"
#include "app/views/flow/of_run.h"
#include "app/views/way/ways.h"
#include "lab/requests/state_line.h"
#include "lab/time/bench.h"
#include "lab/time/model.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

// A chunk's sweeps need planes of the next one: that copy is framed, and named below.
TEST(Students, AChunkShowsWhichOtherCopyItNeeds) {
    lab::Result result = drawn_rung("streams/overlapped", {"n=32", "chunks=4", "sweeps=3"});
    result.timed = lab::modelled(*lab::simulate(result.request, lab::Playing::counted()), 1);
    const auto framed = [&](int chunk) {
        Cursor cursor;
        cursor.step = step_of_chunk(*result.picture, chunk, 4);
        const Picture picture{"timeline", result, cursor, {0, 0, 1100, 420}};
        const auto is_frame = [](const NotedMark& mark) {
            return mark.is(MarkKind::outline, Role::accent);
        };
        const auto frames = those(picture.notes.marks, is_frame).size();
        const std::string also = "it needs copy " + std::to_string(chunk + 2) + " too";
        return frames == 2 && picture.sees(also);
    };
    EXPECT_TRUE(framed(0));
    EXPECT_TRUE(framed(2));
    EXPECT_FALSE(framed(3)) << "behind the last comes none";
}

// Counted are thin chunks of a small box, of which most planes are swept twice.
TEST(Students, BlocksOfThinLaunchesAreThoseAskedFor) {
    Driver driver(1366, 768);
    driver.shell.restore("streams/overlapped");
    driver.shell.card_shown = "ledger";
    driver.settle();
    driver.shell.session.count_for(find_view("ledger"));
    driver.settle();
    EXPECT_TRUE(driver.sees("Blocks at 512 points"));
    driver.shell.restore("reduction/two_passes");
    driver.settle();
    EXPECT_FALSE(driver.sees("Blocks at 2")) << "of other kernels they tell nothing";
}

TEST(Students, OneKernelInMoreLaunchesIsToldFromTwo) {
    const auto more = [](const char* before, const char* now) {
        return in_more_launches(*lab::settings_named(before), *lab::settings_named(now));
    };
    EXPECT_TRUE(more("streams/locked", "streams/overlapped"));
    EXPECT_FALSE(more("streams/overlapped", "streams/graph"));
    EXPECT_FALSE(more("reduction/shuffle", "reduction/two_passes"));
    EXPECT_FALSE(more("pi/host", "pi/made")) << "one makes its points in a kernel of its own";
}

// Infinity equals infinity, and is no result of use: how many there are is said.
TEST(Students, InfinitiesThatAreRightAreCounted) {
    Driver driver(1366, 768);
    driver.shell.restore("recurrence/block factors=grow");
    driver.settle();
    EXPECT_TRUE(driver.sees("Matches the CPU with 387 of 512 places infinite in both"));
    driver.shell.restore("recurrence/block factors=signs");
    driver.settle();
    EXPECT_TRUE(driver.sees("Matches the CPU exactly"));
}

// The last block of a chain waits longer than whoever looks back takes: of sixteen, not of eight.
TEST(Students, AChainIsSeenToTakeLongerThanALookBack) {
    const auto steps = [](const char* line) {
        Driver driver(1366, 768);
        driver.shell.restore(line);
        driver.settle();
        for (const NotedText& text : driver.texts)
            if (text.text.ends_with(" model steps")) return std::stod(text.text);
        return 0.;
    };
    EXPECT_GT(steps("recurrence/look_back"), 0);
    EXPECT_GT(steps("recurrence/chain"), 1.2 * steps("recurrence/look_back"));
}

// One block of a kernel whose blocks wait for each other shows nothing of that.
TEST(Students, OneBlockAloneIsSaidToWaitForNone) {
    const auto said = [](const char* line) {
        Driver driver(1366, 768);
        driver.shell.restore(line);
        driver.settle();
        return driver.says("One block here: there is no block before it");
    };
    EXPECT_TRUE(said("recurrence/look_back n=512"));
    EXPECT_TRUE(said("scan/chain n=512"));
    EXPECT_FALSE(said("recurrence/look_back n=513"));
    EXPECT_FALSE(said("recurrence/block n=512")) << "it never waits";
}

// What four outputs a thread are for: a number that is loaded once is in four products.
TEST(Students, AWayTellsHowOftenRegistersSpareALoad) {
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

TEST(Students, OperationsWithALoadEndWhereOthersTakeItsRegisters) {
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

bool drawn_says(const char* line, std::string_view words) {
    Driver driver(1366, 1100);
    driver.shell.restore(line);
    driver.settle();
    return driver.says(std::string(words)) || driver.sees(words);
}

// What the launch before left in the sums is a number that goes into them, as all others are.
TEST(Students, WhatAnEarlierLaunchLeftGoesIntoASum) {
    EXPECT_TRUE(drawn_says("bug_hunt/never_zeroed --view data_flow --at step=4", "224"));
    EXPECT_TRUE(drawn_says("bug_hunt/never_zeroed --view data_flow --at step=4",
                           "Up to 14 values make each cell"));
}

// In its last round a warp makes sixteen pairs, of which its total is one: all of them are read.
TEST(Students, TheLastRoundOfPairsHasAllThatAreMadeInIt) {
    for (const char* line : {"recurrence/chain n=512 --view data_flow --at step=16",
                             "recurrence/chain n=512 type=double --view data_flow --at step=26"}) {
        EXPECT_TRUE(drawn_says(line, "256 of 512")) << line;
        EXPECT_FALSE(drawn_says(line, "nobody reads")) << line;
    }
}

// A cell that holds three numbers is made of both neighbours' three: no way into it stays faint.
TEST(Students, AChosenCellLightsEveryWayIntoIt) {
    const lab::Result fixed = drawn_rung("tridiagonal/fixed", {"n=16"});
    const FlowLayout& layout = layout_of(*fixed.picture, 0);
    int ways = 0;
    for (const FlowArrow& arrow : layout.arrows) {
        const FlowRow& row = layout.rows[std::size_t(arrow.row)];
        const FlowRow& above = layout.rows[std::size_t(arrow.from_row)];
        if (arrow.column != 3 || !arrow.live || row.kind != FlowRowKind::stage) continue;
        if (above.kind != FlowRowKind::stage) continue;  // a is for lower, and not for right
        const std::uint32_t chosen = row.marks[3].version;
        const std::vector<bool> lit = way_of_value(*fixed.picture->flow, chosen);
        const auto is_lit = [&](const auto& numbers) {
            return lit[numbers.first] && lit[numbers.second];
        };
        ++ways;
        EXPECT_TRUE(is_lit(std::pair{arrow.source, arrow.version}) ||
                    std::ranges::any_of(arrow.others, is_lit))
            << arrow.from << " in row " << arrow.row;
    }
    EXPECT_GE(ways, 8);
}

// Each lane's vote stands in its cell, and the answer is its own warp's.
TEST(Students, AVoteShowsWhatEachLaneSays) {
    EXPECT_TRUE(drawn_says("pi/ballot", "of 256 threads say yes"));
    EXPECT_TRUE(drawn_says("pi/ballot", "its answer: 1 is yes"));
    EXPECT_TRUE(drawn_says("pi/ballot", "The lanes of a warp get their own warp's answer."));
    const lab::Result ballot = drawn_rung("pi/ballot", {});
    for (const simulator::Event& event : ballot.picture->trace->events) {
        if (event.kind != simulator::EventKind::vote) continue;
        const simulator::Slot& told = ballot.picture->trace->lanes_of(event)[0];
        EXPECT_TRUE(event.asks);
        EXPECT_EQ(told.value, event.yes) << "a ballot tells who said yes";
    }
}

// A root is one operation more, and takes many of the device's instructions.
TEST(Students, OperationsAreToldWhereNoCountExplains) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result square = whole(session, "pi/many"),
                      root = whole(session, "pi/many test=root");
    const std::string said = because(square, root).front();
    EXPECT_NE(said.find("FP operations"), std::string::npos) << said;
}

// One system beside 4096: 4096 times the requests are no other way to do the same.
TEST(Students, ALedgerSaysWhichColumnDoesMoreWork) {
    EXPECT_TRUE(drawn_says("tridiagonal/fixed", "kernel 3: 4\u2009096 systems"));
    EXPECT_FALSE(drawn_says("tridiagonal/four", ": 4\u2009096 systems"));
}

// The array that a thread reads again on its way up stands below five others.
TEST(Students, LevelsOfAllArraysFindRoomOrSayThatTheyDoNot) {
    const lab::Result thomas = drawn_rung("tridiagonal/thomas_interleaved", {});
    const auto drawn = [&](float height) {
        return Picture("levels", thomas, {}, {0, 0, 720, height});
    };
    EXPECT_TRUE(drawn(256).sees("upper"));
    EXPECT_FALSE(drawn(256).sees("no room for"));
    EXPECT_TRUE(drawn(150).sees("no room for"));
}

// Who is ahead may be another one as soon as the last bars come.
TEST(Students, AWinnerIsOneSoFarWhileTimesAreToCome) {
    Series series;
    const auto add = [&](int rung) {
        const lab::Settings at = test::settings(rung, 1 << 22);
        series.add(result_of(at, lab::TimeKind::measured, .02 * (rung + 1), .001));
    };
    const auto drawn = [&] {
        const lab::Result shown =
            result_of(test::settings(0, 1 << 22), lab::TimeKind::measured, .02);
        return Picture("rungs_compared", shown, {}, {0, 0, 480, 260}, series);
    };
    add(0), add(1);
    EXPECT_TRUE(drawn().sees("no time yet"));
    EXPECT_TRUE(drawn().sees("is ahead so far: 2 times"));
    for (int rung = 2; rung < 7; ++rung) add(rung);
    EXPECT_TRUE(drawn().sees("is ahead"));
    EXPECT_FALSE(drawn().sees("so far"));
}

// With what cards ask for, and recorded times.
struct Completed {
    explicit Completed(const char* line) {
        const auto state = lab::read_state_line(line);
        if (!state) throw std::invalid_argument(line);
        session.open(state->request);
        session.complete(3e7, 24);
    }
    DrawContext context() const { return {*session.shown(), cursor, metrics, session.series()}; }
    Session session{lab::Worker::Mode::pumped};
    Cursor cursor;
    Metrics metrics;
};

// What thin chunks sweep twice at the size that is counted is no cause at the size that is timed.
TEST(Students, TheLineBelowBarsTellsBlocksAsAskedFor) {
    const Completed alone("streams/overlapped copies=without");
    const auto words = cause_words(alone.context(), compared_times(alone.context()));
    ASSERT_FALSE(words.empty());
    EXPECT_TRUE(words[0].ends_with("blocks in all launches " + grouped(5'242'880) + " → " +
                                   grouped(6'625'280) + "."))
        << words[0];
}

TEST(Students, RatiosOfThinLaunchesAreNoVerdict) {
    const Completed alone("streams/overlapped copies=without");
    const LedgerData data = ledger_data(alone.context(), 2);
    ASSERT_EQ(data.columns.size(), 2u);
    EXPECT_EQ(data.rows.front().title, "Blocks at 512 points");
    const auto thin = [&](const char* title) {
        const auto row = std::ranges::find(data.rows, title, &LedgerRow::title);
        EXPECT_NE(row, data.rows.end()) << title;
        return row != data.rows.end() && row->alone_at[1] == "64 points";
    };
    EXPECT_TRUE(thin("Warp instructions"));
    EXPECT_FALSE(thin("Launches")) << "as many are asked for";
    EXPECT_FALSE(thin("Blocks at 512 points"));
    const Picture ledger{
        "ledger", *alone.session.shown(), {}, {0, 0, 500, 600}, alone.session.series()};
    const auto waste = ledger.notes.of(MarkKind::polygon, Role::waste).size();
    EXPECT_TRUE(waste == 1 || waste == 2) << waste << ": launches alone, and their blocks";
    EXPECT_GT(ledger.notes.of(MarkKind::polygon, Role::text3).size(), 4u);
    EXPECT_TRUE(ledger.sees("at 64"));
    const Completed copied("streams/overlapped");
    const LedgerData copies = ledger_data(copied.context(), 2);
    const auto streams = std::ranges::find(copies.rows, "Streams", &LedgerRow::title);
    ASSERT_NE(streams, copies.rows.end());
    EXPECT_EQ(streams->alone_at[1], "") << "three are asked for, which is near that ratio";
}

// 46.9 us at a shape at which the other takes 66.6, and 45.9 where the map says.
TEST(Students, AKernelThatIsBehindAtThisShapeAloneIsSaidToBe) {
    const auto shaped = [](const char* line) {
        const Completed box(line);
        return compared_times(box.context()).shaped;
    };
    EXPECT_EQ(shaped("laplace/two_sweeps"), "5 is ahead here; 6 is as fast at 8 × 16.");
    if (tests::whole()) {
        EXPECT_EQ(shaped("laplace/marching"), "") << "5 is ahead at each one's best shape, too";
        EXPECT_EQ(shaped("laplace/two_sweeps block_x=8 block_y=16"), "") << "it is set so";
    }
    const Completed box("laplace/two_sweeps");
    const Picture card{
        "rungs_compared", *box.session.shown(), {}, {0, 0, 1100, 300}, box.session.series()};
    EXPECT_TRUE(card.sees("6 is as fast at 8 × 16."));
}

// A pair stays, and another one is joined to it; a lane that takes a value had none of its own.
TEST(Students, PairsAreJoined) {
    Driver driver(1366, 768);
    driver.shell.restore("recurrence/block");
    driver.settle();
    EXPECT_TRUE(driver.says("508 pairs change: each joins the one"));
    driver.shell.restore("scan/hillis");
    driver.settle();
    EXPECT_FALSE(driver.says("joins the one")) << "it adds";
}

TEST(Students, TitlesTellWhatCameBeforeTheRounds) {
    Driver driver(1366, 768);
    const auto title = [&](const char* line, const char* words) {
        driver.shell.restore(line);
        driver.settle();
        return driver.says(words);
    };
    EXPECT_TRUE(
        title("tridiagonal/shuffles", "Five rounds between lanes, each twice as far, both"));
    EXPECT_TRUE(title("dot_product/grid_stride", "Four of each array per cell, then eight rounds"));
    EXPECT_TRUE(title("dot_product/tree", "Eight rounds to one"));
}

// A request of a warp at one counter is one pass, however many lanes ask.
TEST(Students, HitsOfAWarpAreAddedAtOnce) {
    Driver driver(1366, 768);
    driver.shell.restore("pi/host");
    driver.settle();
    EXPECT_TRUE(driver.says("20 requests in 20 passes, all of a warp at once."));
}

TEST(Students, HalfAMicrosecondOfOverlapIsNotNothing) {
    const auto said = [](const char* line) {
        const Completed copies(line);
        return find_view("timeline")->words.sentence(copies.context());
    };
    EXPECT_TRUE(said("streams/chunks").ends_with("and almost nothing overlaps."));
    EXPECT_TRUE(said("streams/locked").ends_with("and nothing overlaps."));
}

// All bins are even, and copies for lanes look pointless: they pay where one bin has all.
TEST(Students, ASetUpIsNamedAtWhichAKernelPaysBesideTheOneBefore) {
    const auto larger = [](const char* line) {
        const Completed bins(line);
        return compared_times(bins.context()).larger;
    };
    EXPECT_EQ(larger("histogram/per_lane"), "With \u201c2²², one bin\u201d 5 is ahead of 4.");
    EXPECT_EQ(larger("histogram/shared"), "") << "it is ahead of the first here";
}

TEST(Students, ACopyThatComesTooEarlyIsRightInOneOrder) {
    Driver driver(1366, 768);
    driver.shell.restore("streams/overlapped waits=forgotten");
    driver.settle();
    EXPECT_TRUE(driver.sees("Right in the simulator's order, by luck"));
    driver.shell.restore("bug_hunt/running_sum");
    driver.settle();
    EXPECT_TRUE(driver.sees("Right this time, by luck"));
}

// One thread writes two, and both are lit.
TEST(Students, AllElementsOfAThreadAreNamed) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/past_the_end version=cured");
    driver.settle();
    EXPECT_TRUE(driver.says("Thread 0 of block 0 wrote sums[0] and sums[1]."));
}

}  // namespace
