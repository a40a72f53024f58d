// Each number belongs to a size, each proposal to a kernel, and a cause carries its effect.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/regions/try_next.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/own/open.h"
#include "tests/app/sentences/because_sides.h"
#include "tests/app/sentences/moves_found.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"
#include "tests/helpers/own_files.h"

namespace {

using namespace app;
using app::testing::Driver;

// Of 2.9 times as long 1.4 times as many are not half: that they did it is not said.
TEST(Because, ACauseCarriesItsEffect) {
    const auto side = [](std::uint64_t wavefronts, double us, int rung) {
        return test::Side{
            .rung = rung, .wavefronts = wavefronts, .kind = lab::TimeKind::recorded, .us = us};
    };
    const test::Side before = side(100'000, 10, 1);
    const auto account = [&](const test::Side& now) {
        return facts::of(test::made(before), test::made(now));
    };
    EXPECT_EQ(account(side(140'000, 29, 2)).rest, Account::Rest::in_part);
    for (const auto& [wavefronts, us] : {std::pair{180'000u, 29.}, {140'000u, 14.}}) {
        const Account all = account(side(wavefronts, us, 2));
        EXPECT_TRUE(facts::named(all.with, "shared_load_wavefronts"));
        EXPECT_EQ(all.rest, Account::Rest::nothing);
    }
}

// What was opened is another kernel, and the text stays as it is.
TEST(NumberSizes, AnotherKernelOfAFileIsNoOtherText) {
    const auto opened = [](const char* kernel, const char* key) {
        auto subject = std::make_shared<lab::Subject>(*test::settings(0, 1 << 20).subject);
        subject->id = "/home/somebody/mine.cu", subject->key = key, subject->lesson = nullptr;
        subject->source_text = "__global__ void a() {} __global__ void b(int) {}";
        subject->rungs.resize(1);
        subject->rungs[0].id = subject->rungs[0].title = kernel;
        lab::Settings settings = test::settings(0, 1 << 20);
        settings.subject = subject;
        return settings;
    };
    EXPECT_EQ(change_words(opened("a", "1"), opened("b", "2")), "Kernel a → b");
    EXPECT_EQ(difference(opened("a", "1"), opened("b", "2")).words(), "kernel a");
}

// A knob that the shown kernel has no use for is proposed with the kernel that has.
TEST(NumberSizes, AProposalNamesTheKernelThatUsesItsKnob) {
    const auto heading = [](const char* rung) { return next_heading(*lab::settings_named(rung)); };
    EXPECT_EQ(heading("vector_addition/one_each"), "Try next, with kernel 4");
    EXPECT_EQ(heading("vector_addition/strided"), "Try next");
    EXPECT_EQ(heading("roofline/add"), "Try next, with kernel 3");
    EXPECT_EQ(heading("roofline/four"), "Try next");
    Driver driver(1366, 1400);
    ASSERT_TRUE(driver.shell.restore("vector_addition/one_each"));
    driver.settle();
    EXPECT_TRUE(driver.says("Try next, with kernel 4"));
}

// At 2^26 numbers a smaller size is counted or drawn: the ledger says so, and the code's counts.
TEST(NumberSizes, CountsOfAnotherSizeThanTheKnobsSaySo) {
    const auto heads = [](const char* line) {
        Driver driver(1366, 768);
        EXPECT_TRUE(driver.shell.restore(line)) << line;
        driver.settle();
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.text.starts_with("drawn: 512");
        });
    };
    EXPECT_GE(heads("roofline/add"), 2);
    EXPECT_EQ(heads("roofline/add n=512"), 0);
}

std::string claim_at(const char* line) {
    Driver driver(1366, 900);
    EXPECT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    return test::view_claim("data_flow", *driver.shell.session.picture(),
                            driver.shell.playback.cursor);
}

// A title holds for sizes that are not drawn: a sum of n products is one of n at each of them.
TEST(NumberSizes, TitlesHoldForAllSizes) {
    for (const char* line : {"matrix_product/naive n=64", "matrix_product/naive n=2048"})
        EXPECT_EQ(claim_at(line), "2 × n values make each cell") << line;
    for (const char* line : {"matrix_product/straight n=64", "matrix_product/column n=64"})
        EXPECT_EQ(claim_at(line), "Pieces of a come one after the other") << line;
    EXPECT_EQ(claim_at("vector_addition/one_each"), "Two values make each cell");
}

// Where two lengths are equal, nobody knows of which there are so many values.
TEST(NumberSizes, TitlesNameALengthWhereItIsTheOnlyOne) {
    const auto claim = [](const char* columns) {
        lab::AskedFile words;
        words.file = "rows.cu", words.kernel = "by_thread", words.grid = "1", words.block = "64";
        words.arguments = {"in:f32[4096]=random:3", "sums:f32[64]=zeros", "rows:i32=64", columns};
        const auto made = lab::subject_of(words, tests::own_code("rows"));
        EXPECT_TRUE(made) << made.problem().message;
        Driver driver(1366, 900);
        driver.shell.open_subject(*made);
        driver.finish_work = true;
        driver.settle();
        return test::view_claim("data_flow", *driver.shell.session.picture(),
                                driver.shell.playback.cursor);
    };
    EXPECT_EQ(claim("columns:i32=64"), "64 values make each cell");
    EXPECT_EQ(claim("columns:i32=32"), "32 values make each cell");
}

}  // namespace
