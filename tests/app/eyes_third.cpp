// What a designer with fresh eyes found last: parts of the window that spoke of different things,
// a tick beside a size that nobody checked, words that were cut.
#include <gtest/gtest.h>

#include "app/format.h"
#include "app/in_step.h"
#include "app/rates.h"
#include "app/sentences/levels_apart.h"
#include "app/sentences/moves.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/recorded_nearby.h"
#include "app/views/cards/spots.h"
#include "app/views/cell_names.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

struct Opened {
    Driver driver;
    explicit Opened(const std::string& line, float width = 1920, float height = 1080)
        : driver(width, height) {
        driver.shell.restore(line);
        driver.settle();
    }
    bool card_has(std::string_view card, std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == card && text.text.find(words) != std::string::npos;
        });
    }
};

// An unrolled line has eight loads in a row, and room for two boxes.
TEST(EyesThird, BoxesOfTheCodeAreThoseOfTheStepThatIsShown) {
    std::vector<RegisterBox> boxes(8);
    EXPECT_EQ(first_box(boxes, 2), 0u) << "none is of the step";
    for (std::size_t now : {0u, 3u, 6u, 7u}) {
        for (RegisterBox& box : boxes) box.now = false;
        boxes[now].now = true;
        for (const std::size_t most : {1u, 2u, 3u, 4u, 9u}) {
            const std::size_t first = first_box(boxes, most);
            EXPECT_LE(first, now);
            EXPECT_GT(first + most, now) << most;
            EXPECT_LE(first + std::min<std::size_t>(most, 8), 8u) << "no room is left empty";
        }
    }
    Opened option("option/coalesced n=1024 steps=24");
    const lab::Run& run = *option.driver.shell.session.picture();
    const Cursor& cursor = option.driver.shell.playback.cursor;
    const simulator::Event* event = event_in(run, cursor.step, cursor);
    ASSERT_TRUE(event);
    const simulator::Slot* slot = run.trace->slot(*event, lane_in(*event, cursor));
    ASSERT_TRUE(slot);
    EXPECT_TRUE(option.card_has("source", cell_name(run, *event, slot->address)));
}

TEST(EyesThird, LettersStandInTheirBoxesAsLetters) {
    for (const char* rung : {"word", "place", "shifted", "shared", "constant"}) {
        Opened matching(std::string("pattern_matching/") + rung + " n=1536");
        const lab::Run& run = *matching.driver.shell.session.picture();
        const auto boxes = boxes_of(run, matching.driver.shell.playback.cursor);
        ASSERT_FALSE(boxes.empty()) << rung;
        for (const RegisterBox& box : boxes) {
            if (box.value.empty()) continue;
            const bool one = box.value.size() == 3 && box.value.front() == '\'';
            const bool four = box.value.size() == 6 && box.value.front() == '"';
            EXPECT_TRUE(one || four) << rung << " " << box.name << " " << box.value;
            const bool of_letters = box.name.starts_with("text[") || box.name.starts_with("words[");
            EXPECT_EQ(four && of_letters, box.name.find("…") != std::string::npos) << box.name;
            EXPECT_TRUE(!box.now || matching.card_has("source", box.value)) << box.value;
        }
    }
}

// Counts and a check of a smaller size are those of that size.
TEST(EyesThird, TheTickSaysWhichSizeWasChecked) {
    Opened laplace("laplace/blocks sweeps=20");
    EXPECT_TRUE(laplace.card_has("status", "At 96 × 96 × 96 points it matches the CPU"));
    Opened small("laplace/blocks nx=64 ny=64 nz=64");
    EXPECT_TRUE(small.card_has("status", "Matches the CPU"));
    EXPECT_FALSE(small.card_has("status", "At "));
}

// So is a difference: the picture may be of another size, and say of more places.
TEST(EyesThird, TheCrossSaysWhichSizeWasChecked) {
    Opened wrong("matrix_product/tile_of_a tile=64 --anyway");
    EXPECT_TRUE(wrong.card_has("status", " rows it differs from the CPU in"));
    Opened small("reduction/sequential block=192 n=192 --anyway");
    EXPECT_TRUE(small.card_has("status", "Differs from the CPU in"));
}

TEST(EyesThird, WhatPartsTwoInStepRaces) {
    Opened constant("memories/constant order=together n=4096");
    constant.driver.shell.session.stand_beside([&] {
        lab::Request other = constant.driver.shell.session.request;
        EXPECT_FALSE(lab::assign(other.settings, "order=apart"));
        return other;
    }());
    constant.driver.settle();
    EXPECT_TRUE(constant.driver.sees("constant passes"));
    EXPECT_FALSE(constant.driver.sees("shared wavefronts")) << "neither takes one";
    const lab::Run& run = *constant.driver.shell.session.picture();
    EXPECT_GT(spent_in_all(run).passes, 0u);
    EXPECT_EQ(spent_in_all(run).wavefronts, 0u);
    const auto level_races = [](const Opened& opened) {
        return std::ranges::any_of(opened.driver.texts, [](const NotedText& text) {
            return text.text.starts_with("from memory") || text.text.starts_with("from the L2");
        });
    };
    Opened again("who_answers/again");
    again.driver.shell.session.stand_beside(4);
    again.driver.settle();
    EXPECT_TRUE(level_races(again)) << "the same sectors, by others";
    Opened trees("reduction/strided n=2048");
    trees.driver.shell.session.stand_beside(0);
    trees.driver.settle();
    EXPECT_FALSE(level_races(trees));
}

TEST(EyesThird, WhoAnsweredAddsUpStepByStep) {
    const lab::Result again = drawn_rung("who_answers/again", {}),
                      pieces = drawn_rung("who_answers/pieces", {});
    EXPECT_EQ(level_apart(again, pieces), lab::Level::memory);
    EXPECT_FALSE(level_apart(again, again));
    const int last = int(again.picture->steps.size()) - 1;
    EXPECT_EQ(answered_up_to(again, lab::Level::memory, -1), 0u);
    std::uint64_t before = 0;
    for (int step = 0; step <= last; ++step) {
        const std::uint64_t now = answered_up_to(again, lab::Level::memory, step);
        EXPECT_GE(now, before) << step;
        before = now;
    }
    EXPECT_EQ(answered_up_to(again, lab::Level::memory, last + 1), 4096u);
    EXPECT_EQ(answered_up_to(pieces, lab::Level::memory, last + 1), 1024u);
}

TEST(EyesThird, PicturesOfTheRailHaveAKey) {
    Opened who("who_answers");
    for (const char* word : {"loads", "stores", "again"}) EXPECT_TRUE(who.card_has("rail", word));
    EXPECT_TRUE(who.driver.misplaced.empty());
}

TEST(EyesThird, AReasonIsNeverCutInItsMiddle) {
    lab::Refusal power;
    power.limit_name = "a power of two of threads", power.needed = "power of two";
    EXPECT_EQ(reason_in_brief(power),
              (std::vector<std::string>{"needs a power of two of threads", "needs a power of two",
                                        "no power of two", "can't run"}));
    lab::Refusal many;
    many.limit_name = "threads per block", many.limit = 1024, many.asked = 2048;
    EXPECT_EQ(reason_in_brief(many).at(1), "at most " + grouped(1024) + " threads");
    EXPECT_EQ(reason_in_brief(many).at(2), "at most 2¹⁰ threads");
    Opened any("reduction/any_block block=192", 1366, 768);
    EXPECT_FALSE(any.driver.says("needs a power of \n"));
    for (const NotedText& text : any.driver.texts) EXPECT_FALSE(text.text.ends_with(" of"));
}

TEST(EyesThird, AValueOffTheScaleIsNoneOfItsTicks) {
    const auto bold = [](Opened& opened, const char* words) {
        const Control* slider = opened.driver.control("knob.piece");
        return slider && std::ranges::any_of(opened.driver.texts, [&](const NotedText& text) {
                   return slider->area.contains({text.box.middle_x(), text.box.middle_y()}) &&
                          text.text == words && text.style.colour.role == Role::text;
               });
    };
    Opened usual("who_answers/pieces n=65536");
    EXPECT_TRUE(bold(usual, "2²²"));
    Opened low("who_answers/pieces n=65536 piece=262144");
    EXPECT_TRUE(bold(low, "2¹⁸"));
    Opened below("who_answers/pieces n=65536 piece=70000");
    EXPECT_FALSE(bold(below, "2¹⁸"));
}

// It stands past the last of them, in bold, and a drag goes back among them.
TEST(EyesThird, AValuePastTheTicksStandsPastThem) {
    Opened wide("laplace/blocks block_x=1 block_y=256 block_z=1");
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

// The sentence after a change names a counter: the ledger has it.
TEST(EyesThird, TheLedgerHasWhatSentencesName) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto counters = told_counters(*lab::subject_of(*lesson));
        EXPECT_TRUE(std::ranges::any_of(counters, [](const simulator::CounterName* counter) {
            return counter->name == "warp_instructions";
        })) << lesson->id;
    }
    Opened tile("laplace/queue");
    tile.driver.shell.session.settings().rung = 3;
    tile.driver.settle();
    EXPECT_TRUE(tile.driver.sees("Warp instructions"));
}

TEST(EyesThird, RatesSayOfWhichBytesTheyAre) {
    lab::Time time;
    time.kind = lab::TimeKind::modelled, time.median_ms = 1;
    lab::Settings at = *lab::settings_named("who_answers/again");
    const auto forms = rate_forms(at, time);
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("GB/s useful"), std::string::npos) << forms.front();
    for (std::size_t i = 1; i < forms.size(); ++i)
        EXPECT_LT(forms[i].size(), forms[i - 1].size()) << forms[i];
}

// Only one order of reading was recorded with tables of 64 numbers.
TEST(EyesThird, WhereTimesWereRecordedIsAClickAway) {
    Opened constant("memories/constant order=apart size=64");
    ASSERT_TRUE(constant.driver.says("Recorded with ")) << "and a click goes there";
    const auto shown = constant.driver.shell.session.shown();
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data =
        compared_times({*shown, cursor, metrics, constant.driver.shell.session.series()});
    ASSERT_TRUE(data.recorded);
    EXPECT_TRUE(constant.driver.shell.session.series().recorded(*data.recorded));
    Opened usual("memories/constant");
    EXPECT_FALSE(usual.driver.says("Recorded with "));
}

// A card without a time says where some are, and leads there by mouse and keys.
TEST(EyesThird, CardsWithoutTimesSayWhereSomeAre) {
    lab::Result result;
    result.request.settings = *lab::settings_named("memories/constant");
    for (const char* knob : {"order=apart", "size=64"})
        ASSERT_FALSE(lab::assign(result.request.settings, knob)) << knob;
    const Metrics metrics;
    const Series series;
    const DrawContext context{result, {}, metrics, series};
    constexpr Rect area{0, 0, 480, 300};
    for (const char* id : {"by_knob", "timings"}) {
        const Picture picture(id, result, {}, area, series);
        std::string words;
        for (const NotedText& text : picture.notes.texts) words += text.text + " ";
        EXPECT_NE(words.find("No time is known for these settings"), std::string::npos) << words;
        const auto ways = find_view(id)->pointing.spots(picture.notes, context, area);
        ASSERT_EQ(ways.size(), 1u) << id;
        ASSERT_TRUE(ways.front().settings) << id;
        EXPECT_TRUE(series.recorded(*ways.front().settings)) << id;
        const auto spot = find_view(id)->pointing.spot(picture.notes, context, area, {20, 20});
        ASSERT_TRUE(spot) << id;
        EXPECT_EQ(spot->settings, ways.front().settings) << id;
        EXPECT_NE(words.find("a click goes there"), std::string::npos) << words;
    }
}

// The nearest: a knob back where it was, else another size; of several knobs each is named.
TEST(EyesThird, TheNearestRecordedSettingsAreNamed) {
    const Series series;
    lab::Settings at = *lab::settings_named("reduction/sequential");
    const lab::Knob& size = *at.subject->size;
    at.set(size, 3'000'000);
    const auto larger = recorded_nearby(series, at);
    ASSERT_TRUE(larger);
    EXPECT_EQ((*larger)[size], 1 << 22) << "nearer than 2^20, by the ratio";
    EXPECT_EQ(recorded_words(*larger, at).front(), "Recorded with n 2²²: a click goes there.");
    at.set(*lab::find_knob(*at.subject, "block"), 512);
    const auto of_block = recorded_nearby(series, at);
    ASSERT_TRUE(of_block);
    EXPECT_EQ(recorded_words(*of_block, at).back(), "Recorded with n 2²².") << "its block stays";
    ASSERT_FALSE(lab::assign(at, "pattern=strided"));
    const auto far = recorded_nearby(series, at);
    ASSERT_TRUE(far);
    const std::string words = recorded_words(*far, at).back();
    EXPECT_NE(words.find("block 256"), std::string::npos) << words;
    EXPECT_NE(words.find("n 2²²"), std::string::npos) << words;
}

}  // namespace
