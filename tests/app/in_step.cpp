// Two in step: whose rounds stand beside whose, what each has spent, and the split stage.
#include "app/in_step.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lab/asked.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_runs.h"

namespace app {
namespace {

using simulator::Event;

// Launch and barrier interval of each step: "00 01 01 10".
lab::Run rounds(std::string_view steps) {
    lab::Run run;
    for (std::size_t at = 0; at < steps.size(); at += 3) {
        simulator::Step step;
        step.launch = static_cast<std::uint16_t>(steps[at] - '0');
        step.interval = static_cast<std::uint32_t>(steps[at + 1] - '0');
        run.steps.push_back(step);
    }
    return run;
}

std::vector<int> all_beside(std::string_view first, std::string_view second) {
    const lab::Run a = rounds(first), b = rounds(second);
    std::vector<int> steps;
    for (int at = 0; at < static_cast<int>(a.steps.size()); ++at)
        steps.push_back(step_beside(a, at, b));
    return steps;
}

using Steps = std::vector<int>;

// What was scrolled was scrolled in another code.
TEST(InStep, TheCodeFollowsTheRunningLineAgain) {
    testing::Driver driver;
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.settle();
    for (const bool begins : {true, false}) {
        driver.shell.playback.cursor.code_top = 40;
        driver.key(Key::d);
        driver.settle();
        EXPECT_EQ(driver.shell.session.in_step(), begins);
        EXPECT_EQ(driver.shell.playback.cursor.code_top, -1);
    }
}

TEST(InStep, EqualRunsStandAtTheSameStep) {
    EXPECT_EQ(all_beside("00 00 01 01 02", "00 00 01 01 02"), (Steps{0, 1, 2, 3, 4}));
}

TEST(InStep, RoundsStandBesideEachOtherHoweverManyStepsTheyHave) {
    EXPECT_EQ(all_beside("00 00 00 00 01 02", "00 00 01 02"), (Steps{0, 0, 1, 1, 2, 3}));
    EXPECT_EQ(all_beside("00 00 01 02", "00 00 00 00 01 02"), (Steps{1, 3, 4, 5}));
}

TEST(InStep, WhoHasFewerRoundsWaitsAtItsEnd) {
    EXPECT_EQ(all_beside("00 01 02 03 04", "00 01"), (Steps{0, 1, 1, 1, 1}));
}

TEST(InStep, InTheLastRoundTheOtherGoesThroughAllThatIsLeft) {
    EXPECT_EQ(all_beside("00 01 01", "00 01 02 03 04"), (Steps{0, 2, 4}));
}

TEST(InStep, LaunchesBeginTogether) {
    EXPECT_EQ(all_beside("00 01 02 10 11", "00 10 11"), (Steps{0, 0, 0, 1, 2}));
    EXPECT_EQ(all_beside("00 01 10", "00 01"), (Steps{0, 1, 1})) << "there is no second launch";
    EXPECT_EQ(all_beside("00 01", "00 01 10 11"), (Steps{0, 3})) << "both end together";
}

TEST(InStep, BeforeTheFirstStepBothStandBeforeIt) {
    const lab::Run a = rounds("00 01"), none;
    EXPECT_EQ(step_beside(a, -1, a), -1);
    EXPECT_EQ(step_beside(a, 1, none), -1);
}

TEST(InStep, RoundsAreCountedOverAllLaunches) {
    const lab::Run run = rounds("00 00 01 10 11");
    EXPECT_EQ(round_at(run, 1).round, 1);
    EXPECT_EQ(round_at(run, 2).round, 2);
    EXPECT_EQ(round_at(run, 4).round, 4);
    EXPECT_EQ(round_at(run, 4).rounds, 4);
}

TEST(InStep, WhatIsSpentAddsUp) {
    lab::Run run = rounds("00 01");
    auto trace = std::make_shared<simulator::Trace>();
    const auto event = [&](std::uint32_t warp, std::uint32_t index, std::uint32_t sectors,
                           std::uint32_t wavefronts) {
        Event made;
        made.warp = warp, made.index = index, made.sectors = sectors, made.wavefronts = wavefronts;
        trace->events.push_back(made);
    };
    event(0, 9, 4, 0), event(1, 9, 8, 0), event(0, 19, 0, 2);
    run.trace = trace;
    run.steps[0].events = {0, 1};
    run.steps[1].events = {2};
    EXPECT_EQ(spent(run, -1), Spent{});
    EXPECT_EQ(spent(run, 0), (Spent{20, 0, 12})) << "ten instructions of each of two warps";
    EXPECT_EQ(spent(run, 1), (Spent{30, 2, 12}));
    EXPECT_EQ(spent_in_all(run), (Spent{30, 2, 12}));
}

// --- the stage

class StepTest : public ::testing::Test {
protected:
    tests::OwnRuns own;
    testing::Driver driver;
    void SetUp() override {
        const lab::Lesson& lesson = *lab::find_lesson("reduction");
        driver.shell.open_lesson(lesson);
        driver.shell.session.settings().set(*lesson.size, 2048);
        driver.shell.session.settings().rung = 2;
        driver.settle();
    }
    const Session& session() { return driver.shell.session; }
};

TEST_F(StepTest, AChangeIsSaidOnTheStage) {
    EXPECT_FALSE(driver.says("Kernel 3 → "));
    driver.shell.session.settings().rung = 1;
    driver.settle();
    EXPECT_TRUE(driver.says("as many shared load wavefronts"));
    EXPECT_TRUE(driver.misplaced.empty());
    driver.shell.session.settings().rung = 0;
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 2 → 1: ")) << "of the last change alone";
}

// Its line is kept while the next answer is on its way.
TEST_F(StepTest, ThePictureDoesNotJumpWhileAnAnswerIsAwaited) {
    const auto height = [&] { return driver.control("stage.view")->area.h; };
    const float before = height();
    driver.shell.session.settings().rung = 1;
    driver.settle();
    EXPECT_LT(height(), before);
    const float with_line = height();
    driver.finish_work = false;
    driver.shell.session.settings().rung = 0;
    driver.frame();
    EXPECT_TRUE(driver.shell.session.stale());
    EXPECT_EQ(height(), with_line);
}

// A long count: the line says what it waits for, and keeps no room once nothing comes.
TEST_F(StepTest, WhatTheSentenceWaitsForIsSaid) {
    Session& session = driver.shell.session;
    session.settings().set(*session.lesson()->size, 1 << 22);
    driver.settle();
    driver.finish_work = false;
    session.settings().rung = 1;
    for (int i = 0; i < 200 && (session.stale() || !driver.shell.waits()); ++i) {
        driver.frame();
        session.pump(0);
    }
    driver.frame();
    ASSERT_FALSE(session.stale() || session.shown()->complete);
    EXPECT_TRUE(driver.says(": the effect of the change is told then.")) << session.work().what;
    const float height = driver.control("stage.view")->area.h;
    driver.shell.cancel();
    driver.frame();
    EXPECT_FALSE(driver.says("is told then"));
    EXPECT_GT(driver.control("stage.view")->area.h, height);
}

TEST_F(StepTest, TheKeyPutsTheKernelBeforeBesideThis) {
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(session().in_step());
    ASSERT_TRUE(session().beside());
    EXPECT_EQ(session().beside()->request.settings.rung, 1);
    for (const char* title : {"Kernel 2, Strided index", "Kernel 3, Sequential addressing"})
        EXPECT_TRUE(driver.sees(title)) << title;
    EXPECT_TRUE(driver.says("fewer shared load wavefronts")) << "one against the other";
    EXPECT_FALSE(driver.control("card.ledger")) << "their room is the stage's";
    driver.key(Key::d);
    EXPECT_FALSE(session().in_step());
    EXPECT_FALSE(driver.sees("Kernel 2, Strided index"));
}

TEST_F(StepTest, TheKeyPutsTheSettingBeforeBesideThis) {
    const lab::Knob& block = *lab::find_knob(*session().lesson(), "block");
    driver.shell.session.settings().set(block, 128);
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    EXPECT_TRUE(driver.sees("Block 256"));
    EXPECT_TRUE(driver.sees("Block 128"));
    driver.shell.session.settings().set(block, 64);
    driver.settle();
    EXPECT_TRUE(driver.sees("Block 256")) << "a setting stays";
    EXPECT_TRUE(driver.sees("Block 64"));
}

TEST_F(StepTest, AClickWithShiftInTheLadderPutsThatKernelBeside) {
    Input input;
    input.mouse = driver.at("kernel.0");
    input.down = input.pressed = input.shift = true;
    driver.frame(input);
    input.down = input.pressed = false;
    input.released = true;
    driver.frame(input);
    driver.settle();
    ASSERT_TRUE(session().in_step());
    EXPECT_EQ(session().settings().rung, 2) << "the shown kernel stays";
    EXPECT_EQ(session().beside_request().settings.rung, 0);
    EXPECT_TRUE(driver.sees("Kernel 1, Interleaved"));
    // It follows the knobs.
    const lab::Knob& block = *lab::find_knob(*session().lesson(), "block");
    driver.shell.session.settings().set(block, 64);
    driver.settle();
    EXPECT_EQ(session().beside()->request.settings[block], 64);
    EXPECT_EQ(session().beside()->request.settings.rung, 0);
}

TEST_F(StepTest, OneScrubberMovesBoth) {
    driver.key(Key::d);
    driver.settle();
    driver.shell.playback.go_to(0);
    driver.frame();
    const auto filled = [&](const char* id) {
        const Rect row = driver.shell.ui_state.places.at(id);
        float all = 0;
        for (const NotedMark& mark : driver.marks)
            for (const Role role : {Role::accent, Role::other_series})
                if (mark.is(MarkKind::fill, role) &&
                    row.contains({mark.box.x, mark.box.middle_y()}))
                    all += mark.box.w;
        return all;
    };
    const float shown = filled("stage.race.shown"), beside = filled("stage.race.beside");
    driver.key(Key::end);
    EXPECT_GT(filled("stage.race.shown"), shown);
    EXPECT_GT(filled("stage.race.beside"), beside);
    EXPECT_GT(filled("stage.race.beside"), filled("stage.race.shown"))
        << "the strided one spends more";
    EXPECT_TRUE(driver.misplaced.empty());
}

// Kernel 2 keeps the first lanes at work, kernel 1 each second: most of them differ.
TEST_F(StepTest, LanesThatDoOtherwiseAreOutlined) {
    driver.shell.slot = Slot::thread;
    const auto outlined = [&] {
        std::vector<NotedMark> marks;
        for (const NotedMark& mark : driver.marks)
            if (mark.card == "stage" && mark.is(MarkKind::dashed_outline, Role::text))
                marks.push_back(mark);
        return marks.size();
    };
    driver.shell.session.settings().rung = 1;
    driver.settle();
    driver.shell.playback.go_to(20);  // warp 0 alone adds, eight lanes of it
    driver.settle();
    EXPECT_EQ(outlined(), 0u) << "drawn alone";
    driver.shell.session.stand_beside(0);
    driver.settle();
    EXPECT_TRUE(driver.says("lanes differ in the other") || driver.says("differ in the other"));
    const std::size_t interleaved = outlined();
    EXPECT_EQ(interleaved, 30u) << "seven lanes each and a legend, in both halves";
    lab::Request other = session().request;
    other.seed = 7;
    driver.shell.session.stand_beside(other);
    driver.settle();
    ASSERT_TRUE(session().beside());
    EXPECT_EQ(outlined(), 2u) << "other numbers, the same lanes: the legends alone";
    ASSERT_FALSE(lab::assign(other.settings, "block=128"));
    driver.shell.session.stand_beside(other);
    driver.settle();
    EXPECT_FALSE(driver.says("differ in the other")) << "of blocks that are not as large";
}

TEST_F(StepTest, BothLensesShowTheSameColumns) {
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.session.settings().rung = 1;
    driver.shell.session.stand_beside(0);
    driver.settle();
    for (int step : {20, 24, 28}) {
        driver.shell.playback.go_to(step);
        driver.settle();
        std::map<float, std::vector<std::string>> heads;  // of the columns, by height
        for (const NotedText& text : driver.texts)
            if (text.card == "stage" && text.style.font == Font::mono &&
                text.style.colour.role == Role::text3 &&
                text.text.find_first_not_of("0123456789") == std::string::npos)
                heads[text.box.y].push_back(text.text);
        std::erase_if(heads, [](const auto& row) { return row.second.size() < 4; });
        ASSERT_EQ(heads.size(), 2u) << "step " << step;
        EXPECT_EQ(heads.begin()->second, heads.rbegin()->second) << "step " << step;
    }
}

// Padding moves cells on: below each element stands the same one, not the cell of the same number.
TEST_F(StepTest, PaddedElementsStandBelowTheirOwn) {
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.restore("scan/blelloch");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    driver.shell.playback.go_to(22);
    driver.settle();
    std::map<std::string, std::set<float>> sums;  // in which halves
    for (const NotedText& text : driver.texts)
        if (text.card == "stage" && text.style.font == Font::mono_bold)
            sums[text.text].insert(text.box.y);
    const auto in_both =
        std::ranges::count_if(sums, [](const auto& sum) { return sum.second.size() > 1; });
    EXPECT_GE(in_both, 6) << "sums of 32 numbers, of both kernels";
}

// Kernel 3 and kernel 4 write the same plane at other steps.
TEST_F(StepTest, FieldsStandInOnePlane) {
    driver.shell.restore("laplace/tile --at slice=-1");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    int seen = 0;
    for (const int step : {20, 52, 60}) {
        driver.shell.playback.go_to(step);
        driver.settle();
        std::vector<std::string> planes;  // on the slider's knob
        for (const NotedText& text : driver.texts)
            if (text.card == "stage" && text.style.font == Font::mono_bold &&
                text.style.align == Align::centre &&
                text.text.find_first_not_of("0123456789") == std::string::npos)
                planes.push_back(text.text);
        ASSERT_EQ(planes.size(), 2u) << "step " << step;
        EXPECT_EQ(planes[0], planes[1]) << "step " << step;
        seen += planes[0] != "0";
    }
    EXPECT_GT(seen, 0);
}

// One block alone has nothing to show as blocks: both are seen as what both have.
TEST_F(StepTest, APictureThatBothHaveIsTaken) {
    driver.shell.restore("scan/chain n=256 block=64");
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "blocks");
    lab::Request other = session().request;
    other.settings.set(*lab::find_knob(*session().lesson(), "block"), 256);
    driver.shell.session.stand_beside(other);
    driver.settle();
    ASSERT_TRUE(session().beside());
    EXPECT_EQ(driver.shell.stage_view()->slot, Slot::thread);
    EXPECT_NE(driver.shell.stage_view()->id, "blocks");
    EXPECT_FALSE(driver.says("nothing to show"));
    driver.shell.session.stand_alone();
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "blocks") << "alone again it is seen as before";
}

// What somebody chose does not vanish: the half that has none of it says why.
TEST_F(StepTest, WhatWasChosenStandsAndTheOtherHalfSaysWhyItLacksIt) {
    driver.shell.restore("occupancy/two");
    driver.settle();
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "scheduler";
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "scheduler");
    lab::Request other = session().request;
    other.settings = *lab::settings_named("scan/shuffle");
    driver.shell.session.stand_beside(other);
    driver.settle();
    ASSERT_TRUE(session().beside());
    EXPECT_EQ(driver.shell.stage_view()->id, "scheduler");
    EXPECT_TRUE(driver.says("nothing to show as Scheduler"));
    EXPECT_TRUE(driver.says("does not show which way"));
}

TEST_F(StepTest, AClickWithShiftGoesToTheStepOfACellInEitherHalf) {
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.session.settings().rung = 1;
    driver.shell.session.stand_beside(0);
    driver.shell.playback.go_to(driver.shell.playback.count() - 1);
    driver.settle();
    const auto press_first_cell = [&](std::string_view half) {
        const Control* area = driver.control(half);
        ASSERT_TRUE(area);
        Input input;
        float nearest = 1e9f;  // to the middle: neither of the first row nor of the last
        for (const NotedText& text : driver.texts) {
            const float apart = std::abs(text.box.middle_y() - area->area.middle_y());
            if (text.style.align != Align::centre || apart >= nearest ||
                !area->area.contains({text.box.x, text.box.y}) ||
                text.text.find_first_not_of("0123456789") != std::string::npos)
                continue;
            nearest = apart;
            input.mouse = {text.box.middle_x(), text.box.middle_y()};
        }
        input.down = input.pressed = input.shift = true;
        driver.frame(input);
        input.down = input.pressed = false;
        input.released = true;
        driver.frame(input);
    };
    const int last = driver.shell.playback.cursor.step;
    press_first_cell("stage.beside");
    EXPECT_LT(driver.shell.playback.cursor.step, last);
    driver.shell.playback.go_to(last);
    driver.settle();
    press_first_cell("stage.view");
    EXPECT_LT(driver.shell.playback.cursor.step, last);
}

TEST_F(StepTest, WhatCannotRunSaysWhy) {
    lab::Request refused = session().request;
    refused.settings.set(*lab::find_knob(*session().lesson(), "block"), 4096);
    driver.shell.session.stand_beside(refused);
    driver.settle();
    EXPECT_FALSE(session().beside());
    EXPECT_TRUE(driver.says("4096"));
}

TEST_F(StepTest, NoTextLeavesItsPlaceAtAnySize) {
    for (const auto& [width, height] :
         {std::pair{1920.f, 1080.f}, {1366.f, 768.f}, {1280.f, 720.f}, {900.f, 600.f}})
        for (const float longer : {1.f, 1.33f})
            for (const bool two : {false, true})
                for (const Slot slot : {Slot::thread, Slot::warp, Slot::memory}) {
                    driver.width = width, driver.height = height, driver.longer = longer;
                    driver.shell.slot = slot;
                    driver.shell.session.stand_alone();
                    if (two) driver.shell.session.stand_beside(1);
                    driver.settle();
                    EXPECT_TRUE(driver.misplaced.empty())
                        << width << " x " << height << (two ? ", two: " : ": ")
                        << driver.misplaced.front();
                }
}

// --- cards that are clicked

class CardSpots : public StepTest {
protected:
    // Over the middle of the bar of the first kernel.
    Point first_bar() {
        for (const NotedText& text : driver.texts)
            if (text.card == "rungs_compared" && text.text == "Interleaved")
                return {text.box.right() + 60, text.box.middle_y()};
        return {};
    }
    void hover(Point at) {
        Input input;
        input.mouse = at;
        for (int i = 0; i < 30; ++i) driver.frame(input);
    }
};

TEST_F(CardSpots, ABarSaysWhatItIsAndAClickGoesThere) {
    driver.shell.session.complete(1e9, 12);
    driver.settle();
    hover(first_bar());
    EXPECT_TRUE(driver.says("A click goes there."));
    EXPECT_TRUE(driver.says("1 Interleaved"));
    driver.click(first_bar());
    driver.settle();
    EXPECT_EQ(session().settings().rung, 0);
    driver.key(Key::z, true);
    driver.settle();
    EXPECT_EQ(session().settings().rung, 2) << "one step of undo";
}

TEST_F(CardSpots, AColumnOfTheLedgerIsChosen) {
    driver.shell.card_shown = "ledger";
    driver.settle();
    const auto head = [&](std::string_view words) {
        for (const NotedText& text : driver.texts)
            if (text.card == "ledger" && text.text == words)
                return Point{text.box.middle_x(), text.box.middle_y()};
        return Point{};
    };
    const std::string title = head("Kernel 1").x > 0 ? "Kernel 1" : "1";
    ASSERT_GT(head(title).x, 0);
    hover(head(title));
    driver.click(head(title));
    driver.settle();
    ASSERT_TRUE(driver.click("column.shuffle")) << "the list of kernels hangs from the head";
    driver.settle();
    EXPECT_EQ(session().columns().front(), 6);
    EXPECT_TRUE(driver.sees("Kernel 7") || driver.sees("7"));
}

}  // namespace
}  // namespace app
