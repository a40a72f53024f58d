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

}  // namespace
}  // namespace app
