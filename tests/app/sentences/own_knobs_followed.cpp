// What follows a knob of somebody's own file, on the cards and in sentences, and where times and
// counts of two launches do not compare.
#include <gtest/gtest.h>

#include "app/sentences/changed_settings.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/knob_map.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cards/time_curves.h"
#include "lab/own/open.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/words.h"

namespace {

using namespace app;
using app::testing::Driver;
using tests::has;

lab::Settings own_launch(const std::string& name, const std::string& grid = "",
                         const std::vector<std::string>& arguments = {}) {
    lab::AskedFile words;
    words.file = name + ".cu", words.grid = grid, words.arguments = arguments;
    const auto made = lab::subject_of(words, tests::own_code(name));
    EXPECT_TRUE(made) << made.problem().message;
    return lab::Settings(*made);
}

const lab::Knob& own_knob(const lab::Settings& settings, const std::string& id) {
    return *lab::find_knob(*settings.subject, id);
}

lab::Result counted_result(const lab::Settings& settings) {
    lab::Result result;
    result.request.settings = settings;
    result.picture = result.counted = lab::simulate(result.request);
    result.timed = lab::modelled(*result.counted, 1, nullptr);
    result.complete = true;
    return result;
}

TEST(OwnFollows, AShapeOfTheCardTakesTheGridAlong) {
    lab::Settings settings = own_launch("boxes");
    const KnobPair sides = sides_of(settings);
    ASSERT_TRUE(sides);
    const auto grid = [&](const lab::Settings& at) {
        return std::pair{at[own_knob(at, "grid_x")], at[own_knob(at, "grid_y")]};
    };
    EXPECT_EQ(paired(settings, sides, settings[*sides.across], settings[*sides.down]), settings);
    EXPECT_EQ(grid(settings), std::pair(std::int64_t{2}, std::int64_t{2}));
    const lab::Settings wide = paired(settings, sides, 16, 4);
    EXPECT_EQ(grid(wide), std::pair(std::int64_t{1}, std::int64_t{4})) << "all of the box";
    const lab::Result shown = counted_result(settings), other = counted_result(wide);
    Series series;
    series.add(shown), series.add(other);
    EXPECT_EQ(series.differing_array(settings, wide), "") << "it does the same work";
    settings.set(own_knob(settings, "grid_x"), 7);
    EXPECT_EQ(grid(paired(settings, sides, 16, 4)).first, 7) << "it covered nothing before";
}

// Kernel 1 has a thread for a row, kernel 2 a warp: at 8 blocks of 256 threads that is 64 rows.
struct RowsTimed {
    Series series;
    std::vector<lab::Result> results;
    Cursor cursor;
    Metrics metrics;
    RowsTimed() {
        const lab::Settings first = own_launch("rows", "8", {"rows:i32=64", "columns:i32=64"});
        const lab::Knob& rows = own_knob(first, "rows");
        for (const std::int64_t many : {64, 16, 32, 128, 256})
            for (const int rung : {0, 1}) {
                lab::Settings at = lab::turned(first, rows, many);
                EXPECT_EQ(at[own_knob(at, "grid")], 8);
                at.rung = rung;
                results.push_back(counted_result(at));
                series.add(results.back());
            }
    }
    DrawContext context(std::size_t which) { return {results[which], cursor, metrics, series}; }
};

bool curve_says(const TimeCurves& data, const char* words) {
    return std::ranges::any_of(data.missing, [&](const std::vector<std::string>& forms) {
        return has(forms.front(), words);
    });
}

TEST(OwnFollows, ACurveEndsWhereALaunchDoesNoMoreWork) {
    RowsTimed rows;
    const TimeCurves data = curves_of(rows.context(1));  // kernel 2 at 64 rows
    ASSERT_EQ(data.shown.size(), 3u);
    EXPECT_EQ(data.shown.back()->settings, rows.results[1].request.settings);
    EXPECT_TRUE(curve_says(data, "kernel 2: its launch does no more work from 2⁷ on"));
    EXPECT_EQ(data.other.size(), 3u);
    EXPECT_TRUE(curve_says(data, "kernel 1: it leaves other numbers from 2⁷ on"));
    const TimeCurves whole = curves_of(rows.context(0));
    EXPECT_EQ(whole.shown.size(), 5u) << "a thread for each row sums them all";
    EXPECT_EQ(whole.other.size(), 3u);
}

TEST(OwnFollows, CountsOfOtherWorkAreNotCompared) {
    RowsTimed rows;
    const auto compared = [&](std::size_t which) {
        const DrawContext context = rows.context(which);
        return std::pair(compared_with(ledger_data(context, 2), 1),
                         cause_words(context, compared_times(context)));
    };
    EXPECT_EQ(compared(1).first, 0);
    EXPECT_FALSE(compared(1).second.empty());
    EXPECT_EQ(compared(7).first, -1) << "at 128 rows";
    EXPECT_TRUE(compared(7).second.empty()) << compared(7).second.front();
}

TEST(OwnFollows, AKnobThatTakesOthersAlongIsOneChange) {
    const lab::Settings before = own_launch("rows");
    const lab::Settings now = lab::turned(before, own_knob(before, "rows"), 128);
    EXPECT_EQ(now[own_knob(now, "in.length")], 128 * 64);
    EXPECT_EQ(now[own_knob(now, "grid")], 32) << "threads for all elements, as before";
    EXPECT_EQ(things_turned(before, now), 1);
    EXPECT_EQ(change_words(before, now), "rows 64 → 128");
    EXPECT_FALSE(more_than_the_size(before, now));
    lab::Settings longer = now;
    longer.set(own_knob(now, "sums.length"), 1 << 20);
    EXPECT_EQ(change_words(before, longer), "Length of sums 2¹² → 2²⁰, rows 64 → 128");
}

// Two kernels that read a texture: no formula is near enough.
lab::Code two_with_textures() {
    std::string ptx = ".version 7.0\n.target sm_75\n.address_size 64\n";
    for (const char* name : {"one", "two"})
        ptx += std::string(".visible .entry ") + name +
               "(.param .u64 image, .param .u64 out)\n{\n"
               ".reg .b64 %rd<5>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
               "ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
               "cvt.rn.f32.u32 %f1, %r1;\n"
               "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f1}];\n"
               "cvta.to.global.u64 %rd2, %rd2; mul.wide.u32 %rd3, %r1, 4;\n"
               "add.u64 %rd4, %rd2, %rd3; st.global.f32 [%rd4], %f4;\nret;\n}\n";
    return {"", ptx};
}

TEST(OwnFollows, WhereTheFormulaTellsNothingItIsSaidAndTheOthersAreCounted) {
    const auto made = lab::subject_of({.file = "textures.ptx"}, two_with_textures());
    ASSERT_TRUE(made) << made.problem().message;
    ASSERT_EQ((*made)->rungs.size(), 2u);
    Driver driver;
    driver.shell.open_subject(*made);
    driver.settle();
    driver.shell.session.complete(usual_card_cost, 40);
    driver.settle();
    const Series& series = driver.shell.session.series();
    lab::Settings second = driver.shell.session.settings();
    EXPECT_TRUE(has(series.untold(second), "times off for kernels that read textures"));
    second.rung = 1;
    EXPECT_NE(series.counts(second), nullptr) << "kernel 2 does not wait";
    EXPECT_TRUE(driver.says("No time is given: the formula is up to 100 times off"));
}

}  // namespace
