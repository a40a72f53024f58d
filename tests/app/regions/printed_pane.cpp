// What a kernel printed, in the code pane: its lines in their order, who printed them, and the way
// to the step at which they did.
#include "app/regions/printed_pane.h"

#include <gtest/gtest.h>

#include "app/shell/printed_lines.h"
#include "app/views/moment.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"

namespace app {
namespace {

using simulator::PrintedCall;
using testing::Driver;

std::shared_ptr<const lab::Subject> printing(const std::string& name = "printing") {
    lab::AskedFile asked;
    asked.file = name + ".cu";
    const auto made = lab::subject_of(asked, tests::own_code(name));
    EXPECT_TRUE(made) << made.problem().message;
    return made ? *made : nullptr;
}

class PrintedPaneTest : public ::testing::Test {
protected:
    PrintedPaneTest() {
        driver.shell.open_subject(printing());
        driver.settle();
    }
    const lab::Run& run() { return *driver.shell.session.picture(); }
    std::string line(std::size_t row) {
        const PrintedLine& found = printed_lines(run()).rows.at(row);
        return run().printed.substr(found.first, found.last - found.first);
    }
    const PrintedCall& call(std::size_t row) {
        return run().printed_calls.at(printed_lines(run()).rows.at(row).call.value());
    }
    int line_of_step() {
        const Cursor& cursor = driver.shell.playback.cursor;
        return run().steps.at(std::size_t(cursor.step)).line;
    }
    bool pane_has(std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "source" && text.text.find(words) != std::string::npos;
        });
    }
    Driver driver;
};

TEST_F(PrintedPaneTest, AppearsByItselfWhereAKernelPrinted) {
    EXPECT_TRUE(pane_has("Printed")) << "a tab beside CUDA, PTX and Host";
    EXPECT_NE(driver.shell.notice.find("The kernel printed 346 lines"), std::string::npos)
        << driver.shell.notice;
    driver.shell.open_subject(printing("shuffles"));
    driver.settle();
    EXPECT_FALSE(pane_has("Printed")) << "this kernel prints nothing";
}

TEST_F(PrintedPaneTest, CGoesThroughItToo) {
    const auto now = [&] {
        return driver.shell.printed.shown         ? "printed"
               : driver.shell.host_code.shown     ? "host"
               : driver.shell.playback.cursor.ptx ? "ptx"
                                                  : "cuda";
    };
    for (const char* next : {"ptx", "host", "printed", "cuda", "ptx"}) {
        driver.key(Key::c);
        EXPECT_STREQ(now(), next);
    }
}

// Blocks run in turn, and warps of a block: the order of the simulator.
TEST_F(PrintedPaneTest, HasEachLineInOrderWithItsThread) {
    const PrintedLines& all = printed_lines(run());
    EXPECT_EQ(all.count, 346u);
    EXPECT_EQ(all.rows.size(), 346u);
    EXPECT_FALSE(all.cut);
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
        const PrintedCall& by = call(row);
        const bool done = line(row).ends_with(" is done");
        EXPECT_EQ(by.line, done ? 10 : 8) << line(row);
        const std::string begins =
            done ? "block " + std::to_string(by.block) + " is"
                 : "number " + std::to_string(by.block * 256 + by.thread) + " is ";
        EXPECT_TRUE(line(row).starts_with(begins)) << line(row) << ", not " << begins;
    }
    EXPECT_EQ(line(11), "block 0 is done") << "after the eleven numbers of warp 0";
    EXPECT_TRUE(line(12).starts_with("number 33 is "));
}

TEST_F(PrintedPaneTest, DrawsWhatFitsAndScrolls) {
    driver.shell.printed.shown = true;
    driver.settle();
    for (const char* words : {"Block", "Thread", "Line", "Text", "number 3 is"})
        EXPECT_TRUE(pane_has(words)) << words;
    EXPECT_TRUE(driver.says("346 lines"));
    EXPECT_TRUE(driver.says("cudaDeviceReset() is not needed"));
    EXPECT_FALSE(pane_has("block 3 is done"));
    EXPECT_TRUE(driver.misplaced.empty()) << driver.misplaced.front();
    const Control* row = driver.control("source.printed.2");
    ASSERT_TRUE(row);
    Input wheel;
    wheel.mouse = {row->area.middle_x(), row->area.middle_y()};
    wheel.wheel = -4000;
    driver.frame(wheel);
    driver.settle();
    EXPECT_TRUE(pane_has("number 1023 is")) << "the last line";
    EXPECT_FALSE(pane_has("number 3 is"));
}

TEST_F(PrintedPaneTest, FitsEverySize) {
    driver.shell.printed.shown = true;
    for (const auto& [width, height] :
         {std::pair(1920.f, 1080.f), std::pair(1366.f, 768.f), std::pair(2560.f, 1440.f)}) {
        driver.width = width, driver.height = height;
        driver.shell.source_open = true;
        driver.settle();
        EXPECT_TRUE(driver.misplaced.empty()) << width << ": " << driver.misplaced.front();
        EXPECT_TRUE(pane_has("number 3 is")) << width;
    }
}

TEST_F(PrintedPaneTest, AClickGoesToTheStepAndTheLine) {
    const auto watched = run().trace->watched.front();
    std::size_t row = 0;
    while (call(row).block != watched || call(row).thread < 32) ++row;
    const PrintedCall printed = call(row);
    driver.shell.printed.shown = true;
    driver.shell.printed.top = std::ptrdiff_t(row) - 1;
    driver.shell.playback.go_to(0);
    driver.settle();
    ASSERT_TRUE(driver.click("source.printed." + std::to_string(row)));
    driver.settle();
    EXPECT_FALSE(driver.shell.printed.shown) << "the source stands in its place";
    EXPECT_EQ(line_of_step(), printed.line);
    const Cursor& cursor = driver.shell.playback.cursor;
    EXPECT_EQ(cursor.warp * 32 + cursor.lane, printed.thread);
    const simulator::Event* event = event_in(run(), cursor.step, cursor);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->warp, printed.thread / 32u);
    EXPECT_TRUE(pane_has("printf"));
}

TEST_F(PrintedPaneTest, AClickOnALineOfAnotherBlockWatchesIt) {
    const std::uint64_t other = run().trace->watched.front() == 2 ? 1 : 2;
    std::size_t row = 0;
    while (call(row).block != other || call(row).line != 10) ++row;
    go_to_printing(driver.shell, call(row));
    driver.settle();
    EXPECT_EQ(run().trace->watched.front(), other);
    EXPECT_EQ(line_of_step(), 10);
    EXPECT_EQ(driver.shell.playback.cursor.warp, 0);
}

// --- made texts

lab::Run printed_run(std::string text, std::vector<PrintedCall> calls) {
    lab::Run run;
    run.printed = std::move(text);
    run.printed_calls = std::move(calls);
    return run;
}

TEST(PrintedLines, TellHowManyThreadsWroteOneLine) {
    const lab::Run run = printed_run("abc\nd", {{.first = 0, .thread = 4},
                                                {.first = 1, .thread = 5},
                                                {.first = 2, .thread = 5},
                                                {.first = 4, .thread = 6}});
    const PrintedLines& all = printed_lines(run);
    ASSERT_EQ(all.rows.size(), 2u);
    EXPECT_EQ(all.rows[0].call, 0u);
    EXPECT_EQ(all.rows[0].more_threads, 1u);
    EXPECT_EQ(all.rows[1].call, 3u);
    EXPECT_EQ(all.rows[1].more_threads, 0u);
}

TEST(PrintedLines, BreakWhatHasNoEndWithoutBreakingLetters) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "é";
    const lab::Run run = printed_run(text + "\n", {{.thread = 1}});
    const PrintedLines& all = printed_lines(run);
    EXPECT_EQ(all.count, 1u);
    EXPECT_EQ(all.rows.size(), 5u);
    for (const PrintedLine& row : all.rows) EXPECT_EQ((row.last - row.first) % 2, 0u);
    EXPECT_EQ(all.rows.back().last, 2000u);
}

TEST(PrintedLines, LeaveOutTheSentenceOnWhatWasCut) {
    simulator::Printed printed;
    const std::string words = std::string(1023, 'x') + "\n";
    for (int i = 0; i < 1100; ++i) printed.keep({.thread = 1}, words);
    const lab::Run run = printed_run(printed.text, printed.calls);
    const PrintedLines& all = printed_lines(run);
    EXPECT_TRUE(all.cut);
    EXPECT_EQ(all.count, 1024u);
    EXPECT_EQ(all.rows.back().last, simulator::Printed::most_bytes - 1);
}

TEST(PrintedLines, SayNothingOfCallsThatWereNotKept) {
    simulator::Printed printed;
    for (std::size_t i = 0; i < simulator::Printed::most_calls + 3; ++i)
        printed.keep({.thread = 1}, "\n");
    EXPECT_EQ(printed.calls.size(), simulator::Printed::most_calls);
    const lab::Run run = printed_run(printed.text, printed.calls);
    const PrintedLines& all = printed_lines(run);
    EXPECT_TRUE(all.rows.front().call);
    EXPECT_FALSE(all.rows.back().call);
}

}  // namespace
}  // namespace app
