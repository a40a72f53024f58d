// shot and window as commands: bad input gets a sentence and a code, and no picture.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "app/commands/tour.h"
#include "lab/cli/command_line.h"
#include "lab/time/bench.h"
#include "platform/child.h"
#include "tests/helpers/environment.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

struct Answer {
    int code = 0;
    std::string err;
};

Answer warplens(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    const int code = lab::command_line(words, out, err);
    return {code, err.str()};
}

using tests::has;

using tests::Changed;

class Shots : public ::testing::Test {
protected:
    Answer shot(std::vector<std::string> words) const {
        words.insert(words.begin(), "shot");
        words.insert(words.end(), {"--out", file_});
        return warplens(words);
    }
    bool drawn() const { return std::filesystem::exists(file_); }

    const std::string file_ = tests::scratch_folder() + "/shot.svg";
};

std::string text_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

// What the picture says, its words in the order in which they are drawn.
std::string words_of(const std::string& file) {
    const std::string all = text_of(file);
    std::string words;
    for (std::size_t at = all.find("<text"); at != all.npos; at = all.find("<text", at + 1)) {
        const std::size_t from = all.find('>', at) + 1;
        words += all.substr(from, all.find("</text>", from) - from) + " ";
    }
    return words;
}

// Runs that a window would count later are there, also large ones.
TEST_F(Shots, APictureOfAllKernelsWaitsForTheirCounts) {
    EXPECT_EQ(shot({"scan", "--view", "ladder", "--size", "1366x768"}).code, lab::exit_right);
    const std::string words = words_of(file_);
    EXPECT_NE(words.find("64 bytes"), std::string::npos) << words;
    EXPECT_EQ(words.find("counting"), std::string::npos) << words;
}

// On a slide a figure is read from the last row, as the window is.
TEST_F(Shots, AFigureForAProjectorHasLargeLetters) {
    const auto wide = [&](const char* density) {
        EXPECT_EQ(
            shot({"reduction", "--view", "lanes", "--size", "1920x1080", "--density", density})
                .code,
            lab::exit_right);
        std::ifstream in(file_);
        const std::string all((std::istreambuf_iterator<char>(in)), {});
        return has(all, "viewBox=\"0 0 1920 1080\"")  ? 1920
               : has(all, "viewBox=\"0 0 1280 720\"") ? 1280
                                                      : 0;
    };
    EXPECT_EQ(wide("desk"), 1920);
    EXPECT_EQ(wide("projector"), 1280) << "drawn half as large again";
}

TEST_F(Shots, TwoStandInStep) {
    ASSERT_EQ(shot({"reduction/sequential", "n=2048", "--against", "reduction/strided", "block=128",
                    "--view", "lanes"})
                  .code,
              lab::exit_right);
    const std::string words = words_of(file_);
    EXPECT_TRUE(has(words, "Kernel 2, Strided index")) << words;
    EXPECT_TRUE(has(words, "Kernel 3, Sequential addressing")) << words;
    const Answer answer = shot({"reduction/sequential", "--against", "reduction"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err, "reduction/sequential is shown there already")) << answer.err;
    EXPECT_TRUE(has(shot({"reduction", "--against", "juggling"}).err, "--against: "));
    EXPECT_TRUE(has(shot({"reduction", "--from", "reduction", "blok=3"}).err, "--from: "));
}

// One block of a chain waits for nobody: the size is the window's where nobody says one.
TEST_F(Shots, OpensAtTheSizeAtWhichTheWindowOpens) {
    ASSERT_EQ(shot({"scan/chain", "--view", "blocks"}).code, lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "2²⁰ numbers")) << words_of(file_);
    EXPECT_TRUE(has(words_of(file_), "of 8")) << words_of(file_);
    ASSERT_EQ(shot({"scan/chain", "n=512", "--view", "blocks"}).code, lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "Show 4\u2009096 numbers")) << words_of(file_);
    // So has what is run and printed.
    ASSERT_EQ(warplens({"run", "recurrence/chain", "--json", file_}).code, lab::exit_right);
    EXPECT_TRUE(has(text_of(file_), "\"n\": 8192"));
    ASSERT_EQ(warplens({"run", "recurrence/chain", "n=512", "--json", file_}).code,
              lab::exit_right);
    EXPECT_TRUE(has(text_of(file_), "\"n\": 512"));
}

TEST_F(Shots, AChangeIsSaid) {
    ASSERT_EQ(shot({"reduction/sequential", "n=2048", "block=128", "--from", "reduction/sequential",
                    "block=256", "--view", "lanes"})
                  .code,
              lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "Threads per block 256 → 128: ")) << words_of(file_);
    const Answer same = shot({"reduction", "block=128", "--from", "reduction"});
    EXPECT_EQ(same.code, lab::exit_usage) << "what isn't said is as it is shown";
    EXPECT_TRUE(has(same.err, "nothing changes"));
    const Answer refused = shot({"radix_sort/bits", "--from", "radix_sort/warp"});
    EXPECT_EQ(refused.code, lab::exit_usage) << "nothing could be compared with it";
    EXPECT_TRUE(has(refused.err, "--from: ") && has(refused.err, "such as n=32")) << refused.err;
}

// What is said and changes nothing is named, with the reason that the window gives.
TEST(Runs, AKnobThatChangesNothingIsNamed) {
    std::ostringstream out, err;
    const auto run = [&](std::vector<std::string> words) {
        out.str(""), err.str("");
        return lab::command_line(words, out, err);
    };
    EXPECT_EQ(run({"run", "radix_sort/eight", "n=4096", "digit=2"}), lab::exit_right);
    EXPECT_TRUE(has(err.str(), "digit changes nothing here. ")) << err.str();
    EXPECT_EQ(run({"run", "radix_sort/blocks", "n=4096", "digit=2"}), lab::exit_right);
    EXPECT_FALSE(has(err.str(), "nothing")) << err.str();
}

TEST_F(Shots, AViewWithNothingToShowNamesThoseThatFit) {
    const Answer answer = shot({"reduction", "--view", "field"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err, "field has nothing to show of reduction/")) << answer.err;
    EXPECT_TRUE(has(answer.err, "lanes")) << answer.err;
    EXPECT_FALSE(has(answer.err, "live")) << answer.err;
    EXPECT_FALSE(drawn());
    EXPECT_EQ(shot({"reduction", "--view", "lanes"}).code, lab::exit_right);
    EXPECT_TRUE(drawn());
}

// The number of a flag is that on the screen.
TEST_F(Shots, GoesToTheStepThatTheWindowCallsSo) {
    ASSERT_EQ(shot({"scan/hillis", "--at", "20"}).code, lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "Step 20 of 50")) << words_of(file_);
    // Of what is shown, though another stood there before.
    ASSERT_EQ(shot({"scan/hillis", "--from", "scan/shuffle", "--at", "20"}).code, lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "Step 20 of 50")) << words_of(file_);
    const Answer far = shot({"scan/hillis", "--at", "999999999"});
    EXPECT_EQ(far.code, lab::exit_usage);
    EXPECT_TRUE(has(far.err, "there is no step 999 999 999; this run has the steps 1 to 50"))
        << far.err;
    EXPECT_EQ(shot({"scan/hillis", "--at", "step=51"}).code, lab::exit_usage);
    EXPECT_EQ(shot({"scan/hillis", "--at", "step=50"}).code, lab::exit_right);
    EXPECT_EQ(shot({"scan/hillis", "--at", "0"}).code, lab::exit_usage);
    EXPECT_EQ(shot({"scan/hillis", "--at", "warp=1"}).code, lab::exit_right);
}

// A figure is for a slide: nothing of it can be pressed.
TEST_F(Shots, OfAViewHasNoControls) {
    ASSERT_EQ(shot({"scan/three_kernels", "n=4096", "--view", "blocks"}).code, lab::exit_right);
    EXPECT_FALSE(has(words_of(file_), "First minute")) << "another picture of the window's stage";
    EXPECT_TRUE(has(words_of(file_), "Modelled"));
}

TEST_F(Shots, WhatPlaysIsAGifOfStepsThatThereAre) {
    EXPECT_TRUE(has(shot({"reduction", "--play", "all"}).err, "--play makes a .gif"));
    const std::string gif = tests::scratch_folder() + "/shot.gif";
    const auto said = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"shot", "reduction", "block=32", "n=64", "--out", gif});
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage);
        EXPECT_FALSE(std::filesystem::exists(gif));
        return answer.err;
    };
    EXPECT_TRUE(has(said({}), "say which steps"));
    EXPECT_TRUE(has(said({"--play", "x"}), "FROM-TO"));
    EXPECT_TRUE(has(said({"--play", "3-2"}), "FROM comes before TO: write 2-3"));
    EXPECT_TRUE(has(said({"--play", "0-2"}), "has the steps 1 to "));
    EXPECT_TRUE(has(said({"--play", "1-100000"}), "has the steps 1 to "));
}

TEST_F(Shots, ARefusalIsDrawn) {
    EXPECT_EQ(shot({"reduction", "block=2048"}).code, lab::exit_right);
    const std::string own = WARPLENS_SOURCE_DIR "/tests/own/several.ptx";
    const Answer none = shot({own, "--grid", "2147483647", "--view", "blocks"});
    EXPECT_EQ(none.code, lab::exit_usage) << "there is no picture behind that refusal";
    EXPECT_TRUE(has(none.err, "and the limit is 2 147 483 647"));
    EXPECT_TRUE(drawn());
}

const std::string own_kernels = WARPLENS_SOURCE_DIR "/tests/own/";

// Wherever a file is named, one that can't be read has the same code.
TEST_F(Shots, AMissingFileIsABadFileBesideAnotherToo) {
    EXPECT_EQ(shot({"nowhere.ptx"}).code, lab::exit_bad_file);
    for (const char* flag : {"--against", "--from"}) {
        const Answer answer = shot({"reduction", flag, "nowhere.ptx"});
        EXPECT_EQ(answer.code, lab::exit_bad_file) << flag;
        EXPECT_TRUE(has(answer.err, std::string(flag) + ": ")) << answer.err;
        EXPECT_EQ(shot({"reduction", flag, "nowhere"}).code, lab::exit_usage) << flag;
    }
    EXPECT_FALSE(drawn());
}

TEST_F(Shots, AnEmptyWordIsNotTakenForNone) {
    for (const char* flag : {"--against", "--from", "--proof", "--view", "--size", "--scale"}) {
        const Answer answer = shot({"reduction", flag, ""});
        EXPECT_EQ(answer.code, lab::exit_usage) << flag;
        EXPECT_TRUE(has(answer.err, std::string(flag) + " is empty: write a word.")) << answer.err;
    }
    EXPECT_FALSE(drawn());
}

TEST_F(Shots, AProofIsAPng) {
    EXPECT_TRUE(has(shot({"reduction", "--proof", "grey"}).err, "--proof makes a .png, and "));
    const Answer answer =
        warplens({"shot", "reduction", "--proof", "pink", "--out", file_ + ".png"});
    EXPECT_TRUE(has(answer.err, "There is no proof \"pink\"; there are grey, ")) << answer.err;
}

TEST_F(Shots, AWindowHasRoomAndAViewMayBeSmaller) {
    const Answer small = shot({"reduction", "--size", "320x200"});
    EXPECT_EQ(small.code, lab::exit_usage);
    EXPECT_TRUE(
        has(small.err, "A window of 320x200 has no room at this scale: it needs 480x300 at"))
        << small.err;
    const Answer large = shot({"reduction", "--size", "480x300", "--scale", "200"});
    EXPECT_TRUE(has(large.err, "it needs 960x600 at least")) << large.err;
    EXPECT_FALSE(drawn());
    EXPECT_EQ(shot({"reduction", "--size", "320x200", "--view", "lanes"}).code, lab::exit_right);
}

TEST_F(Shots, ARefusalThatIsDrawnIsSaid) {
    const Answer refused = shot({"reduction", "block=5000"});
    EXPECT_EQ(refused.code, lab::exit_right) << "its card is the picture";
    EXPECT_TRUE(has(refused.err, "the picture shows a refusal. ")) << refused.err;
    EXPECT_EQ(shot({"reduction"}).err, "");
}

TEST_F(Shots, OnlyABlockThatIsThereIsWatched) {
    const Answer answer = shot({"reduction", "--watch", "5000"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err,
                    "--watch 5000: the largest grid of this run has 3 blocks, 0 to 2. "
                    "It is drawn at 640 numbers."))
        << answer.err;
    EXPECT_FALSE(drawn());
    EXPECT_EQ(shot({"reduction", "--watch", "2", "--view", "lanes"}).code, lab::exit_right);
}

// What simulate refuses to count is not drawn either.
TEST_F(Shots, ArraysThatDoNotFitThisMachineAreASentence) {
    const Answer answer =
        shot({own_kernels + "several.ptx", "--arg", "a:f32[12000000000]=zeros", "--arg",
              "b:f32[12]=zeros", "--arg", "sums:f32[12]=zeros", "--arg", "n:i32=12"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err, "but a run that is drawn may use only ")) << answer.err;
    EXPECT_FALSE(drawn());
}

// Above its picture, and in the head of its half where another stands beside it.
TEST_F(Shots, AKernelThatNeverEndsSaysSo) {
    ASSERT_EQ(
        shot({own_kernels + "endless.ptx", "--view", "heat_map", "--against", "reduction"}).code,
        lab::exit_right);
    EXPECT_TRUE(has(words_of(file_), "The run was ended while it still ran")) << words_of(file_);
    EXPECT_TRUE(has(words_of(file_), "ended while it still ran The other is drawn at"))
        << words_of(file_);
    EXPECT_FALSE(has(words_of(file_), "1 of 1")) << "one launch without a barrier";
    EXPECT_FALSE(has(words_of(file_), "drawn: ;")) << "a file's arrays have no size of a lesson";
}

// A view alone would be of the settings before.
TEST_F(Shots, AViewOfWhatIsRefusedIsNotDrawn) {
    const Answer answer = shot({"reduction/sequential", "block=192", "--view", "lanes"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err, "192")) << answer.err;
    EXPECT_FALSE(drawn());
    EXPECT_EQ(shot({"reduction/sequential", "block=192"}).code, lab::exit_right);
    EXPECT_TRUE(drawn()) << "the whole window has the refusal's card";
}

TEST_F(Shots, MissingKernelsAreABadFile) {
    const Changed assets("WARPLENS_ASSETS", "/nowhere");
    const Answer answer = shot({"reduction"});
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.err, "holds no ptx/reduction.ptx")) << answer.err;
    EXPECT_FALSE(drawn());
}

TEST_F(Shots, ScaleIsAWholeNumber) {
    for (const char* scale : {"150%", "1.5", "74", "301", "x"}) {
        const Answer answer = shot({"reduction", "--scale", scale});
        EXPECT_EQ(answer.code, lab::exit_usage) << scale;
        EXPECT_TRUE(has(answer.err, "is no scale")) << answer.err;
    }
    EXPECT_FALSE(drawn());
}

TEST_F(Shots, APlaceThatIsNoneIsRefused) {
    const Answer answer = shot({"reduction", "--at", "foo=1"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err, "it has no foo")) << answer.err;
    EXPECT_FALSE(drawn());
}

TEST_F(Shots, APlaceThatThisRunLacksNamesThoseThatThereAre) {
    for (const auto& [place, says] : {std::pair{"warp=8",
                                                "no warp 8; blocks of this run have the "
                                                "warps 0 to 7."},
                                      {"lane=32", "no lane 32; a warp has the lanes 0 to 31."},
                                      {"axis=3", "no axis 3; 0 is x, 1 is y and 2 is z."},
                                      {"slice=4", "no slice 4; this run has no field."},
                                      {"version=99999", "no version 99 999; there are 0 to "},
                                      {"view=3", "no view 3; 0 is thread, 1 is warp"},
                                      {"ptx=2", "no ptx 2; it is 0 or 1."}}) {
        const Answer answer = shot({"reduction", "n=512", "--view", "lanes", "--at", place});
        EXPECT_EQ(answer.code, lab::exit_usage) << place;
        EXPECT_TRUE(has(answer.err, "--at: there is " + std::string(says))) << answer.err;
    }
    EXPECT_FALSE(drawn());
    EXPECT_EQ(shot({"reduction", "n=512", "--view", "lanes", "--at", "warp=7,lane=31"}).code,
              lab::exit_right);
}

// A picture of recorded times is no answer to that.
TEST_F(Shots, WithoutAGpuItsTimesAreNotDrawn) {
    std::string why;
    if (lab::bench(&why)) GTEST_SKIP() << "there is a GPU here";
    for (const std::vector<std::string>& devices :
         {std::vector<std::string>{"--device", "gpu"},
          {"--device", "nvidia-h200", "--device", "gpu"}}) {
        std::vector<std::string> words{"reduction"};
        words.insert(words.end(), devices.begin(), devices.end());
        const Answer answer = shot(words);
        EXPECT_EQ(answer.code, lab::exit_no_gpu);
        EXPECT_TRUE(has(answer.err, why)) << answer.err;
    }
    EXPECT_FALSE(drawn());
}

// The last of eleven offsets is counted too, however many runs the cards before it need.
TEST_F(Shots, OfTheWindowWaitForAllThatIsDrawn) {
    const Answer answer =
        shot({"vector_addition/one_each", "block=32", "n=300", "--size", "1600x900"});
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_TRUE(answer.err.empty()) << answer.err;
    const std::string words = words_of(file_);
    EXPECT_TRUE(has(words, "Sectors by offset")) << words;
    EXPECT_TRUE(has(words, "28") && has(words, "31")) << words;
}

// As it is on a full disk: a folder stands where the second picture should go.
TEST(Tour, EndsAtThePictureThatCanNotBeWritten) {
    const std::filesystem::path folder = tests::scratch_folder() + "/tour";
    std::filesystem::create_directories(folder / "threads-global_index.png");
    std::ostringstream out, err;
    const int code = app::write_tour(folder, out, err);
    if (code == lab::exit_no_opengl) GTEST_SKIP() << err.str();
    EXPECT_EQ(code, lab::exit_bad_file);
    EXPECT_TRUE(has(err.str(), "The tour ends here.")) << err.str();
    EXPECT_TRUE(has(err.str(), "threads-global_index.png")) << err.str();
    EXPECT_TRUE(std::filesystem::exists(folder / "threads-thread_index.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "threads-table.png"));
    EXPECT_TRUE(has(out.str(), "1 picture in ")) << out.str();
}

// Whoever knows a folder's name beforehand can lay links in it that lead to files of the user's.
TEST(Tour, WithoutADisplayGoesIntoNoFolderThatWasThere) {
    const std::filesystem::path folder = tests::scratch_folder(), mine = folder / "mine";
    const std::filesystem::path before = folder / "tmp/warplens-tour";
    std::filesystem::create_directories(before);
    std::filesystem::create_directories(folder / "here");
    std::ofstream(folder / "here/warplens-tour") << "in the way";
    std::ofstream(mine) << "mine";
    std::filesystem::create_symlink(mine, before / "threads-thread_index.png");
    const Changed x("DISPLAY"), wayland("WAYLAND_DISPLAY");
    platform::Child program({.words = {WARPLENS_PROGRAM, "window", "--alone"},
                             .folder = folder / "here",
                             .environment = {{"TMPDIR", (folder / "tmp").string()}},
                             .seconds = 100});
    const auto pictures = [&] {
        int count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "tmp"))
            count += entry.path().extension() == ".png" && !entry.is_symlink();
        return count;
    };
    while (!program.ended(.1) && pictures() == 0) {
    }
    if (program.ended() && program.ending().code == lab::exit_no_opengl)
        GTEST_SKIP() << program.ending().output;
    EXPECT_GT(pictures(), 0) << program.ending().output;
    EXPECT_EQ(std::filesystem::file_size(mine), 4u);
    const std::filesystem::directory_iterator laid(before);
    EXPECT_EQ(std::distance(begin(laid), end(laid)), 1) << "the link alone";
}

TEST(WindowFlags, AreReadBeforeAnythingOpens) {
    struct Bad {
        std::vector<std::string> words;
        const char* says;
    };
    const Bad bad[] = {
        {{"--state", "nope/x"}, "There is no lesson \"nope\""},
        {{"--state", "reduction --at -7"}, "is not a place in a run"},
        {{"--picture", "a.jpg"}, "--picture: a.jpg is no .png file."},
        {{"--picture", "a.png", "--after", "-1"},
         "--after -1: it is a number of seconds from 0 to "},
        {{"--after", "soon"}, "--after: \"soon\" is not a number."},
        {{"--size", "big"}, "is no size"},
        {{"--theme", "pink"}, "there is no theme"},
    };
    for (const Bad& one : bad) {
        std::vector<std::string> words{"window"};
        words.insert(words.end(), one.words.begin(), one.words.end());
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage) << one.says;
        EXPECT_TRUE(has(answer.err, one.says)) << answer.err;
    }
}

TEST(WindowFlags, APictureNeedsADisplay) {
    const Changed x("DISPLAY"), wayland("WAYLAND_DISPLAY");
    const std::string file = tests::scratch_folder() + "/window.png";
    const Answer answer = warplens({"window", "--alone", "--picture", file});
    EXPECT_EQ(answer.code, lab::exit_no_opengl);
    EXPECT_TRUE(has(answer.err, "There is no display")) << answer.err;
    EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
