// Waves by hand: how often a grid fills a card, and what is left for the last wave.
#include "lab/occupancy/waves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lab/occupancy/card_facts.h"
#include "lab/time/data_sheet.h"

namespace {

using namespace lab;

Waves waves_on(const std::string& id, BlockNeeds needs, std::int64_t blocks) {
    const auto of = std::ranges::find(lab::multiprocessors(), id, &Multiprocessor::id);
    return waves_of(*of, occupancy_of(*of, needs), blocks);
}

// 132 multiprocessors with 8 blocks of 256 threads each are 1056.
TEST(Waves, AreCountedByTheBlocksThatFitAtOnce) {
    const auto count = [](std::int64_t blocks) {
        return waves_on("h200", {256, 12}, blocks).count();
    };
    EXPECT_EQ(waves_on("h200", {256, 12}, 1).at_once(), 1056);
    EXPECT_EQ(count(1), 1);
    EXPECT_EQ(count(1056), 1);
    EXPECT_EQ(count(1057), 2);
    EXPECT_EQ(count(8448), 8) << "16 384 threads for each multiprocessor";
    EXPECT_EQ(count(65536), 63);
    EXPECT_EQ(waves_on("8800gtx", {256, 10}, 49).count(), 2) << "16 x 3 at once";
    EXPECT_EQ(waves_on("8800gtx", {1024}, 49).count(), 0) << "no block has room";
}

TEST(Waves, HaveTheRestInTheLast) {
    const Waves waves = waves_on("h200", {256, 12}, 65536);
    EXPECT_EQ(waves.in(0), 1056);
    EXPECT_EQ(waves.in(61), 1056);
    EXPECT_EQ(waves.in(62), 64) << "65 536 - 62 x 1056";
    EXPECT_EQ(waves.in(63), 0);
    EXPECT_EQ(waves.idle(61), 0);
    EXPECT_EQ(waves.idle(62), 68);
    EXPECT_NEAR(waves.filled(), 65536. / 66528, 1e-12);
}

// Each multiprocessor gets a block before any gets a second one, and none is lost.
TEST(Waves, SpreadTheirBlocks) {
    const Waves waves = waves_on("h200", {256, 12}, 1056 + 133);
    EXPECT_EQ(waves.on(0, 0), 8);
    EXPECT_EQ(waves.on(0, 131), 8);
    EXPECT_EQ(waves.on(1, 0), 2);
    EXPECT_EQ(waves.on(1, 1), 1);
    EXPECT_EQ(waves.on(1, 131), 1);
    for (const std::int64_t blocks : {1, 131, 132, 133, 1000, 1056, 1057}) {
        const Waves some = waves_on("h200", {256, 12}, blocks);
        std::int64_t all = 0;
        for (std::int64_t wave = 0; wave < some.count(); ++wave)
            for (std::int64_t i = 0; i < some.multiprocessors; ++i) all += some.on(wave, i);
        EXPECT_EQ(all, blocks);
    }
}

// Bus width in bytes x rate of a pin, from the same sheets: 384 bits at 1.8 Gbit/s, and so on.
TEST(CardFacts, AreThoseOfEachCard) {
    const auto facts = [](const std::string& id) {
        return facts_of(*std::ranges::find(lab::multiprocessors(), id, &Multiprocessor::id));
    };
    for (const Multiprocessor& of : lab::multiprocessors()) {
        EXPECT_EQ(facts_of(of).id, of.id);
        EXPECT_GT(facts_of(of).megahertz, 800) << of.id;
        EXPECT_FALSE(facts_of(of).source.empty()) << of.id;
    }
    EXPECT_NEAR(facts("8800gtx").gigabytes_a_second, 384 / 8 * 1.8, .1);
    EXPECT_NEAR(facts("gtx480").gigabytes_a_second, 384 / 8 * 3.696, .1);
    EXPECT_NEAR(facts("rtx4090").gigabytes_a_second, 384 / 8 * 21, .1);
    EXPECT_NEAR(facts("a100").gigabytes_a_second, 5120 / 8 * 2.43, 1);
}

// The roofline has the same rates, under the names that drivers give the cards.
TEST(CardFacts, AgreeWithTheDataSheets) {
    for (const auto& [id, device] : {std::pair("h200", "NVIDIA H200"),
                                     {"a100", "NVIDIA A100-SXM4-40GB"},
                                     {"v100", "Tesla V100-SXM2-16GB"},
                                     {"t4", "Tesla T4"},
                                     {"rtx4090", "NVIDIA GeForce RTX 4090"}}) {
        const auto of = std::ranges::find(lab::multiprocessors(), id, &Multiprocessor::id);
        ASSERT_TRUE(of != lab::multiprocessors().end() && data_sheet(device)) << id;
        EXPECT_EQ(facts_of(*of).gigabytes_a_second, data_sheet(device)->gigabytes) << id;
    }
}

}  // namespace
