// What the program says of hardware, where it once said what is wrong or only half of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/glossary.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_layout.h"
#include "app/views/cards/ledger_rows.h"
#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;

std::string means(const char* word) {
    const app::Term* term = app::find_term(word);
    EXPECT_TRUE(term) << word;
    return term ? std::string(term->means) : "";
}

bool tells(const char* word, std::string_view what) {
    return means(word).find(what) != std::string::npos;
}

// A fence of the writer alone orders nothing for a reader that has none.
TEST(Statements, AFenceTakesAReaderThatFencesToo) {
    EXPECT_TRUE(tells("fence", "and then has a fence or an acquire itself"));
    EXPECT_FALSE(tells("fence", "whoever sees"));
}

TEST(Statements, LanesHavePlacesOfTheirOwnSinceVolta) {
    EXPECT_TRUE(tells("warp", "Since Volta (2017)"));
    EXPECT_TRUE(tells("warp", "`__syncwarp()`"));
    EXPECT_FALSE(tells("warp", "run one instruction together"));
}

TEST(Statements, ASectorIsWhatCachesAreAskedForAndMemoryMayFetchMore) {
    EXPECT_TRUE(tells("sector", "requests from a cache"));
    EXPECT_TRUE(tells("sector", "64 bytes"));
}

TEST(Statements, LaunchBoundsAreExplained) {
    EXPECT_TRUE(tells("launch bounds", "`__launch_bounds__(threads, blocks)`"));
    EXPECT_TRUE(tells("launch bounds", "local memory"));
}

TEST(Statements, TheFormulaIsSaidToKnowWavesWhereWarpsWait) {
    EXPECT_TRUE(tells("modelled", "one block more than there are places takes a whole wave"));
    EXPECT_FALSE(tells("modelled", "no waves"));
}

// With what cards ask for, and recorded times.
struct AllTimes {
    explicit AllTimes(const char* line) {
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
    }
    DrawContext context() const { return {*session.shown(), cursor, metrics, session.series()}; }
    Session session{lab::Worker::Mode::pumped};
    Cursor cursor;
    Metrics metrics;
};

// What a ladder's kernels are compared by is that they do the same: where some make their numbers
// and others read them, each group has its own first.
TEST(Statements, NoKernelIsAheadOfOneThatDoesOtherWork) {
    std::size_t number = 0;
    for (const auto& [rung, group] : {std::pair{"option/coalesced", "read numbers made beforehand"},
                                      {"option/drawn", "make their numbers"},
                                      {"who_answers/rows", "read each float once"},
                                      {"who_answers/again", "read all floats in passes"}}) {
        if (!tests::in_part(number++, 4)) continue;
        const AllTimes all(rung);
        const ComparedTimes data = compared_times(all.context());
        const std::string verdict = verdict_of(data);
        EXPECT_TRUE(verdict.starts_with("Of those that " + std::string(group) + ", ")) << verdict;
        for (const ComparedBar& bar : ranked(data))
            EXPECT_EQ(lab::rung_of(bar.settings).work, group) << rung;
        EXPECT_EQ(std::ranges::count_if(data.bars, [](auto& bar) { return bar.point; }),
                  std::ssize(lab::settings_named(rung)->lesson()->rungs))
            << "all have a bar";
    }
    const AllTimes one_work("vector_addition");
    EXPECT_FALSE(verdict_of(compared_times(one_work.context())).starts_with("Of those"));
}

// Nor is a count of one a ratio of the other's.
TEST(Statements, TheLedgerComparesKernelsOfOneWork) {
    for (const char* rung : {"option/drawn", "who_answers/again"}) {
        const AllTimes all(rung);
        const LedgerData data = ledger_data(all.context(), most_ledger_columns);
        ASSERT_GE(data.columns.size(), 2u) << rung;
        int others = 0;
        for (std::size_t i = 0; i < data.columns.size(); ++i) {
            const lab::Settings& here = data.columns[i].settings;
            const int before = compared_with(data, i);
            if (before >= 0)
                EXPECT_EQ(lab::rung_of(data.columns[std::size_t(before)].settings).work,
                          lab::rung_of(here).work)
                    << rung;
            if (before >= 0 || i == 0 || !data.columns[i].whole()) continue;
            ++others;
            EXPECT_EQ(behind_title(data, i).front(), "other work: no ratio") << rung;
            for (const LedgerRow& row : data.rows)
                EXPECT_TRUE(std::isnan(before_of(data, row, i))) << rung << ": " << row.title;
        }
        EXPECT_GT(others, 0) << rung;
    }
}

TEST(Statements, AStepToOtherWorkIsNoGain) {
    app::testing::Driver driver(1920, 1080);
    ASSERT_TRUE(driver.shell.restore("option/drawn"));
    driver.settle();
    driver.shell.session.settings().rung = 1;
    driver.settle();
    EXPECT_TRUE(
        driver.says("They do other work: kernel 4 is one of those that make their numbers, "
                    "kernel 2 one of those that read numbers made beforehand"));
}

}  // namespace
