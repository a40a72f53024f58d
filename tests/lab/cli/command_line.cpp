// The command line: every command, every flag, every exit code, and bad input.
#include "lab/cli/command_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab/assets.h"
#include "lab/json/json.h"
#include "lab/time/bench.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using lab::Json;

TEST(CommandLine, FirstWord) {
    EXPECT_EQ(warplens({}).code, lab::exit_usage);
    for (const char* help : {"--help", "-h", "help"}) {
        const Answer answer = warplens({help});
        EXPECT_EQ(answer.code, lab::exit_right);
        for (const char* command : {"list", "run", "sweep", "simulate", "doctor"})
            EXPECT_TRUE(has(answer.out, command));
        EXPECT_TRUE(has(answer.out, "no GPU"));
    }
    EXPECT_TRUE(has(warplens({"--version"}).out, "warplens"));
    const Answer unknown = warplens({"swep"});
    EXPECT_EQ(unknown.code, lab::exit_usage);
    EXPECT_TRUE(has(unknown.err, "Did you mean sweep?"));
    EXPECT_TRUE(unknown.out.empty());
}

// What was typed stands in sentences as letters, and is never a page of them.
TEST(CommandLine, QuotesWhatWasTypedInLetters) {
    for (const char* typed : {"redu\nction", "\x1b[31m", "a\x7f", "\xc2\x9b[m"})
        for (const std::vector<std::string>& words : {std::vector<std::string>{typed},
                                                      {"run", typed},
                                                      {"run", "doubling", typed},
                                                      {"run", "doubling", "--order", typed},
                                                      {"doctor", typed}}) {
            const Answer answer = warplens(words);
            EXPECT_EQ(answer.code, lab::exit_usage) << answer.err;
            EXPECT_TRUE(has(answer.err, "\\")) << answer.err;
            EXPECT_FALSE(has(answer.err, typed)) << answer.err;
        }
    const std::string page(10'000, 'a');
    for (const std::vector<std::string>& words : {std::vector<std::string>{page},
                                                  {"run", page},
                                                  {"run", "doubling", page},
                                                  {"run", "doubling", "--watch", page},
                                                  {"run", "doubling", "--" + page}}) {
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage);
        EXPECT_LT(answer.err.size(), 700u) << answer.err;
        EXPECT_TRUE(has(answer.err, "letters)")) << answer.err;
    }
}

TEST(CommandLine, AFlagIsGivenOnce) {
    const Answer twice = warplens({"run", "doubling", "--seed", "1", "--seed", "2"});
    EXPECT_EQ(twice.code, lab::exit_usage);
    EXPECT_TRUE(has(twice.err, "--seed is given twice, as 1 and 2: give it once.")) << twice.err;
    EXPECT_TRUE(has(warplens({"simulate", ""}).err, "FILE is empty: write a word."));
    const Answer thrice =
        warplens({"run", "doubling", "--at", "1", "--at=2", "--at", "3", "--seed", "4"});
    EXPECT_TRUE(has(thrice.err, "--at is given 3 times, as 1, 2 and 3")) << thrice.err;
    const Answer devices = warplens(
        {"run", "doubling", "--device", "sim", "--device", "gpu", "--nothing-of-the-kind"});
    EXPECT_EQ(devices.code, lab::exit_usage);
    EXPECT_TRUE(has(devices.err, "--nothing-of-the-kind")) << "two devices are no mistake";
    EXPECT_FALSE(has(devices.err, "is given")) << devices.err;
}

// A device that is always full: where the text is held until the end, and where it is not.
TEST(CommandLine, OutputThatIsLostIsNoSuccess) {
    for (const bool held : {true, false})
        for (const std::vector<std::string>& words :
             std::vector<std::vector<std::string>>{{"--help"},
                                                   {"list"},
                                                   {"run", "doubling", "--json", "-"},
                                                   {"sweep", "doubling", "--csv", "-"},
                                                   {"run", "doubling/wrong"}}) {
            std::ofstream full;
            if (!held) full.rdbuf()->pubsetbuf(nullptr, 0);
            full.open("/dev/full");
            std::ostringstream err;
            EXPECT_EQ(lab::command_line(words, full, err), lab::exit_bad_file) << words[0];
            EXPECT_EQ(err.str().substr(err.str().rfind("The output")),
                      "The output could not be written: No space left on device.\n");
        }
    std::ofstream full("/dev/full");
    std::ostringstream err;
    EXPECT_EQ(lab::command_line(std::vector<std::string>{"run", "doubling/over"}, full, err),
              lab::exit_kernel_fault)
        << "a fault is worse";
}

TEST(CommandLine, EveryCommandHasHelpAndRefusesUnknownFlags) {
    for (const lab::Command* command : lab::commands()) {
        EXPECT_EQ(warplens({command->name, "--help"}).code, lab::exit_right) << command->name;
        const Answer answer = warplens({command->name, "--nothing-of-the-kind"});
        EXPECT_EQ(answer.code, lab::exit_usage) << command->name;
        EXPECT_FALSE(answer.err.empty());
        EXPECT_TRUE(answer.out.empty());
    }
}

TEST(CommandLine, ListTakesOneLesson) {
    const Answer one = warplens({"list", "doubling"});
    EXPECT_EQ(one.code, lab::exit_right) << one.err;
    EXPECT_TRUE(one.out.starts_with("doubling: ")) << one.out;
    EXPECT_TRUE(has(one.out, "/wrong"));
    EXPECT_TRUE(has(warplens({"list", "doublin"}).err, "There is no lesson \"doublin\""));
    EXPECT_EQ(warplens({"list", "doubling", "--table"}).code, lab::exit_usage);
}

TEST(CommandLine, ACardIsKnownByItsChipAndItsName) {
    for (const char* name : {"g80", "G80", "8800GTX", "GeForce 8800 GTX", "geforce-8800-gtx"})
        EXPECT_TRUE(has(warplens({"card", name}).out, "GeForce 8800 GTX of 2006")) << name;
    EXPECT_TRUE(has(warplens({"card", "gh100"}).out, "H200"));
    EXPECT_EQ(warplens({"card", "g8"}).code, lab::exit_usage);
}

TEST(CommandLine, List) {
    const Answer words = warplens({"list"});
    EXPECT_EQ(words.code, lab::exit_right);
    EXPECT_TRUE(has(words.out, "doubling"));
    EXPECT_TRUE(has(words.out, "/wrong"));
    const Json json = Json::parse(warplens({"list", "--json", "-"}).out);
    EXPECT_EQ(json["lessons"][0]["id"], "doubling");
    EXPECT_EQ(json["lessons"][0]["rungs"][1]["id"], "wrong");
    EXPECT_EQ(json["lessons"][0]["knobs"][1]["high"], 1024);
    EXPECT_EQ(json["lessons"][0]["knobs"][3]["choices"][1]["id"], "strided");
}

TEST(CommandLine, Doctor) {
    const Answer words = warplens({"doctor"});
    EXPECT_EQ(words.code, lab::exit_right);
    EXPECT_TRUE(has(words.out, "GPU"));
    const Json json = Json::parse(warplens({"doctor", "--json", "-"}).out);
    for (const Json& finding : json["findings"])
        EXPECT_EQ(finding["found"] == true, finding["meaning"] == "") << finding;
    EXPECT_TRUE(has(words.out, "Recordings")) << words.out;
    const std::string file = scratch_folder() + "/file";
    std::ofstream(file) << "no folder";
    const Environment inside_a_file("XDG_CONFIG_HOME", file.c_str());
    EXPECT_TRUE(has(warplens({"doctor"}).out, file + "/warplens can't be written to"));
    const Environment config("XDG_CONFIG_HOME", nullptr), home("HOME", nullptr);
    EXPECT_TRUE(has(warplens({"doctor"}).out, "are lost when the program ends"));
}

TEST(Run, JsonHoldsWhatScriptsRelyOn) {
    const Answer answer = warplens({"run", "doubling/guarded", "n=100", "block=64", "--json", "-"});
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["lesson"], "doubling");
    EXPECT_EQ(json["rung"], "guarded");
    EXPECT_EQ(json["settings"]["block"], 64);
    EXPECT_EQ(json["settings"]["pattern"], "coalesced");
    EXPECT_EQ(json["device"]["kind"], "sim");
    EXPECT_TRUE(json["device"].contains("name"));
    EXPECT_EQ(json["ptx_hash"].get<std::string>().size(), 16u);
    EXPECT_EQ(json["launches"][0]["grid"], Json::parse("[2, 1, 1]"));
    EXPECT_EQ(json["launches"][0]["block"], Json::parse("[64, 1, 1]"));
    for (const char* key : {"kernel", "shared_bytes", "counters"})
        EXPECT_TRUE(json["launches"][0].contains(key)) << key;
    for (const char* key : {"ok", "compared_with", "tolerance", "worst_error"})
        EXPECT_TRUE(json["verdict"].contains(key)) << key;
    for (const char* key : {"kind", "median_ms", "low_ms", "high_ms", "samples"})
        EXPECT_TRUE(json["time"].contains(key)) << key;
    for (const char* key : {"lane_instructions", "warp_instructions", "seconds"})
        EXPECT_TRUE(json["simulated"].contains(key)) << key;
    for (const char* key : {"global_load_requests", "global_load_sectors", "global_store_requests",
                            "global_store_sectors", "shared_load_wavefronts",
                            "shared_store_wavefronts", "shared_load_bank_conflicts",
                            "shared_store_bank_conflicts", "branches", "divergent_branches",
                            "barriers", "shuffles", "atomics", "bytes_requested", "bytes_asked"})
        EXPECT_TRUE(json["counters"][key].is_number()) << key;
    EXPECT_EQ(json["counters"]["global_load_sectors"], 13);
    EXPECT_EQ(json["lines"][0].contains("warp_instructions"), true);
    std::uint64_t sum = 0;
    for (const Json& line : json["lines"]) sum += line["warp_instructions"].get<std::uint64_t>();
    EXPECT_EQ(sum, json["simulated"]["warp_instructions"]) << "lines add up";
}

TEST(Run, ExitCodesFollowTheResult) {
    EXPECT_EQ(warplens({"run", "doubling/guarded"}).code, lab::exit_right);
    const Answer wrong = warplens({"run", "doubling/wrong"});
    EXPECT_EQ(wrong.code, lab::exit_wrong_result);
    EXPECT_TRUE(has(wrong.out, "WRONG"));
    EXPECT_TRUE(has(wrong.out, "Time: not shown, because the result is wrong"));
    const Answer fault = warplens({"run", "doubling/over"});
    EXPECT_EQ(fault.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(fault.out, "numbers[100]"));
    EXPECT_EQ(warplens({"run", "doubling/lost"}).code, lab::exit_kernel_fault);
}

TEST(Run, AFaultHasNoTime) {
    const Answer words = warplens({"run", "doubling/over"});
    EXPECT_TRUE(has(words.out, "Time: not timed")) << words.out;
    const Json json = Json::parse(warplens({"run", "doubling/over", "--json", "-"}).out);
    EXPECT_EQ(json["time"]["kind"], "none");
    EXPECT_EQ(json["time"]["median_ms"], 0);
    for (const Json& launch : json["launches"]) EXPECT_FALSE(launch.contains("ms"));
    const Answer swept = warplens({"sweep", "doubling/guarded,over", "--csv", "-"});
    EXPECT_TRUE(has(swept.out, "fault,,none,,,,,")) << swept.out;
    EXPECT_TRUE(has(swept.out, "right,,modelled,0.")) << swept.out;
}

TEST(Run, FlagsReachTheRequest) {
    const Json json = Json::parse(warplens({"run", "doubling", "--seed", "5", "--order", "seed:3",
                                            "--watch", "1", "--device", "sim", "--json", "-"})
                                      .out);
    EXPECT_EQ(json["seed"], 5);
    EXPECT_EQ(json["order"], "seed:3");
    EXPECT_EQ(warplens({"run", "doubling/picky", "block=100"}).code, lab::exit_usage);
    EXPECT_EQ(warplens({"run", "doubling/picky", "block=100", "--anyway"}).code, lab::exit_right);
    const auto too_large = warplens({"run", "doubling/picky", "block=2048", "--anyway"});
    EXPECT_EQ(too_large.code, lab::exit_usage);
    EXPECT_TRUE(has(too_large.err, "--anyway has no effect here")) << too_large.err;
    EXPECT_FALSE(has(warplens({"run", "doubling/picky", "block=2048"}).err, "--anyway"));
    EXPECT_EQ(warplens({"run", "doubling", "--at", "12"}).code, lab::exit_right);
}

TEST(Run, ARecordingThatIsNotThereIsAMissingFile) {
    const Answer answer = warplens({"run", "doubling", "--device", "toaster.json"});
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.err, "toaster.json")) << answer.err;
}

TEST(Run, BadInputGetsASentenceThatNamesTheLimit) {
    struct Bad {
        std::vector<std::string> words;
        const char* says;
    };
    const Bad bad[] = {
        {{}, "LESSON"},
        {{"reductoin"}, "There is no lesson"},
        {{"doubling/nothing"}, "has no rung"},
        {{"doubling", "block=4096"}, "the limit is 1024"},
        {{"doubling", "block=0"}, "the smallest value is 1"},
        {{"doubling", "block=-1"}, "the smallest value is 1"},
        {{"doubling", "n=2^40"}, "1 048 576"},
        {{"doubling", "n=many"}, "not a whole number"},
        {{"doubling", "n=2^64"}, "too large: 64 bits hold whole numbers up to 2^63 - 1"},
        {{"doubling", "n=64", "block=32", "n=128"}, "n is given twice, as n=64 and n=128"},
        {{"doubling", "n=1", "n=1", "n=2"}, "n is given 3 times, as n=1, n=1 and n=2"},
        {{"doubling", "n"}, "knob=value"},
        {{"doubling", "blocks=3"}, "Did you mean block?"},
        {{"doubling", "shared=1048576"}, "1 MiB asked"},
        {{"doubling", "pattern=none"}, "coalesced or strided"},
        {{"doubling", "--seed", "x"}, "--seed: \"x\" is not a seed: write a whole number from 0"},
        {{"doubling", "--seed", "-1"}, "--seed: \"-1\" is not a seed"},
        {{"doubling", "--seed", ""}, "--seed is empty"},
        {{"doubling", "--seed", "1 2"}, "--seed \"1 2\" has a blank"},
        {{"doubling", "--order", ""}, "--order is empty"},
        {{""}, "LESSON is empty"},
        {{" "}, "LESSON \" \" has a blank"},
        {{"doubling", ""}, "knob=value is empty"},
        {{"doubling", "block= 64"}, "has a blank"},
        {{"doubling", "--watch", "x"}, "--watch: \"x\" is not a whole number"},
        {{"doubling", "--watch", "0,-1"}, "--watch: \"0,-1\" is not a list of blocks"},
        {{"doubling", "--watch", "99"}, "--watch 99: the largest grid of this run has 2 blocks"},
        {{"doubling", "--at", "-5"}, "--at: \"-5\" is not a place"},
        {{"doubling", "--device", "toaster"}, "write sim, gpu or a recording"},
        {{"doubling", "--device", "sim", "--device", "sim", "--device", "sim"},
         "--device is given 3 times"},
        {{"doubling", "--order", "backwards"}, "sequential, resident, seed:N or weak:N"},
    };
    for (const Bad& one : bad) {
        std::vector<std::string> words{"run"};
        words.insert(words.end(), one.words.begin(), one.words.end());
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage) << one.says;
        EXPECT_TRUE(has(answer.err, one.says)) << answer.err;
        EXPECT_TRUE(answer.out.empty()) << answer.out;
    }
}

TEST(CommandLine, MemoryThatIsNotThereIsASentence) {
    static const lab::RegisterCommand hungry(
        {"hungry", "hungry", "takes too much", 999,
         [](lab::Arguments, std::ostream&, std::ostream&) -> int { throw std::bad_alloc(); }});
    const Answer answer = warplens({"hungry"});
    EXPECT_EQ(answer.code, lab::exit_no_memory);
    EXPECT_TRUE(
        has(answer.err, "warplens hungry: This run needs more memory than this machine has"))
        << answer.err;
    EXPECT_TRUE(has(warplens({"--help"}).out, "this machine or its GPU has too little memory"));
}

TEST(Run, ARefusalIsJsonToo) {
    const Answer answer = warplens({"run", "doubling", "block=4096", "--json", "-"});
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["refusal"]["limit"], 1024);
    EXPECT_EQ(json["refusal"]["asked"], 4096);
    EXPECT_EQ(json["refusal"]["use"], 1024);
    EXPECT_EQ(json["refusal"]["cuda_error"],
              "cudaErrorInvalidConfiguration (9): invalid configuration argument");
}

TEST(Run, AMissingAssetIsABadFile) {
    const Environment assets("WARPLENS_ASSETS", scratch_folder().c_str());
    const Answer answer = warplens({"run", "doubling"});
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.err, "holds no ptx/doubling.ptx")) << answer.err;
}

// A tree that was copied is whole: sources stand beside the assets that were chosen.
TEST(Run, SourcesAreFoundBesideTheAssets) {
    namespace files = std::filesystem;
    const files::path tree = files::path(scratch_folder()) / "tree";
    files::create_directories(tree / "kernels");
    std::ofstream(tree / "kernels" / "only_here.cu") << "// nothing";
    EXPECT_FALSE(lab::kernel_source("only_here.cu"));
    for (const files::path& chosen : {tree, tree / "assets"}) {
        files::create_directories(chosen);
        const Environment assets("WARPLENS_ASSETS", chosen.c_str());
        EXPECT_TRUE(lab::kernel_source("only_here.cu")) << chosen;
    }
}

TEST(Run, JsonGoesToAFileAndTheTableToStandardOutput) {
    const std::string file = scratch_folder() + "/run.json";
    const Answer answer = warplens({"run", "doubling", "--json", file});
    EXPECT_TRUE(has(answer.out, "counted"));
    EXPECT_EQ(Json::parse(*lab::read_file(file))["rung"], "guarded");
    const Answer nowhere = warplens({"run", "doubling", "--json", "/nowhere/at/all.json"});
    EXPECT_EQ(nowhere.code, lab::exit_bad_file);
    EXPECT_EQ(nowhere.err, "/nowhere/at/all.json can't be written: No such file or directory.\n");
    EXPECT_EQ(warplens({"run", "doubling", "--json", "/dev/full"}).err,
              "/dev/full can't be written: No space left on device.\n");
    EXPECT_EQ(warplens({"list", "--json", "/tmp"}).err, "/tmp can't be written: Is a directory.\n");
}

TEST(Run, TheTableWearsItsBadges) {
    const std::string text = warplens({"run", "doubling"}).out;
    for (const char* word : {"counted", "right", "modelled for", "global_load_sectors"})
        EXPECT_TRUE(has(text, word)) << text;
}

TEST(Sweep, RunsEveryCombination) {
    const Json json = Json::parse(
        warplens({"sweep", "doubling/guarded,picky", "n=64,100", "block=32,100", "--json", "-"})
            .out);
    ASSERT_EQ(json["runs"].size(), 8u);
    EXPECT_EQ(json["runs"][0]["settings"]["n"], 64);
    EXPECT_EQ(json["runs"][1]["settings"]["block"], 100);
    EXPECT_EQ(json["runs"][4]["rung"], "picky");
    EXPECT_TRUE(json["runs"][5].contains("refusal"));
}

TEST(Sweep, TheTableSaysWhyARowIsRefused) {
    const Answer answer = warplens({"sweep", "doubling", "block=64,4096"});
    const Json json = Json::parse(warplens({"sweep", "doubling", "block=4096", "--json", "-"}).out);
    const std::string title = json["runs"][0]["refusal"]["title"];
    EXPECT_FALSE(title.empty());
    EXPECT_TRUE(has(answer.out, "refused: " + title)) << answer.out;
    EXPECT_TRUE(has(warplens({"sweep", "--help"}).out, "it runs the first"));
}

TEST(Sweep, CsvHasALineForEachRun) {
    const Answer answer = warplens({"sweep", "doubling", "n=64,128,256", "--csv", "-"});
    EXPECT_EQ(answer.code, lab::exit_right);
    std::istringstream lines(answer.out);
    std::string line;
    std::vector<std::string> all;
    while (std::getline(lines, line)) all.push_back(line);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_TRUE(all[0].starts_with("lesson,rung,n,block,shared,pattern,state,"));
    EXPECT_TRUE(all[1].starts_with("doubling,guarded,64,64,0,coalesced,right,"));
    const auto commas = [](const std::string& text) {
        return std::count(text.begin(), text.end(), ',');
    };
    for (const std::string& row : all) EXPECT_EQ(commas(row), commas(all[0])) << row;
}

TEST(Sweep, WritesFilesAndATable) {
    const std::string folder = scratch_folder();
    const Answer answer = warplens({"sweep", "doubling", "block=32,64", "--csv", folder + "/a.csv",
                                    "--json", folder + "/a.json"});
    EXPECT_TRUE(has(answer.out, "block"));
    EXPECT_FALSE(lab::read_file(folder + "/a.csv")->empty());
    EXPECT_EQ(Json::parse(*lab::read_file(folder + "/a.json"))["runs"].size(), 2u);
}

TEST(Sweep, ExitCodesAndBadInput) {
    EXPECT_EQ(warplens({"sweep", "doubling/guarded,wrong"}).code, lab::exit_wrong_result);
    EXPECT_EQ(warplens({"sweep", "doubling/over", "n=64,100"}).code, lab::exit_kernel_fault);
    EXPECT_EQ(warplens({"sweep", "doubling", "block=4096,0"}).code, lab::exit_usage)
        << "nothing ran";
    EXPECT_EQ(warplens({"sweep", "doubling", "block=32,x"}).code, lab::exit_usage);
    EXPECT_EQ(warplens({"sweep", "doubling", "block=32,"}).code, lab::exit_usage);
    EXPECT_EQ(warplens({"sweep", "doubling", "block"}).code, lab::exit_usage);
    EXPECT_EQ(warplens({"sweep", "doubling/"}).code, lab::exit_usage);
    const Answer twice = warplens({"sweep", "doubling", "n=64,100", "n=128"});
    EXPECT_EQ(twice.code, lab::exit_usage);
    EXPECT_TRUE(has(twice.err, "n is given twice, as n=64,100 and n=128")) << twice.err;
}

TEST(Sweep, OneOutputHoldsOneText) {
    const Answer both = warplens({"sweep", "doubling", "--csv", "-", "--json", "-"});
    EXPECT_EQ(both.code, lab::exit_usage);
    EXPECT_TRUE(has(both.err, "can't share standard output")) << both.err;
    EXPECT_EQ(both.out, "");
    const std::string file = ::testing::TempDir() + "one_output";
    const Answer one = warplens({"sweep", "doubling", "--csv", file, "--json", file});
    EXPECT_EQ(one.code, lab::exit_usage);
    EXPECT_TRUE(has(one.err, "is named for two results")) << one.err;
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Run, WithoutAGpuMeasuringIsRefusedInWords) {
    std::string why;
    if (lab::bench(&why)) GTEST_SKIP() << "there is a GPU here";
    for (const char* command : {"run", "sweep"}) {
        const Answer answer = warplens({command, "doubling", "--device", "gpu"});
        EXPECT_EQ(answer.code, lab::exit_no_gpu);
        EXPECT_EQ(answer.err, why + "\n");
        EXPECT_TRUE(answer.out.empty());
    }
}

}  // namespace
