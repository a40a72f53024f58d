// Where a row of the ledger has little room: which words of its name it keeps.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "app/format.h"
#include "app/views/cards/ledger_rows.h"

namespace app {
namespace {

// The short title of a counter's row in a ledger with rows of all these counters.
std::string titled(const char* name, std::initializer_list<const char*> all) {
    LedgerData data;
    for (const char* each : all) data.counters.push_back(simulator::counter_named(each));
    return short_title(data, {.title = counter_title(*simulator::counter_named(name)),
                              .counter = simulator::counter_index(name)});
}

TEST(LedgerTitles, ARowOfLocalMemoryAlwaysSaysSo) {
    const auto all = {"local_store_requests", "global_load_sectors"};
    EXPECT_EQ(titled("local_store_requests", all), "Local store requests") << "stores elsewhere";
    EXPECT_EQ(titled("global_load_sectors", all), "Load sectors");
}

// Requests stand below wavefronts of the other memory: whose they are is said.
TEST(LedgerTitles, RequestsBesideAccessesOfTheOtherMemorySayWhoseTheyAre) {
    const auto all = {"shared_load_wavefronts", "global_load_requests", "global_store_requests"};
    EXPECT_EQ(titled("global_load_requests", all), "Global load requests");
    EXPECT_EQ(titled("global_store_requests", all), "Store requests");
    EXPECT_EQ(titled("shared_load_wavefronts", all), "Load wavefronts");
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
