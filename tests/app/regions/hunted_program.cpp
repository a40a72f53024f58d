// A hunt: what was found in a program with a bug is hidden until somebody has said what is wrong.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/regions/kernel_chooser.h"
#include "app/shell/in_step_choice.h"
#include "app/weights.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

using testing::Driver;

struct HuntedProgram : ::testing::Test {
    Driver driver{1366, 768};

    void SetUp() override {
        driver.shell.restore("bug_hunt/running_sum");
        driver.settle();
    }
    void press() {
        driver.key(Key::g, false, true);
        driver.settle();
    }
    bool tells() const { return driver.says("Race: ") || driver.says("Differs from the CPU"); }
    bool hides() const { return driver.says("Find what is wrong in this program"); }
    // Whether anything on the screen calls one of the programs by its name.
    bool names_any() const {
        for (const lab::Rung& rung : driver.shell.session.subject()->rungs)
            if (driver.says(rung.title) || driver.sees(rung.id)) return true;
        return false;
    }
    bool refuses() const { return driver.says("That would reveal what is wrong"); }
};

TEST_F(HuntedProgram, TellsNothingUntilItIsAsked) {
    ASSERT_TRUE(tells());
    press();
    EXPECT_FALSE(tells());
    EXPECT_TRUE(hides());
    EXPECT_FALSE(driver.sees("Ledger"));
    EXPECT_FALSE(driver.sees("Happens before")) << "a picture's name tells";
    EXPECT_TRUE(driver.says("What was found is hidden"));
    EXPECT_TRUE(driver.says("Program 2"));
    EXPECT_FALSE(driver.says("A sum that grows too early"));
    EXPECT_FALSE(driver.sees("before[0]"));
    press();
    EXPECT_TRUE(tells());
    EXPECT_FALSE(hides());
}

// The next program is hidden again, the cured one never; pressed once more it is over.
TEST_F(HuntedProgram, IsHiddenAnewUntilTheHuntEnds) {
    press();
    press();
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    EXPECT_TRUE(hides());
    driver.shell.restore("bug_hunt/in_place version=cured");
    driver.settle();
    EXPECT_FALSE(hides());
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    press();
    press();
    driver.shell.restore("bug_hunt/neighbour");
    driver.settle();
    EXPECT_FALSE(hides());
}

// The program is there to be read, on the stage too, without what its comments tell; nothing names
// it, and no line of the host is marked.
TEST_F(HuntedProgram, IsReadWithoutWhatTells) {
    driver.shell.restore("bug_hunt/early_return");
    driver.settle();
    const auto comments = [&] {  // of the kernel, which stands on the stage
        const float pane = driver.shell.ui_state.places.find("stage.sentence")->second.right();
        return std::ranges::count_if(driver.texts, [&](const NotedText& text) {
            return text.box.x < pane && text.text.find("//") != std::string::npos;
        });
    };
    press();
    EXPECT_EQ(comments(), 0);
    EXPECT_FALSE(driver.sees("Early return"));
    EXPECT_EQ(std::ranges::count(driver.texts, "__shared__", &NotedText::text), 1)
        << "on the stage, beside the host's program";
    driver.shell.restore("bug_hunt/copied_early");
    driver.settle();
    EXPECT_TRUE(hides());
    EXPECT_FALSE(driver.control("source.host_mark"));
}

// Whoever looked at another picture sees the one with the bug when it is shown, and at each program
// that is chosen.
TEST_F(HuntedProgram, IsShownWhereItsBugIs) {
    const int step = driver.shell.playback.cursor.step;
    press();
    driver.key(Key::three);
    driver.shell.playback.go_to(0);
    driver.settle();
    ASSERT_NE(driver.shell.stage_view()->id, "happens_before");
    press();
    EXPECT_EQ(driver.shell.stage_view()->id, "happens_before");
    EXPECT_EQ(driver.shell.playback.cursor.step, step);
    driver.key(Key::three);
    driver.settle();
    choose_rung(driver.shell, 2);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "happens_before");
}

// Where there is room the rail tells what a kernel is about.
TEST_F(HuntedProgram, IsNotToldByTheRail) {
    Driver wide{1920, 1080};
    wide.shell.restore("bug_hunt/neighbour");
    wide.settle();
    ASSERT_TRUE(wide.says("which changes that pair"));
    ASSERT_TRUE(wide.sees("issued"));
    wide.key(Key::g, false, true);
    wide.settle();
    EXPECT_FALSE(wide.says("which changes that pair"));
    EXPECT_FALSE(wide.sees("issued"));
}

// What else would tell: every kernel with its picture, questions, what a change did.
TEST_F(HuntedProgram, IsNotToldByAnotherWay) {
    press();
    driver.key(Key::backspace);
    EXPECT_FALSE(driver.shell.home);
    EXPECT_TRUE(driver.says("That would reveal what is wrong"));
    driver.key(Key::g);
    EXPECT_FALSE(driver.shell.predictions.is_open());
    EXPECT_FALSE(driver.control("top.results"));
    driver.key(Key::d);
    driver.settle();
    EXPECT_FALSE(driver.says("The result is right now"));
    EXPECT_FALSE(driver.says("barriers ×"));
}

// Whatever lists kernels numbers those that are hunted through, or says that it would tell.
TEST_F(HuntedProgram, IsNamedNowhere) {
    ASSERT_TRUE(driver.click("kernel.list"));
    ASSERT_TRUE(names_any());
    driver.key(Key::escape);
    driver.settle();
    ASSERT_TRUE(driver.click("kernel.home"));
    ASSERT_TRUE(driver.shell.home);
    press();
    EXPECT_FALSE(driver.shell.home);
    for (const char* way : {"kernel.home", "top.read"}) {
        ASSERT_TRUE(driver.click(way));
        EXPECT_TRUE(refuses()) << way;
        EXPECT_FALSE(names_any()) << way;
        driver.settle();
    }
    driver.click("kernel.list");
    EXPECT_TRUE(driver.sees("Program 12"));
    EXPECT_FALSE(names_any());
    driver.key(Key::escape);
    stand_kernel_beside(driver.shell, 3);
    driver.settle();
    EXPECT_TRUE(refuses());
    EXPECT_FALSE(driver.shell.session.in_step());
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step()) << "with its cure";
    EXPECT_TRUE(hides());
    EXPECT_TRUE(driver.says("Program 2"));
}

// One that was shown is listed by its name beside those that were not.
TEST_F(HuntedProgram, IsNamedOnceItIsShown) {
    press();
    press();
    ASSERT_TRUE(driver.click("kernel.list"));
    EXPECT_TRUE(driver.sees("A sum that grows too early"));
    EXPECT_TRUE(driver.sees("Program 1"));
    EXPECT_FALSE(driver.sees("One past the end"));
}

// Of what was run, the list says what was turned: verdict and time would tell.
TEST_F(HuntedProgram, IsNotToldByWhatWasRun) {
    const auto tells_outcome = [&] {
        return driver.sees("ended by") || driver.sees("wrong result") || driver.sees("right") ||
               driver.sees("modelled");
    };
    for (const int rung : {3, 0}) choose_rung(driver.shell, rung), driver.settle();
    driver.key(Key::z);
    ASSERT_TRUE(driver.sees("ended by"));
    ASSERT_TRUE(driver.sees("wrong result"));
    driver.key(Key::escape);
    press();
    driver.key(Key::z);
    ASSERT_TRUE(driver.control("history.2"));
    driver.frame({.mouse = driver.at("history.1")});
    for (int i = 0; i < 60; ++i) driver.frame();
    EXPECT_TRUE(driver.sees("Kernel 4 → 1"));
    EXPECT_FALSE(tells_outcome());
    EXPECT_FALSE(names_any());
}

// What is kept of it is the window, by a name that has its number.
TEST_F(HuntedProgram, IsKeptByItsNumber) {
    driver.key(Key::s, true);
    ASSERT_NE(driver.shell.keep_sheet.path.words.find("running_sum-happens_before"),
              std::string::npos);
    ASSERT_TRUE(driver.control("keep.command"));
    driver.key(Key::escape);
    press();
    driver.key(Key::s, true);
    EXPECT_NE(driver.shell.keep_sheet.path.words.find("program_2-window"), std::string::npos)
        << driver.shell.keep_sheet.path.words;
    EXPECT_FALSE(driver.sees("Happens before"));
    EXPECT_FALSE(driver.control("keep.command"));
    EXPECT_FALSE(names_any());
}

// What it should give is what somebody measures it by, and no finding.
TEST_F(HuntedProgram, IsMeasuredByWhatItIsMeantToGive) {
    for (const auto& [width, height] : {std::pair{1366.f, 768.f}, std::pair{1280.f, 720.f}})
        for (const lab::Rung& rung : driver.shell.session.subject()->rungs) {
            Driver here{width, height};
            here.shell.restore("bug_hunt/" + rung.id);
            here.settle();
            here.key(Key::g, false, true);
            here.settle();
            EXPECT_TRUE(here.says(rung.meant)) << rung.id << " at " << width;
            EXPECT_TRUE(here.says("Find what is wrong in this program")) << rung.id;
        }
    Driver wide{1920, 1080};
    wide.shell.restore("bug_hunt/neighbour");
    wide.settle();
    EXPECT_TRUE(wide.says(lab::rung_of(wide.shell.session.settings()).meant)) << "in the rail";
}

// Nor by a program that is written out, by the file of all of them, by where a picture would go on.
TEST_F(HuntedProgram, IsNotToldByWhatIsWrittenOrGoesOn) {
    ASSERT_TRUE(driver.control("transport.worth"));
    press();
    EXPECT_FALSE(driver.control("transport.worth"));
    const int step = driver.shell.playback.cursor.step;
    for (const auto& [key, control] :
         {std::pair{Key::e, true}, std::pair{Key::m, false}, std::pair{Key::w, false}}) {
        driver.shell.notice.clear();
        driver.key(key, control);
        EXPECT_TRUE(refuses()) << int(key);
    }
    EXPECT_FALSE(driver.shell.change_sheet.open);
    EXPECT_EQ(driver.shell.playback.cursor.step, step);
    press();
    driver.key(Key::m);
    EXPECT_FALSE(driver.shell.change_sheet.open) << "it has the other programs, too";
    driver.shell.notice.clear();
    driver.key(Key::w);
    EXPECT_FALSE(refuses());
}

// Whichever warp the program before was about.
TEST_F(HuntedProgram, IsShownAsTheWindowNamesIt) {
    driver.shell.restore("bug_hunt/neighbour");
    driver.settle();
    press();
    press();
    choose_rung(driver.shell, 3);
    driver.settle();
    press();
    const auto& faults = driver.shell.session.picture()->faults;
    const simulator::Fault& named = *std::ranges::min_element(faults, {}, severity_rank);
    ASSERT_EQ(named.kind, simulator::FaultKind::race);
    const std::string place = named.buffer + "[" + std::to_string(named.element) + "]";
    EXPECT_TRUE(driver.says("Nothing orders " + place)) << place;
    EXPECT_TRUE(driver.says(" writes " + place + " at line")) << "the same";
}

// Where kernel and host stand tells nothing: alike in every program, from wherever somebody came;
// and they change places when somebody wants it.
TEST_F(HuntedProgram, StandsBesideItsHostInEach) {
    for (const lab::Rung& rung : driver.shell.session.subject()->rungs)
        for (const bool host : {false, true}) {
            Driver here{1366, 768};
            here.shell.restore("bug_hunt/" + rung.id);
            here.settle();
            here.shell.host_code.stand(host, here.shell.session.settings());
            here.settle();
            here.key(Key::g, false, true);
            here.settle();
            EXPECT_TRUE(here.shell.host_code.shown) << rung.id;
            EXPECT_EQ(std::ranges::count(here.texts, "__global__", &NotedText::text), 1) << rung.id;
            EXPECT_FALSE(here.control("source.export")) << "it would be refused";
        }
    press();
    ASSERT_TRUE(driver.click("stage.listing.1"));
    driver.settle();
    EXPECT_FALSE(driver.shell.host_code.shown);
    choose_rung(driver.shell, 11);
    driver.settle();
    EXPECT_TRUE(driver.shell.host_code.shown) << "each begins alike";
    ASSERT_TRUE(driver.click("stage.listing.1"));
    driver.settle();
    EXPECT_TRUE(driver.sees("twice")) << "in the pane";
    EXPECT_TRUE(driver.sees("int main()") || driver.sees("int"));
    press();
    EXPECT_TRUE(driver.shell.host_code.shown) << "where its bug is";
}

// Replies name a line by its number: it stands beside each of the host's, too.
TEST_F(HuntedProgram, CountsTheLinesOfTheHost) {
    press();
    choose_rung(driver.shell, 11);
    driver.settle();
    const auto shown = driver.shell.session.shown();
    const HostCode::Text& text = driver.shell.host_code.text(shown->request);
    for (int line = text.main_line; line < text.main_line + 6; ++line)
        EXPECT_TRUE(driver.sees(std::to_string(line))) << line;
    press();
    EXPECT_FALSE(driver.sees(std::to_string(text.main_line))) << "nobody is answered";
}

// All of it, or what page keys bring.
TEST_F(HuntedProgram, IsReadToItsEnd) {
    Driver low{1280, 720};
    low.shell.restore("bug_hunt/running_sum");
    low.settle();
    low.key(Key::g, false, true);
    low.settle();
    EXPECT_GE(std::ranges::count(low.texts, "before", &NotedText::text), 4)
        << "up to its last line";
    const int top = low.shell.playback.cursor.code_top;
    low.key(Key::page_down);
    EXPECT_GT(low.shell.playback.cursor.code_top, top);
}

// By the wheel too, in the pane and on the stage: behind its last line stands its cure.
TEST_F(HuntedProgram, EndsTheTextThatIsRead) {
    Driver low{1280, 720};
    low.shell.restore("bug_hunt/two_slots");
    low.settle();
    low.key(Key::g, false, true);
    low.settle();
    const Rect sentence = low.shell.ui_state.places.find("stage.sentence")->second;
    for (const Point at : {low.at("source.view"), Point{sentence.x + 9, sentence.bottom() + 60}}) {
        Input input;
        input.mouse = at;
        input.wheel = -1;
        for (int i = 0; i < 40; ++i) low.frame(input);
        EXPECT_FALSE(low.sees("_cured"));
        EXPECT_TRUE(low.sees("round")) << "its last lines stay";
    }
}

// Somebody who never heard of a key finds it in the rail: it hides, shows, and ends.
TEST_F(HuntedProgram, IsHuntedByAButton) {
    for (const auto& [width, height] : {std::pair{1366.f, 768.f}, std::pair{1280.f, 720.f}}) {
        Driver here{width, height};
        here.shell.restore("bug_hunt/running_sum");
        here.settle();
        ASSERT_TRUE(here.says("Hunt for the bug"));
        ASSERT_TRUE(here.click("rail.hunt"));
        here.settle();
        EXPECT_TRUE(here.shell.hunt.hides(here.shell.session));
        EXPECT_TRUE(here.says("Show what was found"));
        ASSERT_TRUE(here.click("rail.hunt"));
        here.settle();
        EXPECT_FALSE(here.shell.hunt.hides(here.shell.session));
        EXPECT_EQ(here.shell.stage_view()->id, "happens_before") << "where the bug is";
        ASSERT_TRUE(here.says("End the hunt"));
        here.click("rail.hunt");
        EXPECT_FALSE(here.shell.hunt.is_on(here.shell.session));
    }
}

// A click on a line says that it is this one; the answer is whether the check names it, and nothing
// of what it found.
TEST_F(HuntedProgram, TellsWhetherItIsThatLine) {
    press();
    EXPECT_TRUE(driver.says("click the line"));
    const auto& faults = driver.shell.session.picture()->faults;
    const auto race =
        std::ranges::find(faults, simulator::FaultKind::race, &simulator::Fault::kind);
    ASSERT_NE(race, faults.end());
    const auto point_at = [&](int line) {
        driver.shell.hunt.point_at(driver.shell.session, {line, false});
        driver.settle();
        driver.frame();
        EXPECT_TRUE(driver.says(", line " + std::to_string(line) + ": "));
        EXPECT_FALSE(tells());
        EXPECT_TRUE(driver.shell.hunt.hides(driver.shell.session));
    };
    point_at(race->line);
    EXPECT_TRUE(driver.says("that is it."));
    point_at(race->other_line);
    EXPECT_TRUE(driver.says("that is it."));
    point_at((race->line + race->other_line) / 2);
    EXPECT_TRUE(driver.says("that is it.")) << "a barrier is missing in front of it";
    point_at(std::min(race->line, race->other_line) - 1);
    EXPECT_TRUE(driver.says("close."));
    point_at(std::min(race->line, race->other_line) - 8);
    EXPECT_TRUE(driver.says("no line near it"));
    choose_rung(driver.shell, 3);
    driver.settle();
    EXPECT_TRUE(driver.says("click the line")) << "another program has lines of its own";
}

// In the large program and in the pane; of a bug of the host in the host's.
TEST_F(HuntedProgram, IsPointedAtByAClick) {
    press();
    const auto click_at = [&](Point at) {
        driver.frame({.mouse = at});
        driver.click(at);
        driver.settle();
    };
    const auto first_of = [&](const char* word) {
        const Rect box = std::ranges::find(driver.texts, word, &NotedText::text)->box;
        return Point{box.middle_x(), box.middle_y()};
    };
    const Point stood = first_of("before");
    click_at(stood);
    EXPECT_FLOAT_EQ(first_of("before").y, stood.y) << "an answer moves no line";
    EXPECT_GT(driver.shell.hunt.pointed(driver.shell.session).number, 0);
    choose_rung(driver.shell, 11);
    driver.settle();
    ASSERT_EQ(driver.shell.hunt.pointed(driver.shell.session).number, 0);
    click_at(first_of("cudaMalloc"));
    const Hunt::Line said = driver.shell.hunt.pointed(driver.shell.session);
    EXPECT_TRUE(said.of_host);
    click_at(first_of("//"));
    EXPECT_EQ(driver.shell.hunt.pointed(driver.shell.session).number, said.number)
        << "no bug is in a comment";
}

// How many steps there are would tell of the program that never ran.
TEST_F(HuntedProgram, HasNoStepsThatTell) {
    for (const int rung : {1, 11}) {
        choose_rung(driver.shell, rung);
        driver.settle();
        if (!driver.shell.hunt.is_on(driver.shell.session)) press();
        EXPECT_FALSE(driver.says("No steps")) << rung;
        EXPECT_FALSE(driver.says("Step")) << rung;
    }
}

// What somebody chose in one program is nothing of the next: a lane, and whose text is read.
TEST_F(HuntedProgram, KeepsNothingOfTheOneBefore) {
    Cursor& cursor = driver.shell.playback.cursor;
    const int warp = cursor.warp, lane = cursor.lane;
    cursor.warp = 1 - std::min(warp, 1), cursor.lane = lane + 7;
    driver.shell.host_code.stand(true, driver.shell.session.settings());
    driver.settle();
    ASSERT_EQ(cursor.lane, lane + 7);
    choose_rung(driver.shell, 3);
    driver.settle();
    EXPECT_FALSE(driver.shell.host_code.shown);
    Driver fresh{1366, 768};
    fresh.shell.restore("bug_hunt/in_place");
    fresh.settle();
    EXPECT_EQ(cursor.warp, fresh.shell.playback.cursor.warp);
    EXPECT_EQ(cursor.lane, fresh.shell.playback.cursor.lane);
}

// A cure has nothing to hunt for: its program is.
TEST_F(HuntedProgram, OfACureIsTheBrokenOne) {
    driver.shell.restore("bug_hunt/running_sum version=cured");
    driver.settle();
    ASSERT_TRUE(driver.click("rail.hunt"));
    driver.settle();
    EXPECT_TRUE(hides());
}

// A question tells of a bug: none comes by itself, before anybody could hunt for it.
TEST_F(HuntedProgram, IsNotAskedAboutFirst) {
    Driver first{1366, 768};
    Predictions& questions = first.shell.predictions;
    questions.asks = true;
    first.shell.open_lesson(*lab::find_lesson("bug_hunt"));
    first.settle();
    choose_rung(first.shell, 7);
    first.settle();
    EXPECT_FALSE(questions.is_open());
    first.key(Key::g);
    ASSERT_TRUE(questions.is_open());
    EXPECT_NE(questions.asked().answer.find("two_slots"), std::string::npos);
}

TEST_F(HuntedProgram, OtherLessonsHaveNone) {
    driver.shell.restore("reduction");
    driver.settle();
    EXPECT_FALSE(driver.control("rail.hunt"));
    press();
    EXPECT_TRUE(driver.says("no programs with a bug"));
    EXPECT_FALSE(hides());
}

}  // namespace
}  // namespace app
