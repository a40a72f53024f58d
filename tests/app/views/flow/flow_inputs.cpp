// The input rows of a data-flow picture in time: a lane's cell is empty until the lane has loaded
// it, though memory held the value all along.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "app/format.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/words.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace app {
namespace {

class FlowInputs : public ::testing::Test {
protected:
    testing::Driver driver;
    void SetUp() override {
        driver.shell.open_lesson(*lab::find_lesson("vector_addition"));
        driver.settle();
        driver.shell.slot = Slot::warp;
        driver.shell.view_of_slot[Slot::warp] = "data_flow";
    }
    void show(int step) {
        driver.shell.playback.go_to(step);
        driver.frame();
        driver.frame();
    }
    // Values that stand in the row with this name.
    long values_beside(std::string_view name) {
        const auto named = std::ranges::find(driver.texts, name, &NotedText::text);
        if (named == driver.texts.end()) return -1;
        return std::ranges::count_if(driver.texts, [&](const NotedText& text) {
            return text.text.find_first_not_of("0123456789") == std::string::npos &&
                   text.box.x > named->box.right() && text.box.x < 1400 &&
                   std::abs(text.box.middle_y() - named->box.middle_y() - 9) < 12;
        });
    }
};

TEST_F(FlowInputs, KnowTheStepThatLoadsThem) {
    const lab::Run& run = *driver.shell.session.picture();
    const FlowLayout& layout = flow_layout(run, driver.shell.playback.cursor);
    ASSERT_EQ(layout.rows.size(), 3u);  // a, b, their sum
    for (int r : {0, 1}) {
        const FlowRow& row = layout.rows[static_cast<std::size_t>(r)];
        EXPECT_EQ(row.kind, FlowRowKind::input);
        ASSERT_GE(row.first_step, 0);
        EXPECT_EQ(row.first_step, row.last_step) << "all warps load it in one step";
        const simulator::Step& step = run.steps[static_cast<std::size_t>(row.first_step)];
        EXPECT_EQ(step.kind, simulator::EventKind::load);
        const simulator::Event& event = run.trace->events[step.events.front()];
        std::int64_t element = -1;
        const int array =
            run.trace->array_of(event, run.trace->lanes_of(event).front().address, &element);
        EXPECT_EQ(run.trace->arrays[static_cast<std::size_t>(array)].name,
                  run.flow->arrays[static_cast<std::size_t>(row.array)].name);
    }
    EXPECT_LT(layout.rows[0].first_step, layout.rows[1].first_step) << "in the order of time";
}

TEST_F(FlowInputs, AreEmptyUntilThen) {
    const FlowLayout& layout =
        flow_layout(*driver.shell.session.picture(), driver.shell.playback.cursor);
    const std::string early = layout.rows[0].name, late = layout.rows[1].name;
    EXPECT_TRUE(early.ends_with(", load 1"));
    EXPECT_TRUE(late.ends_with(", load 2"));
    show(0);
    EXPECT_GT(values_beside(early), 8);
    EXPECT_EQ(values_beside(late), 0);
    show(1);
    EXPECT_GT(values_beside(early), 8);
    EXPECT_GT(values_beside(late), 8);
}

// Each thread loads its neighbours' points too: a cell fills when its own thread loads it.
TEST_F(FlowInputs, OfAStencilFollowTheThreadOfTheColumn) {
    driver.shell.open_lesson(*lab::find_lesson("laplace"));
    driver.settle();
    driver.shell.playback.go_to(0);
    const lab::Run& run = *driver.shell.session.picture();
    const FlowLayout& layout = flow_layout(run, driver.shell.playback.cursor);
    int checked = 0;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const FlowRow& row = layout.rows[r];
        if (row.kind != FlowRowKind::input) continue;
        for (std::size_t c = 0; c < row.marks.size(); ++c) {
            const int step = row.marks[c].step;
            ASSERT_GE(step, 0) << "row " << r << " column " << c;
            const std::uint32_t thread =
                run.flow->versions[layout.rows.back().marks[c].version].thread;
            bool loads = false;
            for (const std::uint32_t id : run.steps[static_cast<std::size_t>(step)].events) {
                const simulator::Event& event = run.trace->events[id];
                loads |= event.warp == thread / 32 && (event.mask >> thread % 32 & 1);
            }
            EXPECT_TRUE(loads) << "row " << r << " column " << c;
            if (r > 0) {
                EXPECT_GE(step, layout.rows[r - 1].marks[c].step);
            }
            ++checked;
        }
    }
    EXPECT_GT(checked, 100);
}

// A thread that makes several cells loads a column of b for each of them anew.
TEST_F(FlowInputs, OfCellsOfOneThreadStandInTheRowOfTheirArray) {
    driver.shell.restore("matrix_product/one_block n=64");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const FlowLayout& layout = flow_layout(run, driver.shell.playback.cursor);
    EXPECT_NE(layout.rows[0].array, layout.rows[1].array) << "a and b take turns";
    for (const FlowRow& row : layout.rows)
        for (const FlowMark& mark : row.marks)
            if (row.kind == FlowRowKind::input) {
                ASSERT_EQ(run.flow->versions[mark.version].array, row.array) << row.name;
            }
}

TEST_F(FlowInputs, OfACopyAreOneForEachCell) {
    driver.shell.restore("transpose/copy");
    driver.settle();
    const std::string said = test::view_sentence("signature", *driver.shell.session.picture(), {});
    EXPECT_TRUE(said.find(" loads *1 value*.") != said.npos) << said;
}

// Four tiles of a block are many cells: how many, stands beside their strip and not in it.
TEST_F(FlowInputs, OfALongBlockAreCountedBesideTheStrip) {
    driver.shell.restore("transpose/wide");
    driver.settle();
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    show(8);
    const auto count = std::ranges::find_if(driver.texts, [](const NotedText& text) {
        return text.text.starts_with(grouped(4096) + " of ");
    });
    ASSERT_NE(count, driver.texts.end());
    EXPECT_LT(count->box.w, metrics_of(usual_density(driver.width, driver.height)).row_names);
}

// Fractions that stand beside each other are written alike.
TEST(FlowCells, WhereOneFractionHasNoRoomForItsZeroNoneHas) {
    const CanvasNotes notes(testing::measuring_painter().fonts());
    TextStyle style;
    style.font = Font::mono;  // whose digits are as wide as each other
    const auto cell = [&](float value, const char* widest) {
        return compact_value(std::bit_cast<std::uint32_t>(value), simulator::Type::f32, notes,
                             style, notes.width(widest, style));
    };
    EXPECT_EQ(cell(.8839f, "0.0000"), "0.8839");
    EXPECT_EQ(cell(.884f, "0.0000"), "0.884");
    EXPECT_EQ(cell(.03937f, "0.0000"), "0.0394") << "beside 0.9557";
    EXPECT_EQ(cell(-.8839f, "0.0000"), "-0.884");
    EXPECT_EQ(cell(.8839f, "0.000"), ".884");
    EXPECT_EQ(cell(.884f, "0.000"), ".884");
    EXPECT_EQ(cell(-.5f, "0.000"), "-.5");
    EXPECT_EQ(cell(7, "0.000"), "7") << "no fraction";
    EXPECT_EQ(cell(1.25f, "0.000"), "1.25");
    EXPECT_EQ(cell(16385, "00000"), "16385") << "no unit where it has room";
    EXPECT_EQ(cell(16385, "0000"), "16k");
}

}  // namespace
}  // namespace app
