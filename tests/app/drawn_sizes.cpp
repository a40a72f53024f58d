// Pictures of a smaller size say that they are drawn so, and of what size.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/drawn_words.h"
#include "app/format.h"
#include "lab/asked.h"
#include "tests/app/opened.h"

namespace {

using namespace app;
using namespace test;

TEST(DrawnSizes, EveryNoteOfASmallerPictureSaysThatItIsDrawn) {
    int notes = 0;
    for (float width = 900; width < 2000; width += 40) {
        Opened histogram("histogram/global", width, 768);
        histogram.driver.key(Key::one);
        while (histogram.driver.shell.stage_view()->id != "lanes" && ++notes < 200)
            histogram.driver.key(Key::one);
        for (const NotedText& text : histogram.driver.texts)
            EXPECT_FALSE(text.text.starts_with("block 0 of")) << width;
        notes += std::ranges::any_of(histogram.driver.texts, [](const NotedText& text) {
            return text.text.starts_with("drawn");
        });
    }
    EXPECT_GT(notes, 0);
}

// "drawn: 640 numbers", "drawn: 640".
bool is_drawn_size(const NotedText& text) {
    return text.card == "stage" && text.text.starts_with("drawn: ") &&
           text.text.find_first_of("0123456789") != std::string::npos;
}

// In little room the unit goes, not the word, and the title rather than both.
TEST(DrawnSizes, ASmallerPictureAlwaysSaysThatItIsDrawn) {
    for (const char* rung : {"average/one_sum", "dot_product/products", "reduction/two_passes",
                             "pi/ballot", "matrix_product/transposed"})
        for (const auto& [width, height] : {std::pair{1920, 1080}, {1366, 768}, {1280, 720}}) {
            Opened drawn(rung, width, height);
            EXPECT_TRUE(std::ranges::any_of(drawn.driver.texts, is_drawn_size))
                << rung << " " << width;
            for (const NotedText& text : drawn.driver.texts)
                EXPECT_TRUE(text.card != "stage" || text.text != "drawn") << rung << " " << width;
        }
}

// Of another number of chunks as many sweeps are drawn: else their counts say nothing.
TEST(DrawnSizes, AsManySweepsAreDrawnOfAnyNumberOfChunks) {
    const auto drawn = [](const char* chunks) {
        lab::Settings asked = *lab::settings_named("streams/overlapped");
        EXPECT_FALSE(lab::assign(asked, chunks));
        const lab::Settings picture = lab::picture_of(asked);
        return picture[*lab::find_knob(*picture.subject, "sweeps")];
    };
    EXPECT_EQ(drawn("chunks=1"), drawn("chunks=16"));
}

TEST(DrawnSizes, WhatAKernelHasNoUseForIsNotDrawn) {
    const lab::Settings one = *lab::settings_named("tridiagonal/fixed"),
                        many = *lab::settings_named("tridiagonal/blocks");
    EXPECT_EQ(drawn_words(lab::picture_of(one), one, grouped), "");
    EXPECT_NE(drawn_words(lab::picture_of(many), many, grouped).find("systems"), std::string::npos);
}

}  // namespace
