// What is clicked answers: lines of code, counters of the ledger, the number of the step; and bars
// that answer by moving.
#include <gtest/gtest.h>

#include "app/views/code/issues.h"
#include "tests/app/answers.h"
#include "tests/app/drawn_rung.h"

namespace app {
namespace {

using testing::Answers;

// --- lines of code

// An unrolled line was issued once for all its copies, and each of them asked.
TEST(LineIssues, TellWhatAllInstructionsCameTo) {
    simulator::LineCounters line;
    line.executions = 704;
    line.counters.warp_instructions = 704;
    EXPECT_EQ(issues_words(line), "Issued 704 times.");
    EXPECT_EQ(issues_words(line, 4), "Issued 704 times, in all 4 blocks that are drawn.");
    line.counters.warp_instructions = 25'344;
    line.counters.global_load_requests = 2816;
    line.counters.global_load_sectors = 11'264;
    EXPECT_EQ(issues_words(line),
              "Issued 704 times. All its PTX instructions, with copies by unrolling: "
              "25\u2009344 warp instructions, 2\u2009816 global load requests.");
    EXPECT_EQ(issues_words({}), "");
}

// A question asks of one block, and what is drawn has several, in two launches.
TEST(LineIssues, AreThoseOfAllBlocks) {
    EXPECT_EQ(blocks_drawn(*test::drawn_rung("reduction/interleaved", {}).picture), 4u);
    EXPECT_EQ(blocks_drawn(*test::drawn_rung("scan/three_kernels", {"n=4096"}).picture), 1u)
        << "each kernel has lines of its own";
}

TEST_F(Answers, ALineSaysAtHowManyStepsItRunsAndLeadsToTheNext) {
    playback().go_to(0);
    driver.settle();
    const int line = run().steps.back().line;
    const auto steps = std::ranges::count(run().steps, line, &simulator::Step::line);
    cursor().code_top = line;  // it stands first
    driver.frame();
    const Control* pane = driver.control("source.view");
    ASSERT_TRUE(pane);
    const Point at{pane->area.middle_x(), text("source", "issued").y + 20};
    hover(at);
    EXPECT_TRUE(
        driver.says("Runs at " + std::to_string(steps) + (steps == 1 ? " step" : " steps")));
    EXPECT_TRUE(driver.says("of the watched block. A click goes to the next step."));
    EXPECT_TRUE(driver.says("Issued "));
    EXPECT_TRUE(driver.says("blocks that are drawn."));
    click(at);
    EXPECT_GT(cursor().step, 0);
    EXPECT_EQ(run().steps[static_cast<std::size_t>(cursor().step)].line, line);
    EXPECT_TRUE(playback().by_hand);
    EXPECT_EQ(cursor().code_top, line) << "the text stays under the mouse";
}

TEST_F(Answers, TheWheelMovesTheCodeFromWhereItStandsAndAStepBringsItBack) {
    playback().go_to(5);
    driver.settle();
    Input wheel;
    wheel.mouse = driver.at("source.view");
    wheel.wheel = -1;
    driver.frame(wheel);
    const int first = cursor().code_top;
    driver.frame(wheel);
    EXPECT_EQ(cursor().code_top, first + 3);
    wheel.wheel = 1;
    driver.frame(wheel);
    EXPECT_EQ(cursor().code_top, first);
    wheel.wheel = -100;
    driver.frame(wheel);
    EXPECT_LT(cursor().code_top, std::ranges::count(run().source_text, '\n')) << "some is in sight";
    driver.key(Key::right);
    EXPECT_EQ(cursor().code_top, -1);
}

// --- counters

TEST_F(Answers, ACounterNamesTheLinesThatCauseItAndMarksThem) {
    const std::string issued = counts_in_gutter();
    const Point row = text("ledger", "oad wavefronts");
    hover(row);
    std::uint64_t most = 0;
    int line = 0;
    const lab::Run& counted = *driver.shell.session.counted();  // not the one that is drawn
    for (const auto& each : counted.lines)
        if (each.counters.shared_load_wavefronts > most)
            most = each.counters.shared_load_wavefronts, line = each.line;
    const std::uint64_t all = counted.counters.shared_load_wavefronts;
    EXPECT_TRUE(driver.says(std::to_string(most) + " of " + std::to_string(all) + " in"));
    EXPECT_FALSE(driver.says("ine " + std::to_string(line) + ":")) << "no line of code has one";
    EXPECT_TRUE(driver.sees(std::to_string(all))) << "as the ledger has it";
    EXPECT_NE(counts_in_gutter(), issued) << "already while the mouse is there";
    hover(driver.beside_everything());
    EXPECT_EQ(counts_in_gutter(), issued);
    click(row);
    hover(driver.beside_everything());
    EXPECT_TRUE(driver.says("Shared load wavefronts, " + std::to_string(all) + " in all"));
    EXPECT_NE(counts_in_gutter().find(std::to_string(most) + " "), std::string::npos);
    driver.key(Key::escape);
    EXPECT_EQ(counts_in_gutter(), issued);
}

TEST_F(Answers, AMarkedCounterEndsByItsRowOrItsHead) {
    for (const bool by_head : {true, false}) {
        const Point row = text("ledger", "oad wavefronts");
        click(row);
        ASSERT_GE(driver.shell.counter, 0);
        by_head ? void(driver.click("source.counter")) : click(row);
        EXPECT_EQ(driver.shell.counter, -1);
    }
    click(text("ledger", "oad wavefronts"));
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    EXPECT_EQ(driver.shell.counter, -1) << "another subject has other lines";
}

TEST_F(Answers, CountersComeByTheKeyboardToo) {
    const auto& ledger = driver.shell.session.subject()->ledger;
    const auto name = [&] {
        const int at = driver.shell.counter;
        return at < 0 ? "" : std::string(simulator::counter_names()[std::size_t(at)].name);
    };
    for (const std::string& counter : ledger) {
        driver.key(Key::n);
        EXPECT_EQ(name(), counter);
    }
    driver.key(Key::n);
    EXPECT_EQ(name(), "") << "behind the last there is none";
    driver.key(Key::n, false, true);
    EXPECT_EQ(name(), ledger.back());
    EXPECT_TRUE(driver.control("source.counter"));
    driver.key(Key::escape);
    EXPECT_EQ(name(), "");
}

// Lines add up to what the ledger says, for every counter of every kernel.
TEST_F(Answers, LinesAddUpToTheirCounter) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        driver.shell.open_lesson(*lesson);
        driver.settle();
        for (const simulator::CounterName& counter : simulator::counter_names()) {
            std::uint64_t source = 0, ptx = 0;
            for (const auto& line : run().lines) source += line.counters.*counter.member;
            for (const auto& line : run().ptx_lines) ptx += line.counters.*counter.member;
            EXPECT_EQ(source, run().counters.*counter.member) << lesson->id << " " << counter.name;
            EXPECT_EQ(ptx, run().counters.*counter.member) << lesson->id << " " << counter.name;
        }
    }
}

// --- the number of the step

TEST_F(Answers, AStepIsTyped) {
    playback().go_to(3);
    driver.settle();
    ASSERT_TRUE(driver.click("transport.step"));
    driver.type("1");
    driver.type("2");
    EXPECT_TRUE(driver.sees("12"));
    driver.key(Key::enter);
    EXPECT_EQ(cursor().step, 11);
    driver.key(Key::j);
    driver.type("7");
    driver.key(Key::enter);
    EXPECT_EQ(cursor().step, 6) << "by the keyboard";
}

TEST_F(Answers, WhatIsNoStepGetsASentenceAndEscapeLeaves) {
    playback().go_to(3);
    driver.settle();
    const std::string count = std::to_string(playback().count());
    for (const auto& [words, said] :
         {std::pair{"0", "There is no step 0: this run has " + count + " steps"},
          {"9999", "There is no step 9\u2009999: this run has " + count + " steps"},
          {"abc", "\"abc\" is not a whole number: write 1024, 2^10 or 1e6."}}) {
        driver.click("transport.step");
        driver.type(words);
        driver.frame();
        EXPECT_TRUE(driver.sees(words));
        Input enter;
        enter.strokes.push_back({Key::enter});
        driver.frame(enter);
        driver.frame();
        EXPECT_EQ(driver.shell.notice.substr(0, said.size()), said);
        EXPECT_EQ(cursor().step, 3) << words;
        EXPECT_EQ(driver.shell.ui_state.typing, words) << "it is there to be corrected";
        driver.key(Key::escape);
        driver.key(Key::escape);
        EXPECT_TRUE(driver.shell.notice.empty());
    }
    driver.click("transport.step");
    driver.type(count);
    driver.key(Key::enter);
    EXPECT_EQ(cursor().step, playback().count() - 1);
    playback().go_to(3);
    driver.click("transport.step");
    driver.type("9");
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.ui_state.typing);
    EXPECT_EQ(cursor().step, 3);
    driver.key(Key::two);
    EXPECT_EQ(driver.shell.slot, Slot::warp) << "digits are views again";
}

// A field that only has the focus leaves letters to the shortcuts; one that is typed into has them.
TEST_F(Answers, AFieldTakesLettersOnlyWhileItIsTypedInto) {
    driver.shell.ui_state.focus = "transport.step";
    driver.shell.ui_state.focus_visible = true;
    const Tone tone = driver.shell.look.tone;
    driver.key(Key::t);
    EXPECT_NE(driver.shell.look.tone, tone);
    driver.click("transport.step");
    driver.key(Key::t);
    EXPECT_NE(driver.shell.look.tone, tone) << "T was typed";
    EXPECT_TRUE(driver.has_mark("stage", MarkKind::fill, Role::accent));
}

// --- what moves to its place

TEST_F(Answers, BarsMoveToTheirPlaceInTheirTimeAndThenNothingIsDrawn) {
    Shell& shell = driver.shell;
    const auto take = [&](std::int64_t count) {
        shell.session.settings().set(*shell.session.subject()->size, count);
    };
    for (const std::int64_t count : {1 << 20, 256}) {  // times of both are known from now on
        take(count);
        driver.settle();
        shell.session.complete(1e9, 12);
        driver.settle();
    }
    const auto bars = [&] {
        float sum = 0;
        for (const NotedMark& mark : driver.marks)
            if (mark.card == "rungs_compared" && mark.kind == MarkKind::dashed_outline)
                sum += mark.box.w;
        return sum;
    };
    for (const bool still : {false, true}) {
        shell.ui_state.glides.settled = false;
        shell.look.reduced_motion = still;
        driver.settle();
        const float before = bars();
        ASSERT_GT(before, 0);
        take(still ? 256 : 1 << 20);
        driver.frame();
        driver.frame();
        const float soon = bars();
        if (!still) {
            EXPECT_LT(shell.wishes.wait, .1) << "the next frame is due";
        }
        driver.now += .3;
        driver.frame();
        const float there = bars();
        EXPECT_EQ(soon == there, still) << before << " " << soon << " " << there;
        driver.now += .3;
        driver.frame();
        EXPECT_EQ(bars(), there);
        EXPECT_GT(shell.wishes.wait, 1) << "nothing moves, nothing is drawn";
    }
}

}  // namespace
}  // namespace app
