// Guesses on disk: kept one after the other, read back as they were, summed up for a class.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "lab/json/settings_file.h"
#include "lab/lesson.h"
#include "lab/requests/predictions.h"
#include "lab/words.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using tests::has;

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
    const std::pair<const char*, const char*> bad[] = {
        {"when,lesson\n", "it has 2 fields, but needs 7"},
        {"a,b,1,d,e,f\n", "it has 6 fields, but needs 7"},
        {"a,b,c,d,e,f,yes\n", "number, from 1 to 100"},
        {"a,b,0,d,e,f,yes\n", "number, from 1 to 100"},
        {"a,b,99999999999999999999,d,e,f,yes\n", "number, from 1 to 100"},
        {"a,b,1,d,e,f,maybe\n", "the last field must be yes or no"},
        {"a,b\033[31m,1,d,e,f,no\n", "control character"},
        {"a,b,1,d,=1+1,f,no\n", "begins with =, as a formula does"},
        {"a,b,1,@d,e,f,no\n", "begins with @"}};
    for (const auto& [line, why] : bad) {
        const auto read = lab::read_predictions(lab::csv_of({first}) + line);
        ASSERT_FALSE(read) << line;
        EXPECT_EQ(read.problem().line, 3) << line;
        EXPECT_NE(read.problem().message.find(why), std::string::npos) << read.problem().message;
    }
}

TEST(KeptPredictions, ATextOfAnotherEncodingIsRefused) {
    lab::KeptPrediction one = first;
    const std::string good = lab::csv_of({one});
    EXPECT_TRUE(lab::read_predictions("\xef\xbb\xbf" + good)) << "as spreadsheets write it";
    one.guess = "caf\xe9";
    const auto bad = lab::read_predictions(lab::csv_of({one}));
    ASSERT_FALSE(bad);
    EXPECT_TRUE(has(bad.problem().message, "it is not UTF-8")) << bad.problem().message;
}

TEST(Words, Utf8IsWholeAndAsShortAsItCanBe) {
    for (const char* good : {"", "abc", "\xc2\xb5s", "\xe2\x86\x92", "\xf0\x9f\x94\x8d"})
        EXPECT_TRUE(lab::is_utf8(good)) << good;
    for (const char* bad : {"\x80", "\x9b", "\xc2", "\xc2z", "\xc0\x80", "\xe2\x86", "\xe0\x80\x80",
                            "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"})
        EXPECT_FALSE(lab::is_utf8(bad)) << bad;
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
    EXPECT_EQ(tests::warplens({"predictions"}).out, "No guesses were kept yet.\n");
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

TEST(KeptPredictions, WhatCanNotBeKeptSaysWhereAndWhy) {
    const std::string folder = tests::scratch_folder();
    const tests::Environment config("XDG_CONFIG_HOME", folder.c_str());
    std::ofstream(folder + "/warplens") << "no folder";
    const auto problem = lab::keep_prediction(first);
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->message.find(folder), std::string::npos) << problem->message;
    EXPECT_GT(problem->message.size(), folder.size() + 40) << "the system's reason, too";
    const auto settings = lab::write_preferences({});
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->message.rfind("Settings can't be saved: ", 0), 0u) << settings->message;
    std::filesystem::remove(folder + "/warplens");
    std::filesystem::create_directories(folder + "/warplens");
    std::ofstream(folder + "/warplens/predictions.csv") << "my,own,file\n";
    EXPECT_NE(lab::kept_predictions().problem().message.find("predictions.csv: Entry 1"),
              std::string::npos);
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
