// Answers reach somebody: their file is tried before anything runs, rows go out as they are made,
// and a file that takes no more costs nobody what was counted.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "lab/assets.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"
#include "platform/clock.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
namespace files = std::filesystem;

// Would run for hours.
Answer endless_with(const std::string& flag, const std::string& target) {
    const std::string file = scratch_folder() + "/k.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<3>;\n"
                           "mov.u32 %r1, 1;\n$L:\nadd.s32 %r1, %r1, 1;\nbra $L;\n}\n";
    return warplens({"simulate", file, "--grid", "1", "--block", "32", "--arg", "a:f32[8]=zeros",
                     "--limit", "1e12", flag, target});
}

TEST(Delivered, ATargetIsTriedBeforeAnythingRuns) {
    for (const auto& [flag, target] :
         {std::pair("--json", "/nope/x.json"), std::pair("--dump", "a=/nope/a"),
          std::pair("--json", " "), std::pair("--json", "/dev")}) {
        const Answer answer = endless_with(flag, target);
        EXPECT_EQ(answer.code, lab::exit_bad_file) << target;
        EXPECT_FALSE(answer.err.empty());
    }
    const std::string folder = scratch_folder();
    for (const char* command : {"run", "sweep"}) {
        const Answer answer = warplens({command, "doubling", "--json", folder + "/no/x.json"});
        EXPECT_EQ(answer.code, lab::exit_bad_file);
        EXPECT_TRUE(has(answer.err, "x.json can't be written: No such file")) << answer.err;
        EXPECT_EQ(answer.out, "") << "nothing ran";
    }
    EXPECT_TRUE(files::is_empty(folder));
}

TEST(Delivered, WhereAFileTakesNoMoreTheTableIsPrinted) {
    for (const char* command : {"run", "sweep"}) {
        const Answer answer = warplens({command, "doubling", "n=64", "--json", "/dev/full"});
        EXPECT_EQ(answer.code, lab::exit_bad_file);
        EXPECT_TRUE(has(answer.err, "/dev/full can't be written: No space left")) << answer.err;
        EXPECT_TRUE(has(answer.out, "right")) << answer.out;
    }
    const Answer answer = simulate({"--json", "/dev/full"});
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.out, "warp_instructions")) << answer.out;
}

TEST(Delivered, RowsWaitASecondForTheirWidths) {
    platform::ClockByHand clock;
    std::ostringstream out;
    lab::TableAsItComes table({lab::Side::left, lab::Side::right}, out);
    table.row({"a", "1"});
    table.row({"long", "22"});
    EXPECT_EQ(out.str(), "");
    clock.advance(1);
    table.row({"b", "3"});
    EXPECT_EQ(out.str(), "a      1\nlong  22\nb      3\n");
    table.row({"longer", "4"});
    EXPECT_TRUE(out.str().ends_with("longer   4\n")) << "at once";
    table.finish();
    EXPECT_EQ(std::ranges::count(out.str(), '\n'), 4);
}

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    file >> pages >> pages;
    return pages * 4096;
}

// Each that were kept would take more than 10 kB.
TEST(Delivered, NoRunOfASweepIsKept) {
    std::string values = "n=1";
    for (int n = 2; n <= 3000; ++n) values += fmt::format(",{}", n);
    warplens({"sweep", "doubling", "n=1,2,3"});
    const std::size_t before = resident_bytes();
    const Answer answer = warplens({"sweep", "doubling", values});
    EXPECT_EQ(answer.code, lab::exit_right);
    EXPECT_EQ(std::ranges::count(answer.out, '\n'), 3002);
    EXPECT_LT(double(resident_bytes()) - double(before), 12e6);
}

TEST(Delivered, TheRunsOfASweepAreOneText) {
    const Answer answer = warplens({"sweep", "doubling", "n=64,0,100", "--json", "-"});
    const lab::Json json = lab::Json::parse(answer.out);
    ASSERT_EQ(json["runs"].size(), 3u);
    EXPECT_EQ(lab::written(json, 2) + "\n", answer.out);
    EXPECT_TRUE(json["runs"][1].contains("refusal"));
}

// A name of blanks is a slip of the words, also for commands that write no table.
TEST(Delivered, ANameOfBlanksIsNone) {
    const std::string folder = tests::scratch_folder();
    for (const char* name : {" ", "\t ", ""}) {
        const auto problem = lab::write_file(std::filesystem::path(folder) / name, "text");
        ASSERT_TRUE(problem) << '"' << name << '"';
        EXPECT_NE(problem->message.find("is not a file name"), std::string::npos)
            << problem->message;
    }
    EXPECT_FALSE(lab::write_file(std::filesystem::path(folder) / " a b", "text"));
}

}  // namespace
