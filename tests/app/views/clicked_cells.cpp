// Cells of the stage that are clicked: what they choose, and the steps that they lead to.
#include <gtest/gtest.h>

#include <optional>

#include "app/draw/metrics.h"
#include "tests/app/answers.h"

namespace app {
namespace {

using testing::Answers;

class CellAnswers : public Answers {
protected:
    // Points over the picture of the stage, from its upper left.
    std::vector<Point> points() {
        const Control* picture = driver.control("stage.view");
        std::vector<Point> all;
        for (float y = 0; picture && y < picture->area.h; y += 12)
            for (float x = 0; x < picture->area.w; x += 12)
                all.push_back({picture->area.x + x, picture->area.y + y});
        return all;
    }
    // The first point at which the picture says this.
    std::optional<Point> where(std::string_view words) {
        std::optional<Point> found;
        testing::measuring_painter().measure([&] {
            const CanvasNotes canvas(testing::measuring_painter().fonts());
            const Metrics metrics = metrics_of(usual_density(driver.width, driver.height));
            const Rect area = driver.control("stage.view")->area;
            driver.shell.with_context(metrics, [&](const DrawContext& context) {
                for (const Point& at : points()) {
                    const auto spot =
                        driver.shell.stage_view()->pointing.spot(canvas, context, area, at);
                    if (!found && spot && spot->words.find(words) != std::string::npos) found = at;
                }
            });
        });
        return found;
    }
    void show(const char* view) {
        driver.shell.slot = find_view(view)->slot;
        driver.shell.view_of_slot[driver.shell.slot] = view;
        driver.settle();
    }
};

TEST_F(CellAnswers, AValueLeadsToTheStepThatWroteIt) {
    show("data_flow");
    playback().go_to(playback().count() - 1);
    driver.settle();
    const auto at = where(", written at step ");
    ASSERT_TRUE(at);
    hover(*at);
    EXPECT_TRUE(
        driver.says("A click shows where the value came from, and where it goes unchanged. With "
                    "Shift, or twice: to its step."));
    click(*at);
    EXPECT_GE(cursor().version, 0);
    EXPECT_EQ(cursor().step, playback().count() - 1);
    click(*at, true);
    EXPECT_LT(cursor().step, playback().count() - 1);
    const lab::Run& counted = run();
    EXPECT_NE(counted.steps[static_cast<std::size_t>(cursor().step)].kind,
              simulator::EventKind::barrier);
    playback().go_to(playback().count() - 1);
    driver.settle();
    click(*at, false, true);
    EXPECT_LT(cursor().step, playback().count() - 1) << "a double click does too";
}

// What is to come is not given away.
TEST_F(CellAnswers, AValueToComeSaysWhenAndNotWhat) {
    show("data_flow");
    playback().go_to(0);
    driver.settle();
    const auto at = where(" is written at step ");
    ASSERT_TRUE(at);
    EXPECT_FALSE(where("= 0, of step 5"));
}

TEST_F(CellAnswers, AThreadLeadsToTheNextStepThatItTakesPartIn) {
    show("lanes");
    playback().go_to(0);
    driver.settle();
    const auto at = where("Lane 5 of warp 1");
    ASSERT_TRUE(at);
    click(*at);
    EXPECT_EQ(cursor().lane, 5);
    EXPECT_EQ(cursor().warp, 1);
    EXPECT_EQ(cursor().step, 0);
    for (int i = 0; i < 4; ++i) {
        const int before = cursor().step;
        click(*at, true);
        EXPECT_NE(cursor().step, before);
        const simulator::Step& step = run().steps[static_cast<std::size_t>(cursor().step)];
        EXPECT_TRUE(std::ranges::any_of(step.events, [&](std::uint32_t index) {
            const simulator::Event& event = run().trace->events[index];
            return event.warp == 1 && (event.mask >> 5 & 1);
        }));
    }
}

TEST_F(CellAnswers, ABankChoosesItsLaneAndLeadsToItsNextAccess) {
    show("banks");
    const auto at = where("*Bank 4*");
    ASSERT_TRUE(at);
    cursor().lane = 31;
    click(*at);
    EXPECT_NE(cursor().lane, 31);
    const int before = cursor().step;
    click(*at, true);
    EXPECT_NE(cursor().step, before);
    EXPECT_EQ(run().steps[static_cast<std::size_t>(cursor().step)].space, simulator::Space::shared);
}

TEST_F(CellAnswers, ALaneOfASectorLeadsToItsNextAccess) {
    show("coalescing");
    playback().go_to(0);
    driver.settle();
    const auto at = where("*Lane 7*");
    ASSERT_TRUE(at);
    click(*at);
    EXPECT_EQ(cursor().lane, 7);
    click(*at, true);
    EXPECT_EQ(run().steps[static_cast<std::size_t>(cursor().step)].space, simulator::Space::global);
}

TEST_F(CellAnswers, TheWheelBringsRowsThatAreOutOfSight) {
    driver.height = 720, driver.width = 1280;
    show("data_flow");
    playback().go_to(0);
    driver.settle();
    const auto rows = [&] {
        RowsInSight found;
        CanvasNotes canvas(app::testing::measuring_painter().fonts());
        const Metrics metrics = metrics_of(usual_density(driver.width, driver.height));
        driver.shell.with_context(metrics, [&](const DrawContext& context) {
            found = driver.shell.stage_view()->pointing.rows(canvas, context,
                                                             driver.control("stage.view")->area);
        });
        return found;
    };
    const RowsInSight start = rows();
    ASSERT_GT(start.all, start.shown);
    Input wheel;
    wheel.mouse = driver.at("stage.view");
    wheel.wheel = -1;
    for (int i = 0; i < 20; ++i) driver.frame(wheel);
    EXPECT_EQ(rows().first, start.all - start.shown) << "the last row, and no further";
    wheel.wheel = 1;
    driver.frame(wheel);
    EXPECT_EQ(rows().first, start.all - start.shown - 1) << "at once back";
    driver.key(Key::right);
    EXPECT_EQ(cursor().scrolled, 0) << "a step brings its rows back";
}

}  // namespace
}  // namespace app
