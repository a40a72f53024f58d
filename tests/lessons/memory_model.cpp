// The memory model: what is right in every order that the model allows and what by luck, who
// refuses what, how many fences and looks there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "lab/features/watching.h"
#include "lab/requests/state_line.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* flag_rungs[] = {"plain",       "is_volatile", "fence",
                                      "block_scope", "release",     "together"};

Settings model(const std::string& rung, const std::vector<std::string>& values = {}) {
    return asked("memory_model/" + rung, values);
}

std::shared_ptr<const Run> run_in(Settings settings, simulator::Order order, std::uint64_t seed) {
    Request request;
    request.settings = std::move(settings);
    request.order = order, request.order_seed = seed;
    return simulate(request);
}

bool races(const Run& made) {
    return std::ranges::count(made.faults, simulator::FaultKind::race, &simulator::Fault::kind) > 0;
}

// Whatever a rung does not refuse is right in the weak order too, whatever its seed.
TEST(MemoryModel, WhatIsTakenIsRightInEveryOrder) {
    int right = 0;
    for (const char* rung : flag_rungs)
        for (const char* block : {"block=32", "block=64", "block=96", "block=256"})
            for (const char* launches : {"launches=1", "launches=2"})
                for (std::uint64_t seed : {1, 2, 3, 4}) {
                    const Settings settings = model(rung, {block, launches, "pairs=7"});
                    if (refusal(settings)) continue;
                    const auto weak = run_in(settings, simulator::Order::weak, seed);
                    EXPECT_TRUE(weak->verdict.ok) << named(settings) << " " << seed;
                    EXPECT_TRUE(weak->faults.empty()) << named(settings) << " " << seed;
                    ++right;
                }
    EXPECT_GT(right, 40);
}

// The same program, right in one order and wrong in another; the race is told in both.
TEST(MemoryModel, WhatIsRefusedIsRightByLuck) {
    for (const char* rung : {"plain", "is_volatile", "block_scope"}) {
        Settings settings = model(rung, {"launches=1", "pairs=2"});
        EXPECT_TRUE(refusal(settings)) << rung;
        settings.anyway = true;
        ASSERT_FALSE(refusal(settings)) << rung;
        const auto usual = run_in(settings, simulator::Order::resident, 0);
        EXPECT_TRUE(usual->verdict.ok) << rung;
        EXPECT_TRUE(races(*usual)) << rung;
        // Whose flag tells its own block alone needs no flag, and no fence, but another scope.
        const bool scoped = std::ranges::any_of(usual->faults, &simulator::Fault::narrow);
        EXPECT_EQ(scoped, std::string_view(rung) == "block_scope") << rung;
        const auto says_scope = [](const simulator::Fault& fault) {
            return fault_advice(fault).find("cuda::thread_scope_device") != std::string::npos;
        };
        EXPECT_EQ(std::ranges::any_of(usual->faults, says_scope), scoped) << rung;
        int wrong = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const auto weak = run_in(settings, simulator::Order::weak, seed);
            wrong += !weak->verdict.ok;
            EXPECT_TRUE(races(*weak)) << rung << " " << seed;
        }
        EXPECT_GT(wrong, 5) << rung;
    }
}

// One click shows it: the order is the weak one where nobody asked for another.
TEST(MemoryModel, RunAllTheSameItIsRunInTheWeakOrder) {
    for (const char* rung : {"plain", "is_volatile", "block_scope"}) {
        Request request{.settings = model(rung, {"launches=1"})};
        EXPECT_EQ(order_of(request).first, simulator::Order::sequential) << rung;
        request.settings.anyway = true;
        EXPECT_EQ(order_of(request).first, simulator::Order::weak) << rung;
        request.settings = picture_of(request.settings);
        EXPECT_FALSE(simulate(request)->verdict.ok) << rung;
        request.order = simulator::Order::resident;
        EXPECT_EQ(order_of(request).first, simulator::Order::resident) << rung;
    }
    // The line of state says what runs, and whoever reads it asks for no order.
    State state;
    state.request.settings = model("plain", {"launches=1"});
    state.request.settings.anyway = true;
    const std::string line = state_line(state);
    EXPECT_NE(line.find("--order weak:1"), std::string::npos) << line;
    EXPECT_EQ(read_state_line(line)->request, state.request);
    Request other{.settings = asked("reduction/sequential", {"block=192"})};
    other.settings.anyway = true;
    EXPECT_EQ(order_of(other).first, simulator::Order::sequential);
}

TEST(MemoryModel, RefusesWhereNothingOrders) {
    for (const char* rung : {"plain", "is_volatile"}) {
        const auto refused = refusal(model(rung, {"launches=1", "block=64"}));
        ASSERT_TRUE(refused) << rung;
        EXPECT_EQ(refused->knob, "launches");
        EXPECT_EQ(refused->use, 2);
        EXPECT_FALSE(refused->shows.empty());
        EXPECT_FALSE(refusal(model(rung, {"launches=2"})));
    }
    for (const char* rung : {"fence", "release", "together"})
        EXPECT_FALSE(refusal(model(rung, {"launches=1"}))) << rung;
    const auto scope = [](const char* block) {
        return refusal(model("block_scope", {"launches=1", block}));
    };
    ASSERT_TRUE(scope("block=32"));
    EXPECT_EQ(scope("block=32")->use, 64);
    EXPECT_EQ(scope("block=96")->use, 128);
    EXPECT_EQ(scope("block=992")->use, 1024);
    EXPECT_FALSE(scope("block=64"));
    EXPECT_FALSE(scope("block=1024"));
    EXPECT_FALSE(refusal(model("block_scope", {"launches=2", "block=32"})));
}

// How often lines with these words ran, one by one.
std::vector<std::uint64_t> executions_of(const Run& made, const std::string& words) {
    std::vector<std::uint64_t> all;
    std::istringstream text(made.source_text);
    int number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        const auto counted = std::ranges::find(made.lines, number, &simulator::LineCounters::line);
        if (line.find(words) != std::string::npos && counted != made.lines.end())
            all.push_back(counted->executions);
    }
    return all;
}

// Fences: one for each warp, on either side. A flag for a warp in place of one for each lane: a
// quarter of the sectors, which are of 8 flags each.
TEST(MemoryModel, FencesAndLooksAreWhatTheoryGives) {
    EXPECT_EQ(executions_of(*run(model("fence", {"pairs=5"})), "__threadfence();"),
              (std::vector<std::uint64_t>{5, 5}));
    EXPECT_EQ(counted_on_line(model("release", {"pairs=5"})).global_load_sectors, 5u * 4);
    EXPECT_EQ(counted_on_line(model("together", {"pairs=5"})).global_load_sectors, 5u);
}

// A launch without a reader in it: twice as many launches, half as many warps in each.
TEST(MemoryModel, TwoLaunchesHaveAsManyWarps) {
    const auto one = run(model("block_scope", {"pairs=6", "launches=1", "block=64"}));
    const auto two = run(model("block_scope", {"pairs=6", "launches=2", "block=64"}));
    ASSERT_EQ(one->launches.size(), 1u);
    ASSERT_EQ(two->launches.size(), 2u);
    EXPECT_EQ(one->launches[0].grid.x, 6u);
    EXPECT_EQ(two->launches[0].grid.x, 3u);
    EXPECT_EQ(one->counters.global_store_requests, two->counters.global_store_requests);
}

}  // namespace
