// What every lesson must have: words, counters that exist, lines that its source holds, prose whose
// numbers resolve.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/feature.h"
#include "lab/host_side.h"
#include "lab/lesson.h"
#include "lab/programs.h"
#include "lab/requests/prose.h"
#include "lab/running/simulation.h"
#include "lab/time/recordings.h"
#include "simulator/counters.h"
#include "tests/helpers/part.h"

namespace {

using namespace lab;

TEST(Lessons, AreThoseOfTheSpine) {
    std::set<std::string> ids;
    for (const Lesson* lesson : lab::lessons()) ids.insert(lesson->id);
    for (const char* id :
         {"vector_addition", "bytes_in_flight", "transpose", "laplace", "reduction", "scan"})
        EXPECT_TRUE(ids.contains(id)) << id;
    EXPECT_TRUE(std::ranges::is_sorted(lab::lessons(), {}, [](const Lesson* lesson) {
        return std::pair{lesson->chapter, lesson->number};
    }));
}

// RegisterLesson reads each: what it misses, it says.
TEST(Lessons, LackNothing) {
    for (const LessonProblem& problem : lesson_problems()) ADD_FAILURE() << problem.sentence;
}

TEST(Lessons, AreGivenOneValueOfAKindByTheirOwnIds) {
    for (const std::string& problem : feature_problems()) ADD_FAILURE() << problem;
}

TEST(Lessons, NameCountersThatExist) {
    std::set<std::string_view> known;
    for (const auto& counter : simulator::counter_names()) known.insert(counter.name);
    for (const Lesson* lesson : lab::lessons()) {
        for (const std::string& name : lesson->ledger) EXPECT_TRUE(known.contains(name)) << name;
    }
}

TEST(Lessons, CountALineOfTheirSource) {
    for (const Lesson* lesson : lab::lessons()) {
        Settings settings(*lesson);
        for (settings.rung = 0; settings.rung < int(lesson->rungs.size()); ++settings.rung)
            EXPECT_GT(counted_line(settings, source_of(settings)), 0)
                << lesson->id << "/" << lesson->rungs[settings.rung].id;
    }
}

TEST(Prose, EveryNumberResolves) {
    for (const Lesson* lesson : lab::lessons()) {
        const auto text = prose_of(*lesson);
        ASSERT_TRUE(text) << lesson->id;
        const auto references = references_in(*text);
        EXPECT_GE(references.size(), 3u) << lesson->id;
        for (const std::string& reference : references) {
            const auto value = resolved(reference);
            EXPECT_TRUE(value) << reference << ": " << (value ? "" : value.problem().message);
        }
        EXPECT_EQ(filled(*text).find('{'), std::string::npos) << lesson->id;
    }
}

TEST(Predictions, AreAnsweredByRuns) {
    int of_numbers = 0;
    for (const Lesson* lesson : lab::lessons())
        for (const Prediction& asked : lesson->predictions) {
            const auto answer = number_of(asked.answer);
            ASSERT_TRUE(answer) << asked.question << ": " << answer.problem().message;
            const std::string because = filled(asked.because);
            EXPECT_GT(because.size(), 10u) << asked.question;
            EXPECT_EQ(because.find('{'), std::string::npos) << because;
            EXPECT_FALSE(asked.unit.empty()) << asked.question;
            for (const KnownNumber& known : asked.known)
                EXPECT_TRUE(number_of(known.answer)) << known.answer;
            if (!asked.choices.empty()) continue;
            ++of_numbers;
            EXPECT_GE(asked.most, 1.2 * *answer) << "the end of the axis gives it away";
            for (const KnownNumber& known : asked.known)
                EXPECT_LE(*number_of(known.answer), asked.most) << known.words;
        }
    EXPECT_GT(of_numbers, 4);
}

TEST(Predictions, EveryChoiceCanBeRightAndOneIs) {
    int of_choices = 0;
    for (const Lesson* lesson : lab::lessons())
        for (const Prediction& asked : lesson->predictions) {
            if (asked.choices.empty()) continue;
            ++of_choices;
            EXPECT_GE(asked.choices.size(), 2u) << asked.question;
            EXPECT_TRUE(std::ranges::is_sorted(asked.choices, {}, &AnswerChoice::below))
                << asked.question;
            EXPECT_FALSE(std::isfinite(asked.choices.back().below)) << asked.question;
            EXPECT_GE(right_choice(asked, *number_of(asked.answer)), 0) << asked.question;
        }
    EXPECT_GT(of_choices, 20);
}

bool has_times(const Lesson& lesson) {
    Request request;
    for (request.settings = Settings(lesson); request.settings.rung < int(lesson.rungs.size());
         ++request.settings.rung)
        if (!refusal(request.settings) && recorded(request)) return true;
    return false;
}

// A count and, where times were recorded, a time: the two are what lessons set against each other.
TEST(Predictions, AskForACountAndForATime) {
    EXPECT_TRUE(has_times(*find_lesson("reduction")));
    for (const Lesson* lesson : lab::lessons()) {
        if (has_times(*lesson)) {
            EXPECT_TRUE(std::ranges::any_of(lesson->predictions, &Prediction::of_time))
                << lesson->id;
        }
        EXPECT_FALSE(std::ranges::all_of(lesson->predictions, &Prediction::of_time)) << lesson->id;
    }
}

// The choice that the run makes right, in its words.
// Who opens the first lesson has met no memory yet: what is asked can be worked out from what it
// says.
TEST(Predictions, TheFirstQuestionsAskOfNothingThatComesLater) {
    const std::vector<Prediction>& all = find_lesson("threads")->predictions;
    for (const std::size_t i : {0u, 1u})
        EXPECT_EQ(all[i].question.find("local"), std::string::npos) << all[i].question;
    EXPECT_EQ(*number_of(all[1].answer), 32);
    ASSERT_FALSE(all[1].known.empty());
    EXPECT_EQ(*number_of(all[1].known[0].answer), 4);
}

std::vector<std::string> right_words(const std::vector<std::string>& ids) {
    std::vector<std::string> right;
    for (const std::string& id : ids)
        for (const Prediction& asked : find_lesson(id)->predictions)
            if (!asked.choices.empty())
                right.push_back(
                    asked.choices[right_choice(asked, *number_of(asked.answer))].whole());
    return right;
}

TEST(Predictions, ChooseWhatTheRunsSay) {
    const std::vector<std::string> right =
        right_words({"threads", "vector_addition", "transpose", "reduction", "scan", "laplace",
                     "bytes_in_flight", "occupancy", "option", "pattern_matching", "who_answers",
                     "memories", "roofline", "histogram", "average"});
    EXPECT_EQ(right, (std::vector<std::string>{"2 600",
                                               "Two to four times as long",
                                               "5 sectors",
                                               "As long as before, or up to 10 % longer",
                                               "Less than nine tenths as long",
                                               "Less than half as long",
                                               "Thirty-two",
                                               "Longer",
                                               "They stay the same",
                                               "Two thirds as long or less",
                                               "About a quarter as many",
                                               "More than 50 times as long",
                                               "Longer",
                                               "About 26",
                                               "Longer",
                                               "As often",
                                               "Less than two thirds as long",
                                               "Less long",
                                               "16: two blocks",
                                               "Up to a third longer",
                                               "About a third as long",
                                               "7.7 GB",
                                               "Two to four times as long",
                                               "About half as long",
                                               "Thirty-two",
                                               "More than 1000 times",
                                               "Somewhat less long",
                                               "4 to 16 times",
                                               "As many",
                                               "As long, or up to 5 % longer",
                                               "Up to twice as long",
                                               "Somewhat less long",
                                               "Thirty-two",
                                               "Eight",
                                               "Two to four times as long",
                                               "More than 16 times",
                                               "As long",
                                               "About twice as many",
                                               "About a third",
                                               "As long, or up to 5 % longer",
                                               "A third as long or less, like the instructions",
                                               "About twice as long",
                                               "32, as before",
                                               "1",
                                               "Twice as many",
                                               "Up to 4 times",
                                               "Longer",
                                               "32, as with one sum",
                                               "3",
                                               "A tenth as long or less"}));
}

TEST(Predictions, ChooseWhatTheRunsSayOfProductsAndPairs) {
    EXPECT_EQ(right_words({"dot_product", "recurrence"}),
              (std::vector<std::string>{"Less than half as many", "More than a fifth longer",
                                        "As long, within 5 %", "1.5 times as many",
                                        "More than 50 times as long", "As long, within a tenth",
                                        "Four times as many"}));
}

TEST(Predictions, ChooseWhatTheRunsSayOfCardsBranchesAndPages) {
    EXPECT_EQ(right_words({"card", "divergence", "latency", "mri", "managed_memory"}),
              (std::vector<std::string>{
                  "More than one and a half times as long", "None", "4 to 10 times as long",
                  "As long", "One", "As long, about: both lie in the multiprocessor",
                  "16 to 64 times as long", "3 to 6 times", "Two to four times as long",
                  "32: those that the kernel touches", "Longer by half or more"}));
}

TEST(Predictions, ChooseWhatTheRunsSayOfOrderAndSorting) {
    EXPECT_EQ(right_words({"memory_model", "radix_sort"}),
              (std::vector<std::string>{"4", "Up to a quarter longer", "A quarter as many",
                                        "As many", "As long", "Longer", "Longer"}));
}

TEST(Prose, NumbersAreThoseOfTheory) {
    EXPECT_EQ(
        *resolved(
            "reduction/strided n=256.line.shared_load_wavefronts+line.shared_store_wavefronts"),
        "141");
    EXPECT_EQ(*resolved("reduction/sequential n=256.line.executions"), "12");
    EXPECT_EQ(
        *resolved(
            "vector_addition/offset n=1024 offset=1.global_load_sectors/global_load_requests"),
        "5");
    EXPECT_EQ(*resolved("scan/hillis.line.lanes"), "4097");
}

TEST(Prose, ANumberThatEndsASentenceBeginsNoList) {
    const auto text = [&](const char* before, const char* after) {
        return filled(before +
                      std::string("{vector_addition/offset n=1024 offset=1."
                                  "global_load_sectors/global_load_requests}") +
                      after);
    };
    EXPECT_EQ(text("It takes\n", ". So."), "It takes 5. So.");
    EXPECT_EQ(text("It takes\n", " so."), "It takes\n5 so.");
    EXPECT_EQ(text("It takes.\n\n", ". So."), "It takes.\n\n5. So.") << "another paragraph";
}

TEST(Prose, ANumberOverNothingIsNone) {
    const auto value =
        resolved("option/curand_states.line.global_store_sectors/line.global_store_requests");
    ASSERT_FALSE(value) << "the line loads";
    EXPECT_NE(value.problem().message.find("divides by a count that is 0"), std::string::npos);
}

TEST(Prose, WrongReferencesAreRefusedInWords) {
    for (const char* reference :
         {"", "reduction", "nothing/at.all", "reduction/sequential.no_such_counter",
          "reduction/sequential n=letters.branches", "reduction/sequential block=100.branches",
          "reduction/sequential n=1009.time", "scan/hillis.time against scan/chain n=1009.time",
          "scan/hillis.barriers against scan/chain.time"}) {
        const auto value = resolved(reference);
        ASSERT_FALSE(value) << reference;
        EXPECT_GT(value.problem().message.size(), 15u) << reference;
    }
}

TEST(Prose, KeepsToTheWordsOfTheProgram) {
    for (const Lesson* lesson : lab::lessons()) {
        const std::string text = *prose_of(*lesson);
        for (const char* word : {"invalid", " oops", " just ", "simply", "!"})
            EXPECT_EQ(text.find(word), std::string::npos) << lesson->id << ": " << word;
    }
}

// Who turns a knob waits for no sweep of the run before but the one under way.
TEST(References, OfSweepsAreGivenUpBetweenThem) {
    for (const char* side : {"nx=128", "nx=512"}) {
        Settings set = *settings_named("laplace/blocks");
        EXPECT_FALSE(assign(set, side));
        const Plan plan = plan_of(set);
        int asked = 0;
        const auto count = [&] { return ++asked > 0; };
        static_cast<void>(set.lesson()->expected(set, Inputs(plan, 77, count)));
        EXPECT_GE(asked, 10) << "a sweep at the least";
        const Inputs unwanted(plan, 78, [] { return false; });
        EXPECT_THROW(set.lesson()->expected(set, unwanted), NotWanted) << side;
        const auto values = set.lesson()->expected(set, Inputs(plan, 78)).results[0].values;
        EXPECT_FALSE(values.empty()) << "nothing is kept of what was given up";
    }
}

// At 2^22 floats a few of them may be missing without a word from the verdict: it says so.
TEST(Verdicts, SayWhatTheyCouldNotSee) {
    const auto tolerance = [](const char* rung, const char* type, const char* size = "n=2^22") {
        Settings set = *settings_named(rung);
        EXPECT_FALSE(assign(set, size));
        EXPECT_FALSE(assign(set, type));
        const Plan plan = plan_of(set);
        return set.subject->expected(set, Inputs(plan, 1)).tolerance;
    };
    EXPECT_NE(tolerance("reduction/sequential", "type=float").find("some 6 numbers could be lost"),
              std::string::npos)
        << tolerance("reduction/sequential", "type=float");
    EXPECT_EQ(tolerance("reduction/sequential", "type=double").find("lost"), std::string::npos);
    EXPECT_EQ(tolerance("reduction/cpu", "type=float", "n=2^25"),
              "33 554 432 roundings of 2^-24 each, which could lose the whole result: this bound "
              "allows anything; doubles have a narrower one");
    EXPECT_NE(tolerance("dot_product/tree", "type=float").find("average products could be lost"),
              std::string::npos);
    EXPECT_NE(tolerance("scan/chain", "type=float").find("numbers could be lost"),
              std::string::npos);
}

// Whatever the shape of the blocks, the one that is watched does something.
TEST(Lessons, EveryPictureHasStepsToGo) {
    std::size_t number = 0, pictures = 0;
    for (const Lesson* lesson : lab::lessons())
        for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung)
            for (const Knob* knob : lesson->knobs)
                for (const std::int64_t tick : knob->ticks) {
                    if (!tests::in_part(number++, 3)) continue;
                    Settings set(*lesson);
                    set.rung = static_cast<int>(rung);
                    set.set(*knob, tick);
                    const bool of_block = knob->role == Knob::Role::threads || block_axis(*knob);
                    if (!of_block || idle(set, *knob) || refusal(set) || unfit_launch(set))
                        continue;
                    const auto run = simulate({.settings = picture_of(set)});
                    EXPECT_FALSE(run->steps.empty())
                        << lesson->rungs[rung].id << " " << knob->id << "=" << tick;
                    ++pictures;
                }
    EXPECT_GT(pictures, 50u);
}

}  // namespace
