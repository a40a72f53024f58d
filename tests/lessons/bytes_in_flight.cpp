// Bytes in flight: what theory says of rounds and of what is under way in each, where blocks fit,
// and which thread adds which floats.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/run.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

simulator::Counters counted(const std::string& rung, const std::vector<std::string>& values) {
    return run(asked("bytes_in_flight/" + rung, values))->counters;
}

struct Reader {
    const char* rung;
    std::uint64_t loads;  // a round
    std::uint64_t width;  // floats of a load
};
constexpr Reader readers[] = {{"one", 1, 1},   {"two", 2, 1},       {"four", 4, 1},
                              {"eight", 8, 1}, {"four_wide", 1, 4}, {"four_wide_four", 4, 4}};

// A warp waits once for all loads of a round, and each of its rounds is full.
TEST(BytesInFlight, RoundsAreTheFloatsOfAThreadByThoseOfARound) {
    for (const auto& [rung, loads, width] : readers)
        for (const int block : {32, 64, 256}) {
            const auto found =
                counted(rung, {"n=2^16", "warps=32", "block=" + std::to_string(block)});
            constexpr std::uint64_t warps = 65536 / 32 / 32;  // each thread has 32 floats
            EXPECT_EQ(found.global_load_rounds, 32 / (loads * width) * warps) << rung;
            EXPECT_EQ(found.global_load_requests, 32 / width * warps) << rung;
            EXPECT_EQ(found.global_load_sectors, 65536u * 4 / 32) << rung;
            EXPECT_EQ(found.bytes_requested, 4u * (65536 + 32 * warps)) << rung;
        }
}

// The last round has all its loads although nothing is left for some of them: no branch parts them.
TEST(BytesInFlight, TheLastRoundIsNotParted) {
    for (const auto& [rung, loads, width] : readers) {
        // 64 threads and 36 floats of each: no multiple of 8 or 16
        const auto found = counted(rung, {"n=2112", "block=64"});
        constexpr std::uint64_t threads = 128, each = 20;  // 2112 / 128 = 16.5 floats
        const std::uint64_t pieces = 2112 / width, per_round = threads * loads;
        std::uint64_t rounds = 0;
        for (std::uint64_t warp = 0; warp < threads / 32; ++warp)
            for (std::uint64_t first = 32 * warp; first < pieces; first += per_round) ++rounds;
        EXPECT_EQ(found.global_load_rounds, rounds) << rung;
        EXPECT_EQ(found.global_load_requests, rounds * loads) << rung;
        EXPECT_LT(found.global_load_requests * width, each * threads) << rung;
    }
}

TEST(BytesInFlight, IsRightAtEveryAwkwardSize) {
    for (const Reader& reader : readers)
        for (const char* size : {"n=1", "n=2", "n=3", "n=4", "n=5", "n=31", "n=33", "n=127",
                                 "n=1000", "n=1009", "n=2112", "n=4099", "n=70001"})
            for (const char* block : {"block=1", "block=33", "block=64", "block=1000"})
                EXPECT_TRUE(expect_right_or_refused(
                    asked(std::string("bytes_in_flight/") + reader.rung,
                          {size, block, block == std::string("block=1") ? "warps=2" : "warps=64"})))
                    << size << " " << block;
}

// 132 multiprocessors, each with as many warps, unless a thread would have fewer than 32 floats.
TEST(BytesInFlight, TheGridIsOfTheWarpsThatAreAskedFor) {
    const auto blocks = [](const std::vector<std::string>& values) {
        const Plan plan = plan_of(asked("bytes_in_flight/one", values));
        const auto launch = std::ranges::find_if(
            plan.steps, [](const PlanStep& step) { return std::holds_alternative<Launch>(step); });
        return std::get<Launch>(*launch).size.grid.count();
    };
    EXPECT_EQ(blocks({}), 132u * 32);
    EXPECT_EQ(blocks({"warps=2"}), 132u);
    EXPECT_EQ(blocks({"warps=64", "block=1024"}), 132u * 2);
    EXPECT_EQ(blocks({"warps=12", "block=96"}), 132u * 4);
    EXPECT_EQ(blocks({"n=2^16"}), 65536u / 32 / 64);
    EXPECT_EQ(blocks({"n=65537"}), 65536u / 32 / 64 + 1);
}

TEST(BytesInFlight, WarpsThatFitNoWholeBlocksAreRefused) {
    const auto refused = [](const std::vector<std::string>& values) {
        return refusal(asked("bytes_in_flight/eight", values));
    };
    const auto too_large = refused({"warps=4", "block=256"});
    ASSERT_TRUE(too_large);
    EXPECT_EQ(too_large->title,
              "A block of 256 threads has 8 warps, but only 4 are chosen for each multiprocessor");
    EXPECT_EQ(too_large->knob, "block");
    EXPECT_EQ(too_large->use, 128);
    const auto no_multiple = refused({"warps=9", "block=128"});
    ASSERT_TRUE(no_multiple);
    EXPECT_EQ(no_multiple->knob, "warps");
    EXPECT_EQ(no_multiple->use, 8);
    const auto too_many = refused({"warps=64", "block=32"});
    ASSERT_TRUE(too_many);
    EXPECT_EQ(too_many->limit, 32);
    EXPECT_EQ(too_many->use, 32);
    EXPECT_FALSE(refused({"warps=64", "block=64"}));
    EXPECT_FALSE(refused({"warps=32", "block=32"}));
    EXPECT_FALSE(refused({"warps=4", "block=128"}));
}

// Of a large sum some threads are compared, in all lanes; of a small one all.
TEST(BytesInFlight, ComparesThreadsOfAllLanes) {
    const auto elements = [](const char* size) {
        return compared_elements(asked("bytes_in_flight/four_wide", {size}));
    };
    EXPECT_TRUE(elements("n=2^22").empty());
    const auto some = elements("n=2^26");
    EXPECT_NEAR(double(some.size()), 132 * 64 * 32 / 16, 2);
    expect_all_lanes(some);
    EXPECT_EQ(some.back(), 132u * 64 * 32 - 1);
    EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
}

// Two blocks, in which every kernel reads the same floats; what fills no load of 16 bytes stays.
TEST(BytesInFlight, PicturesHaveTheSameFloatsInFewerRounds) {
    for (const auto& [rung, loads, width] : readers) {
        const Settings drawn = picture_of(asked(std::string("bytes_in_flight/") + rung));
        EXPECT_EQ(drawn[*drawn.subject->size], 4096);
        EXPECT_EQ(run(drawn)->counters.global_load_rounds, 4 * 32 / (loads * width)) << rung;
    }
    const Settings odd = picture_of(asked("bytes_in_flight/four_wide", {"n=1000003"}));
    EXPECT_EQ(odd[*odd.subject->size], 4095);
    const Settings even = picture_of(asked("bytes_in_flight/four_wide", {"n=1000002"}));
    EXPECT_EQ(even[*even.subject->size], 4094);
}

}  // namespace
