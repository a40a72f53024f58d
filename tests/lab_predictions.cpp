// Guesses on disk: kept one after the other, read back as they were, summed up for a class.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "lab/lesson.h"
#include "lab/requests/predictions.h"
#include "tests/lab_commands.h"
#include "tests/lab_doubling.h"
#include "tests/scratch_folder.h"

namespace {

const lab::KeptPrediction first{"2026-11-21", "reduction", 1,    "How often, \"in all\"?",
                                "64",         "47",        false};
const lab::KeptPrediction second{"2026-11-21",   "scan",         2,   "And\nthese, how?",
                                 "A, a quarter", "A, a quarter", true};

TEST(KeptPredictions, AreReadAsTheyWereWritten) {
    const auto read = lab::read_predictions(lab::csv_of({first, second}));
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(*read, (std::vector{first, second}));
    EXPECT_TRUE(lab::read_predictions("")->empty());
}

TEST(KeptPredictions, OfAnotherShapeAreRefusedByLine) {
    for (const char* bad :
         {"when,lesson\n", "a,b,c,d,e,f,g\n", "a,b,0,d,e,f,g\n", "a,b,1,d,e,f\n"}) {
        const auto read = lab::read_predictions(lab::csv_of({first}) + bad);
        ASSERT_FALSE(read) << bad;
        EXPECT_EQ(read.problem().line, 3) << bad;
        EXPECT_NE(read.problem().message.find("7 fields"), std::string::npos);
    }
}

TEST(KeptPredictions, AreRightWithinATwentieth) {
    EXPECT_TRUE(lab::close_enough(47, 47));
    EXPECT_TRUE(lab::close_enough(100, 105));
    EXPECT_TRUE(lab::close_enough(105, 100));
    EXPECT_FALSE(lab::close_enough(106, 100));
    EXPECT_EQ(lab::answer_worded(4097), "4097");
    EXPECT_EQ(lab::answer_worded(1.039), "1.04");
    EXPECT_EQ(lab::answer_worded(186.7), "187");
}

TEST(KeptPredictions, AreAddedToTheFileOfThisComputer) {
    const std::string folder = tests::scratch_folder();
    const tests::Environment config("XDG_CONFIG_HOME", folder.c_str());
    EXPECT_TRUE(lab::kept_predictions()->empty());
    EXPECT_EQ(tests::warplens({"predictions"}).out, "No guess was kept yet.\n");
    EXPECT_FALSE(lab::keep_prediction(first));
    EXPECT_FALSE(lab::keep_prediction(second));
    EXPECT_EQ(*lab::kept_predictions(), (std::vector{first, second}));
    EXPECT_EQ(tests::warplens({"predictions", "--csv", "-"}).out, lab::csv_of({first, second}));
}

TEST(KeptPredictions, OfAClassAreSummedUpByQuestion) {
    const std::string folder = tests::scratch_folder();
    lab::KeptPrediction other = first;
    other.guess = "47", other.right = true;
    std::ofstream(folder + "/one.csv") << lab::csv_of({first, first, other});
    std::ofstream(folder + "/two.csv") << lab::csv_of({first});
    const auto answer = tests::warplens({"predictions", folder + "/one.csv", folder + "/two.csv"});
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_EQ(answer.out,
              "question     guesses  right  answer  guessed most\n"
              "reduction 1        4   25 %  47      3 x 64 and 1 x 47\n");
    const auto missing = tests::warplens({"predictions", folder + "/three.csv"});
    EXPECT_EQ(missing.code, lab::exit_bad_file);
    EXPECT_NE(missing.err.find("three.csv"), std::string::npos) << missing.err;
}

TEST(KeptPredictions, WithoutAFolderTheSentenceSaysSo) {
    const tests::Environment config("XDG_CONFIG_HOME", nullptr), home("HOME", nullptr);
    const auto problem = lab::keep_prediction(first);
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->message.find("neither HOME nor"), std::string::npos);
}

TEST(Choices, AreRightByWhatTheRunSays) {
    const lab::Prediction asked{.question = "?",
                                .choices = {{"few", 2}, {"some", 16}, {"many"}},
                                .answer = "",
                                .because = ""};
    EXPECT_EQ(lab::right_choice(asked, 1.9), 0);
    EXPECT_EQ(lab::right_choice(asked, 2), 1);
    EXPECT_EQ(lab::right_choice(asked, 1e9), 2);
    EXPECT_EQ(lab::right_choice({.question = "?", .answer = "", .because = ""}, 5), -1);
}

}  // namespace
