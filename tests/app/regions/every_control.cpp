// Every control of every lesson, by the mouse: dragging a slider and pressing each option changes
// the settings, and what is counted follows.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lab/asked.h"
#include "lab/features/setups.h"
#include "lab/named_value.h"
#include "tests/app/knob_effects.h"
#include "tests/app/opened.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

using namespace test;

std::vector<std::string> lesson_ids() {
    std::vector<std::string> ids;
    for (const lab::Lesson* lesson : lab::lessons()) ids.push_back(lesson->id);
    return ids;
}

class Controls : public ::testing::TestWithParam<std::string> {
    // high enough for every knob
protected:
    testing::Driver driver{1920, 1600};
    const lab::Lesson* lesson = nullptr;
    void SetUp() override {
        lesson = lab::find_lesson(GetParam());
        driver.shell.open_lesson(*lesson);
        driver.finish_work = false;  // counts of the largest sizes are not needed to see a drag
        driver.settle();
    }
    std::int64_t value(const lab::Knob& knob) { return driver.shell.session.settings()[knob]; }
    bool wake_up(const lab::Knob& knob) {
        return testing::wake_up(driver.shell.session.settings(), knob);
    }
    // What counts whole runs is done with one lesson in three.
    bool of_this_run(std::size_t turn) const {
        const auto all = lesson_ids();
        return tests::in_part(std::ranges::find(all, lesson->id) - all.begin(), 3, turn);
    }
};

TEST_P(Controls, EverySliderFollowsTheMouseFromEndToEnd) {
    if (!of_this_run(2)) GTEST_SKIP() << "for ./test --all";
    for (const lab::Knob* knob : lesson->knobs) {
        if (knob->kind != lab::Knob::Kind::integer) continue;
        driver.shell.session.open(*lesson);
        ASSERT_TRUE(wake_up(*knob)) << knob->id << " changes nothing anywhere";
        driver.settle();
        const std::string slider = "knob." + knob->id;
        ASSERT_TRUE(driver.control(slider)) << knob->id;
        driver.press(driver.at(slider, 0));
        EXPECT_EQ(value(*knob), knob->ticks.front()) << knob->id;
        std::set<std::int64_t> seen;
        for (int i = 0; i <= 60; ++i) {
            driver.move(driver.at(slider, static_cast<float>(i) / 60));
            seen.insert(value(*knob));
        }
        driver.release(driver.at(slider, 1));
        const lab::NamedValue* named = lab::named_value(*knob);
        const std::int64_t last = knob->beyond.value_or(knob->ticks.back());
        EXPECT_EQ(value(*knob), named ? named->value : last) << knob->id;
        EXPECT_EQ(seen.size(), knob->ticks.size() + (knob->beyond ? 1 : 0) + (named ? 1 : 0))
            << knob->id << ": every stop, and nothing else";
    }
}

TEST_P(Controls, EveryChoiceCanBePicked) {
    for (const lab::Knob* knob : lesson->knobs) {
        if (knob->kind != lab::Knob::Kind::choice) continue;
        driver.shell.session.open(*lesson);
        ASSERT_TRUE(wake_up(*knob)) << knob->id << " changes nothing anywhere";
        driver.settle();
        for (std::size_t option = knob->choices.size(); option-- > 0;) {
            ASSERT_TRUE(driver.click("knob." + knob->id + "." + std::to_string(option)))
                << knob->id;
            EXPECT_EQ(value(*knob), static_cast<std::int64_t>(option)) << knob->id;
        }
    }
}

// Several choices of other kernels stand in one line of the rail.
bool named_in_one_line(const lab::Lesson& lesson, const lab::Knob& knob) {
    const auto of_others = [](const lab::Knob* one) {
        return one->kind == lab::Knob::Kind::choice && !one->elsewhere.empty();
    };
    return of_others(&knob) && std::ranges::count_if(lesson.knobs, of_others) > 1;
}

// None of its options looks chosen, none can be picked, and the reason stands in the rail.
TEST_P(Controls, AChoiceThatMeansNothingIsDisabledAndSaysWhy) {
    for (const lab::Knob* knob : lesson->knobs) {
        if (knob->kind != lab::Knob::Kind::choice) continue;
        for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung) {
            driver.shell.session.open(*lesson);
            driver.shell.session.settings().rung = static_cast<int>(rung);
            driver.settle();
            const bool idle = testing::idle(driver.shell.session.settings(), *knob);
            EXPECT_EQ(driver.control("knob." + knob->id + ".0") == nullptr, idle) << knob->id;
            const std::string whole_id = "knob." + knob->id;
            if (idle && named_in_one_line(*lesson, *knob)) {
                EXPECT_FALSE(driver.control(whole_id)) << knob->id;
                continue;
            }
            const Control* whole = driver.control(whole_id);
            ASSERT_EQ(whole != nullptr, idle) << knob->id << " at " << lesson->rungs[rung].id;
            if (!idle) continue;
            EXPECT_FALSE(whole->enabled);
            const std::string why = lab::idle_reason(driver.shell.session.settings(), *knob);
            EXPECT_TRUE(driver.says(why)) << knob->id << ": " << why;
            const Rect area = whole->area;
            for (const NotedText& text : driver.texts)
                if (area.contains({text.box.middle_x(), text.box.middle_y()})) {
                    EXPECT_NE(text.style.font, Font::semibold) << text.text;
                }
            const std::int64_t before = value(*knob);
            for (const float share : {.05f, .95f}) driver.click(driver.at(whole_id, share));
            EXPECT_EQ(value(*knob), before) << knob->id;
        }
    }
}

TEST_P(Controls, EveryKernelCanBePickedAndIsCounted) {
    if (!of_this_run(0)) GTEST_SKIP() << "for ./test --all";
    driver.finish_work = true;
    simulator::Counters before;
    std::string kernel;
    std::uint64_t plan = 0;  // the same launches may be given away otherwise
    for (std::size_t rung = lesson->rungs.size(); rung-- > 0;) {
        driver.shell.session.open(*lesson);
        testing::make_small(driver.shell.session.settings());
        driver.settle();
        driver.click("kernel." + std::to_string(rung));
        driver.settle();
        EXPECT_EQ(driver.shell.session.settings().rung, static_cast<int>(rung));
        if (driver.shell.session.refusal()) continue;
        ASSERT_TRUE(driver.shell.session.shown());
        EXPECT_EQ(driver.shell.session.shown()->request.settings.rung, static_cast<int>(rung));
        const lab::Run& run = *driver.shell.session.picture();
        if (run.launches.empty()) continue;  // one that did not begin
        const std::uint64_t now = lab::plan_of(run.request.settings).hash();
        // Grids that differ at the presets may be one in both pictures.
        const auto pictured = [&](std::size_t one) {
            lab::Settings settings(*lesson);
            settings.rung = static_cast<int>(one);
            testing::make_small(settings);
            return lab::plan_of(lab::picture_of(settings)).hash();
        };
        const bool one_plan =
            rung + 1 < lesson->rungs.size() && pictured(rung) == pictured(rung + 1);
        EXPECT_FALSE(run.counters == before && run.launches.front().kernel == kernel &&
                     now == plan && !one_plan)
            << lesson->rungs[rung].id;
        before = run.counters, kernel = run.launches.front().kernel, plan = now;
    }
}

// Where a knob changes something, the counts of the run or what it launches change with it.
TEST_P(Controls, CountsFollowTheKnobs) {
    if (!of_this_run(1)) GTEST_SKIP() << "for ./test --all";
    driver.finish_work = true;
    for (const lab::Knob* knob : lesson->knobs) {
        auto& session = driver.shell.session;
        session.open(*lesson);
        testing::make_small(session.settings());
        ASSERT_TRUE(wake_up(*knob));
        driver.settle();
        if (session.refusal()) continue;
        testing::expect_effect(session, *knob, [&](std::size_t, std::int64_t value) {
            session.settings().set(*knob, value);
            session.settings().anyway = true;  // what can be run all the same counts too
            driver.settle();
        });
    }
}

TEST_P(Controls, TypedNumbersAreTakenAndIllegalOnesRefusedInWords) {
    const lab::Knob* block = lab::find_knob(*lesson, "block");
    if (!block) block = lesson->knobs.front();
    const std::string field = "type." + block->id;
    const std::string past = std::to_string(std::max<std::int64_t>(4096, block->high + 1));
    for (const char* words : {past.c_str(), "0", "-1", "2^40"}) {
        driver.shell.session.open(*lesson);
        ASSERT_TRUE(wake_up(*block));  // its first kernel may have none
        driver.settle();
        ASSERT_TRUE(driver.click(field));
        driver.type(words);
        driver.key(Key::enter);
        driver.frame();
        ASSERT_TRUE(driver.shell.session.refusal()) << words;
        EXPECT_FALSE(driver.shell.session.refusal()->title.empty());
        EXPECT_FALSE(driver.shell.session.refusal()->why.empty());
    }
    driver.shell.session.open(*lesson);
    driver.settle();
    driver.click(field);
    driver.type("abc");  // letters are no digits: nothing is typed
    const std::int64_t before = value(*block);
    driver.key(Key::enter);
    EXPECT_EQ(value(*block), before);
}

TEST_P(Controls, TheCardOfARefusalOffersWaysOut) {
    const lab::Knob* block = lab::find_knob(*lesson, "block");
    if (!block || !block->beyond)
        GTEST_SKIP() << "no knob of this lesson goes past a limit by a slider";
    if (!of_this_run(0)) GTEST_SKIP() << "for ./test --all";
    driver.finish_work = true;
    driver.settle();
    const std::int64_t before = value(*block);
    driver.shell.session.settings().set(*block, *block->beyond);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_TRUE(driver.sees("Kernel did not start"));
    EXPECT_TRUE(driver.sees("Kept"));
    ASSERT_TRUE(driver.click("refused.back"));
    EXPECT_EQ(value(*block), before);
    driver.shell.session.settings().set(*block, *block->beyond);
    driver.settle();
    ASSERT_TRUE(driver.click("refused.use"));
    EXPECT_FALSE(driver.shell.session.refusal());
}

// A block that is no power of two is past no limit: the card has words for it and no bar.
TEST_P(Controls, ALimitThatIsNoNumberHasNoBar) {
    const lab::Knob* block = lab::find_knob(*lesson, "block");
    if (!block) GTEST_SKIP() << "no knob of this lesson is a block";
    int refused = 0;
    for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung)
        for (const std::int64_t value : {24, 2048}) {
            driver.shell.session.open(*lesson);
            driver.shell.session.settings().rung = static_cast<int>(rung);
            driver.shell.session.settings().set(*block, value);
            driver.settle();
            const auto& refusal = driver.shell.session.refusal();
            if (!refusal || refusal->asked != static_cast<double>(value)) continue;
            ++refused;
            EXPECT_EQ(driver.sees(std::to_string(value) + " wanted"), value == 2048)
                << refusal->title;
        }
    EXPECT_GT(refused, 0) << "no kernel refuses a block of 2048";
}

TEST_P(Controls, TransportAndScrubMoveTheCursor) {
    driver.finish_work = true;
    driver.settle();
    Playback& playback = driver.shell.playback;
    for (std::size_t rung = 1; playback.count() == 1 && rung < lesson->rungs.size(); ++rung) {
        driver.shell.session.settings().rung = static_cast<int>(rung);
        driver.settle();
    }
    ASSERT_GT(playback.count(), 1);
    ASSERT_TRUE(driver.click("transport.last"));
    EXPECT_EQ(playback.cursor.step, playback.count() - 1);
    ASSERT_TRUE(driver.click("transport.first"));
    EXPECT_EQ(playback.cursor.step, 0);
    ASSERT_TRUE(driver.click("transport.next"));
    EXPECT_EQ(playback.cursor.step, 1);
    driver.press(driver.at("transport.scrub", 0));
    EXPECT_EQ(playback.cursor.step, 0);
    driver.move(driver.at("transport.scrub", 1));
    EXPECT_EQ(playback.cursor.step, playback.count() - 1);
    driver.release(driver.at("transport.scrub", 1));
}

TEST_P(Controls, AnotherBlockCanBeWatched) {
    if (!of_this_run(1)) GTEST_SKIP() << "for ./test --all";
    driver.finish_work = true;
    auto& session = driver.shell.session;
    driver.settle();
    for (std::size_t rung = 0; !driver.control("stage.block"); ++rung) {
        ASSERT_LT(rung, lesson->rungs.size()) << "every picture is of one block";
        session.settings().rung = static_cast<int>(rung);
        session.settings().set(*lesson->size, lesson->size->ticks[lesson->size->ticks.size() / 2]);
        driver.settle();
    }
    const auto watched = [&] { return session.picture()->trace->watched; };
    ASSERT_TRUE(session.picture() && session.picture()->trace);
    const std::vector<std::uint64_t> before = watched();
    const std::uint64_t blocks = session.picture()->launches.front().grid.count();
    ASSERT_FALSE(before.empty());
    ASSERT_TRUE(driver.click("stage.block"));
    driver.settle();
    EXPECT_EQ(watched().front(), (before.front() + 1) % blocks);  // all blocks may be followed
    EXPECT_EQ(watched().size(), before.size());
    EXPECT_FALSE(session.picture()->steps.empty());
    session.undo();
    driver.settle();
    EXPECT_EQ(watched(), before);
}

// Where there is no room for all labels, those of powers of two stay.
TEST(Sliders, LabelPowersOfTwoFirst) {
    testing::Driver driver{1366, 768};
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    const Rect first = driver.control("knob.block")->area;
    std::set<std::string> labels;
    for (const NotedText& text : driver.texts)
        if (first.contains({text.box.middle_x(), text.box.middle_y()})) labels.insert(text.text);
    EXPECT_GE(labels.size(), 4u) << "the ends, the chosen one, and others";
    for (const char* between : {"100", "192"})
        EXPECT_FALSE(labels.contains(between)) << between << " took the place of a power of two";
    EXPECT_TRUE(labels.contains("32") && labels.contains("512") && labels.contains("2048"));
}

// Chosen beside them, a value takes the room of one or two, and not of all others.
// Words that have no room side by side stand in rows; none is written small.
TEST(Segments, WordsAreAsLargeAsOthers) {
    for (const char* rung : {"radix_sort/bits", "dot_product/tree", "histogram/global"})
        for (const Density density : {Density::laptop, Density::desk}) {
            testing::Driver driver{1366, 1800};
            driver.shell.look.density = density;
            driver.shell.restore(rung);
            driver.settle();
            const auto& subject = *driver.shell.session.subject();
            std::set<std::string> titles;
            for (const lab::Setup& setup : lab::setups_of(driver.shell.session.settings()))
                titles.insert(setup.title);
            for (const lab::Knob* knob : subject.knobs)
                for (const lab::Choice& one : knob->choices) titles.insert(one.title);
            int seen = 0;
            for (const NotedText& text : driver.texts) {
                const bool idle = text.style.colour.role == Role::text3;
                if (text.card != "rail" || idle || !titles.contains(text.text)) continue;
                ++seen;
                EXPECT_GE(text.style.size, .85f * metrics_of(density).small) << text.text;
            }
            EXPECT_GT(seen, 0) << rung;
        }
}

TEST(Sliders, LabelOtherPowersBesideAChosenOne) {
    testing::Driver driver{1366, 768};
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.shell.session.settings() = *lab::settings_named("reduction/any_block");
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), "block=192"));
    driver.settle();
    const Rect knob = driver.control("knob.block")->area;
    int powers = 0;
    for (const NotedText& text : driver.texts)
        if (knob.contains({text.box.middle_x(), text.box.middle_y()}))
            for (const char* power : {"32", "64", "128", "256", "512", "1024", "2048"})
                powers += text.text == power;
    EXPECT_GE(powers, 4) << "beside 192";
}

INSTANTIATE_TEST_SUITE_P(Lessons, Controls, ::testing::ValuesIn(lesson_ids()),
                         [](const auto& info) { return info.param; });

TEST(Sliders, AValueOffTheScaleIsNoneOfItsTicks) {
    const auto bold = [](Opened& opened, const char* words) {
        const Control* slider = opened.driver.control("knob.piece");
        return slider && std::ranges::any_of(opened.driver.texts, [&](const NotedText& text) {
                   return slider->area.contains({text.box.middle_x(), text.box.middle_y()}) &&
                          text.text == words && text.style.colour.role == Role::text;
               });
    };
    Opened usual("who_answers/pieces n=65536", 1920, 1080);
    EXPECT_TRUE(bold(usual, "2²²"));
    Opened low("who_answers/pieces n=65536 piece=262144", 1920, 1080);
    EXPECT_TRUE(bold(low, "2¹⁸"));
    Opened below("who_answers/pieces n=65536 piece=70000", 1920, 1080);
    EXPECT_FALSE(bold(below, "2¹⁸"));
}

// It stands past the last of them, in bold, and a drag goes back among them.
TEST(Sliders, AValuePastTheTicksStandsPastThem) {
    Opened wide("laplace/blocks block_x=1 block_y=256 block_z=1", 1920, 1080);
    Driver& driver = wide.driver;
    const auto places = [&](int tick) {
        return driver.shell.ui_state.places.at("knob.block_y.tick." + std::to_string(tick));
    };
    const lab::Knob& knob = *lab::find_knob(*driver.shell.session.subject(), "block_y");
    const int last = static_cast<int>(knob.ticks.size()) + (knob.beyond ? 0 : -1);
    const Control* slider = driver.control("knob.block_y");
    ASSERT_TRUE(slider);
    const Rect area = slider->area;
    const auto in = [&](const NotedText& text) {
        return area.contains({text.box.middle_x(), text.box.middle_y()});
    };
    const auto value = std::ranges::find_if(
        driver.texts, [&](const NotedText& text) { return in(text) && text.text == "256"; });
    ASSERT_NE(value, driver.texts.end());
    EXPECT_EQ(value->style.colour.role, Role::text) << "in bold";
    EXPECT_GT(value->box.middle_x(), places(last).middle_x() + 8);
    const Point handle{value->box.right() - 6, places(last).middle_y()};
    driver.click(handle);
    EXPECT_EQ(driver.shell.session.settings()[knob], 256) << "a press alone turns nothing";
    driver.click({places(last).middle_x(), places(last).middle_y()});
    EXPECT_EQ(driver.shell.session.settings()[knob], knob.ticks.back());
}

}  // namespace
}  // namespace app
