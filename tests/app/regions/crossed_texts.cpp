// Nothing is drawn through words: no line, no edge of a box, nothing over them; in every picture
// and card of every lesson, each at one of three sizes of the window; with WARPLENS_ALL=1 in the
// environment, at each.
#include <gtest/gtest.h>

#include <functional>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

CanvasNotes crossed_notes(const std::function<void(Canvas&)>& draw) {
    CanvasNotes notes(testing::measuring_painter().fonts());
    testing::measuring_painter().measure([&] { draw(notes); });
    return notes;
}

// What is found, and what is not: the rule itself.
TEST(CrossedTexts, AreThoseThatSomethingIsDrawnThrough) {
    const auto words = [](Canvas& canvas) { canvas.text({10, 20}, "some words", {}); };
    const Rect box = crossed_notes(words).texts.at(0).box;
    const Point left{box.x - 9, box.middle_y()}, right{box.right() + 9, box.middle_y()};
    const Point above{box.x - 9, box.y - 3}, beyond{box.right() + 9, box.y - 3};
    const Rect half{box.middle_x(), box.y - 5, 200, 40};
    const Role ink = Role::text;
    const auto found = [](const std::function<void(Canvas&)>& draw) {
        const CanvasNotes notes = crossed_notes(draw);
        return crossed_texts(notes.texts, notes.marks).size();
    };
    using C = Canvas;
    for (const bool before : {true, false}) {
        const auto with = [&](const std::function<void(Canvas&)>& mark) {
            return found([&](C& c) {
                if (before) mark(c);
                words(c);
                if (!before) mark(c);
            });
        };
        EXPECT_EQ(with([&](C& c) { c.line(left, right, ink); }), 1u);
        EXPECT_EQ(with([&](C& c) { c.dashed_line(left, right, ink); }), 1u);
        EXPECT_EQ(with([&](C& c) { c.curve(left, left, right, right, ink); }), 1u);
        EXPECT_EQ(with([&](C& c) { c.outline(half, ink); }), 1u);
        EXPECT_EQ(with([&](C& c) { c.fill(half, ink); }), before ? 0u : 1u) << "a bar, or over it";
        EXPECT_EQ(with([&](C& c) { c.line(above, beyond, ink); }), 0u) << "above it";
        EXPECT_EQ(with([&](C& c) { c.outline(box.inside(-3), ink); }), 0u) << "around it";
        EXPECT_EQ(with([&](C& c) { c.line(left, right, {ink, .1f}); }), 0u) << "hardly seen";
        EXPECT_EQ(with([&](C& c) {
                      c.push_clip({0, 0, 5, 5});
                      c.line(left, right, ink);
                      c.pop_clip();
                  }),
                  0u);
    }
    EXPECT_EQ(found([&](C& c) {
                  c.line(left, right, ink);
                  c.fill(box.inside(-2), Role::panel);
                  words(c);
              }),
              0u)
        << "hidden by the box that the words stand on";
}

TEST(CrossedTexts, AreNowhere) {
    std::map<std::string, std::set<std::string>> found;
    constexpr std::pair<int, int> sizes[] = {{900, 700}, {1366, 768}, {1920, 1080}};
    for (std::size_t turn = 0; turn < std::size(sizes); ++turn) {
        const int width = sizes[turn].first, height = sizes[turn].second;
        testing::Driver driver(static_cast<float>(width), static_cast<float>(height));
        const auto look = [&](const std::string& where) {
            driver.settle();
            for (const std::string& words : crossed_texts(driver.texts, driver.marks))
                found[words].insert(fmt::format("{} {}x{}", where, width, height));
        };
        std::size_t number = 0;
        for (const lab::Lesson* lesson : lab::lessons()) {
            if (!tests::in_part(number++, 3 * std::size(sizes), turn)) continue;
            driver.shell.open_lesson(*lesson);
            driver.settle();
            for (const StageSlot& slot : stage_slots)
                for (const View* view : std::vector(driver.shell.stage_views(slot.slot))) {
                    driver.shell.slot = slot.slot;
                    driver.shell.view_of_slot[slot.slot] = view->id;
                    look(lesson->id + " " + view->id);
                }
            for (const View* card : driver.shell.cards()) {
                driver.shell.card_shown = card->id;
                look(lesson->id + " card " + card->id);
            }
        }
    }
    std::string all;
    for (const auto& [words, where] : found)
        all += fmt::format("\n  {}: {} times, as in {}", words, where.size(), *where.begin());
    EXPECT_TRUE(found.empty()) << found.size() << all.substr(0, 20000);
}

}  // namespace
}  // namespace app
