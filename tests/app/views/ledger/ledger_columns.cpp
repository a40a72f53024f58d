// The ledger in the window: which columns and rows it has, and of which size they are.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sentences/moves.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/ledger/ledger_columns.h"
#include "lab/own/open.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

TEST(LedgerColumns, NoneIsEmptyWithoutAReason) {
    for (const auto& [width, height] : {std::pair{1366.f, 768.f}, {1920.f, 1080.f}})
        for (const char* state : {"occupancy/one", "occupancy/four", "occupancy/all_warps"}) {
            Driver driver(width, height);
            driver.shell.restore(state);
            driver.settle();
            driver.shell.session.complete(usual_card_cost, 64);
            driver.frame();
            EXPECT_TRUE(driver.sees("Warp instructions")) << state;
            for (const char* empty : {"waits", "not counted yet", "not counted at this size yet"})
                for (const NotedText& text : driver.texts)
                    EXPECT_FALSE(text.text == empty && text.card == "ledger") << state;
        }
}

TEST(LedgerColumns, NeverHaveTwoRowsOfOneName) {
    for (const char* size : {"1366", "1920"}) {
        Driver driver(std::stof(size), 768);
        driver.shell.restore("pattern_matching/shared");
        driver.settle();
        int rows = 0;
        for (const NotedText& text : driver.texts) rows += text.text == "Load requests";
        EXPECT_LE(rows, 1) << size;
    }
}

// Of two kernels one is too much to count: both columns are of a smaller size, as the sentence is.
TEST(LedgerColumns, AreOfASmallerSizeWhereOneKernelIsTooMuchToCount) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks sweeps=20");
    driver.settle();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.says("(counts for 96 × 96 × 96 points)"));
    EXPECT_TRUE(driver.says("counted: 96³ points"));
    EXPECT_FALSE(driver.says("Too much to count"));
}

// "1" beside "Kernel 2" reads as two things.
TEST(LedgerColumns, HaveHeadsOfOneKind) {
    Driver driver(1366, 768);
    driver.shell.restore("threads");
    driver.settle();
    const auto whole = [&](const char* head) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "ledger" && text.text.starts_with(head);
        });
    };
    EXPECT_EQ(whole("Kernel 1"), whole("Kernel 3"));
    EXPECT_EQ(whole("Kernel 2"), whole("Kernel 3"));
}

// The sentence after a change names a counter: the ledger has it.
TEST(LedgerColumns, HaveWhatSentencesName) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto counters = told_counters(*lab::subject_of(*lesson));
        EXPECT_TRUE(std::ranges::any_of(counters, [](const simulator::CounterName* counter) {
            return counter->name == "warp_instructions";
        })) << lesson->id;
    }
    Opened tile("laplace/queue", 1920, 1080);
    tile.driver.shell.session.settings().rung = 3;
    tile.driver.settle();
    EXPECT_TRUE(tile.driver.sees("Warp instructions"));
}

// A neighbour that is too much to count: all columns are as drawn, and none is an empty box.
TEST(LedgerColumns, NoneIsEmptyAtFirst) {
    Laptop laptop;
    laptop.open("average/many");
    const auto shown = laptop.driver.shell.session.shown();
    const DrawContext context{*shown, {}, {}, laptop.driver.shell.session.series()};
    const LedgerData data = ledger_data(context, 5);
    ASSERT_FALSE(data.columns.empty());
    for (const LedgerColumn& column : data.columns) EXPECT_FALSE(column.costly) << column.title;
}

// Of 10 sweeps and of 20 three are drawn: their counts tell nothing of it. Those of a smaller size
// do, whose sweeps are as many as were asked for.
TEST(LedgerColumns, SetNothingAgainstWhatIsDrawnAlike) {
    const lab::Result before = drawn_rung("streams/overlapped", {}),
                      now = drawn_rung("streams/overlapped", {"sweeps=20"});
    Series series;
    series.add(before), series.add(now);
    const Metrics metrics;
    DrawContext context{now, {}, metrics, series};
    context.before = &before;
    const auto columns = ledger_columns(context, 3);
    EXPECT_FALSE(columns.empty());
    EXPECT_FALSE(std::ranges::count(columns, before_column, &LedgerColumn::rung));
    const auto columns_from = [](const char* before, const char* knob) {
        Opened opened(before);
        opened.turn(knob);
        return std::ranges::count_if(opened.driver.texts, [](const NotedText& text) {
            return text.card == "ledger" && text.text.starts_with("Sweeps ");
        });
    };
    EXPECT_GT(columns_from("streams/overlapped", "sweeps=20"), 0);
    EXPECT_GT(columns_from("streams/overlapped sweeps=1", "sweeps=2"), 0);
}

// "numbers" headed both.
TEST(LedgerColumns, OfNumbersAreNamedByTheirKind) {
    Opened opened("reduction/sequential type=float");
    opened.turn("type=double");
    const auto heads = [&](std::string_view word) {
        return std::ranges::count_if(opened.driver.texts, [&](const NotedText& text) {
            return text.card == "ledger" && text.text == word;
        });
    };
    EXPECT_EQ(heads("numbers"), 0);
    EXPECT_GT(heads("Double") + heads("double"), 0);
}

// Counted are thin chunks of a small box, of which most planes are swept twice.
TEST(LedgerColumns, BlocksOfThinLaunchesAreThoseAskedFor) {
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

// One system beside 4096: 4096 times the requests are no other way to do the same.
TEST(LedgerColumns, SayWhichOneDoesMoreWork) {
    EXPECT_TRUE(Opened("tridiagonal/fixed", 1366, 1100).says("kernel 3: 4\u2009096 systems"));
    EXPECT_FALSE(Opened("tridiagonal/four", 1366, 1100).says(": 4\u2009096 systems"));
}

TEST(LedgerColumns, RatiosOfThinLaunchesAreNoVerdict) {
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

// As somebody turns from one to the other, and waits for the cards.
void show_after_each_other(Driver& driver, std::initializer_list<const char*> kernels) {
    for (const char* line : kernels) {
        driver.shell.session.open(lab::read_state_line(line)->request);
        driver.settle();
        driver.shell.session.complete(usual_card_cost, 32);
        driver.settle();
    }
}

// Pictures of two sizes compare with nothing; what was counted for both, at one size, does.
TEST(CountsInTheLedger, AreWhatTheSentenceSays) {
    Driver driver;
    show_after_each_other(driver, {"matrix_product/padded", "matrix_product/square"});
    EXPECT_TRUE(driver.says("10.7 times fewer shared load wavefronts (counts for 512 rows)"));
    driver.shell.view_of_slot[Slot::card] = "ledger";
    driver.settle();
    EXPECT_TRUE(driver.says("counted: 512 rows"));
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [](const NotedText& text) {
        return text.card == "ledger" && text.text == "/10.7";
    }));
}

// What one way of adding up spares is no count of memory or of instructions.
TEST(CountsInTheLedger, SayHowManyOperationsAWayTakes) {
    Driver driver;
    show_after_each_other(driver, {"scan/hillis", "scan/blelloch"});
    driver.shell.view_of_slot[Slot::card] = "ledger";
    driver.settle();
    EXPECT_TRUE(driver.says("FP operations"));
    EXPECT_TRUE(driver.says("1\u2009022"));
}

}  // namespace
