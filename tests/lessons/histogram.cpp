// A histogram: the passes of its atomics follow from the numbers and from where copies of the bins
// stand; every number is counted once; what does not fit is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <ranges>

#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* bin_rungs[] = {"global", "shared", "many", "per_warp", "per_lane", "wide"};
constexpr const char* skews[] = {"skew=uniform", "skew=few", "skew=one"};

Settings bins_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("histogram/" + rung, values);
}

std::vector<std::uint32_t> words_of(const Settings& settings, const char* name) {
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

// The most lanes of each 32 numbers in a row that share a bin and, of so many, a copy.
std::uint64_t passes_by_hand(const std::vector<std::uint32_t>& numbers, unsigned copies) {
    std::uint64_t passes = 0;
    for (std::size_t first = 0; first < numbers.size(); first += 32) {
        std::map<std::pair<std::uint32_t, std::size_t>, std::uint64_t> lanes;
        for (std::size_t i = first; i < std::min(first + 32, numbers.size()); ++i)
            ++lanes[{numbers[i], (i - first) % copies}];
        passes += std::ranges::max_element(lanes, {}, [](const auto& lane) {
                      return lane.second;
                  })->second;
    }
    return passes;
}

TEST(Histogram, PassesAreTheMostLanesAtOneBin) {
    for (const char* skew : skews) {
        const auto numbers = words_of(bins_of("global", {"n=1009", skew}), "numbers");
        ASSERT_EQ(numbers.size(), 1009u);
        for (const char* rung : {"global", "shared", "many", "per_warp"}) {
            const auto line = counted_on_line(bins_of(rung, {"n=1009", "block=128", skew}));
            EXPECT_EQ(line.atomics, 32u) << rung;
            EXPECT_EQ(line.atomic_passes, passes_by_hand(numbers, 1)) << rung << " " << skew;
        }
        for (const unsigned copies : {1u, 3u, 8u, 32u}) {
            const auto line = counted_on_line(
                bins_of("per_lane", {"n=1009", "copies=" + std::to_string(copies), skew}));
            EXPECT_EQ(line.atomic_passes, passes_by_hand(numbers, copies)) << copies << skew;
        }
    }
}

// All alike: the whole warp is one queue, and copies for warps change nothing about it.
TEST(Histogram, OneBinIsAQueueOf32) {
    for (const char* rung : {"global", "shared", "many", "per_warp"}) {
        const auto line = counted_on_line(bins_of(rung, {"n=4096", "skew=one"}));
        EXPECT_EQ(line.atomics, 128u) << rung;
        EXPECT_EQ(line.atomic_passes, 32 * 128u) << rung;
    }
    for (const unsigned copies : {1u, 2u, 4u, 5u, 8u, 16u, 31u, 32u}) {
        const auto line = counted_on_line(
            bins_of("per_lane", {"n=4096", "skew=one", "copies=" + std::to_string(copies)}));
        EXPECT_EQ(line.atomic_passes, 128 * ((32 + copies - 1) / copies)) << copies;
    }
}

// The one that the source says is counted at once in shared memory, the weight of one is not.
TEST(Histogram, AOneThatIsSeenIsAPass) {
    for (const char* rung : {"shared", "many", "per_warp", "per_lane", "wide"})
        for (const char* skew : skews) {
            const auto line =
                counted_on_line(bins_of(rung, {"n=4096", "blocks=1", "adds=one", skew}));
            EXPECT_GT(line.atomics, 0u) << rung;
            EXPECT_EQ(line.atomic_passes, line.atomics) << rung << " " << skew;
        }
    const Settings global = bins_of("global", {"adds=one"});
    EXPECT_TRUE(idle(global, *find_knob(*global.subject, "adds")));
}

TEST(Histogram, EveryNumberIsCountedOnce) {
    for (const char* rung : bin_rungs)
        for (const char* skew : skews)
            for (const char* adds : {"adds=weight", "adds=one"}) {
                const auto bins =
                    words_of(bins_of(rung, {"n=3001", "bins=61", "blocks=3", skew, adds}), "bins");
                EXPECT_EQ(bins.size(), 61u);
                EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0u), 3001u)
                    << rung << " " << skew;
            }
}

TEST(Histogram, IsRightAtEveryAwkwardSize) {
    for (const char* rung : bin_rungs)
        for (const char* n : {"n=1", "n=3", "n=33", "n=1021", "n=4099"})
            for (const char* bins : {"bins=4", "bins=33", "bins=300"})
                for (const char* block : {"block=1", "block=33", "block=256"})
                    EXPECT_TRUE(expect_right_or_refused(
                        bins_of(rung, {n, bins, block, "blocks=2", "copies=7"})))
                        << rung << " " << n << " " << bins << " " << block;
}

// A block's end asks as often as its numbers did, where it counts one a thread.
TEST(Histogram, AnEndIsPaidForEachBlock) {
    const auto count = [](const char* rung) {
        return run(bins_of(rung, {"n=8192", "blocks=2"}))->counters.atomics;
    };
    EXPECT_EQ(count("global"), 8192u / 32);
    EXPECT_GT(count("shared"), 1.9 * 8192 / 32);
    EXPECT_EQ(count("many"), 8192u / 32 + 2 * 256 / 32);
}

// Lanes begin with copies that lie in other banks.
TEST(Histogram, CopiesAreAddedUpWithoutConflicts) {
    for (const char* copies : {"copies=1", "copies=2", "copies=8", "copies=32"})
        EXPECT_EQ(run(bins_of("per_lane", {"n=4096", "blocks=2", copies}))
                      ->counters.shared_load_bank_conflicts,
                  0u)
            << copies;
}

TEST(Histogram, CopiesThatDoNotFitAreTold) {
    EXPECT_FALSE(refusal(bins_of("per_warp", {"block=1024", "bins=1816"})));
    const auto warps = refusal(bins_of("per_warp", {"block=1024", "bins=4096"}));
    ASSERT_TRUE(warps);
    expect_in_words(*warps, "per_warp");
    EXPECT_NE(warps->title.find("32 copies of 4096 bins take 512 KiB"), std::string::npos)
        << warps->title;
    EXPECT_EQ(warps->use, 1816);
    EXPECT_TRUE(refusal(bins_of("wide", {"copies=32", "bins=4096"})));
    EXPECT_FALSE(refusal(bins_of("wide", {"copies=8", "bins=4096"})));
    EXPECT_FALSE(refusal(bins_of("many", {"block=1024", "bins=4096"})));
}

}  // namespace
