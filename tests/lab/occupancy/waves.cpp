// Waves by hand: how often a grid fills a card, and what is left for the last wave.
#include "lab/occupancy/waves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lab/occupancy/card_here.h"
#include "lab/occupancy/card_rows.h"
#include "lab/occupancy/data_sheet.h"

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
TEST(CardRows, OfKnownCardsHaveAllTheirFacts) {
    for (const Multiprocessor& of : lab::multiprocessors()) {
        ASSERT_TRUE(data_sheet_of_card(of.id)) << of.id;
        EXPECT_GT(data_sheet_of_card(of.id)->megahertz, 800) << of.id;
        EXPECT_EQ(card_rows(of).size(), 10u) << of.id;
        for (const CardRow& row : card_rows(of))
            EXPECT_TRUE(row.amount && *row.amount > 0 && row.source.ends_with(".") &&
                        row.source.starts_with("From the "))
                << of.id << ": " << row.words;
    }
    const auto gigabytes = [](const char* id) { return data_sheet_of_card(id)->gigabytes; };
    EXPECT_NEAR(gigabytes("8800gtx"), 384 / 8 * 1.8, .1);
    EXPECT_NEAR(gigabytes("gtx480"), 384 / 8 * 3.696, .1);
    EXPECT_NEAR(gigabytes("rtx4090"), 384 / 8 * 21, .1);
    EXPECT_NEAR(gigabytes("a100"), 5120 / 8 * 2.43, 1);
}

// Multiprocessors x cores x clock x 2, as their white papers have it.
TEST(DataSheets, HaveTheRateOfFloatsOfEachCard) {
    const auto floats = [](const char* id) { return data_sheet_of_card(id)->floats; };
    EXPECT_NEAR(floats("8800gtx"), 16 * 8 * 1.350 * 2, .1);
    EXPECT_NEAR(floats("gtx480"), 15 * 32 * 1.401 * 2, 1);
    EXPECT_NEAR(floats("k40"), 15 * 192 * .875 * 2, 1);
    EXPECT_NEAR(floats("k80"), 13 * 192 * .875 * 2, 1);
    EXPECT_NEAR(floats("gtx1060"), 10 * 128 * 1.708 * 2, 1);
}

TEST(DataSheets, OfCardsWithoutARecordingHaveNoDriversName) {
    EXPECT_FALSE(data_sheet(""));
    EXPECT_FALSE(data_sheet_of_card(""));
    ASSERT_TRUE(data_sheet("Tesla T4"));
    EXPECT_EQ(data_sheet("Tesla T4"), data_sheet_of_card("t4"));
    EXPECT_TRUE(data_sheet_of_card("8800gtx")->device.empty());
}

// The driver does not tell the allocation units. Known cards of the same capability have them.
TEST(CardHere, GetsTheUnitsOfItsCapability) {
    for (const Multiprocessor& of : lab::multiprocessors()) {
        const int major = of.capability.front() - '0', minor = of.capability.back() - '0';
        Multiprocessor made;
        made.register_piece = made.shared_piece = made.schedulers = 0;
        EXPECT_EQ(add_units(made, major, minor), major >= 5) << of.id;
        if (major < 5) continue;
        EXPECT_EQ(made.register_piece, of.register_piece) << of.id;
        EXPECT_EQ(made.shared_piece, of.shared_piece) << of.id;
        EXPECT_EQ(made.schedulers, of.schedulers) << of.id;
        EXPECT_EQ(made.registers_a_thread, of.registers_a_thread) << of.id;
    }
    Multiprocessor later;
    EXPECT_FALSE(add_units(later, 13, 0)) << "not guessed";
}

}  // namespace
