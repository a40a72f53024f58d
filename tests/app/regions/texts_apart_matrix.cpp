// No two texts overlap, none leaves its card and none is cut: every picture and card of every
// kernel, six sizes of the window, three densities, texts as they are and a third longer. Each
// fourth kernel is looked at in one of them; with WARPLENS_ALL=1 in the environment, every one in
// each.
#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

struct Desk {
    int width, height;
    Density density;
    float longer;
    std::size_t turn;  // which kernels: those whose number leaves this rest
};

std::vector<Desk> desks() {
    std::vector<Desk> all;
    for (const auto& [width, height] : std::initializer_list<std::pair<int, int>>{
             {1100, 800}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1440}, {3840, 2160}})
        for (const Density density : {Density::laptop, Density::desk, Density::projector})
            for (const float longer : {1.f, 1.33f})
                all.push_back({width, height, density, longer, 4 * all.size() + all.size() % 4});
    return all;
}

bool looks_at(const Desk& c, std::size_t number) { return tests::in_part(number, 144, c.turn); }

std::string name_of(const Desk& c) {
    return fmt::format("{}x{} {}{}", c.width, c.height, app::name_of(c.density),
                       c.longer > 1 ? " longer" : "");
}

struct Kernel {
    const lab::Lesson* lesson;
    int rung;
    std::size_t number;  // among those of all lessons
};

std::vector<Kernel> kernels() {
    std::vector<Kernel> all;
    for (const lab::Lesson* lesson : lab::lessons())
        for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung)
            all.push_back({lesson, static_cast<int>(rung), all.size()});
    return all;
}

const std::string& id_of(const Kernel& kernel) {
    return kernel.lesson->rungs[static_cast<std::size_t>(kernel.rung)].id;
}

void PrintTo(const Kernel& kernel, std::ostream* out) {
    *out << kernel.lesson->id << "/" << id_of(kernel);
}

// A kernel runs once, then its window is drawn at each size: to run it takes as long as to look.
class LayoutMatrix : public ::testing::TestWithParam<Kernel> {
protected:
    testing::Driver driver;
    std::set<std::string> wrong;

    // The rail scrolls, so that a line at its edge may be cut.
    void look(const std::string& where) {
        driver.settle();
        for (const std::string& words : driver.misplaced) wrong.insert(where + ": " + words);
        std::erase_if(driver.texts, [](const NotedText& text) { return text.card == "rail"; });
        for (const std::string& words : cut_texts(driver.texts)) wrong.insert(where + ": " + words);
    }

    void look_at_stage(const std::string& desk) {
        for (const StageSlot& slot : stage_slots)
            for (const View* view : std::vector(driver.shell.stage_views(slot.slot))) {
                driver.shell.slot = slot.slot;
                driver.shell.view_of_slot[slot.slot] = view->id;
                look(desk + ", " + view->id);
            }
    }

    // Those that stand behind others.
    void look_at_cards(const std::string& desk) {
        for (const View* card : driver.shell.cards()) {
            driver.shell.card_shown = card->id;
            look(desk + ", card " + card->id);
        }
    }

    void sit_at(const Desk& desk) {
        driver.width = static_cast<float>(desk.width);
        driver.height = static_cast<float>(desk.height);
        driver.longer = desk.longer;
        driver.shell.look.density = desk.density;
        driver.settle();
    }
};

TEST_P(LayoutMatrix, TextsKeepApartAndWhole) {
    driver.shell.open_lesson(*GetParam().lesson);
    driver.shell.session.settings().rung = GetParam().rung;
    for (const Desk& desk : desks()) {
        if (!looks_at(desk, GetParam().number)) continue;
        sit_at(desk);
        look_at_stage(name_of(desk));
        look_at_cards(name_of(desk));
    }
    std::string all;
    for (const std::string& words : wrong) all += "\n  " + words;
    EXPECT_TRUE(wrong.empty()) << wrong.size() << " misplaced:" << all.substr(0, 20000);
}

INSTANTIATE_TEST_SUITE_P(Kernels, LayoutMatrix, ::testing::ValuesIn(kernels()),
                         [](const auto& info) {
                             return info.param.lesson->id + "_" + id_of(info.param);
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
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        if (!tests::in_part(number++, 4)) continue;
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
