// No two texts overlap, none leaves its card and none is cut: every picture and card of every
// kernel, six sizes of the window, three densities, texts as they are and a third longer. Each
// case looks at a part of the kernels; with WARPLENS_ALL=1 in the environment, at every one.
#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

#include "app_shell_driver.h"
#include "platform/machine.h"

namespace app {
namespace {

struct Desk {
    int width, height;
    Density density;
    float longer;
    int turn;  // which kernels: those whose number leaves this rest
};

constexpr int parts = 7;

bool looks_at(const Desk& c, int number) {
    return platform::environment("WARPLENS_ALL") == "1" || number % parts == c.turn % parts;
}

class LayoutMatrix : public ::testing::TestWithParam<Desk> {
protected:
    testing::Driver driver{static_cast<float>(GetParam().width),
                           static_cast<float>(GetParam().height)};
    std::set<std::string> wrong;

    // The rail scrolls, so that a line at its edge may be cut.
    void look(const std::string& where) {
        driver.settle();
        for (const std::string& words : driver.misplaced) wrong.insert(where + ": " + words);
        std::erase_if(driver.texts, [](const NotedText& text) { return text.card == "rail"; });
        for (const std::string& words : cut_texts(driver.texts)) wrong.insert(where + ": " + words);
    }

    void look_at_stage(const std::string& kernel) {
        for (const StageSlot& slot : stage_slots)
            for (const View* view : std::vector(driver.shell.stage_views(slot.slot))) {
                driver.shell.slot = slot.slot;
                driver.shell.view_of_slot[slot.slot] = view->id;
                look(kernel + ", " + view->id);
            }
    }

    // Those that stand behind others.
    void look_at_cards(const std::string& kernel) {
        for (const View* card : driver.shell.cards()) {
            driver.shell.card_shown = card->id;
            look(kernel + ", card " + card->id);
        }
    }
};

TEST_P(LayoutMatrix, TextsKeepApartAndWhole) {
    driver.shell.look.density = GetParam().density;
    driver.longer = GetParam().longer;
    int number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        driver.shell.open_lesson(*lesson);
        for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung) {
            if (!looks_at(GetParam(), number++)) continue;
            driver.shell.session.settings().rung = static_cast<int>(rung);
            const std::string kernel = lesson->id + "/" + lesson->rungs[rung].id;
            driver.settle();
            look_at_stage(kernel);
            look_at_cards(kernel);
        }
    }
    std::string all;
    for (const std::string& words : wrong) all += "\n  " + words;
    EXPECT_TRUE(wrong.empty()) << wrong.size() << " misplaced:" << all.substr(0, 20000);
}

std::vector<Desk> desks() {
    std::vector<Desk> all;
    for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
             {1100, 800}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1440}, {3840, 2160}})
        for (const Density density : {Density::laptop, Density::desk, Density::projector})
            for (const float longer : {1.f, 1.33f})
                all.push_back({width, height, density, longer, static_cast<int>(all.size())});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Sizes, LayoutMatrix, ::testing::ValuesIn(desks()), [](const auto& info) {
    const Desk& c = info.param;
    return std::to_string(c.width) + "x" + std::to_string(c.height) +
           std::string(name_of(c.density)) + (c.longer > 1 ? "longer" : "");
});

// A theme has colours, and no measures: what keeps apart in one does so in all.
TEST(Themes, MoveNoText) {
    testing::Driver driver(1366, 768);
    const auto places = [&](Tone tone) {
        driver.shell.look.tone = tone;
        driver.settle();
        std::vector<std::string> all;
        for (const NotedText& text : driver.texts)
            all.push_back(fmt::format("{} at {:.2f}, {:.2f}", text.text, text.box.x, text.box.y));
        return all;
    };
    for (const lab::Lesson* lesson : lab::lessons()) {
        driver.shell.open_lesson(*lesson);
        driver.settle();
        for (const StageSlot& slot : stage_slots) {
            driver.shell.slot = slot.slot;
            const auto dark = places(Tone::dark);
            EXPECT_EQ(dark, places(Tone::light)) << lesson->id;
            EXPECT_EQ(dark, places(Tone::contrast)) << lesson->id;
        }
    }
}

}  // namespace
}  // namespace app
