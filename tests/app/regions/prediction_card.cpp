// "Predict, then see": the card asks, hides what would answer, keeps the guess, and says what is
// true from the runs. All of it by keyboard, at three sizes.
#include <gtest/gtest.h>

#include <vector>

#include "lab/asked.h"
#include "lab/requests/prose.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

bool contains(const testing::Driver& driver, std::string_view words) {
    return driver.sees(words) || driver.says(words);
}

class PredictionCard : public ::testing::Test {
protected:
    testing::Driver driver;
    std::vector<lab::KeptPrediction> kept;
    Predictions& state() { return driver.shell.predictions; }
    void SetUp() override {
        state().keep = [this](const lab::KeptPrediction& one) { kept.push_back(one); };
    }
    void show(const char* lesson) {
        driver.shell.open_lesson(*lab::find_lesson(lesson));
        driver.settle();
    }
    // One frame with the strokes and letters of an answer.
    void answer(std::string words) {
        driver.type(std::move(words));
        driver.frame();
    }
};

TEST_F(PredictionCard, OpensByItselfOnlyWhereTheWindowAsks) {
    show("reduction");
    EXPECT_FALSE(state().is_open()) << "shots, tests, a line of state";
    state().asks = true;
    driver.frame();
    EXPECT_TRUE(state().is_open());
    driver.key(Key::escape);
    EXPECT_FALSE(state().is_open()) << "one key skips it";
    show("scan");
    EXPECT_TRUE(state().is_open()) << "another lesson, for the first time";
    driver.key(Key::escape);
    show("reduction");
    EXPECT_FALSE(state().is_open()) << "it was met";
}

// What is typed is not read as another number: neither without its point, nor cut in silence.
TEST_F(PredictionCard, ANumberIsTakenAsItIsTyped) {
    state().asks = true;
    show("vector_addition");
    ASSERT_TRUE(state().is_open() && state().asked().choices.empty());
    answer("3.7");
    EXPECT_EQ(state().number(), 3.7);
    answer(".5");
    EXPECT_FALSE(state().number()) << "two points are no number";
    EXPECT_TRUE(driver.says("\"3.7.5\" can't be a guess: write 12, .5 or 2^10."));
    driver.key(Key::enter);
    EXPECT_FALSE(state().locked());
    for (int i = 0; i < 5; ++i) driver.key(Key::backspace);
    answer("2^70");
    EXPECT_FALSE(state().number()) << "too large";
    driver.key(Key::backspace);
    EXPECT_EQ(state().number(), 128);
    EXPECT_TRUE(driver.says("my guess: 128 sectors, beyond this axis"));
    answer(" tn");
    EXPECT_EQ(state().number(), 128) << "no part of a number";
    for (int i = 0; i < 3; ++i) driver.key(Key::backspace);
    for (const char* none : {"-5", "1e300"}) {
        answer(none);
        EXPECT_FALSE(state().number()) << none;
        for (int i = 0; i < 5; ++i) driver.key(Key::backspace);
    }
}

// The slider has the focus once it was moved by keys.
TEST_F(PredictionCard, EnterLocksWhatTheKeyboardGuessed) {
    state().asks = true;
    show("vector_addition");
    const auto tab_to = [&](const char* control) {
        for (int i = 0; i < 20 && driver.shell.ui_state.focus != control; ++i) driver.key(Key::tab);
    };
    tab_to("prediction.axis");
    driver.key(Key::enter);
    EXPECT_FALSE(state().locked()) << "nothing was guessed";
    for (int i = 0; i < 3; ++i) driver.key(Key::right);
    driver.key(Key::enter);
    ASSERT_TRUE(state().locked());
    for (int i = 0; i < 20 && state().asked().choices.empty(); ++i) {
        driver.key(Key::enter);
        if (!state().locked()) answer("1");
    }
    tab_to("prediction.B");
    driver.key(Key::enter);
    EXPECT_EQ(state().choice(), 1);
    EXPECT_FALSE(state().locked());
    driver.key(Key::enter);
    EXPECT_TRUE(state().locked());
}

// Who types on after a refusal answers no question.
TEST_F(PredictionCard, ARefusalIsReadBeforeAQuestionComes) {
    const lab::Lesson& lesson = *lab::find_lesson("vector_addition");
    show("vector_addition");
    driver.shell.session.settings().set(*lab::find_knob(lesson, "block"), -1);
    state().asks = true;
    driver.settle();
    EXPECT_TRUE(driver.shell.session.refusal());
    EXPECT_FALSE(state().is_open());
    driver.shell.session.settings().set(*lab::find_knob(lesson, "block"), 64);
    driver.settle();
    EXPECT_TRUE(state().is_open());
}

// Behind the card the picture has its kernel's name, and no word that would answer.
TEST_F(PredictionCard, ThePictureBehindItDoesNotAnswer) {
    driver.shell.restore("bug_hunt/no_barrier");
    driver.settle();
    EXPECT_TRUE(driver.says("Race:"));
    EXPECT_TRUE(driver.says("Nothing orders row"));
    driver.key(Key::g);
    ASSERT_TRUE(state().is_open());
    EXPECT_FALSE(driver.says("Race:"));
    EXPECT_FALSE(driver.says("Nothing orders row"));
    EXPECT_TRUE(driver.says("A tile without a barrier"));
}

// A question's words are in the picture that it would hide.
TEST_F(PredictionCard, WaitsWhileItsWordsAreIntroduced) {
    state().asks = true;
    driver.shell.open_lesson(*lab::find_lesson("threads"));
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "first_minute";
    driver.settle();
    EXPECT_FALSE(state().is_open());
    lab::Settings& settings = driver.shell.session.settings();
    EXPECT_FALSE(lab::assign(settings, "block=8"));
    driver.settle();
    EXPECT_TRUE(state().is_open()) << "something was turned";
    driver.key(Key::escape);
    driver.shell.open_lesson(*lab::find_lesson("vector_addition"));
    driver.settle();
    driver.shell.view_of_slot[driver.shell.slot] = "data_flow";
    driver.settle();
    EXPECT_TRUE(state().is_open()) << "another picture";
}

TEST_F(PredictionCard, AStateOrASettingKeepsItShut) {
    state().asks = true;
    driver.shell.restore("reduction/strided block=128");
    driver.settle();
    EXPECT_FALSE(state().is_open());
    driver.shell.restore("transpose");
    driver.settle();
    EXPECT_TRUE(state().is_open()) << "a lesson alone opens as from the list";
    driver.key(Key::escape);
    driver.shell.restore("transpose");
    driver.settle();
    EXPECT_FALSE(state().is_open()) << "it was met";
    driver.shell.look.predict = false;
    show("scan");
    EXPECT_FALSE(state().is_open());
    driver.key(Key::g);
    EXPECT_TRUE(state().is_open()) << "G asks all the same";
}

// Skipped by Tab and Enter, then asked again: the way out still had the focus, and took the guess.
TEST_F(PredictionCard, EnterLocksWhatWasTypedWhereverTheFocusWas) {
    show("histogram");
    driver.key(Key::g);
    while (state().asked().choices.empty()) {
        answer("1");
        driver.key(Key::enter);
        driver.key(Key::enter);
        ASSERT_TRUE(state().is_open());
    }
    for (int i = 0; i < 20 && driver.shell.ui_state.focus != "prediction.skip"; ++i)
        driver.key(Key::tab);
    driver.key(Key::enter);
    ASSERT_FALSE(state().is_open());
    driver.key(Key::g);
    answer("a");
    driver.key(Key::enter);
    ASSERT_TRUE(state().is_open());
    EXPECT_TRUE(state().locked());
}

// The last answer leads to its kernel, and sets it against the one that the question did.
TEST_F(PredictionCard, SeeWhySetsTheTwoOfTheQuestionBesideEachOther) {
    show("histogram");
    driver.key(Key::g);
    const std::string reference = state().lesson().predictions.back().answer;
    while (state().is_open()) {
        state().asked().choices.empty() ? state().guess(1) : state().choose(0);
        driver.key(Key::enter);
        driver.key(Key::enter);
    }
    driver.settle();
    const auto below = lab::place_below(reference);
    ASSERT_TRUE(below);
    EXPECT_EQ(driver.shell.session.settings(), *lab::place_of(reference));
    ASSERT_NE(driver.shell.session.before(), nullptr);
    EXPECT_EQ(driver.shell.session.before()->request.settings, *below);
    EXPECT_TRUE(driver.shell.session.before()->complete);
    driver.shell.session.settings().rung = 0;
    driver.settle();
    EXPECT_EQ(driver.shell.session.before()->request.settings, *lab::place_of(reference));
}

TEST_F(PredictionCard, NamesTheKernelsThatItAsksAbout) {
    show("reduction");
    driver.key(Key::g);
    EXPECT_TRUE(contains(driver, "1 Interleaved"));
    answer("50");
    driver.key(Key::enter);
    driver.key(Key::enter);
    EXPECT_TRUE(contains(driver, "2 Strided index and 1 Interleaved"));
}

TEST_F(PredictionCard, HidesWhatWouldAnswerUntilAGuessIsLocked) {
    show("reduction");
    EXPECT_TRUE(contains(driver, "Ledger") || contains(driver, "Time by size"));
    driver.key(Key::g);
    EXPECT_TRUE(contains(driver, "Opens once you have predicted"));
    EXPECT_FALSE(contains(driver, "Ledger"));
    EXPECT_TRUE(driver.shell.playback.cursor.guessing) << "no counts beside the code";
    answer("50");
    driver.key(Key::enter);
    ASSERT_TRUE(state().locked());
    while (!state().last()) {
        driver.frame();
        EXPECT_TRUE(contains(driver, "Opens once you have predicted"))
            << "the answer to question " << state().question() + 2 << " is still to be guessed";
        EXPECT_TRUE(driver.shell.playback.cursor.guessing);
        driver.key(Key::enter);
        state().asked().choices.empty() ? state().guess(1) : state().choose(0);
        driver.key(Key::enter);
        ASSERT_TRUE(state().locked());
    }
    driver.frame();
    EXPECT_FALSE(contains(driver, "Opens once you have predicted"));
    EXPECT_FALSE(driver.shell.playback.cursor.guessing);
    driver.key(Key::escape);
    EXPECT_TRUE(contains(driver, "Ledger") || contains(driver, "Time by size"));
}

TEST_F(PredictionCard, ANumberIsTypedLockedAndSetBesideTheTruth) {
    show("reduction");
    driver.key(Key::g);
    EXPECT_TRUE(contains(driver, "Predict before you run"));
    EXPECT_TRUE(contains(driver, "1 of 3"));
    driver.key(Key::enter);
    EXPECT_FALSE(state().locked()) << "nothing was guessed";
    answer("64");
    driver.key(Key::backspace);
    EXPECT_EQ(state().number(), 6);
    answer("0");
    EXPECT_EQ(state().number(), 60);
    EXPECT_TRUE(contains(driver, "my guess: 60 issues"));
    driver.key(Key::enter);
    EXPECT_TRUE(contains(driver, "The run: 47 issues. Your guess: 60."));
    EXPECT_TRUE(contains(driver, "All 8 warps issue it"));
    answer("3");
    EXPECT_EQ(state().number(), 60) << "it is locked";
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].lesson, "reduction");
    EXPECT_EQ(kept[0].question, 1);
    EXPECT_EQ(kept[0].guess, "60");
    EXPECT_EQ(kept[0].answer, "47");
    EXPECT_FALSE(kept[0].right);
}

TEST_F(PredictionCard, ArrowsMoveTheDiamondWithinItsAxis) {
    show("vector_addition");
    driver.key(Key::g);
    driver.key(Key::right);
    EXPECT_EQ(state().number(), 1) << "from the beginning on";
    driver.key(Key::page_up);
    driver.key(Key::page_up);
    driver.key(Key::left);
    EXPECT_EQ(state().number(), 20);
    driver.key(Key::page_down);
    EXPECT_EQ(state().number(), 10);
    driver.key(Key::end);
    driver.key(Key::right);
    EXPECT_EQ(state().number(), 64);
    driver.key(Key::home);
    EXPECT_EQ(state().number(), 0);
}

// Where it rests it says nothing of the answer: the middle of the axis was one.
TEST_F(PredictionCard, TheMarkerRestsWhereNoAnswerIs) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Prediction& asked : lesson->predictions) {
            const auto answer = lab::number_of(asked.answer);
            if (asked.choices.empty() && answer) {
                EXPECT_FALSE(lab::close_enough(0, *answer)) << asked.question;
            }
        }
    show("vector_addition");
    driver.key(Key::g);
    const Control* axis = driver.control("prediction.axis");
    ASSERT_TRUE(axis);
    const auto words = std::ranges::find(driver.texts, "move me", &NotedText::text);
    ASSERT_NE(words, driver.texts.end());
    EXPECT_LT(words->box.middle_x(), axis->area.x + axis->area.w * .1f);
}

TEST_F(PredictionCard, EnterBeforeAGuessSaysWhatIsMissing) {
    show("vector_addition");
    driver.key(Key::g);
    EXPECT_FALSE(contains(driver, "Move the marker first"));
    driver.key(Key::enter);
    EXPECT_FALSE(state().locked());
    EXPECT_TRUE(contains(driver, "Move the marker first, or type a number."));
    driver.key(Key::right);
    EXPECT_FALSE(contains(driver, "Move the marker first"));
    driver.key(Key::enter);
    EXPECT_TRUE(state().locked());
    driver.key(Key::escape);
    show("reduction");
    driver.key(Key::g);
    while (state().is_open() && state().asked().choices.empty())
        answer("1"), driver.key(Key::enter), driver.key(Key::enter);
    ASSERT_TRUE(state().is_open()) << "one of its questions has choices";
    driver.key(Key::enter);
    EXPECT_TRUE(contains(driver, "Choose an answer first."));
}

TEST_F(PredictionCard, F1ShowsTheKeysOverIt) {
    show("vector_addition");
    driver.key(Key::g);
    driver.key(Key::f1);
    EXPECT_TRUE(driver.shell.help);
    EXPECT_TRUE(driver.control("help.close"));
    driver.key(Key::f1);
    EXPECT_FALSE(driver.shell.help);
    EXPECT_TRUE(state().is_open());
}

TEST_F(PredictionCard, TheMouseDragsTheDiamond) {
    show("vector_addition");
    driver.key(Key::g);
    const Control* axis = driver.control("prediction.axis");
    ASSERT_TRUE(axis);
    const Rect grip = axis->area;
    driver.press({grip.middle_x(), grip.middle_y()});
    EXPECT_NEAR(*state().number(), 32, 1);
    driver.move({grip.x + grip.w * .75f, grip.middle_y()});
    EXPECT_NEAR(*state().number(), 48, 1);
}

TEST_F(PredictionCard, ChoicesAreMadeByLetterDigitArrowAndClick) {
    show("reduction");
    driver.key(Key::g);
    answer("1");
    driver.key(Key::enter);
    driver.key(Key::enter);
    ASSERT_EQ(state().question(), 1);
    answer("c");
    EXPECT_EQ(state().choice(), 2);
    answer("1");
    EXPECT_EQ(state().choice(), 0);
    driver.key(Key::down);
    EXPECT_EQ(state().choice(), 1);
    answer("z");
    EXPECT_EQ(state().choice(), 1) << "there is no such choice";
    const Control* control = driver.control("prediction.A");
    ASSERT_TRUE(control);
    driver.click({control->area.middle_x(), control->area.middle_y()});
    EXPECT_EQ(state().choice(), 0);
    driver.key(Key::enter);
    EXPECT_TRUE(contains(driver, "The run: They stay the same. Your guess: They fall, too."));
    EXPECT_TRUE(contains(driver, "that is it"));
    EXPECT_TRUE(contains(driver, "as many"));
    EXPECT_FALSE(contains(driver, "1 times as many"));
    EXPECT_EQ(kept.back().answer, "They stay the same");
}

TEST_F(PredictionCard, WhereTwoTimesMeetNeitherIsSaidToBeFaster) {
    show("histogram");
    EXPECT_TRUE(contains(driver, "for this atomic"));
    driver.key(Key::g);
    EXPECT_FALSE(contains(driver, "for this atomic")) << "the picture says what is asked";
    const auto& asked = lab::find_lesson("histogram")->predictions;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        answer("1");
        driver.key(Key::enter);
        EXPECT_EQ(contains(driver, "The run: neither is faster. Your guess: "),
                  lab::times_meet(asked[i].answer))
            << i;
        if (i + 1 < asked.size()) driver.key(Key::enter);
    }
}

TEST_F(PredictionCard, TheLastRevealBreaksTheBelief) {
    show("reduction");
    driver.key(Key::g);
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(contains(driver, "Idle lanes are what costs."));
        answer("1");
        driver.key(Key::enter);
        if (i < 2) driver.key(Key::enter);
    }
    EXPECT_TRUE(contains(driver, "Idle lanes are what costs."));
    EXPECT_TRUE(contains(driver, "1.88 times as fast as"));
    EXPECT_TRUE(contains(driver, "at 2²⁸ numbers")) << "as books print it";
    EXPECT_TRUE(contains(driver, "As you said:")) << "two thirds or less";
    EXPECT_TRUE(kept.back().right);
    driver.key(Key::enter);
    EXPECT_FALSE(state().is_open());
    driver.key(Key::g);
    EXPECT_EQ(state().question(), 0) << "a class may answer again";
}

// The picture is of the kernel that was asked about, not of the one that happened to stand there.
TEST_F(PredictionCard, SeeWhyOpensWhatTheQuestionIsAbout) {
    show("laplace");
    ASSERT_EQ(driver.shell.session.settings().rung, 0);
    driver.shell.home = true;
    driver.key(Key::g);
    for (int i = 0; i < 2; ++i) {
        answer("1");
        driver.key(Key::enter);
        driver.key(Key::enter);
    }
    EXPECT_FALSE(state().is_open());
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(now.subject->rungs[static_cast<std::size_t>(now.rung)].id, "tile");
    EXPECT_FALSE(driver.shell.home);
}

TEST_F(PredictionCard, GoesOnWhereItWasSkipped) {
    show("scan");
    driver.key(Key::g);
    answer("9");
    driver.key(Key::enter);
    driver.key(Key::escape);
    driver.key(Key::g);
    EXPECT_EQ(state().question(), 1);
    EXPECT_FALSE(state().guessed());
}

TEST_F(PredictionCard, SettingAndLessonsMetAreKeptBetweenStarts) {
    show("scan");
    driver.key(Key::g);
    const Control* asks = driver.control("prediction.asks");
    ASSERT_TRUE(asks);
    driver.click({asks->area.middle_x(), asks->area.middle_y()});
    EXPECT_FALSE(driver.shell.look.predict);
    testing::Driver next;
    next.shell.read(driver.shell.preferences());
    EXPECT_FALSE(next.shell.look.predict);
    EXPECT_TRUE(next.shell.predictions.met.contains("scan"));
    EXPECT_FALSE(next.shell.predictions.met.contains("laplace"));
    next.shell.read({});
    EXPECT_TRUE(next.shell.look.predict);
}

// Every question of every lesson, before and after, at the sizes of laptops and halls: every
// fourth lesson at one of them, and with `./test --all` each at each.
TEST(PredictionCards, FitEveryWindow) {
    struct Size {
        float width, height;
    };
    std::size_t turn = 0;
    for (const Size size : {Size{1920, 1080}, Size{1366, 768}, Size{1280, 720}}) {
        testing::Driver driver(size.width, size.height);
        std::size_t number = turn++ * 4;
        for (const lab::Lesson* lesson : lab::lessons()) {
            if (!tests::in_part(number++, 12)) continue;
            driver.shell.open_lesson(*lesson);
            driver.settle();
            driver.key(Key::g);
            for (std::size_t i = 0; i < lesson->predictions.size(); ++i)
                for (const bool locked : {false, true}) {
                    driver.frame();
                    const std::string where = lesson->id + " " + std::to_string(i) +
                                              (locked ? " locked at " : " at ") +
                                              std::to_string(int(size.width));
                    EXPECT_EQ(driver.shell.predictions.locked(), locked) << where;
                    for (const std::string& problem : driver.misplaced)
                        ADD_FAILURE() << where << ": " << problem;
                    const Control* go = driver.control("prediction.go");
                    ASSERT_TRUE(go) << where;
                    EXPECT_LT(go->area.bottom(), size.height - 8) << where;
                    if (!locked) driver.type("1");
                    driver.key(Key::enter);
                }
        }
    }
}

}  // namespace
}  // namespace app
