// Room for all: with twelve lessons more than there are, twelve kernels and seven cards every
// control can be reached, nothing overlaps and no text is cut, at every size from a projector to 4K
// and at larger letters.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"
#include "tests/room/room_lessons.h"

namespace app {
namespace {

struct Size {
    float width, height;
};

constexpr Size sizes[] = {{1024, 768},  {1280, 720},  {1366, 768}, {1600, 900}, {1920, 1080},
                          {2560, 1440}, {3840, 2160}, {800, 600},  {640, 480},  {480, 300}};
constexpr float scales[] = {1, 1.25f, 1.5f, 1.75f};

std::string listed(const std::vector<std::string>& problems) {
    std::string text;
    for (std::size_t i = 0; i < problems.size() && i < 8; ++i) text += "\n  " + problems[i];
    return text;
}

class Room : public ::testing::Test {
protected:
    testing::Driver driver;

    Room() {
        testing::make_room_needed();
        driver.shell.open_lesson(*lab::find_lesson("made_12"));
        driver.shell.session.settings().set(*lab::find_lesson("made_12")->size, 2048);
        driver.shell.look.reduced_motion = true;
        driver.settle();
        driver.finish_work = false;
    }
    void size(Size size, float scale = 1) {
        driver.width = size.width / scale;
        driver.height = size.height / scale;
        driver.scale = scale;
        driver.shell.rail_scroll = 0;
        driver.settle();
    }
    bool too_small() const { return driver.width < least_width || driver.height < least_height; }
    // At every size and scale that the program draws at.
    template <class Check>
    void at_every_size(Check check) {
        for (const float scale : scales)
            for (const Size& each : sizes) {
                size(each, scale);
                if (too_small()) continue;
                SCOPED_TRACE(std::to_string(int(each.width)) + " x " +
                             std::to_string(int(each.height)) + " at " +
                             std::to_string(int(scale * 100)) + " %");
                check();
                if (HasFatalFailure()) return;
            }
    }
    std::vector<Control> controls() const { return driver.shell.ui_state.controls; }
    UiState& state() { return driver.shell.ui_state; }

    // Rail and cards may be drawers: opens the one that is asked for, where it has a button.
    void open(const char* button) {
        if (driver.click(button)) driver.settle();
    }
    void close_all() {
        for (int i = 0; i < 3; ++i)
            if (state().dialogs > 0) driver.key(Key::escape);
        driver.settle();
    }
    // A lesson's or a kernel's name may end after any of its words, with a mark.
    bool is_a_shorter_name(const std::string& text) const {
        const std::size_t mark = text.find("…");
        if (mark + std::string("…").size() != text.size()) return false;
        const std::string begins = text.substr(0, mark);
        const auto is_of = [&](const std::string& name) {
            return name.starts_with(begins + " ") || name.starts_with(begins + ",");
        };
        const lab::Subject& subject = *driver.shell.session.settings().subject;
        return is_of(subject.title) || std::ranges::any_of(subject.rungs, is_of, &lab::Rung::title);
    }
    void expect_legible() const {
        EXPECT_TRUE(driver.misplaced.empty()) << listed(driver.misplaced);
        for (const NotedText& text : driver.texts) {
            if (text.card == "source") continue;  // names of files are cut, lines are clipped
            const bool whole = text.text.find("…") == std::string::npos;
            EXPECT_TRUE(whole || is_a_shorter_name(text.text)) << text.text << " in " << text.card;
            const bool seen =
                text.clip.w <= 0 || text.box.bottom() <= text.clip.y ||
                text.box.y >= text.clip.bottom() ||
                (text.box.x >= text.clip.x - 1 && text.box.right() <= text.clip.right() + 1);
            EXPECT_TRUE(seen) << text.text << " is cut in " << text.card;
        }
    }
    void tab_to(std::string_view id) {
        for (std::size_t i = 0; i <= controls().size() && state().focus != id; ++i)
            driver.key(Key::tab);
        ASSERT_EQ(state().focus, id);
    }
    std::set<std::string> visited_by_tab() {
        std::set<std::string> reached;
        const std::size_t count = controls().size();
        for (std::size_t i = 0; i <= count; ++i) {
            driver.key(Key::tab);
            driver.frame();  // a scrolled list follows the focus
            if (const Control* focused = driver.control(state().focus))
                if (focused->area.w > 0 && focused->area.h > 0) reached.insert(focused->id);
        }
        return reached;
    }
    void expect_reached_by_keyboard() {
        const std::set<std::string> reached = visited_by_tab();
        for (const Control& control : controls())
            if (control.enabled) {
                EXPECT_TRUE(reached.contains(control.id)) << control.id;
            }
    }
    // A press in the middle of what can be seen of it holds it, and nothing else.
    void expect_reached_by_mouse() {
        for (const Control& control : controls()) {
            if (!control.enabled || control.area.w <= 0) continue;
            const Rect window{0, 0, driver.width, driver.height};
            EXPECT_TRUE(window.contains({control.area.middle_x(), control.area.middle_y()}))
                << control.id;
            UiState copy = state();
            copy.held.clear();
            const Point at{control.area.middle_x(), control.area.middle_y()};
            for (const Control& other : controls())
                if (other.enabled && other.area.contains(at)) {
                    EXPECT_EQ(other.id, control.id) << "lies over it";
                    break;
                }
        }
    }
};

TEST_F(Room, ForAllControlsByMouseAndKeyboard) {
    std::size_t number = 0;
    at_every_size([&] {
        if (!tests::in_part(number++, 3)) return;
        expect_reached_by_mouse();
        expect_reached_by_keyboard();
        for (const char* drawer : {"top.controls", "top.source", "top.results"}) {
            if (!driver.control(drawer)) continue;
            open(drawer);
            expect_reached_by_mouse();
            expect_reached_by_keyboard();
            close_all();
        }
    });
}

TEST_F(Room, ForEveryWord) {
    at_every_size([&] {
        expect_legible();
        for (const char* drawer : {"top.controls", "top.results"}) {
            if (!driver.control(drawer)) continue;
            open(drawer);
            expect_legible();
            close_all();
        }
    });
}

TEST_F(Room, ForEveryKernelAndKnob) {
    at_every_size([&] {
        open("top.controls");
        for (int rung = 0; rung < 12; ++rung)
            ASSERT_TRUE(driver.control("kernel." + std::to_string(rung))) << rung;
        for (const char* knob : {"knob.block", "knob.n", "rail.run"})
            EXPECT_TRUE(driver.control(knob)) << knob;
        const bool titled = driver.control("kernel.0")->area.w > 150;  // a row for each kernel
        EXPECT_TRUE(titled || driver.control("kernel.list"));
        ASSERT_NO_FATAL_FAILURE(tab_to("kernel.10"));  // which scrolls it into sight
        driver.frame();
        ASSERT_TRUE(driver.click("kernel.10"));
        EXPECT_EQ(driver.shell.session.settings().rung, 10);
        driver.shell.session.settings().rung = 0;
        close_all();
    });
}

TEST_F(Room, TheChosenKernelAndTheFirstKnobAreInSightWithoutScrolling) {
    for (const Size& each : sizes) {
        size(each);
        if (each.height < 600) continue;
        open("top.controls");
        for (const char* id : {"kernel.0", "kernel.11", "knob.block"}) {
            const Control* control = driver.control(id);
            ASSERT_TRUE(control) << id;
            EXPECT_FLOAT_EQ(control->area.h, control->whole.h) << id << " at " << each.height;
        }
        close_all();
    }
}

TEST_F(Room, EveryCardCanBeShownAtEverySize) {
    const std::vector<const View*> all = driver.shell.cards();
    ASSERT_GE(all.size(), 7u);
    EXPECT_EQ(all[0]->id, "timings");
    EXPECT_EQ(all[1]->id, "made_card_2") << "as the lesson says";
    at_every_size([&] {
        open("top.results");
        for (const View* view : all) {
            driver.shell.card_shown = view->id;
            driver.settle();
            EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
                return text.card == view->id;
            })) << view->id;
        }
        driver.shell.card_shown.clear();
        close_all();
    });
}

TEST_F(Room, CardsThatShareAPlaceAreChosenByTabOrFromAList) {
    for (const Size& each : {Size{1920, 1080}, Size{1366, 768}, Size{1100, 800}, Size{1024, 600}}) {
        size(each);
        std::set<std::string> seen;
        const auto note = [&] {
            for (const NotedText& text : driver.texts) seen.insert(text.card);
        };
        note();
        for (std::size_t i = 0; i < driver.shell.cards().size(); ++i) {
            if (!driver.click("cards.tab." + std::to_string(i)) && driver.click("cards.more")) {
                ASSERT_TRUE(driver.shell.menu.is_open("cards")) << each.width;
                driver.settle();
                if (!driver.click("card." + driver.shell.cards()[i]->id)) close_all();
            }
            driver.settle();
            note();
        }
        for (const View* view : driver.shell.cards())
            EXPECT_TRUE(seen.contains(view->id)) << view->id << " at " << each.width;
        driver.shell.card_shown.clear();
    }
}

// Where no place before the last has counts, the last one has them until another is chosen.
TEST_F(Room, TheLastPlaceShowsCountsWhereNoOtherDoes) {
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.settle();
    size({1024, 600});
    const auto shows = [&](std::string_view card) {
        return std::ranges::any_of(driver.texts,
                                   [&](const NotedText& text) { return text.card == card; });
    };
    EXPECT_TRUE(shows("timings"));
    EXPECT_TRUE(shows("ledger")) << "kernels compared stand before it, and are times too";
}

// Time and what explains it are seen together, however large the letters.
TEST_F(Room, TimeAndCauseAreNeverBothFoldedAway) {
    const auto shows = [&](const char* card) {
        return std::ranges::any_of(driver.texts,
                                   [&](const NotedText& text) { return text.card == card; });
    };
    for (const Density density : {Density::laptop, Density::projector})
        for (const auto& [window, scale] :
             {std::pair{Size{1600, 900}, 1.5f}, std::pair{Size{1280, 720}, 1.25f},
              std::pair{Size{1280, 720}, 1.5f}, std::pair{Size{1920, 1080}, 1.75f}}) {
            driver.shell.look.density = density;
            size(window, scale);
            EXPECT_TRUE(shows("stage"));
            open("top.results");  // where the window leaves no place for either
            // Kernels compared are times, too, and say below them what went with the time.
            EXPECT_TRUE(shows("timings") || shows("rungs_compared"))
                << window.width << " at " << scale;
            EXPECT_TRUE(driver.control("cards.tab.0") || driver.control("cards.more"))
                << "the others";
            close_all();
        }
}

TEST_F(Room, TheListOfLessonsTakesTypingAndArrowsAndGivesTheFocusBack) {
    for (const Size& each : {Size{1366, 768}, Size{1920, 1200}}) {
        size(each);
        const char* opener = each.width > 1600 ? "lesson.all" : "lesson.picker";
        ASSERT_NO_FATAL_FAILURE(tab_to(opener)) << each.width;
        driver.key(Key::enter);
        ASSERT_TRUE(driver.shell.menu.is_open("lessons"));
        driver.settle();
        EXPECT_EQ(state().focus, "lesson.made_12");
        EXPECT_TRUE(driver.sees(lab::title_of(lab::Chapter::adding_and_scanning)));
        driver.type("Lesson 9");
        driver.settle();
        EXPECT_EQ(state().focus, "lesson.made_9") << "the first that matches";
        EXPECT_FALSE(driver.control("lesson.made_12"));
        driver.key(Key::escape);
        driver.type("made 1");
        driver.settle();
        EXPECT_TRUE(driver.control("lesson.made_12"));
        EXPECT_EQ(state().focus, "lesson.made_10") << "though the open one matches too";
        driver.key(Key::escape);
        driver.type("scan");  // which a chapter is called too
        driver.settle();
        EXPECT_EQ(state().focus, "lesson.scan") << "names stand above the words of texts";
        EXPECT_FALSE(driver.control("lesson.threads"));
        driver.key(Key::escape);
        driver.type("adding and scanning");
        driver.settle();
        EXPECT_TRUE(driver.control("lesson.reduction")) << "all of a chapter";
        EXPECT_TRUE(driver.control("lesson.scan"));
        driver.key(Key::escape);
        EXPECT_TRUE(driver.shell.menu.is_open("lessons")) << "what was typed goes first";
        driver.settle();
        driver.key(Key::home);
        driver.key(Key::down);
        driver.key(Key::down);
        driver.key(Key::up);
        const std::string second = lab::lessons()[1]->id;
        EXPECT_EQ(state().focus, "lesson." + second);
        driver.key(Key::enter);
        EXPECT_EQ(driver.shell.session.lesson()->id, second);
        EXPECT_FALSE(driver.shell.menu.is_open("lessons"));
        EXPECT_EQ(state().focus, opener);
        driver.shell.open_lesson(*lab::find_lesson("made_12"));
        driver.settle();
    }
}

TEST_F(Room, TheEndOfALongListIsScrolledIntoSight) {
    size({1366, 768});
    driver.click("lesson.picker");
    driver.settle();
    const std::string last = "lesson." + lab::lessons().back()->id;
    ASSERT_TRUE(driver.control(last));
    EXPECT_EQ(driver.control(last)->area.h, 0) << "below the list's edge";
    driver.key(Key::end);
    driver.settle();
    EXPECT_GT(driver.control(last)->area.h, 0);
    EXPECT_GT(driver.shell.menu.scroll, 0);
    driver.click(last);
    EXPECT_EQ(driver.shell.session.lesson(), lab::lessons().back());
}

TEST_F(Room, TheListOfKernelsChoosesOne) {
    size({1366, 768});
    ASSERT_TRUE(driver.click("kernel.list"));
    driver.settle();
    const std::string wanted = driver.shell.session.lesson()->rungs[8].title;
    driver.type(wanted);
    driver.settle();
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.settings().rung, 8);
    EXPECT_EQ(state().focus, "kernel.list");
}

TEST_F(Room, ArrowsWalkOverTheRowsOfKernels) {
    size({1366, 768});
    ASSERT_NO_FATAL_FAILURE(tab_to("kernel.5"));
    driver.key(Key::right);
    EXPECT_EQ(driver.shell.session.settings().rung, 6);
    EXPECT_EQ(state().focus, "kernel.6");
    EXPECT_GT(driver.control("kernel.6")->area.y, driver.control("kernel.5")->area.y);
}

TEST_F(Room, AShortenedListShowsTheOpenChapter) {
    size({1920, 1200});
    ASSERT_TRUE(driver.control("lesson.made_12"));
    ASSERT_TRUE(driver.control("lesson.all"));
    const lab::Chapter open = driver.shell.session.lesson()->chapter;
    EXPECT_TRUE(driver.sees(lab::title_of(open)));
    for (const Control& control : controls()) {
        if (!control.id.starts_with("lesson.")) continue;
        const lab::Lesson* lesson = lab::find_lesson(control.id.substr(7));
        EXPECT_TRUE(!lesson || lesson->chapter == open) << control.id;
    }
}

TEST_F(Room, AShortenedListBeginsWithItsChapter) {
    size({1920, 1200});
    const auto all = lab::lessons();
    const auto first = std::ranges::adjacent_find(
        all, [](const auto* a, const auto* b) { return a->chapter != b->chapter; });
    ASSERT_NE(first, all.end());
    driver.shell.open_lesson(**(first + 1));
    driver.settle();
    EXPECT_TRUE(driver.control("lesson." + (*(first + 1))->id));
    EXPECT_FALSE(driver.control("lesson." + (*first)->id)) << "that is of the chapter before";
}

// Where there is no room for three lessons, one line stands for all of them.
TEST_F(Room, AListHasThreeLessonsAtLeast) {
    for (float height = 900; height < 1500; height += 30) {
        size({1920, height});
        const auto shown = std::ranges::count_if(controls(), [](const Control& control) {
            return control.id.starts_with("lesson.") && lab::find_lesson(control.id.substr(7));
        });
        EXPECT_TRUE(shown == 0 || shown >= 3) << height << ": " << shown;
        EXPECT_EQ(shown == 0, driver.control("lesson.picker") != nullptr) << height;
    }
}

TEST_F(Room, LessonsStandByChapterAndNumber) {
    ASSERT_GE(lab::lessons().size(), 27u);
    for (std::size_t i = 1; i < lab::lessons().size(); ++i) {
        const lab::Lesson &a = *lab::lessons()[i - 1], &b = *lab::lessons()[i];
        EXPECT_TRUE(a.chapter < b.chapter || (a.chapter == b.chapter && a.number <= b.number));
    }
}

TEST_F(Room, OfAProjectorHoldsEverythingInLargeLetters) {
    driver.shell.look.density = Density::projector;
    for (const Size& each : {Size{1280, 720}, Size{1920, 1080}, Size{1024, 768}}) {
        size(each);
        expect_reached_by_mouse();
        expect_reached_by_keyboard();
        EXPECT_TRUE(driver.misplaced.empty()) << each.width << listed(driver.misplaced);
        for (const NotedText& text : driver.texts)
            EXPECT_GE(text.style.size, 13.5f) << text.text << " in " << text.card;
    }
}

TEST_F(Room, OfAProjectorOpensControlsAndCodeBesideThePicture) {
    size({1280, 720});
    driver.key(Key::p);
    EXPECT_EQ(driver.shell.look.density, Density::projector);
    EXPECT_FALSE(driver.control("rail.run"));
    EXPECT_FALSE(driver.control("source.language.0"));
    driver.key(Key::r);
    driver.settle();
    EXPECT_TRUE(driver.control("rail.run"));
    driver.key(Key::c);
    driver.settle();
    EXPECT_TRUE(driver.control("source.language.0"));
    EXPECT_FALSE(driver.shell.playback.cursor.ptx) << "the first C only opens it";
    driver.key(Key::c);
    EXPECT_TRUE(driver.shell.playback.cursor.ptx);
    const int step = driver.shell.playback.cursor.step;
    driver.key(Key::right);
    EXPECT_EQ(driver.shell.playback.cursor.step, step + 1) << "the stage is not covered";
    EXPECT_TRUE(driver.misplaced.empty()) << listed(driver.misplaced);
    driver.key(Key::escape);
    driver.settle();
    EXPECT_FALSE(driver.control("rail.run") || driver.control("source.language.0"));
    ASSERT_TRUE(driver.click("kernel.picker"));
    driver.settle();
    EXPECT_TRUE(driver.sees("Strided index 2")) << "the list of kernels";
    driver.key(Key::escape);
    driver.key(Key::p);
    EXPECT_EQ(driver.shell.look.density, std::nullopt);
}

TEST_F(Room, TheNextCardIsAKeyAway) {
    size({1280, 720});
    driver.key(Key::p);
    std::set<std::string> shown;
    for (std::size_t i = 0; i < driver.shell.cards().size(); ++i) {
        for (const auto& [name, area] : state().places)
            if (name.starts_with("shown.")) shown.insert(name);
        driver.key(Key::v);
        driver.settle();
    }
    EXPECT_EQ(shown.size(), driver.shell.cards().size());
    const auto place = [&] {
        std::string all;
        for (const auto& [name, area] : state().places)
            if (name.starts_with("shown.")) all += name;
        return all;
    };
    const std::string here = place();
    driver.key(Key::v);
    driver.settle();
    EXPECT_NE(place(), here);
    driver.key(Key::v, false, true);
    driver.settle();
    EXPECT_EQ(place(), here) << "and back";
}

}  // namespace
}  // namespace app
