// Columns of the table of counters say what the counters' names say, and docs/counters.md has a row
// for each.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "simulator/counters.h"

namespace {

using namespace simulator;

TEST(CounterTable, MemoryAndEventsAreThoseOfTheName) {
    for (const CounterName& counter : counter_names()) {
        const auto has = [&](const char* word) {
            return counter.name.find(word) != std::string::npos;
        };
        const bool bytes = counter.name.starts_with("bytes_");
        EXPECT_EQ(counter.space == Space::global, has("global_") || bytes) << counter.name;
        EXPECT_EQ(counter.space == Space::shared, has("shared_")) << counter.name;
        EXPECT_EQ(counter.space == Space::local, has("local_")) << counter.name;
        EXPECT_EQ(counter.space == Space::constant, has("constant_")) << counter.name;
        EXPECT_EQ(counter.event == EventKind::load, has("_load_")) << counter.name;
        EXPECT_EQ(counter.event == EventKind::store, has("_store_")) << counter.name;
        EXPECT_EQ(counter.event == EventKind::atomic, has("atomic")) << counter.name;
    }
}

// A sum of cycles leaves parts out: what they are parts of has to be in it.
TEST(CounterTable, PartsAreOfCountersThatAreNone) {
    for (const CounterName& counter : counter_names()) {
        if (!counter.part_of) continue;
        const CounterName& whole = *counter_named(name_of(counter.part_of));
        EXPECT_FALSE(whole.part_of) << counter.name << " is a part of a part";
        if (counter.quantity == Quantity::conflicts) {
            EXPECT_EQ(&whole, counter_beside(counter, Quantity::wavefronts)) << counter.name;
        }
        if (counter.quantity == Quantity::requests) {
            EXPECT_EQ(whole.member, &Counters::warp_instructions) << counter.name;
        }
    }
}

TEST(CounterTable, AQuantityIsTheLastWordOfItsName) {
    for (const CounterName& counter : counter_names()) {
        const std::string unit(name_of(counter.quantity));
        const bool said = counter.name.ends_with("_" + unit);
        if (counter.space != Space::none && counter.quantity != Quantity::conflicts &&
            counter.quantity != Quantity::bytes)
            EXPECT_TRUE(said) << counter.name << " counts " << unit;
        EXPECT_EQ(counter.quantity == Quantity::conflicts, counter.name.ends_with("_conflicts"));
        EXPECT_EQ(counter_named(counter.name), &counter);
        EXPECT_EQ(name_of(counter.member), counter.name);
    }
    EXPECT_EQ(counter_named("requests"), nullptr);
    EXPECT_EQ(counter_index("requests"), -1);
}

TEST(CounterTable, RequestsOfACounterAreOfItsMemoryAndEvents) {
    const auto requests = [](std::string_view name) {
        const CounterName* found = counter_beside(*counter_named(name), Quantity::requests);
        return found ? found->name : "";
    };
    EXPECT_EQ(requests("global_load_sectors"), "global_load_requests");
    EXPECT_EQ(requests("shared_store_bank_conflicts"), "shared_store_requests");
    EXPECT_EQ(requests("atomic_passes"), "atomics");
    EXPECT_EQ(requests("global_atomic_passes"), "") << "atomics of all memories";
    EXPECT_EQ(requests("bytes_asked"), "") << "of loads and stores";
    EXPECT_EQ(requests("polls"), "");
}

TEST(Documentation, DefinesEveryCounterWithItsMetric) {
    std::ifstream file(WARPLENS_SOURCE_DIR "/docs/counters.md");
    ASSERT_TRUE(file) << "docs/counters.md is missing";
    std::stringstream whole;
    whole << file.rdbuf();
    const std::string text = whole.str();
    for (const CounterName& counter : counter_names()) {
        const std::size_t at = text.find("| `" + std::string(counter.name) + "` |");
        ASSERT_NE(at, std::string::npos) << counter.name << " has no row in docs/counters.md";
        const std::string row = text.substr(at, text.find('\n', at) - at);
        if (!counter.nsight.empty())
            EXPECT_NE(row.find("`" + std::string(counter.nsight) + "`"), std::string::npos)
                << counter.name;
        else
            EXPECT_EQ(row.find("l1tex"), std::string::npos) << counter.name << " equals no metric";
    }
}

}  // namespace
