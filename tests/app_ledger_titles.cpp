// Where a row of the ledger has little room: which words of its name it keeps.
#include <gtest/gtest.h>

#include "app/views/cards/ledger_rows.h"

namespace app {
namespace {

TEST(LedgerTitles, ARowOfLocalMemoryAlwaysSaysSo) {
    const LedgerData data{{},
                          {{.title = "Local store requests"}, {.title = "Global load sectors"}}};
    EXPECT_EQ(short_title(data, data.rows[0]), "Local store requests") << "stores elsewhere";
    EXPECT_EQ(short_title(data, data.rows[1]), "Load sectors");
}

// Requests stand below wavefronts of the other memory: whose they are is said.
TEST(LedgerTitles, RequestsBesideAccessesOfTheOtherMemorySayWhoseTheyAre) {
    const LedgerData data{
        {},
        {{.title = "Global load requests"}, {.title = "Global store requests"}},
        {"Shared load wavefronts", "Global load requests", "Global store requests"}};
    EXPECT_EQ(short_title(data, data.rows[0]), "Global load requests");
    EXPECT_EQ(short_title(data, data.rows[1]), "Store requests");
    EXPECT_EQ(short_title(data, {.title = "Shared load wavefronts"}), "Load wavefronts");
}

// The count whose lines are marked stays where not all rows have room, until somebody scrolls.
TEST(LedgerRows, TheOneThatIsMarkedIsInSight) {
    const auto kept = [](int first, int counter) {
        LedgerData data;
        for (int i = 0; i < 6; ++i) data.rows.push_back({.title = std::to_string(i), .counter = i});
        keep_telling_rows(data, 2, first, counter);
        return data.rows[0].title + data.rows[1].title;
    };
    EXPECT_EQ(kept(-1, -1), "01");
    EXPECT_EQ(kept(-1, 4), "04");
    EXPECT_EQ(kept(0, 4), "01");
}

}  // namespace
}  // namespace app
