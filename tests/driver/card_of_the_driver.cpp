// The card of this machine, played by the driver of tests/fake_cuda: its facts are asked, not
// known, and those that are not told are left out with the reason.
#include <gtest/gtest.h>

#include <string>

#include "tests/fake_cuda/program.h"

namespace {

using fake::Answer;

constexpr int card_told = 0, card_refused = 2, no_card = 3;
constexpr auto played =
    "name=Played_card attribute.16=20 attribute.39=1536 attribute.106=24 "
    "attribute.36=1000000 attribute.37=256 attribute.75=8 attribute.76=9 ";

TEST(CardOfTheDriver, IsAskedForItsFacts) {
    const Answer answer = fake::run("card here", played);
    EXPECT_EQ(answer.code, card_told) << answer.text;
    for (const char* words :
         {"Played card, compute capability 8.9", "Asked from", "20", "1536", "48", "228 KiB",
          "1980 MHz", "64 GB/s", "MULTIPROCESSOR_COUNT", "Computed from 1000 MHz and 256 bits"})
        EXPECT_TRUE(answer.says(words)) << words << "\n" << answer.text;
    const Answer json = fake::run("card here --json -", played);
    EXPECT_TRUE(json.says("\"asked\": true")) << json.text;
    EXPECT_TRUE(json.says("\"amount\": 1536")) << json.text;
}

TEST(CardOfTheDriver, LeavesOutWhatIsNotTold) {
    const Answer answer = fake::run("card here", std::string("attribute.37=0 ") + played);
    EXPECT_EQ(answer.code, card_told) << answer.text;
    EXPECT_TRUE(answer.says("not told")) << answer.text;
    EXPECT_TRUE(answer.says("answers 0 for GLOBAL_MEMORY_BUS_WIDTH")) << answer.text;
    EXPECT_FALSE(answer.says("GB/s")) << answer.text;
}

// 20 multiprocessors with 6 blocks of 256 threads are 120 blocks.
TEST(CardOfTheDriver, DecidesTheGridOfALaunch) {
    const Answer answer = fake::run("run card/filled card=here n=2^20 rounds=4", played);
    EXPECT_EQ(answer.code, card_told) << answer.text;
    EXPECT_TRUE(answer.says("120")) << answer.text;
    const Answer text = fake::run("export card/filled card=here --out -", played);
    EXPECT_TRUE(text.says("On a Played card: 20 multiprocessors x 6 blocks = 120 at once"))
        << text.text;
}

TEST(CardOfTheDriver, IsNotChosenWhereItsFactsDoNotSuffice) {
    for (const auto& [misdeed, why] :
         {std::pair{"attribute.106=0", "answers 0 for MAX_BLOCKS_PER_MULTIPROCESSOR"},
          {"attribute.75=13", "its compute capability is 13.0"}}) {
        const Answer answer = fake::run("run card/filled card=here", misdeed);
        EXPECT_EQ(answer.code, card_refused) << answer.text;
        EXPECT_TRUE(answer.says(why)) << answer.text;
        EXPECT_TRUE(answer.says("card=2024 fits")) << answer.text;
    }
}

TEST(CardOfTheDriver, MayBeMissing) {
    const Answer run = fake::run("run card/filled card=here", "fail=cuInit status=100");
    EXPECT_EQ(run.code, card_refused) << run.text;
    EXPECT_TRUE(run.says("This machine has no card whose facts can be asked")) << run.text;
    const Answer card = fake::run("card here", "fail=cuInit status=100");
    EXPECT_EQ(card.code, no_card) << card.text;
    EXPECT_TRUE(card.says("no CUDA-capable device is detected")) << card.text;
    EXPECT_EQ(fake::run("card a100", "fail=cuInit status=100").code, card_told);
}

}  // namespace
