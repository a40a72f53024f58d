// Tooltips: what they cover, and what they never do.
#include <gtest/gtest.h>

#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

bool meet(Rect a, Rect b) {
    const Rect both = a.common(b);
    return both.w > 1 && both.h > 1;
}

class Tips : public ::testing::Test {
protected:
    testing::Driver driver{1366, 768};

    // Where the tooltip of what stands there is; nothing where there is none.
    Rect at(Point mouse) {
        Input input;
        input.mouse = mouse;
        driver.frame(input);
        driver.now += .4;
        driver.frame(input);
        for (const NotedMark& mark : driver.marks)
            if (mark.card == "tooltip" && mark.kind == MarkKind::fill) return mark.box;
        return {};
    }
};

// After a change: neither the line that tells it, nor the transport, nor what they tell of.
TEST_F(Tips, LeaveInSightWhatTheyTellOfAndWhatChanged) {
    Shell& shell = driver.shell;
    shell.open_lesson(*lab::find_lesson("reduction"));
    driver.settle();
    shell.session.settings().rung = 1;
    driver.settle();
    const auto line = shell.ui_state.places.find("stage.because");
    ASSERT_NE(line, shell.ui_state.places.end());
    const Rect because = line->second;
    const Control* play = driver.control("transport.play");
    ASSERT_TRUE(play);
    const Rect transport{because.x, play->area.y, because.w, play->area.h};
    std::vector<std::pair<std::string, Rect>> all;
    for (const Control& control : shell.ui_state.controls)
        if (control.area.w > 0) all.emplace_back(control.id, control.area);
    for (const auto& [id, area] : shell.ui_state.places)
        if (id.starts_with("word.")) all.emplace_back(id, area);
    int shown = 0;
    for (const auto& [id, area] : all) {
        const Rect tip = at({area.middle_x(), area.middle_y()});
        if (tip.w <= 0) continue;
        ++shown;
        EXPECT_FALSE(meet(tip, because)) << id << " covers the change";
        EXPECT_FALSE(meet(tip, transport)) << id << " covers the transport";
        EXPECT_FALSE(meet(tip, {area.middle_x() - 2, area.middle_y() - 2, 4, 4})) << id;
    }
    EXPECT_GT(shown, 40);
}

// What the stage says is what somebody turns a knob or chooses a kernel for.
TEST_F(Tips, OfTheRailLeaveTheSentenceInSight) {
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.settle();
    const Rect sentence = driver.shell.ui_state.places.at("stage.sentence");
    ASSERT_GT(sentence.h, 10);
    int shown = 0;
    for (int rung = 0; rung < 7; ++rung) {
        const auto part = driver.shell.ui_state.places.find("kernel." + std::to_string(rung));
        const Control* control = driver.control("kernel." + std::to_string(rung));
        ASSERT_TRUE(control || part != driver.shell.ui_state.places.end()) << rung;
        const Rect tip = at(driver.at("kernel." + std::to_string(rung)));
        if (tip.w <= 0) continue;
        ++shown;
        EXPECT_FALSE(meet(tip, sentence)) << "kernel " << rung + 1;
    }
    EXPECT_GT(shown, 5);
}

// A slider's words leave the stage beside it free, and the slider itself.
TEST_F(Tips, OfTheRailStayInTheRail) {
    driver.shell.open_lesson(*lab::find_lesson("vector_addition"));
    driver.settle();
    std::vector<Control> all;
    for (const Control& control : driver.shell.ui_state.controls)
        if (control.region == Region::rail && control.area.w > 0) all.push_back(control);
    const Rect rail = std::ranges::find(driver.marks, "rail", &NotedMark::card)->box;
    ASSERT_GT(rail.w, 150);
    int shown = 0;
    for (const Control& control : all) {
        const Rect tip = at({control.area.middle_x(), control.area.middle_y()});
        if (tip.w <= 0) continue;
        ++shown;
        EXPECT_GE(tip.x, rail.x) << control.id;
        EXPECT_LE(tip.right(), rail.right()) << control.id;
        EXPECT_FALSE(meet(tip, control.area)) << control.id;
    }
    EXPECT_GT(shown, 5);
}

TEST_F(Tips, OfTheHelpLeaveWhatIsTypedInSight) {
    driver.key(Key::f1);
    driver.settle();
    const auto field = std::ranges::find(driver.texts, "Type to search", &NotedText::text);
    ASSERT_NE(field, driver.texts.end());
    const Point letters{field->box.middle_x(), field->box.middle_y()};
    Rect typed;
    for (const NotedMark& mark : driver.marks)
        if (mark.is(MarkKind::fill, Role::sunk) && mark.box.contains(letters)) typed = mark.box;
    ASSERT_GT(typed.w, 200);
    int shown = 0;
    for (const char* page : {"help.page.0", "help.page.1"}) {
        ASSERT_TRUE(driver.control(page));
        const Rect tip = at(driver.at(page));
        shown += tip.w > 0;
        EXPECT_FALSE(meet(tip, typed)) << page;
    }
    EXPECT_GT(shown, 0);
}

// What a shape's time is compared with stays in sight.
TEST_F(Tips, LeaveTheBestShapeInSight) {
    driver.width = 1920, driver.height = 1080;
    Shell& shell = driver.shell;
    shell.open_lesson(*lab::find_lesson("laplace"));
    shell.card_shown = "block_shapes";
    shell.session.complete(3e7, 200);
    driver.settle();
    const auto card = shell.ui_state.places.find("shown.block_shapes");
    ASSERT_NE(card, shell.ui_state.places.end());
    const Rect area = card->second;
    // Several may have its frame: it is the one that says so itself.
    Rect best;
    for (const NotedMark& mark : std::vector(driver.marks)) {
        if (mark.card != "block_shapes" || !mark.is(MarkKind::outline, Role::good)) continue;
        if (mark.box.w <= 15) continue;
        at({mark.box.middle_x(), mark.box.middle_y()});
        if (driver.says("The least time known") || driver.says("The best time known"))
            best = mark.box;
    }
    ASSERT_GT(best.w, 0);
    int shown = 0;
    const float apart = tests::whole() ? 14 : 42;
    for (float y = area.y + 60; y < area.bottom() - 50; y += apart)
        for (float x = area.x + 70; x < area.right(); x += 40) {
            const Rect tip = at({x, y});
            shown += tip.w > 0;
            EXPECT_FALSE(meet(tip, best.inside(2))) << x << " " << y;
        }
    EXPECT_GT(shown, tests::whole() ? 20 : 6);
}

// What was pressed needs no words any more, until the mouse comes to it anew.
TEST_F(Tips, GoWhenWhatTheyTellOfIsPressed) {
    driver.shell.open_lesson(*lab::find_lesson("laplace"));
    driver.settle();
    const Point way = driver.at("kernel.home");
    ASSERT_GT(at(way).w, 0);
    driver.click(way);
    EXPECT_TRUE(driver.shell.home);
    EXPECT_EQ(at(way).w, 0) << "over the ladder that it opened";
    at(driver.beside_everything());
    EXPECT_GT(at(way).w, 0);
}

// A counter's words leave the code's lines that they tell of in sight, and the transport, whichever
// part of the row the mouse is on.
TEST_F(Tips, OfTheLedgerLeaveTheMarkedLinesAndTheTransportInSight) {
    for (const auto& [width, height] : {std::pair(1366.f, 768.f), std::pair(1900.f, 1000.f)}) {
        driver.width = width, driver.height = height;
        driver.shell.restore("reduction/interleaved");
        driver.settle();
        const Control* play = driver.control("transport.play");
        ASSERT_TRUE(play);
        const Rect transport = play->area;
        std::vector<Rect> rows;
        for (const NotedText& text : driver.texts)
            if (text.card == "ledger") rows.push_back(text.box);
        ASSERT_GT(rows.size(), 9u);
        int shown = 0, marked = 0;
        for (const Rect& row : rows)
            for (const float share : {.1f, .3f, .6f, .9f}) {
                const Rect tip = at({row.x + share * row.w, row.middle_y()});
                if (tip.w <= 0) continue;
                ++shown;
                EXPECT_FALSE(meet(tip, transport)) << row.y << " " << share;
                for (const NotedMark& mark : driver.marks)
                    if (mark.card == "source" && mark.is(MarkKind::fill, Role::text3) &&
                        mark.box.w > 200) {
                        ++marked;
                        EXPECT_FALSE(meet(tip, mark.box)) << width << ": " << row.y << " " << share;
                    }
            }
        EXPECT_GT(shown, 8);
        EXPECT_GT(marked, 3);
    }
}

}  // namespace
}  // namespace app
