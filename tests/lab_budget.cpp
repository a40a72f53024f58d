// What a run may take of memory, told before any of it is asked for.
#include <gtest/gtest.h>

#include "lab/requests/memory_budget.h"
#include "lab/requests/timed_run.h"
#include "tests/lab_doubling.h"

namespace {

using namespace tests;

TEST(MemoryBudget, SizesAreReadAsPeopleWriteThem) {
    EXPECT_EQ(*lab::memory_named("16GiB"), std::uint64_t{16} << 30);
    EXPECT_EQ(*lab::memory_named("500MB"), 500'000'000u);
    EXPECT_EQ(*lab::memory_named("2^33"), std::uint64_t{1} << 33);
    EXPECT_EQ(*lab::memory_named("1e9"), 1'000'000'000u);
    for (const char* bad : {"", "GiB", "0", "-1GiB", "lots", "16 pounds", "9e18GiB"})
        EXPECT_FALSE(lab::memory_named(bad)) << bad;
}

TEST(MemoryBudget, SumsDoNotWrap) {
    lab::Plan plan;
    plan.zeros("a", lab::Type::f64, std::int64_t{1} << 60);
    EXPECT_EQ(plan.bytes(), std::uint64_t{1} << 63);
    plan.zeros("b", lab::Type::f64, std::int64_t{1} << 60);
    EXPECT_EQ(plan.bytes(), ~std::uint64_t{0});
    plan.zeros("c", lab::Type::f64, std::int64_t{1} << 61);
    EXPECT_EQ(plan.bytes(), ~std::uint64_t{0});
    EXPECT_EQ(lab::memory_sum({{"a", ~std::uint64_t{0} - 1}, {"b", 2}}), ~std::uint64_t{0});
}

TEST(MemoryBudget, SharesAreInOrder) {
    const auto shares = lab::memory_shares({.settings = doubling_at("guarded")});
    ASSERT_GT(shares.size(), 2u);
    EXPECT_TRUE(std::ranges::is_sorted(shares, std::ranges::greater{}, &lab::MemoryShare::bytes));
    const auto has_share = [&](const std::string& what) {
        return std::ranges::count(shares, what, &lab::MemoryShare::what) == 1;
    };
    EXPECT_TRUE(has_share("array numbers"));
    EXPECT_TRUE(has_share("registers of 2 warps"));
}

}  // namespace
