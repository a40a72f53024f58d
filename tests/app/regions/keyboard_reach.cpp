// The keyboard reaches every control: by letters in three presses, by regions and arrows in the
// order in which the eye reads.
#include <gtest/gtest.h>

#include <set>

#include "app/regions/shortcuts.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

constexpr int most_presses = 5;

class Reach : public ::testing::Test {
protected:
    testing::Driver driver;
    UiState& state() { return driver.shell.ui_state; }
    void open(const lab::Lesson& lesson, float width, float height) {
        driver.width = width, driver.height = height;
        driver.shell.open_lesson(lesson);
        driver.shell.rail_scroll = 0;
        driver.settle();
        driver.finish_work = false;
    }
    // What has the focus after these letters, from where the window stands now.
    std::string named_by(const std::string& letters) {
        UiState copy = state();
        std::string focus;
        testing::measuring_painter().measure([&] {
            CanvasNotes canvas(testing::measuring_painter().fonts());
            const Metrics metrics;
            for (const char letter : letters) {
                Input input;
                input.typed = letter;
                const Ui ui(canvas, input, copy, metrics, Tone::dark);
            }
            const Input nothing;  // what was typed is over when the control is pressed
            const Ui ui(canvas, nothing, copy, metrics, Tone::dark);
            focus = copy.letters ? "" : copy.focus;
        });
        return focus;
    }
    // Those that are in sight, each by what is drawn on it; the presses are counted from `used`.
    void name_all(std::set<std::string>& reached, int used) {
        const std::vector<std::string> letters = letters_of(state().controls);
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (letters[i].empty()) continue;
            const std::string& id = state().controls[i].id;
            EXPECT_TRUE(driver.sees(letters[i])) << id;
            EXPECT_EQ(named_by(letters[i]), id);
            EXPECT_LE(used + static_cast<int>(letters[i].size()), most_presses) << id;
            reached.insert(id);
        }
    }
    void expect_all_reached() {
        std::set<std::string> reached;
        driver.key(Key::f);
        int presses = 1;
        for (; presses + 2 <= most_presses; ++presses) {
            name_all(reached, presses);
            driver.key(Key::page_down);
        }
        driver.key(Key::escape);
        ASSERT_FALSE(state().letters);
        for (const Control& control : state().controls)
            if (control.enabled) {
                EXPECT_TRUE(reached.contains(control.id)) << control.id;
            }
    }
};

TEST_F(Reach, EveryControlOfEveryLessonTakesFivePressesAtMost) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (const auto& [width, height] :
             {std::pair{1280.f, 720.f}, {1366.f, 768.f}, {1920.f, 1080.f}}) {
            SCOPED_TRACE(lesson->id + " at " + std::to_string(int(width)));
            open(*lesson, width, height);
            expect_all_reached();
        }
}

TEST_F(Reach, LettersPressWhatTheyStandOnAndEscapeTakesThemAway) {
    open(*lab::find_lesson("reduction"), 1920, 1080);
    const auto letters = [&](std::string_view id) {
        const auto all = letters_of(state().controls);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (state().controls[i].id == id) return all[i];
        return std::string();
    };
    driver.key(Key::f);
    driver.type(letters("kernel.3"));
    driver.frame();
    EXPECT_EQ(driver.shell.session.settings().rung, 3);
    EXPECT_FALSE(state().letters);
    driver.key(Key::f);
    const Tone tone = driver.shell.look.tone;
    driver.key(Key::t);
    EXPECT_EQ(driver.shell.look.tone, tone) << "no key means what it did";
    driver.key(Key::escape);
    EXPECT_FALSE(state().letters);
    driver.key(Key::t);
    EXPECT_NE(driver.shell.look.tone, tone);
    driver.key(Key::f);
    driver.type("7");
    EXPECT_TRUE(state().letters) << "a digit is no letter";
    driver.click(driver.beside_everything());
    EXPECT_FALSE(state().letters) << "the mouse takes over";
}

// Of a card of many cells the one that is best.
TEST_F(Reach, TheBestShapeHasALetter) {
    driver.width = 1920, driver.height = 1080;
    driver.shell.restore("laplace/tile block_y=2");
    driver.settle();
    driver.shell.session.complete(1, 100);  // what was recorded of other shapes
    driver.settle();
    const lab::Settings before = driver.shell.session.settings();
    driver.key(Key::f);
    const std::vector<std::string> letters = letters_of(state().controls);
    const auto cell = std::ranges::find(state().controls, "spot.block_shapes.0", &Control::id);
    ASSERT_NE(cell, state().controls.end());
    driver.type(letters[std::size_t(cell - state().controls.begin())]);
    driver.settle();
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_FALSE(now == before);
    EXPECT_EQ(now.rung, before.rung);
    EXPECT_EQ(now[*now.subject->size], before[*before.subject->size]);
}

// What is typed to reach a control is not typed into it: else the list of lessons is filtered.
TEST_F(Reach, LettersOfAFieldAreNotTypedIntoIt) {
    open(*lab::find_lesson("scan"), 1920, 1080);
    driver.key(Key::f);
    const std::vector<std::string> all = letters_of(state().controls);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty() || !tests::in_part(i, 6)) continue;
        testing::Driver other;
        other.width = 1920, other.height = 1080;
        other.shell.open_lesson(*lab::find_lesson("scan"));
        other.settle();
        other.key(Key::f);
        for (const char letter : all[i]) other.type(std::string(1, letter));
        other.frame();
        const std::string& id = state().controls[i].id;
        EXPECT_EQ(other.shell.ui_state.typing.value_or(""), "") << id;
        EXPECT_EQ(other.shell.menu.filter, "") << id;
    }
}

TEST_F(Reach, LettersAreUniqueAndNoneBeginsAnother) {
    for (const std::size_t count : {1u, 26u, 27u, 90u}) {
        std::vector<Control> controls(count, Control{.id = "", .area = {0, 0, 9, 9}});
        controls.push_back({.id = "off", .area = {0, 0, 9, 9}, .enabled = false});
        controls.push_back({.id = "out of sight"});
        const std::vector<std::string> all = letters_of(controls);
        ASSERT_EQ(all.size(), count + 2);
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), count + 1);
        EXPECT_TRUE(all[count].empty() && all[count + 1].empty());
        for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(all[i].size(), count > 26 ? 2u : 1u);
    }
}

// Once around forwards, and the same way back.
TEST_F(Reach, RegionsComeInTheOrderOfReading) {
    open(*lab::find_lesson("scan"), 1920, 1080);
    const auto region = [&] {
        const Control* control = driver.control(state().focus);
        return control ? control->region : Region::dialog;
    };
    const std::vector<Region> order{Region::top,       Region::rail,   Region::stage,
                                    Region::transport, Region::source, Region::cards};
    for (const Region each : order) {
        driver.key(Key::f6);
        EXPECT_EQ(region(), each);
    }
    for (std::size_t i = order.size() - 1; i-- > 0;) {
        driver.key(Key::f6, false, true);
        EXPECT_EQ(region(), order[i]);
    }
}

// A key of the table that nobody can read of does not exist.
TEST_F(Reach, TheSheetNamesEveryKey) {
    open(*lab::find_lesson("scan"), 1920, 1080);
    const auto name = [](Key key) -> std::string {
        constexpr std::pair<Key, const char*> names[] = {
            {Key::space, "Space"},    {Key::enter, "Enter"},
            {Key::left, "Left"},      {Key::right, "Right"},
            {Key::up, "Up"},          {Key::down, "Down"},
            {Key::home, "Home"},      {Key::end, "End"},
            {Key::plus, "+"},         {Key::minus, "-"},
            {Key::left_bracket, "["}, {Key::right_bracket, "]"},
            {Key::question, "?"},     {Key::slash, "?"},
            {Key::escape, "Esc"},     {Key::f1, "F1"},
            {Key::f5, "F5"},          {Key::f11, "F11"},
            {Key::zero, "0"},         {Key::backspace, "Backspace"}};
        for (const auto& [each, words] : names)
            if (each == key) return words;
        constexpr std::string_view letters = "ACDEFGJKLMNOPQRSTVWYZ";
        return std::string(
            1, letters[static_cast<std::size_t>(key) - static_cast<std::size_t>(Key::a)]);
    };
    for (const Shortcut& shortcut : shortcuts())
        for (const Stroke& stroke : shortcut.strokes) {
            if (stroke.key >= Key::one && stroke.key <= Key::nine) continue;  // "1, 2, 3"
            const std::string words = std::string(shortcut.keys) + std::string(shortcut.does);
            EXPECT_NE(words.find(name(stroke.key)), std::string::npos) << shortcut.keys;
        }
}

}  // namespace
}  // namespace app
