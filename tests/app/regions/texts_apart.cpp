// No two texts overlap and none leaves its card: 5 sizes, 3 scales, every lesson, also with texts a
// third longer.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

struct Case {
    int width, height;  // framebuffer pixels
    float scale;
    float longer;
    std::size_t turn;  // which lessons: those whose number leaves this rest
};

// Half of the lessons are looked at in a seventh of them; with WARPLENS_ALL=1 in the environment,
// every one in each.
bool looks_at(const Case& c, std::size_t number) {
    return tests::in_part(number, 14, 2 * c.turn + c.turn % 2);
}

std::string listed(const std::vector<std::string>& problems) {
    std::string text;
    for (std::size_t i = 0; i < problems.size() && i < 12; ++i) text += "\n  " + problems[i];
    return text;
}

void expect_apart(testing::Driver& driver, const std::string& where) {
    EXPECT_TRUE(driver.misplaced.empty()) << where << listed(driver.misplaced);
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
             {1366, 768}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1100, 800}})
        for (float scale : {1.f, 1.5f, 2.f})
            for (float longer : {1.f, 1.33f})
                all.push_back({width, height, scale, longer, all.size()});
    return all;
}

std::string name_of(const Case& c) {
    return std::to_string(c.width) + "x" + std::to_string(c.height) + "at" +
           std::to_string(static_cast<int>(c.scale * 100)) + (c.longer > 1 ? "longer" : "");
}

void sit_at(testing::Driver& driver, const Case& c) {
    driver.width = static_cast<float>(c.width) / c.scale;
    driver.height = static_cast<float>(c.height) / c.scale;
    driver.scale = c.scale;
    driver.longer = c.longer;
}

class Layout : public ::testing::TestWithParam<Case> {};

TEST_P(Layout, ARefusedLaunchHasRoomForItsWords) {
    testing::Driver driver;
    sit_at(driver, GetParam());
    const lab::Lesson* lesson = lab::find_lesson("reduction");
    ASSERT_NE(lesson, nullptr);
    driver.shell.open_lesson(*lesson);
    driver.settle();
    driver.shell.session.settings().set(*lab::find_knob(*lesson, "block"), 2048);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    std::erase_if(driver.texts, [](const NotedText& text) { return text.card != "refused"; });
    std::erase_if(driver.misplaced, [](const std::string& words) {
        return words.find("refused") == std::string::npos;
    });
    expect_apart(driver, "refused");
}

INSTANTIATE_TEST_SUITE_P(Sizes, Layout, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return name_of(info.param); });

// A lesson runs once, then its window is drawn at each size.
class LayoutOf : public ::testing::TestWithParam<std::string> {
protected:
    testing::Driver driver;

    void look_at_stage(const std::string& where) {
        for (Slot slot : {Slot::thread, Slot::warp, Slot::memory})
            for (const View* view : std::vector(driver.shell.stage_views(slot))) {
                driver.shell.slot = slot;
                driver.shell.view_of_slot[slot] = view->id;
                driver.settle();
                expect_apart(driver, where + ", " + view->id);
            }
    }
};

TEST_P(LayoutOf, TextsKeepApart) {
    const auto all = lab::lessons();
    const auto found = std::ranges::find(all, GetParam(), &lab::Lesson::id);
    driver.shell.open_lesson(**found);
    driver.settle();
    driver.shell.playback.go_to(driver.shell.playback.count() / 2);
    for (const Case& c : cases()) {
        if (!looks_at(c, found - all.begin())) continue;
        sit_at(driver, c);
        driver.settle();
        look_at_stage(name_of(c));
    }
}

std::vector<std::string> every_lesson() {
    std::vector<std::string> ids;
    for (const lab::Lesson* lesson : lab::lessons()) ids.push_back(lesson->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Lessons, LayoutOf, ::testing::ValuesIn(every_lesson()),
                         [](const auto& info) { return info.param; });

// The judge itself: it must see what is wrong.
TEST(LayoutJudge, SeesOverlapAndLeaving) {
    testing::measuring_painter().measure([] {
        CanvasNotes notes(testing::measuring_painter().fonts());
        notes.card("box", {0, 0, 100, 40});
        notes.text({10, 20}, "one", {});
        EXPECT_TRUE(misplaced_texts(notes).empty());
        notes.text({12, 22}, "two", {});
        EXPECT_EQ(misplaced_texts(notes).size(), 1u);
        notes.text({95, 8}, "leaves", {});
        EXPECT_EQ(misplaced_texts(notes).size(), 2u);
    });
}

}  // namespace
}  // namespace app
