// Figures of their own: what they show fills them.
#include <gtest/gtest.h>

#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;
using namespace test;

lab::Result picture_of_a_tile() {
    lab::Request request;
    request.settings = lab::picture_of(*lab::settings_named("transpose/tile"));
    lab::Result result;
    result.request = request;
    result.picture = result.counted = lab::simulate(request);
    return result;
}

float foot(const CanvasNotes& notes) {
    float lowest = 0;
    for (const NotedMark& mark : notes.marks) lowest = std::max(lowest, mark.box.bottom());
    return lowest;
}

TEST(FigureRoom, RowsOfTheInstructionMixGrow) {
    const lab::Result result = picture_of_a_tile();
    EXPECT_GT(foot(Picture("instruction_mix", result, {}, {0, 0, 1240, 620}).notes), 420);
    EXPECT_LT(foot(Picture("instruction_mix", result, {}, {0, 0, 400, 160}).notes), 160);
}

// What eight warps of lanes leave, the strip of their time takes.
TEST(FigureRoom, TheStripBelowLanesGrows) {
    const lab::Result result = picture_of_a_tile();
    for (const float height : {420.f, 620.f}) {
        const Picture picture("lanes", result, {}, {0, 0, 1240, height});
        float title = 0, above = 0;
        for (const NotedText& text : picture.notes.texts)
            if (text.text.starts_with("Warps over time")) title = text.box.y;
        ASSERT_GT(title, 0);
        for (const NotedMark& mark : picture.notes.marks)
            if (mark.box.bottom() < title + 1 && mark.box.w < 60)
                above = std::max(above, mark.box.bottom());
        EXPECT_LT(title - above, 40) << height;
        EXPECT_GT(foot(picture.notes), height - 20) << height;
    }
}

// Figures are for slides: their bars use the height that there is.
TEST(FigureRoom, BarsOfAFigureUseItsHeight) {
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

}  // namespace
