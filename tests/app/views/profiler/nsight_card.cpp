// The card "Nsight Compute": counts under the names of their metrics, and the command that a click
// copies.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/format.h"
#include "app/views/profiler/command.h"
#include "app/views/profiler/metric.h"
#include "app/views/profiler/rows.h"
#include "lab/asked.h"
#include "lab/features/profiled.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

struct Profiled {
    lab::Result result;
    Series series;
    Cursor cursor;
    Metrics metrics;

    explicit Profiled(const std::string& rung, const std::vector<std::string>& knobs = {}) {
        result.request.settings = *lab::settings_named(rung);
        for (const std::string& knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
    }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    std::optional<Spot> at(Point mouse, Rect area = {0, 0, 900, 300}) const {
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        for (const Spot& spot : find_view("nsight_compute")->pointing.spots(notes, context(), area))
            if (spot.area.contains(mouse)) return spot;
        return std::nullopt;
    }
};

TEST(NsightCompute, CommandsNameWhatIsNotPreset) {
    const auto command = [](const char* rung, const std::vector<std::string>& knobs) {
        lab::Settings settings = *lab::settings_named(rung);
        for (const std::string& knob : knobs) EXPECT_FALSE(lab::assign(settings, knob));
        return profiler_command(settings, {"a.sum", "b.sum"});
    };
    EXPECT_EQ(command("roofline/four", {"terms=64", "n=1024"}),
              "ncu --kernel-name polynomial_four --launch-count 1 --metrics a.sum,b.sum warplens "
              "run roofline/four n=1024 terms=64 --device gpu");
    EXPECT_EQ(command("roofline/add", {"terms=64"}),
              "ncu --kernel-name add --launch-count 1 --metrics a.sum,b.sum warplens run "
              "roofline/add --device gpu")
        << "an idle knob changes nothing";
    EXPECT_EQ(command("pattern_matching/shared", {"order=apart"}),
              "ncu --kernel-name match_shared --launch-count 1 --metrics a.sum,b.sum warplens run "
              "pattern_matching/shared order=apart "
              "--device gpu");
    EXPECT_EQ(profiler_command(*lab::settings_named("roofline/add"), {}), "");
    EXPECT_EQ(profiler_command({}, {"a.sum"}), "");
}

// Several kernels, or one again and again.
TEST(NsightCompute, CommandsTakeTheLaunchesOfOneRun) {
    lab::Settings sweeps = *lab::settings_named("laplace");
    const std::size_t launches = lab::plan_of(sweeps).steps.size();
    EXPECT_NE(profiler_command(sweeps, {"a.sum"})
                  .find(" --launch-count " + std::to_string(launches) + " "),
              std::string::npos)
        << profiler_command(sweeps, {"a.sum"});
    EXPECT_TRUE(profiler_command(*lab::settings_named("option/made"), {"a.sum"})
                    .starts_with("ncu --metrics a.sum "));
}

TEST(NsightCompute, ARowHasTheCountAndTheMetric) {
    const Profiled on("roofline/add", {"n=512"});
    const Picture picture("nsight_compute", on.result, on.cursor, {0, 0, 900, 300}, on.series);
    EXPECT_TRUE(picture.sees("Global load sectors"));
    EXPECT_TRUE(picture.sees("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
    EXPECT_TRUE(picture.sees("128")) << "two arrays of 512 floats, 32 bytes a sector";
    EXPECT_FALSE(picture.sees("l1tex__data_pipe")) << "nothing asks shared memory";
}

TEST(NsightCompute, AClickCopiesTheCommandOfARow) {
    const Profiled on("roofline/add", {"n=512"});
    const auto row = on.at({20, 20});
    ASSERT_TRUE(row);
    EXPECT_EQ(
        row->copies,
        "ncu --kernel-name add --launch-count 1 --metrics gpu__time_duration.sum warplens run "
        "roofline/add n=512 --device gpu");
    const auto all = on.at({20, 295});
    ASSERT_TRUE(all);
    EXPECT_EQ(std::ranges::count(all->copies, ','), 6) << all->copies;
    EXPECT_EQ(all->words.find("for each of the"), std::string::npos) << "one launch";
}

// The keyboard has no point to ask: every row is one, and the command for all.
TEST(NsightCompute, EveryRowCanBeReached) {
    const Profiled on("roofline/add", {"n=512"});
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    const auto spots =
        find_view("nsight_compute")->pointing.spots(notes, on.context(), {0, 0, 900, 300});
    ASSERT_EQ(spots.size(), 8u) << "seven metrics";
    for (const Spot& spot : spots) EXPECT_TRUE(spot.copies.starts_with("ncu "));
    for (std::size_t i = 1; i < spots.size(); ++i)
        EXPECT_GE(spots[i].area.y, spots[i - 1].area.bottom() - .5f);
    EXPECT_EQ(spots.back().words.find("ncu --"), std::string::npos) << "too long for a tooltip";
}

// Metrics of two lines each have no room there, and of one line they have.
TEST(NsightCompute, LittleRoomDropsTitlesAndNoMetric) {
    const Profiled on("vector_addition/one_each", {"n=512"});
    const Picture picture("nsight_compute", on.result, on.cursor, {0, 0, 420, 130}, on.series);
    EXPECT_TRUE(picture.sees("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
    EXPECT_TRUE(picture.sees("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"));
    EXPECT_FALSE(picture.sees("Global load sectors"));
}

// A roofline's metrics are that lesson's alone: others do not name them.
TEST(NsightCompute, ALessonNamesMetricsThatNoCounterEquals) {
    const Profiled roofline("roofline/add", {"n=512"}), other("vector_addition/one_each");
    const Rect area{0, 0, 900, 400};
    const Picture named("nsight_compute", roofline.result, roofline.cursor, area);
    for (const char* metric : {"gpu__time_duration.sum", "dram__bytes.sum", "op_fadd_pred_on.sum"})
        EXPECT_TRUE(named.sees(metric)) << metric;
    EXPECT_FALSE(named.sees("op_ffma")) << "it makes none";
    EXPECT_TRUE(named.sees("no time here")) << "a time comes from a clock alone";
    EXPECT_TRUE(named.sees(grouped(512 * 12) + " must move"));
    const Picture without("nsight_compute", other.result, other.cursor, area);
    EXPECT_FALSE(without.sees("gpu__time_duration.sum"));
    EXPECT_FALSE(without.sees("fadd"));
}

TEST(NsightCompute, EveryNamedMetricIsKnown) {
    int named = 0;
    for (const auto& lesson : lab::lessons())
        for (const std::string& name :
             lab::feature<lab::Profiled>(*lab::settings_named(lesson->id)).metrics) {
            EXPECT_NE(find_metric(name), nullptr) << lesson->id << ": " << name;
            ++named;
        }
    EXPECT_GT(named, 0);
}

// Of a number: 16 terms of multiply-adds, or one addition, or five of them and a product.
TEST(NsightCompute, OperationsAreCountedByLane) {
    const auto beside = [](const char* rung, const char* title) {
        const Profiled on(rung, {"n=500"});
        const auto counted = counts_shown(on.context());
        for (const MetricRow& row : rows_of(on.context(), *counted))
            if (row.title == title) return row.beside.front();
        return std::string("no row");
    };
    EXPECT_EQ(beside("roofline/polynomial", "Multiply-adds of floats"), grouped(500 * 16));
    EXPECT_EQ(beside("roofline/unrolled", "Multiply-adds of floats"), grouped(500 * 16));
    EXPECT_EQ(beside("roofline/add", "Additions of floats"), "500");
    EXPECT_EQ(beside("roofline/sweep", "Additions of floats"), grouped(500 * 5));
    EXPECT_EQ(beside("roofline/sweep", "Products of floats"), "500");
    EXPECT_EQ(beside("roofline/double", "Multiply-adds of doubles"), grouped(4 * 256 * 16))
        << "of four numbers a thread, those behind the end among them";
    EXPECT_EQ(beside("roofline/double", "Multiply-adds of floats"), "no row");
}

// A time says whose it is, and of how many numbers where fewer were counted.
TEST(NsightCompute, ATimeHasItsDeviceAndItsSize) {
    Profiled on("roofline/add");
    auto run = std::make_shared<lab::Run>();
    run->request = on.result.request;
    run->time = {.kind = lab::TimeKind::recorded,
                 .median_ms = .2,
                 .low_ms = .2,
                 .high_ms = .2,
                 .samples = {.2},
                 .conditions = {},
                 .device = "NVIDIA H200"};
    run->device = {"gpu", "NVIDIA H200", "", "2026-11-20"};
    run->verdict.ok = run->verdict.checked = true;
    on.result.timed = run;
    on.series.add(on.result);
    const Picture picture("nsight_compute", on.result, on.cursor, {0, 0, 1200, 400}, on.series);
    EXPECT_TRUE(picture.sees("200 µs of 2²⁶ numbers, recorded on H200"));
}

// In the little room of a laptop's card: the wheel and a click bring what is out of sight.
TEST(NsightCompute, EveryMetricComesIntoSight) {
    for (const char* rung : {"roofline/four", "reduction/interleaved", "transpose/tile"}) {
        const Profiled on(rung);
        const View& view = *find_view("nsight_compute");
        const Rect area{0, 0, 339, 158};
        const auto rows = rows_of(on.context(), *counts_shown(on.context()));
        DrawContext context = on.context();
        std::set<std::string> seen;
        for (int turn = 0; turn < 9; ++turn) {
            CanvasNotes notes(app::testing::measuring_painter().fonts());
            view.draw(notes, context, area);
            for (const NotedText& text : notes.texts) seen.insert(text.text);
            const RowsInSight sight = view.pointing.rows(notes, context, area);
            ASSERT_EQ(sight.all, std::ssize(rows));
            EXPECT_GE(sight.shown, 2) << rung << " from " << sight.first;
            const auto spots = view.pointing.spots(notes, context, area);
            if (spots.back().row <= 0) break;
            EXPECT_EQ(spots.back().row, sight.first + sight.shown);
            context.first_row = spots.back().row;
        }
        for (const MetricRow& row : rows)
            EXPECT_TRUE(seen.contains(row.title) || seen.contains(row.metric))
                << rung << ": " << row.title;
    }
}

TEST(NsightCompute, TheWheelMovesTheRowsOfACard) {
    app::testing::Driver driver(1366, 768);
    driver.shell.open_lesson(*lab::find_lesson("roofline"));
    driver.settle();
    const auto title = [&](std::string_view words) -> const NotedText* {
        for (const NotedText& text : driver.texts)
            if (text.card == "nsight_compute" && text.text == words) return &text;
        return nullptr;
    };
    ASSERT_TRUE(title("Time"));
    EXPECT_FALSE(title("Global store sectors"));
    for (int notch = 0; notch < 9; ++notch) {
        Input input;
        input.mouse = {title("Nsight Compute")->box.x + 40, title("Nsight Compute")->box.y + 60};
        input.wheel = -1;
        driver.frame(input);
    }
    driver.settle();
    EXPECT_FALSE(title("Time"));
    EXPECT_TRUE(title("Global store sectors"));
}

TEST(NsightCompute, SumsOverLaunchesAreSaid) {
    const Profiled on("reduction/two_passes");
    const auto row = on.at({20, 20});
    ASSERT_TRUE(row);
    ASSERT_GT(on.result.picture->launches.size(), 1u);
    EXPECT_NE(row->words.find("This is their sum"), std::string::npos) << row->words;
}

TEST(NsightCompute, AClickInTheWindowBringsACommandToTheClipboard) {
    app::testing::Driver driver;
    driver.shell.open_lesson(*lab::find_lesson("roofline"));
    driver.settle();
    driver.shell.card_shown = "nsight_compute";
    driver.settle();
    Point metric{};
    for (const NotedText& text : driver.texts)
        if (text.card == "nsight_compute" && text.text.starts_with("gpu__"))
            metric = {text.box.x + 4, text.box.middle_y()};
    ASSERT_GT(metric.x, 0);
    driver.press(metric);
    Input input;
    input.mouse = metric;
    input.released = true;
    driver.frame(input);
    EXPECT_TRUE(driver.shell.wishes.copy.starts_with("ncu --kernel-name add "))
        << driver.shell.wishes.copy;
    EXPECT_TRUE(driver.shell.notice.starts_with("Copied: ncu"));
}

}  // namespace
