// A radix sort: right at every size, in every order of blocks, without a race; its passes, ballots
// and requests are those of theory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "lab/cli/survey.h"
#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* sort_rungs[] = {"warp",     "bits",  "digits",   "blocks",
                                      "in_order", "eight", "one_sweep"};

// A knob is turned where a kernel opens, and its time is wanted there.
TEST(Survey, KnobsAreTurnedWhereAKernelOpensToo) {
    const auto all = survey(rungs_of(asked("radix_sort").subject));
    const auto wanted = [&](const Settings& settings) {
        return std::ranges::find(all, settings) != all.end();
    };
    for (const char* size : {"n=32", "n=2^19"})
        EXPECT_TRUE(wanted(asked("radix_sort/one_sweep", {size, "block=128"}))) << size;
    EXPECT_FALSE(wanted(asked("radix_sort/one_sweep", {"n=2^20", "block=128"})));
}

Settings sort_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("radix_sort/" + rung, values);
}

// Keys of one array, which a warp, a block or several blocks hold.
std::string some_keys(const std::string& rung) {
    if (rung == "warp") return "n=29";
    return rung == "bits" || rung == "digits" ? "n=100" : "n=2500";
}

TEST(Sorting, HasNoRaceInAnyBlock) {
    for (const std::string rung : sort_rungs)
        for (const char* equals : {"equals=ballot", "equals=match"}) {
            Request request;
            request.settings = sort_of(rung, {some_keys(rung), "block=128", "key=32", equals});
            Simulation simulation(request, {.check = Playing::Check::everywhere});
            while (!simulation.advance(1 << 26)) {
            }
            expect_right(*simulation.finish(), rung);
        }
}

// Any order of blocks gives the same: none waits for one that may not have begun.
TEST(Sorting, IsRightInEveryOrderOfBlocks) {
    for (const std::string rung : {"blocks", "in_order", "eight", "one_sweep"})
        for (const auto order : {simulator::Order::resident, simulator::Order::shuffled})
            for (const std::uint64_t seed : {1u, 2u}) {
                Request request;
                request.settings = sort_of(rung, {"n=3001", "block=32", "key=32"});
                request.order = order;
                request.order_seed = seed;
                expect_right(*simulate(request, Playing::counted()), rung);
            }
}

std::vector<std::uint32_t> words_held(const Settings& settings, const char* name) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents(name);
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), 4 * words.size());
    return words;
}

TEST(Sorting, KeysAreThoseThatWereChosen) {
    const auto keys = [](const char* width, const char* spread) {
        return words_held(sort_of("warp", {"n=32", "arrays=30", width, spread}), "keys");
    };
    EXPECT_LT(std::ranges::max(keys("key=10", "spread=all")), 1024u);
    EXPECT_GT(std::ranges::max(keys("key=10", "spread=all")), 950u);
    EXPECT_GT(std::ranges::max(keys("key=32", "spread=all")), 0xf0000000u);
    for (const char* width : {"key=10", "key=32"}) {
        const auto sorted = keys(width, "spread=sorted"), few = keys(width, "spread=few");
        EXPECT_TRUE(std::ranges::is_sorted(sorted));
        EXPECT_LT(sorted.front(), sorted.back());
        EXPECT_EQ(std::ranges::max(few), 3u);
        EXPECT_EQ(std::ranges::min(few), 0u);
        EXPECT_EQ(std::ranges::max(keys(width, "spread=one")), 0u);
    }
}

TEST(Sorting, APassIsAsManyKernelsAsItSays) {
    const auto launches = [](const char* rung, const std::vector<std::string>& values) {
        return run(sort_of(rung, values))->launches.size();
    };
    EXPECT_EQ(launches("warp", {"key=32"}), 1u);
    EXPECT_EQ(launches("bits", {"key=32"}), 1u);
    for (const char* rung : {"blocks", "in_order"}) {
        EXPECT_EQ(launches(rung, {"key=10"}), 3u * 3);
        EXPECT_EQ(launches(rung, {"key=32"}), 3u * 8);
        EXPECT_EQ(launches(rung, {"key=10", "digit=3"}), 3u * 4);
    }
    EXPECT_EQ(launches("eight", {"key=10"}), 3u * 2);
    EXPECT_EQ(launches("eight", {"key=32"}), 3u * 4);
    EXPECT_EQ(launches("one_sweep", {"key=10"}), 1u + 2);
    EXPECT_EQ(launches("one_sweep", {"key=32"}), 1u + 4);
}

// A ballot for each bit of a key; of a digit of eight bits eight, or one match, for each of the 16
// keys of a lane.
TEST(Sorting, BallotsAreThoseOfTheBits) {
    const auto votes = [](const char* rung, const std::vector<std::string>& values) {
        return run(sort_of(rung, values))->counters.votes;
    };
    EXPECT_EQ(votes("warp", {"n=20", "key=10"}), 10u);
    EXPECT_EQ(votes("warp", {"n=20", "key=32", "arrays=5"}), 5u * 32);
    EXPECT_EQ(votes("digits", {"n=100", "block=128", "key=32"}), 4u * 32);
    EXPECT_EQ(votes("digits", {"n=100", "block=128", "key=10", "digit=3"}), 4u * 12);
    for (const char* rung : {"eight", "one_sweep"}) {
        EXPECT_EQ(votes(rung, {"n=100", "block=64", "key=32"}), 4u * 2 * 16 * 8);
        EXPECT_EQ(votes(rung, {"n=100", "block=64", "key=32", "equals=match"}), 4u * 2 * 16);
    }
}

// Sectors that warps write when keys of each block, as they come or in order of the digit, go to
// their places; leaves the keys as the pass does.
std::uint64_t sectors_of_a_pass(std::vector<std::uint32_t>& keys, int shift, bool in_order,
                                std::size_t block) {
    const auto digit = [&](std::size_t i) { return keys[i] >> shift & 15; };
    std::vector<std::size_t> all(keys.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    std::vector<std::size_t> as_written = all;
    std::ranges::stable_sort(all, {}, digit);
    std::vector<std::size_t> place(keys.size());
    std::vector<std::uint32_t> next(keys.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        place[all[i]] = i;
        next[i] = keys[all[i]];
    }
    std::uint64_t sectors = 0;
    for (std::size_t first = 0; first < keys.size(); first += block) {
        const auto from = as_written.begin() + std::ptrdiff_t(first);
        const std::size_t held = std::min(block, keys.size() - first);
        if (in_order)
            std::stable_sort(from, from + std::ptrdiff_t(held),
                             [&](auto a, auto b) { return digit(a) < digit(b); });
        for (std::size_t warp = first; warp < first + held; warp += 32) {
            std::set<std::size_t> touched;
            for (std::size_t i = warp; i < std::min(warp + 32, first + held); ++i)
                touched.insert(place[as_written[i]] / 8);
            sectors += touched.size();
        }
    }
    keys = next;
    return sectors;
}

TEST(Sorting, TheScatterAsksForTheSectorsOfItsPlaces) {
    for (const char* rung : {"blocks", "in_order"})
        for (const char* spread : {"spread=all", "spread=few", "spread=sorted"}) {
            const Settings settings = sort_of(rung, {"n=1000", "block=96", "key=32", spread});
            auto keys = words_held(settings, "keys");
            std::uint64_t sectors = 0;
            for (int shift = 0; shift < 32; shift += 4)
                sectors += sectors_of_a_pass(keys, shift, rung == std::string("in_order"), 96);
            EXPECT_TRUE(std::ranges::is_sorted(keys));
            EXPECT_EQ(counted_on_line(settings).global_store_sectors, sectors) << rung << spread;
        }
}

// No pass changes how many keys have a digit: all are counted before the first.
TEST(Sorting, OneSweepCountsAllDigitsAtOnce) {
    const Settings settings = sort_of("one_sweep", {"n=5000", "block=64", "key=32"});
    const auto keys = words_held(settings, "keys"), totals = words_held(settings, "totals");
    std::vector<std::uint32_t> counted(4 * 256, 0);
    for (const std::uint32_t key : keys)
        for (std::size_t pass = 0; pass < 4; ++pass)
            ++counted[256 * pass + (key >> 8 * pass & 255)];
    EXPECT_EQ(totals, counted);
    const auto eight = run(sort_of("eight", {"n=2^14", "key=32"}))->counters;
    const auto sweep = run(sort_of("one_sweep", {"n=2^14", "key=32"}))->counters;
    EXPECT_LT(sweep.bytes_asked, .7 * double(eight.bytes_asked));
}

TEST(Sorting, WhatDoesNotFitIsTold) {
    const auto told = [](const char* rung, const std::vector<std::string>& values) {
        const auto refused = refusal(sort_of(rung, values));
        return refused ? std::pair(refused->knob, refused->use.value_or(-1)) : std::pair("", -1L);
    };
    using Told = std::pair<std::string, std::int64_t>;
    EXPECT_EQ(told("warp", {"n=33"}), Told("n", 32));
    EXPECT_EQ(told("bits", {"n=257", "block=256"}), Told("block", 288));
    EXPECT_EQ(told("digits", {"n=2000", "block=256"}), Told("n", 256));
    EXPECT_EQ(told("eight", {"block=100"}).first, "block");
    EXPECT_EQ(told("eight", {"block=1024"}), Told("", -1));
}

// Every pass is made, whatever keys there are.
TEST(Sorting, EqualKeysSaveNoInstruction) {
    for (const char* rung : {"bits", "digits", "blocks", "in_order", "eight"}) {
        const auto of = [&](const char* spread) {
            return run(sort_of(rung, {"n=32", "key=32", spread}))->counters.warp_instructions;
        };
        EXPECT_NEAR(double(of("spread=few")), double(of("spread=all")),
                    .05 * double(of("spread=all")))
            << rung;
    }
}

// The lesson opens on a warp, and so does what it asks.
TEST(Sorting, TheFirstQuestionIsOfTheFirstKernel) {
    const std::string& answer = find_lesson("radix_sort")->predictions.front().answer;
    EXPECT_TRUE(answer.starts_with("radix_sort/warp.")) << answer;
}

}  // namespace
