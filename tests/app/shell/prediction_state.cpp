// What a lesson asks and what was guessed, without the card that draws it.
#include <gtest/gtest.h>

#include <set>

#include "app/regions/kernel_chooser.h"
#include "app/shell/in_step_choice.h"
#include "app/shell/prediction.h"
#include "app/views/rungs.h"
#include "app/weights.h"
#include "lab/declared.h"
#include "lab/requests/prose.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

// A ratio of 1.06 whose times overlap says no more than that none is known to be longer.
TEST(PredictionNumbers, WhereTwoTimesMeetAsLongIsAsRight) {
    const lab::Lesson& lesson = *lab::find_lesson("histogram");
    const lab::Prediction& asked = lesson.predictions.back();
    ASSERT_EQ(asked.choices.size(), 4u);
    PredictionNumbers numbers;
    numbers.answer = 1.06;
    EXPECT_TRUE(numbers.right(asked, 3));
    EXPECT_FALSE(numbers.right(asked, 2));
    numbers.meet = true;
    EXPECT_TRUE(numbers.right(asked, 3));
    EXPECT_TRUE(numbers.right(asked, 2));
    EXPECT_FALSE(numbers.right(asked, 1));
    EXPECT_TRUE(lab::times_meet("option/curand block=256.time over option/curand block=128.time"));
    EXPECT_FALSE(
        lab::times_meet("radix_sort/in_order n=2^27.time over radix_sort/blocks n=64.time"));
    EXPECT_FALSE(lab::times_meet("radix_sort/warp.shuffles"));
}

// Without the card, which offers nothing that could not be done.
TEST(PredictionState, OnlyGuessesAreLockedAndLockedOnesStay) {
    Predictions state;
    state.open(*lab::find_lesson("reduction"));
    state.go_on();
    EXPECT_FALSE(state.locked());
    state.choose(0);
    EXPECT_FALSE(state.guessed()) << "a number is asked for";
    state.guess(1e6);
    EXPECT_EQ(state.number(), 1e6) << "beyond the axis, and kept as it was said";
    state.go_on();
    EXPECT_TRUE(state.locked());
    state.guess(3);
    state.type("3");
    state.rub_out();
    EXPECT_EQ(state.number(), 1e6);
    state.go_on();
    EXPECT_EQ(state.question(), 1);
    state.guess(3);
    EXPECT_FALSE(state.guessed()) << "a choice is asked for";
    state.choose(1);
    state.go_on();
    state.choose(2);
    EXPECT_EQ(state.choice(), 1);
}

TEST(Beliefs, AreTakenOutOfTheirSentence) {
    lab::Lesson lesson;
    lesson.breaks = "\"It is so.\" It is not, since so.";
    EXPECT_EQ(belief_of(lesson),
              (std::pair<std::string, std::string>{"It is so.", "It is not, since so."}));
    lesson.breaks = "No quotes.";
    EXPECT_EQ(belief_of(lesson).first, "No quotes.");
    for (const lab::Lesson* each : lab::lessons()) {
        EXPECT_TRUE(each->breaks.starts_with('"')) << each->id;
        EXPECT_GT(belief_of(*each).second.size(), 10u) << each->id;
    }
}

// A question may name a number of another run, which takes a while.
TEST(PredictionState, AQuestionHasTheNumbersThatItNames) {
    const lab::Lesson& lesson = *lab::find_lesson("recurrence");
    const lab::Prediction& last = lesson.predictions.back();
    ASSERT_NE(last.question.find('{'), std::string::npos) << "another question is needed here";
    EXPECT_EQ(question_words(last, nullptr).find_first_of("{}"), std::string::npos);
    EXPECT_NE(question_words(last, nullptr).find("…"), std::string::npos);
    testing::Driver driver;
    Predictions& state = driver.shell.predictions;
    std::vector<lab::KeptPrediction> kept;
    state.keep = [&](const lab::KeptPrediction& one) { kept.push_back(one); };
    driver.shell.open_lesson(lesson);
    driver.settle();
    driver.key(Key::g);
    for (std::size_t i = 0; i + 1 < lesson.predictions.size(); ++i) {
        driver.type("1");
        driver.key(Key::enter);
        driver.key(Key::enter);
    }
    driver.frame();
    ASSERT_EQ(state.question() + 1, state.questions());
    EXPECT_TRUE(driver.says("running totals of floats take 85 warp shuffles"));
    driver.type("1");
    driver.key(Key::enter);
    ASSERT_FALSE(kept.empty());
    EXPECT_EQ(kept.back().asked.find('{'), std::string::npos) << kept.back().asked;
}

// Nobody turned the size that an answer brought along: kernels that can't have it fall back.
TEST(PredictionState, KernelsFallBackBehindAnAnswer) {
    testing::Driver driver;
    Predictions& state = driver.shell.predictions;
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    driver.key(Key::g);
    while (state.is_open()) {
        state.asked().choices.empty() ? state.guess(1) : state.choose(0);
        driver.key(Key::enter);
        driver.key(Key::enter);
    }
    driver.settle();
    const auto numbers = [&] {
        const lab::Settings& now = driver.shell.session.settings();
        return now[*now.subject->size];
    };
    ASSERT_EQ(numbers(), 1 << 24);
    choose_rung(driver.shell, 5);
    EXPECT_EQ(numbers(), 1 << 24) << "a kernel that can have it keeps it";
    choose_rung(driver.shell, 1);
    EXPECT_EQ(numbers(), 512);
    EXPECT_FALSE(lab::refusal(driver.shell.session.settings()));
}

// Whoever asks for a question is asked about the kernel that they see, and then about the others.
TEST(PredictionState, TheKernelThatIsOpenIsAskedAboutFirst) {
    testing::Driver driver;
    Predictions& state = driver.shell.predictions;
    const auto asked_at = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.key(Key::g);
        return state.question();
    };
    const lab::Lesson& scan = *lab::find_lesson("scan");
    const int chain = asked_at("scan/chain");
    EXPECT_GT(chain, 0);
    EXPECT_EQ(rungs_asked(scan, state.asked()).front(), driver.shell.session.settings().rung);
    EXPECT_EQ(asked_at("scan/padded"), 0) << "about which nothing is asked";
    ASSERT_EQ(asked_at("scan/chain"), chain);
    std::vector<int> order;
    for (const std::size_t all = scan.predictions.size(); state.is_open() && order.size() < all;) {
        order.push_back(state.question());
        state.asked().choices.empty() ? state.guess(1) : state.choose(0);
        state.go_on();
        EXPECT_EQ(state.last(), order.size() == all);
        state.go_on();
    }
    EXPECT_FALSE(state.is_open());
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), scan.predictions.size());
    EXPECT_EQ(asked_at("scan/chain"), 0) << "all once more";
}

// The count that was asked for is in sight in the ledger, and the lines that make it in the code.
TEST(PredictionState, SeeWhyShowsTheCountThatWasAskedFor) {
    testing::Driver driver;
    Predictions& state = driver.shell.predictions;
    driver.shell.open_lesson(*lab::find_lesson("memory_model"));
    driver.settle();
    driver.key(Key::g);
    while (state.is_open()) {
        state.choose(0);
        driver.key(Key::enter);
        driver.key(Key::enter);
    }
    driver.settle();
    ASSERT_GE(driver.shell.counter, 0);
    const auto& asked = simulator::counter_names()[static_cast<std::size_t>(driver.shell.counter)];
    EXPECT_EQ(asked.name, "global_load_sectors");
    EXPECT_FALSE(driver.shell.host_code.shown);
    EXPECT_TRUE(driver.sees("Global load sectors") || driver.sees("Load sectors"));
}

TEST(CounterIn, AReferenceIsTheFirstThatItAsksFor) {
    const auto named = [](const char* reference) {
        const int at = lab::counter_in(reference);
        const auto names = simulator::counter_names();
        return at < 0 ? std::string() : std::string(names[static_cast<std::size_t>(at)].name);
    };
    EXPECT_EQ(named("scan/hillis.shuffles"), "shuffles");
    EXPECT_EQ(named("a/b n=2.line.polls+line.shuffles over a/c.barriers"), "polls");
    EXPECT_EQ(named("a/b n=64.global_load_sectors/global_load_requests"), "global_load_sectors");
    EXPECT_EQ(named("a/b.time over a/c.time"), "");
    EXPECT_EQ(named("a/b"), "");
}

}  // namespace
// Who is asked of another kernel reads that one's code, and what is wrong with it nowhere.
TEST(PredictionCode, IsThatOfTheKernelAskedOf) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/running_sum");
    driver.settle();
    EXPECT_TRUE(driver.sees("Right this time, by luck"));
    driver.key(Key::g);
    driver.settle();
    ASSERT_TRUE(driver.shell.predictions.is_open());
    EXPECT_EQ(driver.shell.predictions.asks_elsewhere(1), -1) << "the first is of this one";
    EXPECT_EQ(driver.shell.playback.cursor.asked, -1);
    EXPECT_FALSE(driver.sees("Right this time, by luck")) << "none are wrong";
    driver.type("1");
    driver.key(Key::enter);
    driver.key(Key::enter);
    driver.settle();
    const int other = driver.shell.predictions.asks_elsewhere(1);
    ASSERT_GE(other, 0);
    const std::string kernel =
        lab::bare_name(at_rung(driver.shell.session.settings(), other).kernel());
    const auto in_code = [&](const std::string& words) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.box.x > 1000 && text.text.find(words) != std::string::npos;
        });
    };
    EXPECT_TRUE(in_code(kernel)) << kernel;
}

// Whatever the question asks for.
void lock_any(testing::Driver& driver) {
    Predictions& state = driver.shell.predictions;
    if (state.asked().choices.empty())
        state.guess(1);
    else
        state.choose(0);
    driver.key(Key::enter);
}

// It is the lesson's, and above the last answer it would be read as that question's.
TEST(Beliefs, StandBelowTheLastAnswer) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("reduction");
    driver.settle();
    driver.key(Key::g);
    while (!driver.shell.predictions.last()) {
        lock_any(driver);
        driver.key(Key::enter);
    }
    lock_any(driver);
    const auto line_of = [&](std::string_view words) {
        const auto found = std::ranges::find_if(driver.texts, [&](const NotedText& text) {
            return text.text.find(words) != std::string::npos;
        });
        return found == driver.texts.end() ? -1.f : found->box.y;
    };
    const Control* go = driver.control("prediction.go");
    ASSERT_TRUE(go);
    const float title_and_answers = 150, head = line_of("Your prediction, and what happened");
    ASSERT_GE(head, 0);
    EXPECT_GT(line_of("The belief"), head + title_and_answers);
    EXPECT_LT(line_of("The belief"), go->area.y);
}

// Answers all questions from this kernel on, and sees why with the last one; which that was.
const lab::Prediction& see_why_of_last(testing::Driver& driver) {
    Predictions& state = driver.shell.predictions;
    driver.key(Key::g);
    const lab::Prediction* last = nullptr;
    while (state.is_open()) {
        last = &state.asked();
        lock_any(driver);
        driver.key(Key::enter);
    }
    driver.settle();
    return *last;
}

// Kernel 3 of this lesson opens on what a thread adds: the last question that is left here is about
// how much is under way.
TEST(SeeWhy, OpensThePictureInWhichAQuestionsReasonIsSeen) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("dot_product/shuffle");
    driver.settle();
    const lab::Prediction& last = see_why_of_last(driver);
    ASSERT_FALSE(last.seen_in.empty());
    EXPECT_EQ(driver.shell.session.settings(), *lab::place_of(last.answer));
    ASSERT_TRUE(driver.shell.stage_view());
    EXPECT_EQ(driver.shell.stage_view()->id, last.seen_in);
}

// What it is measured against comes after it: the picture opens where both are most apart all the
// same, and not where somebody stepped to before.
TEST(SeeWhy, OpensAtTheStepAtWhichBothKernelsAreMostApart) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("fft/direct");
    driver.settle();
    driver.key(Key::right);
    const lab::Prediction& last = see_why_of_last(driver);
    Shell& shell = driver.shell;
    ASSERT_EQ(last.seen_in, "banks");
    ASSERT_TRUE(shell.session.picture() && shell.session.before());
    Playback fresh;
    fresh.load(shell.session.picture(), false);
    open_where_it_tells(fresh, shell.stage_view(), *shell.session.picture(), nullptr,
                        shell.session.before(), named_count(shell.session));
    EXPECT_EQ(shell.playback.cursor.step, fresh.cursor.step);
    Playback alone;
    alone.load(shell.session.picture(), false);
    open_where_it_tells(alone, shell.stage_view(), *shell.session.picture(), nullptr, nullptr, "");
    EXPECT_NE(alone.cursor.step, fresh.cursor.step) << "or nothing is asked here";
}

TEST(SeeWhy, EveryPictureThatAQuestionNamesIsOneOfTheStage) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Prediction& asked : lesson->predictions) {
            if (asked.seen_in.empty()) continue;
            const View* view = find_view(asked.seen_in);
            EXPECT_TRUE(view && on_stage(view->slot)) << lesson->id << ": " << asked.seen_in;
        }
}

}  // namespace app
