// The card in waves: what it says of a grid, and that the numbers of the card have their names.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/occupancy/card_rows.h"
#include "lab/asked.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

struct FilledPicture {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit FilledPicture(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {}
    DrawContext context() const { return {result, cursor, metrics, series}; }
    const View& view() const { return *find_view("waves"); }
    std::string claim() const { return view().words.claim(context()); }
    std::string sentence() const { return view().words.sentence(context()); }
    bool writes(const std::string& words) const {
        const Picture picture{"waves", result, cursor, {0, 0, 1100, 560}};
        return std::ranges::any_of(picture.notes.texts, [&](const NotedText& text) {
            return text.text.find(words) != std::string::npos;
        });
    }
};

TEST(CardInWaves, SaysHowManyWavesAGridTakes) {
    EXPECT_EQ(FilledPicture("card/one_each").claim(), "63 waves: the last has 64 blocks");
    EXPECT_EQ(FilledPicture("card/believed").claim(),
              "8 waves: the last has as many blocks as the others");
    EXPECT_EQ(FilledPicture("card/filled").claim(),
              "One wave: all blocks run at once, on every place");
    EXPECT_EQ(FilledPicture("card/filled", {"n=10000"}).claim(),
              "One wave: all blocks run at once");
    EXPECT_EQ(FilledPicture("card/one_more").claim(), "2 waves: the last has 1 block");
    EXPECT_NE(FilledPicture("card/one_more")
                  .sentence()
                  .find("In the last wave *131 multiprocessors* have none."),
              std::string::npos);
}

TEST(CardInWaves, DrawsFullWavesAndTheLast) {
    const FilledPicture tail("card/one_each");
    EXPECT_TRUE(tail.writes("Waves 1 to 62: 1\u2009056 blocks each"));
    EXPECT_TRUE(tail.writes("Wave 63: 64 blocks"));
    EXPECT_TRUE(tail.writes("98.5 %"));
    const FilledPicture once("card/filled");
    EXPECT_TRUE(once.writes("Wave 1: 1\u2009056 blocks"));
    EXPECT_FALSE(once.writes("Wave 2"));
}

// 64 warps of 32 threads; other cards have other numbers.
TEST(CardInWaves, NamesWhatADeviceQuerySays) {
    const FilledPicture now("card/filled"), first("card/filled", {"card=2006"});
    for (const char* words : {"multiProcessorCount", "132", "maxThreadsPerMultiProcessor",
                              "2\u2009048", "228 KiB", "cudaDevAttrClockRate", "4800 GB/s"})
        EXPECT_TRUE(now.writes(words)) << words;
    for (const char* words : {"GeForce 8800 GTX", "768", "8\u2009192", "1\u2009350 MHz"})
        EXPECT_TRUE(first.writes(words)) << words;
    EXPECT_FALSE(now.writes("asked from the driver"));
}

}  // namespace
