// Kernels of somebody's own file are compared where they leave the same numbers, and only there.
#include <gtest/gtest.h>

#include "app/sentences/because.h"
#include "app/views/cards/compared_times.h"
#include "lab/own/open.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"

namespace {

using namespace app;
using app::testing::Driver;

struct OwnCompared : ::testing::Test {
    Driver driver;
    lab::Settings open(const std::string& kernel) {
        lab::AskedFile words;
        words.file = "unequal.cu", words.kernel = kernel, words.grid = "2", words.block = "128";
        words.arguments = {"rows:f32[8192]=random:3", "sums:f32[256]=zeros", "n:i32=256"};
        const auto made = lab::subject_of(words, tests::own_code("unequal"));
        EXPECT_TRUE(made) << made.problem().message;
        driver.shell.open_subject(*made);
        driver.finish_work = true;
        driver.settle();
        return driver.shell.session.picture()->request.settings;
    }
    const ComparedBar& bar_of(const ComparedTimes& data, const std::string& kernel) {
        for (const ComparedBar& bar : data.bars)
            if (lab::rung_of(bar.settings).id == kernel) return bar;
        ADD_FAILURE() << kernel;
        return data.bars.front();
    }
};

TEST_F(OwnCompared, WhoLeavesOtherNumbersIsAheadOfNobody) {
    const lab::Settings first = open("sum_by_thread");
    Series series;
    std::vector<lab::Result> results;
    for (int rung = 0; rung < 3; ++rung) {
        lab::Result result;
        result.request.settings = first;
        result.request.settings.rung = rung;
        result.picture = result.counted = lab::simulate(result.request);
        result.timed = lab::modelled(*result.counted, 1, nullptr);
        result.complete = true;
        series.add(result);
        results.push_back(result);
    }
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data = compared_times({results[0], cursor, metrics, series});
    EXPECT_TRUE(bar_of(data, "sum_from_the_end").point) << "sums in another order are the same";
    const ComparedBar& less = bar_of(data, "sum_by_warp");
    EXPECT_FALSE(less.point) << "it adds up 8 of 256 rows";
    ASSERT_FALSE(less.unlike.empty());
    EXPECT_TRUE(less.unlike.front().starts_with("other numbers in sums")) << less.unlike.front();
    const auto says = [](const std::vector<std::string>& forms, const char* words) {
        return !forms.empty() && forms.front().find(words) != std::string::npos;
    };
    EXPECT_TRUE(says(because({results[0], results[1]}),
                     "it leaves other numbers in sums, so nothing is compared"));
    EXPECT_FALSE(says(because({results[0], results[2]}), "other numbers"));
}

}  // namespace
