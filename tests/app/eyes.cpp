// What fresh eyes found in the window, and must not come back.
#include <gtest/gtest.h>

#include "app/views/ledger/ledger_size.h"
#include "lab/asked.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

// Tabs whose names are longer than an even share take from those that are shorter.
TEST(Eyes, AllTabsOfTheStageHaveLettersOfOneSize) {
    Driver driver;
    driver.shell.restore("bytes_in_flight/eight warps=4");
    driver.settle();
    float small = 1e6, large = 0;
    int tabs = 0;
    const Rect row = driver.control("stage.picture.0")->area;
    for (const NotedText& text : driver.texts) {
        const bool tab = text.text == "Loads in flight" || text.text == "Data flow" ||
                         text.text == "Occupancy" || text.text == "Scheduler";
        if (!tab || text.box.middle_y() < row.y || text.box.middle_y() > row.bottom()) continue;
        ++tabs;
        small = std::min(small, text.style.size), large = std::max(large, text.style.size);
    }
    EXPECT_EQ(tabs, 4);
    EXPECT_EQ(small, large);
    EXPECT_TRUE(driver.misplaced.empty());
}

// Cards are of other settings than those that are refused: they are dim, and say whose they are.
TEST(Eyes, CardsAreDimAndSayWhoseTheyAreWhereSettingsAreRefused) {
    Driver driver;
    const auto dims = [&] {
        return those(driver.marks,
                     [](const NotedMark& mark) {
                         return mark.is(MarkKind::fill, Role::panel) && mark.colour.alpha < .9f &&
                                mark.box.y > 700 && mark.box.w > 300;
                     })
            .size();
    };
    driver.shell.restore("reduction/any_block");
    driver.settle();
    EXPECT_EQ(dims(), 0u);
    EXPECT_FALSE(driver.sees("last run"));
    driver.shell.session.settings().set(*driver.shell.session.subject()->knobs[0], 2048);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_EQ(dims(), 3u);
    for (const char* card : {"timings", "rungs_compared"})
        EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == card && text.text == "last run";
        })) << card;
}

// At any width a legend has a word for each of its marks.
TEST(Eyes, TheLegendOfABlockWithoutRoomSaysHatched) {
    for (const float width : {1366.f, 1920.f}) {
        Driver driver(width, width * 9 / 16);
        driver.shell.restore("occupancy/one");
        driver.settle();
        EXPECT_TRUE(driver.sees("hatched")) << width;
    }
}

// Figures are for slides: their bars use the height that there is.
TEST(Eyes, BarsOfAFigureUseItsHeight) {
    Driver driver;
    driver.shell.restore("transpose/copy n=128");
    driver.settle();
    const lab::Result& result = *driver.shell.session.shown();
    for (const char* view : {"instruction_mix", "coalescing"}) {
        const Picture figure(view, result, driver.shell.playback.cursor, {0, 0, 1240, 640});
        float lowest = 0;
        for (const NotedMark& mark : figure.notes.marks)
            if (mark.is(MarkKind::fill, Role::accent)) lowest = std::max(lowest, mark.box.bottom());
        EXPECT_GT(lowest, .8f * 640) << view;
        EXPECT_TRUE(misplaced_texts(figure.notes).empty()) << view;
    }
}

// Numbers that stand for places say so where cells have room for them; other values do not.
TEST(Eyes, NumbersOfASignatureThatAreIndicesSaySo) {
    for (const float width : {1366.f, 1920.f}) {
        Driver driver(width, width * 9 / 16);
        driver.shell.slot = Slot::warp;
        driver.shell.view_of_slot[Slot::warp] = "signature";
        driver.shell.restore("transpose/tile n=128");
        driver.settle();
        driver.shell.slot = Slot::warp;
        driver.settle();
        ASSERT_EQ(driver.shell.stage_view()->id, "signature");
        const bool says =
            driver.sees("each number is its index in in") || driver.sees("indices of in");
        EXPECT_EQ(says, width > 1500) << width;
        EXPECT_TRUE(driver.misplaced.empty()) << width;
        driver.shell.restore("laplace/blocks");
        driver.settle();
        EXPECT_FALSE(driver.sees("indices of")) << "values of a field are none";
        EXPECT_FALSE(driver.sees("is its index")) << "values of a field are none";
    }
}

// In the light theme as well as in the dark one a tooltip's ground is dark.
TEST(Eyes, BoldWordsOfATooltipKeepItsInk) {
    CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const TextStyle ink{Font::regular, 12, Colour::of(0xFFFFFF)},
        own{Font::regular, 12, Role::text2};
    paragraph(canvas, {0, 0, 400, 40}, "*bold* plain", ink);
    for (const NotedText& text : canvas.texts) EXPECT_TRUE(text.style.colour.fixed) << text.text;
    paragraph(canvas, {0, 40, 400, 40}, "*stressed*", own);
    EXPECT_EQ(canvas.texts.back().style.colour.role, Role::text);
}

// The first picture of the first lesson has its formula whole at a laptop's size.
TEST(Eyes, TheFormulaOfAThreadsNumberIsWholeOnALaptop) {
    Driver driver(1366, 768);
    driver.shell.restore("threads/thread_index");
    driver.settle();
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "first_minute";
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "first_minute");
    EXPECT_TRUE(driver.sees("i = blockIdx"));
    EXPECT_TRUE(driver.sees("blockDim"));
    EXPECT_TRUE(driver.sees("+ threadIdx"));
    EXPECT_TRUE(driver.misplaced.empty());
}

// Kernels may be drawn at sizes of their own: their counts do not race then.
TEST(Eyes, PicturesOfTwoSizesDoNotRace) {
    Driver driver;
    driver.shell.restore("occupancy/one");
    driver.settle();
    driver.shell.session.stand_beside(4);
    driver.settle();
    EXPECT_TRUE(driver.sees("size: not compared"));
    EXPECT_FALSE(driver.sees("issue slots"));
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.shell.session.stand_beside(1);
    driver.settle();
    EXPECT_FALSE(driver.sees("size: not compared"));
    EXPECT_TRUE(driver.sees("issue slots"));
}

// Pictures of two kernels may be of different sizes; columns beside each other never are.
TEST(Eyes, TheLedgerCountsKernelsBesideTheShownOneAtItsSize) {
    const lab::Settings now = *lab::settings_named("occupancy/one");
    lab::Settings two = now;
    two.rung = 1;
    const lab::Knob& size = *now.subject->size;
    ASSERT_NE(lab::picture_of(now)[size], lab::picture_of(two)[size]);
    const auto as_drawn = [](const lab::Settings& shown, const lab::Settings& of) {
        return alike(lab::picture_of(shown), shown, of);
    };
    EXPECT_EQ(as_drawn(now, two)[size], lab::picture_of(now)[size]);
    EXPECT_EQ(as_drawn(now, now), lab::picture_of(now));
    const lab::Settings sum = *lab::settings_named("reduction/strided");
    EXPECT_EQ(as_drawn(*lab::settings_named("reduction/sequential"), sum), lab::picture_of(sum));
}

TEST(Eyes, NoColumnOfTheLedgerIsEmptyWithoutAReason) {
    for (const auto& [width, height] : {std::pair{1366.f, 768.f}, {1920.f, 1080.f}})
        for (const char* state : {"occupancy/one", "occupancy/four", "occupancy/all_warps"}) {
            Driver driver(width, height);
            driver.shell.restore(state);
            driver.settle();
            driver.shell.session.complete(usual_card_cost, 64);
            driver.frame();
            EXPECT_TRUE(driver.sees("Warp instructions")) << state;
            for (const char* empty : {"waits", "not counted yet", "not counted at this size yet"})
                for (const NotedText& text : driver.texts)
                    EXPECT_FALSE(text.text == empty && text.card == "ledger") << state;
        }
}

}  // namespace
