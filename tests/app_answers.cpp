// What is clicked answers: lines of code, counters of the ledger, cells of the stage, the number of
// the step.
#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "app/draw/metrics.h"
#include "app_shell_driver.h"

namespace app {
namespace {

class Answers : public ::testing::Test {
protected:
    testing::Driver driver;
    void SetUp() override {
        ASSERT_TRUE(driver.shell.restore("reduction/strided block=64 n=256"));
        driver.settle();
        driver.shell.card_shown = "ledger";
        driver.settle();
    }
    Playback& playback() { return driver.shell.playback; }
    Cursor& cursor() { return driver.shell.playback.cursor; }
    const lab::Run& run() { return *driver.shell.session.picture(); }
    void hover(Point at) {
        Input input;
        input.mouse = at;
        for (int i = 0; i < 30; ++i) driver.frame(input);
    }
    void click(Point at, bool shift = false, bool twice = false) {
        Input input;
        input.mouse = at;
        input.shift = shift, input.twice = twice;
        input.down = input.pressed = true;
        driver.frame(input);
        input.down = input.pressed = input.twice = false;
        input.released = true;
        driver.frame(input);
        driver.frame();
    }
    // Where a text stands in a card.
    Point text(std::string_view card, std::string_view words) {
        for (const NotedText& text : driver.texts)
            if (text.card == card && text.text.find(words) != std::string::npos)
                return {text.box.middle_x(), text.box.middle_y()};
        ADD_FAILURE() << words << " is not in " << card;
        return {};
    }
    std::string counts_in_gutter() {
        std::string all;
        for (const NotedText& text : driver.texts)
            if (text.card == "source" && text.style.align == Align::right &&
                text.text.find_first_not_of("0123456789") == std::string::npos)
                all += text.text + " ";
        return all;
    }
};

// --- lines of code

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
    EXPECT_TRUE(driver.says("of the block that is watched. A click goes to the next."));
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
    EXPECT_TRUE(driver.says("Line " + std::to_string(line) + ": " + std::to_string(most) + " of " +
                            std::to_string(all)));
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
          {"abc", "\"abc\" is no whole number: write 1024, 2^10 or 1e6."}}) {
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

// --- cells of the stage

class Cells : public Answers {
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
                    const auto spot = driver.shell.stage_view()->spot(canvas, context, area, at);
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

TEST_F(Cells, AValueLeadsToTheStepThatWroteIt) {
    show("data_flow");
    playback().go_to(playback().count() - 1);
    driver.settle();
    const auto at = where("of step ");
    ASSERT_TRUE(at);
    hover(*at);
    EXPECT_TRUE(
        driver.says("A click shows where it came from. With Shift, or twice: to its step."));
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
TEST_F(Cells, AValueToComeSaysWhenAndNotWhat) {
    show("data_flow");
    playback().go_to(0);
    driver.settle();
    const auto at = where(" comes at step ");
    ASSERT_TRUE(at);
    EXPECT_FALSE(where("= 0, of step 5"));
}

TEST_F(Cells, AThreadLeadsToTheNextStepThatItTakesPartIn) {
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

TEST_F(Cells, ABankChoosesItsLaneAndLeadsToItsNextAccess) {
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

TEST_F(Cells, ALaneOfASectorLeadsToItsNextAccess) {
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

TEST_F(Cells, TheWheelBringsRowsThatAreOutOfSight) {
    driver.height = 720, driver.width = 1280;
    show("data_flow");
    playback().go_to(0);
    driver.settle();
    const auto rows = [&] {
        RowsInSight found;
        const Metrics metrics = metrics_of(usual_density(driver.width, driver.height));
        driver.shell.with_context(metrics, [&](const DrawContext& context) {
            found = driver.shell.stage_view()->rows(context, driver.control("stage.view")->area);
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

// --- plots that are looked at closer

class Plots : public Answers {
protected:
    Zoom zoom() {
        const auto found = driver.shell.zooms.find("timings");
        return found == driver.shell.zooms.end() ? Zoom{} : found->second;
    }
    void wheel(Point at, float notches) {
        Input input;
        input.mouse = at;
        input.wheel = notches;
        driver.frame(input);
        driver.frame();
    }
    void focus_plot() {
        state().focus = "plot.timings";
        state().focus_visible = true;
        driver.frame();
    }
    UiState& state() { return driver.shell.ui_state; }
};

TEST_F(Plots, TheWheelZoomsAboutTheMouseAndADoubleClickResets) {
    ASSERT_TRUE(driver.control("plot.timings"));
    EXPECT_FALSE(driver.control("plot.timings.reset"));
    const Point at = driver.at("plot.timings", .25f);
    wheel(at, 1);
    const Zoom near = zoom();
    EXPECT_NEAR(near.right - near.left, .8, 1e-6);
    EXPECT_NEAR(near.left + .25 * .8, .25, .01) << "what lay under the mouse stays there";
    EXPECT_NEAR(near.bottom - near.top, .8, 1e-6);
    wheel(at, -1);
    EXPECT_EQ(zoom(), Zoom{});
    for (int i = 0; i < 40; ++i) wheel(at, 1);
    EXPECT_GT(zoom().right - zoom().left, .05);
    EXPECT_TRUE(driver.misplaced.empty()) << driver.misplaced.front();
    ASSERT_TRUE(driver.control("plot.timings.reset"));
    driver.click("plot.timings.reset");
    EXPECT_EQ(zoom(), Zoom{});
    wheel(at, 2);
    click({at.x + 3, driver.control("plot.timings")->area.bottom() - 3}, false, true);
    EXPECT_EQ(zoom(), Zoom{});
}

TEST_F(Plots, ADragMovesWhatIsSeenAndEndsAtTheEnds) {
    const Rect plot = driver.control("plot.timings")->area;
    const Point at{plot.middle_x(), plot.bottom() - 4};
    for (int i = 0; i < 4; ++i) wheel(at, 1);
    const Zoom before = zoom();
    driver.press(at);
    driver.move({at.x + plot.w * .1f, at.y});
    EXPECT_NEAR(zoom().left, before.left - .1 * (before.right - before.left), 1e-4);
    EXPECT_NEAR(zoom().right - zoom().left, before.right - before.left, 1e-9);
    driver.move({at.x + plot.w * 40, at.y});
    EXPECT_EQ(zoom().left, 0);
    driver.release(at);
}

TEST_F(Plots, KeysZoomWhileThePlotHasTheFocusAndElseNot) {
    focus_plot();
    const float speed = playback().speed;
    const int step = cursor().step;
    driver.key(Key::plus);
    driver.key(Key::plus);
    EXPECT_NEAR(zoom().right - zoom().left, .64, 1e-6);
    const Zoom near = zoom();
    driver.key(Key::right);
    EXPECT_GT(zoom().left, near.left);
    driver.key(Key::left);
    driver.key(Key::up);
    EXPECT_LT(zoom().top, near.top);
    driver.key(Key::down);
    driver.key(Key::minus);
    EXPECT_NEAR(zoom().right - zoom().left, .8, 1e-6);
    driver.key(Key::zero);
    EXPECT_EQ(zoom(), Zoom{});
    EXPECT_EQ(playback().speed, speed);
    EXPECT_EQ(cursor().step, step);
    state().focus.clear();
    driver.key(Key::plus);
    EXPECT_EQ(zoom(), Zoom{});
}

TEST_F(Plots, EachSubjectHasItsOwnAndNothingIsKept) {
    wheel(driver.at("plot.timings"), 1);
    ASSERT_NE(zoom(), Zoom{});
    const std::string line = driver.shell.state_line();
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    EXPECT_EQ(zoom(), Zoom{});
    driver.shell.restore(line);
    driver.settle();
    EXPECT_EQ(zoom(), Zoom{});
}

// A closer look has another axis, and marks beyond its edge are not drawn over it.
TEST_F(Plots, AxesFollowTheZoom) {
    const auto labels = [&] {
        std::set<std::string> all;
        for (const NotedText& text : driver.texts)
            if (text.card == "timings") all.insert(text.text);
        return all;
    };
    const std::set<std::string> whole = labels();
    const Rect plot = driver.control("plot.timings")->area;
    for (int i = 0; i < 6; ++i) wheel({plot.x + 2, plot.middle_y()}, 1);
    EXPECT_NE(labels(), whole);
    EXPECT_FALSE(labels().contains("2²⁸"));
    for (const NotedMark& mark : driver.marks)
        if (mark.card == "timings" && mark.is(MarkKind::circle, Role::accent)) {
            EXPECT_TRUE(mark.clip.w > 0 && mark.clip.w < plot.w + 40);
        }
}

}  // namespace
}  // namespace app
