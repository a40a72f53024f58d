// What a lesson must say for itself, and what stands for what it does not say.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/lesson_members.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace lab;
using tests::doubling;

struct Without {
    const char* member;
    void (*take_away)(Lesson&);
};

const Without members[] = {
    {"id", [](Lesson& lesson) { lesson.id.clear(); }},
    {"title", [](Lesson& lesson) { lesson.title.clear(); }},
    {"source", [](Lesson& lesson) { lesson.source.clear(); }},
    {"sees", [](Lesson& lesson) { lesson.sees.clear(); }},
    {"breaks", [](Lesson& lesson) { lesson.breaks.clear(); }},
    {"next", [](Lesson& lesson) { lesson.next.clear(); }},
    {"rungs", [](Lesson& lesson) { lesson.rungs.clear(); }},
    {"knobs", [](Lesson& lesson) { lesson.knobs.clear(); }},
    {"host", [](Lesson& lesson) { lesson.host = {}; }},
    {"expected", [](Lesson& lesson) { lesson.expected = {}; }},
    {"bytes", [](Lesson& lesson) { lesson.bytes = {}; }},
    {"flops", [](Lesson& lesson) { lesson.flops = {}; }},
    {"cost", [](Lesson& lesson) { lesson.cost = {}; }},
    {"views", [](Lesson& lesson) { lesson.views.clear(); }},
    {"ledger", [](Lesson& lesson) { lesson.ledger.clear(); }},
    {"predictions", [](Lesson& lesson) { lesson.predictions.clear(); }},
    {"id", [](Lesson& lesson) { lesson.rungs[1].id.clear(); }},
    {"title", [](Lesson& lesson) { lesson.rungs[1].title.clear(); }},
    {"idea", [](Lesson& lesson) { lesson.rungs[1].idea.clear(); }},
    {"claim", [](Lesson& lesson) { lesson.rungs[1].claim.clear(); }},
    {"line", [](Lesson& lesson) { lesson.rungs[1].line.clear(); }},
};

TEST(LessonMembers, WhatIsMissingIsNamedWithItsLesson) {
    EXPECT_EQ(missing_in(doubling()), std::vector<std::string>{});
    for (const Without& without : members) {
        Lesson lesson = doubling();
        without.take_away(lesson);
        const std::vector<std::string> missing = missing_in(lesson);
        ASSERT_EQ(missing.size(), 1u) << without.member;
        EXPECT_NE(missing[0].find(std::string("has no ") + without.member + ": "),
                  std::string::npos)
            << missing[0];
        EXPECT_NE(missing[0].find("doubling"), std::string::npos) << missing[0];
        EXPECT_TRUE(missing[0].ends_with(".")) << missing[0];
    }
}

TEST(LessonMembers, OnlyWhatCannotRunIsLeftOut) {
    for (const Without& without : members) {
        Lesson lesson = doubling();
        without.take_away(lesson);
        const bool of_a_rung = !lesson.rungs.empty() && missing_in(lesson)[0].starts_with("Rung");
        const bool needed =
            !of_a_rung && std::ranges::count(std::array{"id", "source", "rungs", "host"},
                                             std::string_view(without.member));
        EXPECT_EQ(runnable(lesson), !needed) << without.member;
    }
    Lesson lesson = doubling();
    lesson.knobs.push_back(nullptr);
    EXPECT_FALSE(runnable(lesson));
    EXPECT_EQ(missing_in(lesson).size(), 1u);
}

TEST(LessonMembers, ARungsOwnStandForThoseOfTheLadder) {
    Lesson lesson = doubling();
    lesson.cost = {};
    for (Rung& rung : lesson.rungs) rung.host = lesson.host, rung.cost = doubling().cost;
    lesson.host = {};
    EXPECT_EQ(missing_in(lesson), std::vector<std::string>{});
    EXPECT_TRUE(runnable(lesson));
    lesson.rungs.back().host = {};
    EXPECT_FALSE(runnable(lesson));
}

TEST(LessonMembers, KnobsThatAreNamedStandInTheRail) {
    const Knob stranger = whole("stranger", "Stranger", "", {.ticks = {1}, .preset = {}});
    Lesson lesson = doubling();
    lesson.rungs[2].takes = {&stranger};
    lesson.rungs[3].without = {{&stranger, "It is not there."}};
    const std::vector<std::string> missing = missing_in(lesson);
    ASSERT_EQ(missing.size(), 2u);
    EXPECT_EQ(missing[0],
              "Lesson doubling has no stranger among its knobs, but rung over names it.");
    EXPECT_NE(missing[1].find("rung picky"), std::string::npos);
}

TEST(LessonMembers, NamesStandOnce) {
    Lesson lesson = doubling();
    lesson.rungs[1].id = "guarded";
    const Knob twin = whole("block", "Block", "", {.ticks = {1}, .preset = {}});
    lesson.knobs.push_back(&twin);
    const std::vector<std::string> missing = missing_in(lesson);
    EXPECT_EQ(missing, (std::vector<std::string>{"Lesson doubling has knob block twice.",
                                                 "Lesson doubling has rung guarded twice."}));
}

// A lesson that can't run is no lesson, and whoever asks for it is told why.
TEST(LessonMembers, WhoAsksForALessonThatCannotRunIsToldWhy) {
    Lesson lesson = doubling();
    lesson.id = "unfinished";
    lesson.host = {};
    lesson.expected = {};
    const std::size_t before = lessons().size();
    const RegisterLesson registered(lesson);
    EXPECT_EQ(lesson_problems().size(), 2u);
    EXPECT_EQ(lessons().size(), before);
    EXPECT_FALSE(find_lesson("unfinished"));
    EXPECT_EQ(settings_named("unfinished").problem().message,
              "Lesson unfinished has no host: the function that records its plan.");
}

// What is not said has a meaning: nobody meets an empty function.
TEST(LessonDefaults, NothingThatMayBeLeftOutIsCalled) {
    Lesson lesson = doubling();
    lesson.picture = {}, lesson.cost = {}, lesson.watch = {}, lesson.roundings = {};
    lesson.rungs[0].kernel = {};
    Settings settings = tests::doubling_at("guarded");
    settings.subject = subject_of(lesson);
    EXPECT_EQ(picture_of(settings), settings);
    EXPECT_EQ(cost_of(settings), 0);
    EXPECT_EQ(watched_block(settings), 0u);
    EXPECT_EQ(roundings_of(settings), 0);
    for (const Knob* knob : lesson.knobs) EXPECT_EQ(idle_reason(settings, *knob), "");
    EXPECT_EQ(settings.kernel(), "guarded");
}

TEST(LessonDefaults, ARungSaysItsOwnBeforeItsLesson) {
    Lesson lesson = doubling();
    lesson.rungs[1].cost = [](const Settings&) { return 7.0; };
    lesson.rungs[1].watch = [](const Settings&) { return std::uint64_t{3}; };
    lesson.rungs[1].roundings = [](const Settings&) { return 5.0; };
    lesson.rungs[1].picture = [](Settings set) {
        set.set(tests::doubling_count, 33);
        return set;
    };
    Settings settings = tests::doubling_at("wrong");
    settings.subject = subject_of(lesson);
    EXPECT_EQ(cost_of(settings), 7);
    EXPECT_EQ(watched_block(settings), 3u);
    EXPECT_EQ(roundings_of(settings), 5);
    EXPECT_EQ(picture_of(settings)[tests::doubling_count], 33);
    settings.rung = 0;
    EXPECT_EQ(cost_of(settings), 1200);
    EXPECT_EQ(picture_of(settings)[tests::doubling_count], 100);
}

TEST(Roles, SizeAndSidesAreFoundByWhatTheyAre) {
    EXPECT_EQ(doubling().size, &tests::doubling_count);
    EXPECT_TRUE(doubling().sides.empty());
    EXPECT_EQ(find_knob(doubling(), Knob::Role::threads), &tests::doubling_block);
    EXPECT_EQ(find_knob(doubling(), Knob::Role::stride), nullptr);
    EXPECT_EQ(block_axis(block_side('y', {.ticks = {1}, .preset = {}})), 'y');
    EXPECT_EQ(block_axis(tests::doubling_block), 0);
}

// In this order: the rung's own reason, what it takes, what only some rungs have, another's choice.
TEST(IdleKnobs, SayWhy) {
    Knob some = at_some_rungs(whole("some", "Some", "", {.ticks = {1}, .preset = {}}),
                              "Only some rungs have it.");
    Knob only = whole("only", "Only", "", {.ticks = {1}, .preset = {}});
    only.only = {&tests::doubling_pattern, 1, "It counts while the reads are strided."};
    Lesson lesson = doubling();
    lesson.knobs.push_back(&some);
    lesson.knobs.push_back(&only);
    lesson.rungs[1].takes = {&some, &only};
    lesson.rungs[2].without = {{&only, "This rung reads in one order."}};
    Settings settings(lesson);
    EXPECT_EQ(idle_reason(settings, some), "Only some rungs have it.");
    EXPECT_EQ(idle_reason(settings, only), "It counts while the reads are strided.");
    settings.set(tests::doubling_pattern, 1);
    EXPECT_FALSE(idle(settings, only));
    settings.rung = 2;
    EXPECT_EQ(idle_reason(settings, only), "This rung reads in one order.");
    settings.rung = 1;
    settings.set(tests::doubling_pattern, 0);
    EXPECT_FALSE(idle(settings, some) || idle(settings, only));
}

}  // namespace
