// What lessons say of hardware, where they once said what is wrong or only half of it: what can be
// counted or was recorded is asked, not quoted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "lab/assets.h"
#include "lab/requests/prose.h"
#include "lab/time/model.h"
#include "lab/time/recordings.h"

namespace {

std::string prose_of(const char* lesson) {
    const auto text = lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / "assets/text/en" /
                                     (std::string(lesson) + ".md"));
    EXPECT_TRUE(text) << lesson;
    return text ? *text : "";
}

bool says(const char* lesson, std::string_view what) {
    return prose_of(lesson).find(what) != std::string::npos;
}

// As a number, whatever its unit and its groups of digits are.
double number_at(const std::string& reference) {
    const auto found = lab::resolved(reference);
    EXPECT_TRUE(found) << reference;
    std::string digits;
    for (const char c : found ? *found : "")
        if ((c >= '0' && c <= '9') || c == '.') digits += c;
    return digits.empty() ? -1 : std::stod(digits);
}

// Which keys take longer, bank conflicts say; that no count did was written there once.
TEST(Statements, SortedKeysTakeLongerAsTheirBankConflictsSay) {
    const std::string kernel = "radix_sort/one_sweep ";
    double before_ms = 0, before = -1;
    for (const char* spread : {" spread=one", "", " spread=sorted"}) {
        const std::string counted =
            kernel + "n=2^16 key=32 block=512" + spread + ".shared_store_bank_conflicts";
        const std::string timed = kernel + "n=2^28 key=32 block=512" + spread + ".time";
        EXPECT_TRUE(says("radix_sort", "{" + counted + "}")) << counted;
        EXPECT_TRUE(says("radix_sort", "{" + timed + "}")) << timed;
        EXPECT_GT(number_at(counted), before) << spread;
        EXPECT_GT(number_at(timed), before_ms) << spread;
        before = number_at(counted), before_ms = number_at(timed);
    }
}

// What one card has is no law of nature.
TEST(Statements, NumbersOfOneCardNameIt) {
    EXPECT_TRUE(says("memories", "all that an L1 of an H200 has"));
    EXPECT_TRUE(says("bytes_in_flight", "all that one of an {bytes_in_flight/one.device} holds"));
}

// In blocks of 256 the sweep takes as long as the addition, though it must move a third less.
TEST(Statements, BlocksThatBeginAreAReasonInSmallBlocksAlone) {
    const double small = number_at("roofline/add block=64.time"),
                 large = number_at("roofline/add.time");
    EXPECT_GT(small, 2 * large);
    EXPECT_TRUE(says("roofline", "begin 1\u00a0048\u00a0576 blocks, four times as many"));
    for (const std::string block : {"", " block=64"})
        EXPECT_NEAR(number_at("roofline/sweep" + block + ".time") /
                        number_at("roofline/add" + block + ".time"),
                    1, .03);
}

TEST(Statements, BlocksRunInAnyOrderAndErrorsComeLater) {
    EXPECT_TRUE(says("threads", "Blocks may run in any order"));
    EXPECT_TRUE(says("threads", "independent thread scheduling"));
    EXPECT_TRUE(says("threads", "CUDA_LAUNCH_BLOCKING=1"));
}

// How many bytes in flight do, by the recordings of the lesson alone: from there on every kernel is
// within a twentieth of the fastest, and none is that has half as many.
TEST(Statements, BytesInFlightThatDoAreThoseThatWereRecorded) {
    const double enough = lab::modelled_card().flight_bytes;
    double best = 0, least_with = 1e9, most_with_half = 0;
    std::vector<std::pair<double, double>> all;  // bytes in flight, GB/s
    for (const char* rung : {"one", "two", "four", "eight", "four_wide", "four_wide_four"}) {
        const std::string kernel = std::string("bytes_in_flight/") + rung;
        const double of_a_warp = 32 * number_at(kernel + ".global_load_sectors/global_load_rounds");
        for (const int warps : {2, 4, 8, 16, 32, 64}) {
            const std::string at = kernel + " warps=" + std::to_string(warps);
            all.emplace_back(of_a_warp * warps, number_at(at + ".rate"));
        }
    }
    for (const auto& [bytes, rate] : all) best = std::max(best, rate);
    for (const auto& [bytes, rate] : all) {
        if (bytes >= enough) least_with = std::min(least_with, rate / best);
        if (bytes <= enough / 2) most_with_half = std::max(most_with_half, rate / best);
    }
    EXPECT_GE(least_with, .95);
    EXPECT_LT(most_with_half, .9);
}

// One copy has one rate, on the page as on the screen.
TEST(Statements, ACopyHasOneRate) {
    const auto peak = lab::recorded_peak("NVIDIA H200");
    const auto page =
        lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / "docs/measuring.md");
    ASSERT_TRUE(peak && page);
    const std::string rate = std::to_string(std::llround(peak->gigabytes));
    EXPECT_NE(page->find("2777 GB/s and " + rate + ", the fastest of all its recordings"),
              std::string::npos)
        << rate;
}

// All have one loop: beside registers a read is a load more, and a turn has one index.
TEST(Statements, MemoriesAreComparedByOneLoop) {
    const auto instructions = [](const char* rung) {
        return number_at(std::string("memories/") + rung + ".line.warp_instructions");
    };
    const double reads = number_at("memories/global.line.global_load_requests");
    EXPECT_EQ(instructions("registers"), 2 * reads);
    for (const char* rung : {"local", "shared", "constant", "global", "read_only"}) {
        EXPECT_GE(instructions(rung), 3 * reads) << rung;
        EXPECT_LE(instructions(rung), (3 + 6. / 32) * reads) << rung;
    }
    EXPECT_TRUE(says("memories", "so that a read is two instructions, and a load"));
    EXPECT_TRUE(says("memories", "six instructions for each 32 reads"));
}

// So many reads of warps at one in a cycle: what is left of the recorded times is the launch, and
// what a turn does besides.
TEST(Statements, MemoriesTakeACycleForAWavefrontAndTwoForAPass) {
    const double reads = 4194304 / 32. * 32 * 4 / 132, microseconds = reads / 1980;
    EXPECT_TRUE(says("memories", "serves 127 100 of them. At 1.98 GHz these take 64 µs"));
    EXPECT_NEAR(reads, 127100, 10);
    EXPECT_NEAR(microseconds, 64, .5);
    for (const char* rung : {"shared", "global", "read_only"}) {
        const double taken = number_at(std::string("memories/") + rung + ".time");
        EXPECT_GT(taken, microseconds) << rung;
        EXPECT_LT(taken, 1.15 * microseconds) << rung;
    }
    EXPECT_GT(number_at("memories/constant.time"), 2 * microseconds);
    EXPECT_LT(number_at("memories/constant.time"), 2.15 * microseconds);
    // What the next reads of all numbers take is the same in local memory and in shared memory.
    const auto more = [](const std::string& rung) {
        return number_at("memories/" + rung + " reads=64.time") * 1000 -
               number_at("memories/" + rung + " reads=32.time");
    };
    EXPECT_NEAR(more("local") / more("shared"), 1, .1);
}

// Three strides of equal counts and unlike times: why is said beside them.
TEST(Statements, StridesOfEqualCountsHaveAReason) {
    const std::string kernel = "vector_addition/strided stride=";
    EXPECT_GT(number_at(kernel + "16.time"), 1.3 * number_at(kernel + "8.time"));
    EXPECT_GT(number_at(kernel + "32.time"), 1.2 * number_at(kernel + "16.time"));
    EXPECT_TRUE(says("vector_addition", "two side by side, 64 bytes"));
}

}  // namespace
