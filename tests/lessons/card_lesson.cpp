// The card: grids by hand, the waves that they take, and the program that asks the card.
#include <gtest/gtest.h>

#include "lab/host_code/host_code.h"
#include "lab/occupancy/waves.h"
#include "lab/requests/prose.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Waves card_waves(const std::string& rung, const std::vector<std::string>& values = {}) {
    const auto filled = filled_card(asked("card/" + rung, values));
    return filled ? filled->waves : Waves{};
}

TEST(CardLesson, TheGridsAreThoseOfTheChosenCard) {
    EXPECT_EQ(card_waves("one_each").blocks, 65536) << "2^24 / 256";
    EXPECT_EQ(card_waves("believed").blocks, 132 * 16384 / 256);
    EXPECT_EQ(card_waves("filled").blocks, 132 * 8);
    EXPECT_EQ(card_waves("one_more").blocks, 132 * 8 + 1);
    EXPECT_EQ(card_waves("filled", {"card=2006"}).blocks, 16 * 2) << "12 registers a thread";
    EXPECT_EQ(card_waves("filled", {"card=2020"}).blocks, 108 * 8);
    EXPECT_EQ(card_waves("filled", {"card=2022"}).blocks, 128 * 6) << "1536 threads";
    EXPECT_EQ(card_waves("filled", {"shared=100"}).blocks, 132 * 2);
    EXPECT_EQ(card_waves("filled", {"n=10000"}).blocks, 10) << "four numbers a thread at least";
}

TEST(CardLesson, TakesWaves) {
    EXPECT_EQ(card_waves("one_each").count(), 63);
    EXPECT_EQ(card_waves("believed").count(), 8);
    EXPECT_EQ(card_waves("filled").count(), 1);
    EXPECT_EQ(card_waves("one_more").count(), 2);
    EXPECT_EQ(card_waves("one_more").idle(1), 131);
    EXPECT_EQ(card_waves("one_each", {"card=2006"}).count(), 1366) << "16 x 3 at once";
    for (const char* card : {"2006", "2010", "2013", "2014", "2017", "2018", "2020", "2022"}) {
        const std::string year = std::string("card=") + card;
        EXPECT_EQ(card_waves("filled", {year}).count(), 1) << card;
        EXPECT_EQ(card_waves("one_more", {year}).count(), 2) << card;
    }
}

// What texts and questions name is what the picture shows.
TEST(CardLesson, NamesItsNumbers) {
    EXPECT_EQ(*number_of("card/believed.threads_at_once"), 2048);
    EXPECT_EQ(*number_of("card/believed card=2006.threads_at_once"), 512);
    EXPECT_EQ(*number_of("card/believed.waves"), 8);
    EXPECT_EQ(*number_of("card/one_each.idle_in_last_wave"), 68);
    EXPECT_EQ(*number_of("card/one_more.grid_blocks"), 1057);
    EXPECT_FALSE(number_of("card/filled block=1024 card=2006.waves")) << "it has no room";
}

TEST(CardLesson, ItsProgramAsksTheCard) {
    const auto program = [](const std::string& rung, std::vector<std::string> values = {}) {
        return *program_text({.settings = asked("card/" + rung, values)});
    };
    const auto has = [](const std::string& text, const char* words) {
        return text.find(words) != std::string::npos;
    };
    const std::string filled = program("filled", {"shared=100"});
    EXPECT_TRUE(has(filled, "cudaGetDeviceProperties(&device, 0)"));
    EXPECT_TRUE(has(filled, "cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0)"));
    EXPECT_TRUE(has(filled, "(&blocks_at_once, advance_all, 256,"));
    EXPECT_TRUE(has(filled, "blocks = multiprocessors * blocks_at_once, threads = 256,")) << filled;
    EXPECT_LT(filled.find("cudaFuncSetAttribute"), filled.find("&blocks_at_once"))
        << "a block that is not allowed does not fit";
    EXPECT_TRUE(has(program("one_more"), "multiprocessors * blocks_at_once + 1"));
    EXPECT_TRUE(has(program("one_each"), "blocks = 65536"));
    EXPECT_FALSE(has(program("one_each"), "blocks_at_once"));
    EXPECT_TRUE(has(program("filled", {"n=10000"}), "blocks = 10,")) << "too few numbers";
    EXPECT_TRUE(has(program("one_each"), "65536 blocks are 63 waves."));
}

}  // namespace
