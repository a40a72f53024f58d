// Two in step on half a stage each: what must not go where room is short.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/in_step.h"
#include "app/warps_strip.h"
#include "lab/bugs.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

class Halves : public ::testing::Test {
protected:
    testing::Driver driver{1366, 768};

    void stand(const std::string& shown, int beside, std::string_view view, int step) {
        driver.shell.restore(shown + " --at step=" + std::to_string(step + 1));
        driver.settle();
        const View& picture = *find_view(view);
        driver.shell.slot = picture.slot;
        driver.shell.view_of_slot[picture.slot] = picture.id;
        driver.shell.session.stand_beside(beside);
        driver.settle();
        ASSERT_TRUE(driver.shell.session.beside());
    }
    void project() {
        driver.shell.look.density = Density::projector;
        driver.width = 1280, driver.height = 720;
        driver.settle();
    }
    bool stage_has(std::string_view words) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "stage" && text.text == words;
        });
    }
    std::size_t dashed() {
        return static_cast<std::size_t>(
            std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
                return mark.card == "stage" && mark.is(MarkKind::dashed_outline, Role::text);
            }));
    }
};

// The same sums by other threads: that is the whole difference.
TEST_F(Halves, WhoMakesARowStaysWhereRoomIsShort) {
    stand("reduction/strided", 0, "data_flow", 14);
    for (const bool far : {false, true}) {
        if (far) project();
        for (const char* words : {"by 8 warps", "by 1 warp", "t8", "t24", "t1", "t3"})
            EXPECT_TRUE(stage_has(words)) << words << (far ? ", projected" : "");
        EXPECT_TRUE(driver.misplaced.empty());
    }
}

// A wall has 720 lines, of which a title bar and a panel take some.
TEST_F(Halves, BothPicturesStandOnAWallWithTheBarsOfASystem) {
    for (const float high : {720.f, 700.f, 640.f}) {
        stand("matrix_product/square", 3, "tiles", 14);
        project();
        driver.height = high;
        driver.settle();
        EXPECT_FALSE(stage_has("Too little room for three matrices.")) << high;
        EXPECT_TRUE(stage_has("products for each load of a")) << high;
    }
}

// Where cards stand at its right, the stage takes their room, too.
TEST_F(Halves, TwoInStepTakeTheColumnOfCards) {
    driver.width = 980, driver.height = 580;
    stand("matrix_product/square", 3, "tiles", 14);
    EXPECT_FALSE(std::ranges::any_of(driver.texts, [](const NotedText& text) {
        return text.card.starts_with("ledger") || text.card == "rungs_compared";
    }));
    EXPECT_FALSE(stage_has("Too little room for three matrices."));
}

TEST_F(Halves, ARacingBarHasItsNameOrIsNotThere) {
    for (const auto& [kernel, beside] :
         {std::pair<std::string, int>{"reduction/strided", 0}, {"laplace/marching", 0}})
        for (const bool far : {false, true})
            for (const bool code : {false, true}) {
                driver.width = 1366, driver.height = 768;
                driver.shell.look.density = Density::laptop;
                stand(kernel, beside, kernel[0] == 'r' ? "data_flow" : "field", 14);
                if (far) project();
                driver.shell.source_open = code;
                driver.settle();
                for (const char* half : {"stage.race.shown", "stage.race.beside"}) {
                    const Rect row = driver.shell.ui_state.places.at(half);
                    std::vector<Rect> names;
                    for (const NotedText& text : driver.texts)
                        for (const char* name : {"issue slots", "issues", "shared wavefronts",
                                                 "wavefronts", "global sectors", "sectors"})
                            if (text.text == name && row.contains({text.box.x, row.middle_y()}) &&
                                row.contains({row.x + 1, text.box.middle_y()}))
                                names.push_back(text.box);
                    std::size_t bars = 0;
                    for (const NotedMark& mark : driver.marks)
                        bars += mark.is(MarkKind::outline, Role::stroke) &&
                                row.contains({mark.box.x, mark.box.middle_y()});
                    EXPECT_GE(bars, 1u) << kernel << far << code;
                    EXPECT_LE(bars, names.size()) << kernel << far << code;
                }
                EXPECT_TRUE(driver.says("Kernel 1"));
                EXPECT_TRUE(driver.says("Kernel 2"));
            }
}

TEST_F(Halves, TheChosenKernelHasItsNameInTheTopBar) {
    stand("reduction/strided", 0, "data_flow", 14);
    project();
    const Control* picker = driver.control("kernel.picker");
    ASSERT_TRUE(picker);
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.text.starts_with("Strided") &&
               picker->area.contains({text.box.x + 1, text.box.middle_y()});
    }));
}

TEST_F(Halves, WhereNearlyAllLanesDifferNoneIsMarked) {
    stand("scan/blelloch", 0, "lanes", 49);
    EXPECT_EQ(dashed(), 0u);
    EXPECT_TRUE(driver.says("Nearly all lanes") || driver.says("Nearly all differ") ||
                driver.says("Most"));
}

TEST_F(Halves, StripsAreAsLongAsWhatIsIssued) {
    stand("reduction/strided", 0, "lanes", 20);
    const lab::Result &shown = *driver.shell.session.shown(),
                      &other = *driver.shell.session.beside();
    const Metrics metrics = metrics_of(Density::desk);
    const Cursor cursor;
    const Beside over{other, cursor}, under{shown, cursor, true};
    DrawContext less{shown, cursor, metrics, driver.shell.session.series()},
        more{other, cursor, metrics, driver.shell.session.series()};
    const Rect place{10, 10, 800, 60};
    EXPECT_EQ(strip_in_step(less, place).w, 800) << "alone";
    less.beside = &over, more.beside = &under;
    const auto issued = [](const lab::Result& of) {
        return static_cast<double>(spent_in_all(*of.picture).issue_slots);
    };
    ASSERT_LT(issued(shown), issued(other));
    EXPECT_NEAR(strip_in_step(less, place).w, 800 * issued(shown) / issued(other), .1);
    EXPECT_EQ(strip_in_step(more, place).w, 800);
}

// A block of two planes and one that marches through eight: the first two of those are not its own.
TEST_F(Halves, TwoFieldsOpenInAPlaneThatBothMake) {
    driver.shell.restore("laplace/queue");
    driver.settle();
    const int alone = driver.shell.playback.cursor.step;
    driver.shell.session.stand_beside(0);
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "field");
    EXPECT_NE(driver.shell.playback.cursor.step, alone);
    const auto framed = std::ranges::count_if(driver.texts, [](const NotedText& text) {
        return text.card == "stage" && text.text == "frame:";
    });
    EXPECT_EQ(framed, 2) << "both have points that their block makes";
    driver.shell.session.stand_alone();
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.step, alone);
}

TEST_F(Halves, AButtonPutsTwoInStep) {
    driver.shell.restore("reduction/strided");
    driver.settle();
    for (const bool far : {false, true}) {
        if (far) project();
        ASSERT_TRUE(driver.click("stage.two"));
        driver.settle();
        EXPECT_TRUE(driver.shell.session.in_step());
        EXPECT_TRUE(driver.misplaced.empty());
        ASSERT_TRUE(driver.click("stage.two"));
        driver.settle();
        EXPECT_FALSE(driver.shell.session.in_step());
    }
}

// Programs with a bug are no ladder: beside one stands its own cure, whatever was shown before.
TEST_F(Halves, AProgramWithABugStandsBesideItsCure) {
    driver.shell.restore("bug_hunt/neighbour");
    driver.settle();
    for (const int program : {2, 8}) {
        driver.shell.session.settings().rung = program;
        driver.settle();
        driver.key(Key::d);
        driver.settle();
        ASSERT_TRUE(driver.shell.session.beside()) << program;
        const lab::Settings beside = driver.shell.session.beside()->request.settings;
        EXPECT_EQ(beside.rung, program);
        EXPECT_TRUE(beside == lab::other_version(driver.shell.session.settings()));
        EXPECT_TRUE(driver.says("Version broken → cured: ")) << "the bug is said first";
        EXPECT_TRUE(driver.says("Version broken beside version cured"));
        const std::string line = driver.shell.whole_line();
        driver.shell.session.settings().rung = program + 1;
        driver.settle();
        EXPECT_EQ(driver.shell.session.beside()->request.settings.rung, program + 1);
        driver.shell.session.stand_alone();
        driver.shell.restore(line);
        driver.settle();
        ASSERT_TRUE(driver.shell.session.in_step()) << line;
        EXPECT_EQ(driver.shell.session.beside()->request.settings.rung, program);
        driver.key(Key::d);
    }
}

// Sweeps without a barrier are launches, in the halves as at the transport.
TEST(HalvesOfLaunches, AreCalledLaunches) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks");
    driver.settle();
    driver.shell.session.stand_beside(1);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    EXPECT_TRUE(driver.says("launch 1 of 4"));
    EXPECT_FALSE(driver.sees("barrier interval"));
}

// How often a block loads its points is what tells two sweeps apart, from the last row too.
TEST(HalvesOfLaunches, HaveTheBlockForAProjector) {
    testing::Driver driver(1280, 720);
    driver.shell.look.density = Density::projector;
    driver.shell.restore("laplace/tile");
    driver.settle();
    driver.shell.session.stand_beside(0);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    EXPECT_TRUE(driver.says("loads of a"));
}

}  // namespace
}  // namespace app
