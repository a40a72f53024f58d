// The command line: every command, every flag, every exit code, and bad input.
#include "lab/cli/command_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "lab/assets.h"
#include "lab/compiler/compiler.h"
#include "lab/json.h"
#include "lab/time/bench.h"
#include "tests/lab_doubling.h"
#include "tests/scratch_folder.h"

namespace {

using namespace tests;
using lab::Json;

struct Answer {
    int code = 0;
    std::string out, err;
};

Answer warplens(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    Answer answer;
    answer.code = lab::command_line(words, out, err);
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::string ptx = WARPLENS_TESTS_DIR "/assets/ptx/doubling.ptx";

// simulate with what every call needs, and more words.
Answer simulate(std::vector<std::string> more, const std::string& kernel = "doubled",
                const std::string& n = "100") {
    std::vector<std::string> words{"simulate", ptx,
                                   "--kernel", kernel,
                                   "--grid",   "2",
                                   "--block",  "64",
                                   "--arg",    "numbers:f32[100]=iota",
                                   "--arg",    "twice:f32[100]=none",
                                   "--arg",    "n:i32=" + n};
    words.insert(words.end(), more.begin(), more.end());
    return warplens(words);
}

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
    EXPECT_TRUE(has(warplens({"doctor"}).out, "forgotten"));
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
                            "barriers", "shuffles", "atomics", "bytes_requested", "bytes_moved"})
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
    EXPECT_EQ(warplens({"run", "doubling", "--at", "12"}).code, lab::exit_right);
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
        {{"doubling", "block=0"}, "the least is 1"},
        {{"doubling", "block=-1"}, "the least is 1"},
        {{"doubling", "n=2^40"}, "1 048 576"},
        {{"doubling", "n=many"}, "no whole number"},
        {{"doubling", "n=2^64"}, "whole number"},
        {{"doubling", "n"}, "knob=value"},
        {{"doubling", "blocks=3"}, "Did you mean block?"},
        {{"doubling", "shared=1048576"}, "1 MiB asked"},
        {{"doubling", "pattern=none"}, "coalesced or strided"},
        {{"doubling", "--seed", "x"}, "--seed: \"x\" is no whole number"},
        {{"doubling", "--seed", "-1"}, "--seed: -1 is no seed"},
        {{"doubling", "--seed", ""}, "--seed is empty"},
        {{"doubling", "--seed", "1 2"}, "--seed \"1 2\" has a blank"},
        {{"doubling", "--order", ""}, "--order is empty"},
        {{""}, "LESSON is empty"},
        {{" "}, "LESSON \" \" has a blank"},
        {{"doubling", ""}, "knob=value is empty"},
        {{"doubling", "block= 64"}, "has a blank"},
        {{"doubling", "--watch", "x"}, "--watch: \"x\" is no whole number"},
        {{"doubling", "--watch", "0,-1"}, "--watch: \"0,-1\" is no list of blocks"},
        {{"doubling", "--watch", "99"}, "--watch 99: the largest grid of this run has 2 blocks"},
        {{"doubling", "--at", "-5"}, "--at: \"-5\" is no place"},
        {{"doubling", "--device", "toaster"}, "sim or gpu"},
        {{"doubling", "--order", "backwards"}, "sequential, resident or seed:N"},
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
    EXPECT_TRUE(has(answer.err, "assets/ptx/doubling.ptx")) << answer.err;
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
    EXPECT_TRUE(has(warplens({"sweep", "--help"}).out, "first rung"));
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
}

TEST(Simulate, JsonHoldsWhatScriptsRelyOn) {
    const Answer answer = simulate({"--json", "-"});
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["counters"]["global_store_sectors"], 13);
    EXPECT_EQ(json["counters"]["divergent_branches"], 1);
    EXPECT_EQ(json["faults"].size(), 0u);
    EXPECT_GT(json["simulated"]["lane_instructions"], 0);
    EXPECT_EQ(json["printed"], "");
    EXPECT_GT(json["lines"].size(), 2u);
}

TEST(Simulate, DumpsWhatTheKernelWrote) {
    const std::string file = scratch_folder() + "/twice";
    ASSERT_EQ(simulate({"--dump", "twice=" + file}).code, lab::exit_right);
    const std::string bytes = *lab::read_file(file);
    ASSERT_EQ(bytes.size(), 400u);
    float last = 0;
    std::memcpy(&last, bytes.data() + 396, 4);
    EXPECT_EQ(last, 198);
    const Answer back = warplens({"simulate", ptx, "--kernel", "tripled", "--grid", "4", "--block",
                                  "32", "--arg", "a:f32[100]=@" + file, "--arg", "b:f32[100]=zeros",
                                  "--arg", "n:i32=100", "--dump", "b=" + file});
    EXPECT_EQ(back.code, lab::exit_right) << back.err;
    std::memcpy(&last, lab::read_file(file)->data() + 396, 4);
    EXPECT_EQ(last, 594);
}

TEST(Simulate, AFaultIsTold) {
    const Answer answer = simulate({"--json", "-"}, "unguarded");
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    const Json fault = Json::parse(answer.out)["faults"][0];
    EXPECT_EQ(fault["kind"], "out_of_bounds");
    EXPECT_EQ(fault["buffer"], "numbers");
    EXPECT_EQ(fault["line"], 13);
    EXPECT_EQ(fault["thread"], Json::parse("[36, 0, 0]"));
    EXPECT_EQ(fault["block"], Json::parse("[1, 0, 0]"));
    EXPECT_TRUE(has(fault["message"].get<std::string>(), "numbers[100]"));
}

TEST(Simulate, OrderSharedArchAndCheckAreTaken) {
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--order", "sequential"},
                                               {"--order", "resident"},
                                               {"--order", "seed:9"},
                                               {"--shared", "1024"},
                                               {"--arch", "sm_90"},
                                               {"--arch", "sm_90a"},
                                               {"--check", "first"}})
        EXPECT_EQ(simulate(more).code, lab::exit_right) << more[1];
    EXPECT_EQ(Json::parse(simulate({"--shared", "1024", "--json", "-"}).out)["shared_bytes"], 1024);
}

TEST(Simulate, BadInputGetsASentence) {
    struct Bad {
        std::vector<std::string> more;
        const char* says;
    };
    const Bad bad[] = {
        {{"--order", "random"}, "no order"},
        {{"--arch", "sm"}, "no architecture"},
        {{"--shared", "-1"}, "limit"},
        {{"--shared", "many"}, "whole number"},
        {{"--shared", "2^20"}, "232448"},
        {{"--check", "some"}, "all or first"},
        {{"--arg", "more:i32=1"}, "takes 3 arguments"},
        {{"--arg", "more:i33=1"}, "no type"},
        {{"--dump", "nothing=x"}, "no array of that name"},
        {{"--dump", "n=x"}, "no array of that name"},
        {{"--dump", "twice"}, "NAME=FILE"},
    };
    for (const Bad& one : bad) {
        const Answer answer = simulate(one.more);
        EXPECT_EQ(answer.code, lab::exit_usage) << one.says << answer.err;
        EXPECT_TRUE(has(answer.err, one.says)) << answer.err;
    }
    EXPECT_TRUE(has(simulate({}, "quadrupled").err, "doubled")) << "it lists the kernels there are";
    EXPECT_EQ(simulate({}, "quadrupled").code, lab::exit_usage);
}

Answer shaped(const std::string& grid, const std::string& block) {
    return warplens({"simulate", ptx, "--kernel", "doubled", "--grid", grid, "--block", block,
                     "--arg", "a:f32[8]=zeros", "--arg", "b:f32[8]=zeros", "--arg", "n:i32=8"});
}

TEST(Simulate, ShapesBeyondTheDevicesLimits) {
    EXPECT_EQ(shaped("1", "8").code, lab::exit_right);
    EXPECT_EQ(shaped("1,2,3", "8,2,2").code, lab::exit_kernel_fault)
        << "blocks write over each other";
    for (const char* block :
         {"4096", "0", "-1", "2^40", "x", "1025", "32,33", "1,1,65", "1,2,3,4"}) {
        EXPECT_EQ(shaped("1", block).code, lab::exit_usage) << block;
        EXPECT_FALSE(shaped("1", block).err.empty());
    }
    EXPECT_TRUE(has(shaped("1", "4096").err, "1024"));
    for (const char* grid : {"0", "-5", "2^31", "1,65536", "y"})
        EXPECT_EQ(shaped(grid, "8").code, lab::exit_usage) << grid;
}

TEST(Simulate, ArgumentsMustFitTheKernel) {
    const auto with = [](const std::string& first, const std::string& last) {
        return warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8",
                         "--arg", first, "--arg", "b:f32[8]=zeros", "--arg", last});
    };
    EXPECT_EQ(with("a:f32[8]=zeros", "n:i32=8").code, lab::exit_right);
    EXPECT_TRUE(has(with("a:f32[8]=zeros", "n:i64=8").err, "takes 4 bytes"));
    EXPECT_TRUE(has(with("a:f32=0", "n:i32=8").err, "takes a pointer"));
    EXPECT_TRUE(has(with("a:f32[8]=zeros", "n:i32[2]=zeros").err, "an array was given"));
    EXPECT_TRUE(has(with("b:f32[8]=zeros", "n:i32=8").err, "Two arguments are called b"));
    EXPECT_EQ(with("a:i64=0", "n:i32=8").code, lab::exit_usage);
}

TEST(Simulate, BadFiles) {
    const auto file = [](const std::string& path) {
        return warplens({"simulate", path, "--kernel", "k", "--grid", "1", "--block", "1"});
    };
    EXPECT_EQ(file("/nowhere.ptx").code, lab::exit_bad_file);
    EXPECT_EQ(file("/nowhere.cu").code, lab::exit_bad_file);
    const std::string folder = scratch_folder(), junk = folder + "/junk.ptx";
    std::ofstream(junk) << ".version 7.0\n.target sm_75\nthis is no PTX\n";
    EXPECT_EQ(file(junk).code, lab::exit_bad_file);
    EXPECT_TRUE(has(file(junk).err, "line 3")) << file(junk).err;
    const Answer raw = simulate({}, "doubled", "100");
    EXPECT_EQ(raw.code, lab::exit_right);
    std::ofstream(folder + "/short") << "12";
    const Answer shorter =
        warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8", "--arg",
                  "a:f32[8]=@" + folder + "/short", "--arg", "b:f32[8]=none", "--arg", "n:i32=8"});
    EXPECT_EQ(shorter.code, lab::exit_bad_file);
    EXPECT_TRUE(has(shorter.err, "has 2 bytes") && has(shorter.err, "take 32")) << shorter.err;
    const Answer endless =
        warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8", "--arg",
                  "a:f32[8]=@/dev/zero", "--arg", "b:f32[8]=none", "--arg", "n:i32=8"});
    EXPECT_EQ(endless.code, lab::exit_bad_file);
    EXPECT_TRUE(has(endless.err, "/dev/zero is a device")) << endless.err;
    EXPECT_EQ(file("/dev/zero").code, lab::exit_bad_file) << "a program without an end";
}

TEST(Simulate, AnUnknownInstructionIsASentenceWithItsLine) {
    const std::string file = scratch_folder() + "/odd.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry "
                           "odd()\n{\n.reg .b32 %r<3>;\n"
                           "mov.u32 %r1, 1;\nfrobnicate.s32 %r2, %r1;\nret;\n}\n";
    const Answer answer = warplens(
        {"simulate", file, "--kernel", "odd", "--grid", "1", "--block", "1", "--json", "-"});
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(answer.err, "frobnicate") && has(answer.err, "line 8")) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["faults"][0]["kind"], "unknown_instruction");
    EXPECT_EQ(json["faults"][0]["line"], 8);
}

TEST(Simulate, AnEndlessLoopIsEndedByItsLimit) {
    const std::string file = scratch_folder() + "/endless.ptx";
    std::ofstream(file)
        << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry endless()\n{\n"
           ".reg .b32 %r<3>;\nmov.u32 %r1, 1;\n$L:\nadd.s32 %r1, %r1, 1;\nbra $L;\n}\n";
    const std::vector<std::string> words{"simulate", file, "--kernel", "endless",
                                         "--grid",   "1",  "--block",  "32"};
    for (const auto& [limit, code] :
         {std::pair{"1e6", lab::exit_kernel_fault}, std::pair{"0", lab::exit_usage}}) {
        std::vector<std::string> limited = words;
        limited.insert(limited.end(), {"--limit", limit});
        const Answer answer = warplens(limited);
        EXPECT_EQ(answer.code, code);
        EXPECT_TRUE(has(answer.err, "--limit")) << answer.err;
    }
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

TEST(Simulate, AProgramInCudaIsCompiledWhereThereIsACompiler) {
    const std::string file = scratch_folder() + "/whole.cu";
    std::ofstream(file) << "#include <cstdio>\ntemplate <int N> __global__ void put(int* out) {\n  "
                           "  out[threadIdx.x] = N;\n}\n"
                           "int main() { put<7><<<1, 1>>>(nullptr); std::printf(\"host\\n\"); }\n";
    const Answer answer =
        warplens({"simulate", file, "--kernel", "put<7>", "--grid", "1", "--block", "32", "--arch",
                  "sm_80", "--arg", "out:i32[32]=zeros", "--json", "-"});
    if (!lab::find_nvcc()) {
        EXPECT_EQ(answer.code, lab::exit_bad_file);
        EXPECT_TRUE(has(answer.err, "nvcc"));
        return;
    }
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_EQ(Json::parse(answer.out)["counters"]["global_store_sectors"], 4);
    std::ofstream(file) << "__global__ void odd() {\n    asm volatile(\"frobnicate.s32;\");\n}\n";
    const Answer odd =
        warplens({"simulate", file, "--kernel", "odd", "--grid", "1", "--block", "1"});
    EXPECT_EQ(odd.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(odd.err, "whole.cu, line 2 (PTX line")) << odd.err;
    std::ofstream(file) << "__global__ void put(int* out) { out[0] = nonsense; }\n";
    const Answer broken =
        warplens({"simulate", file, "--kernel", "put", "--grid", "1", "--block", "1"});
    EXPECT_EQ(broken.code, lab::exit_bad_file);
    EXPECT_TRUE(has(broken.err, "nonsense"));
}

}  // namespace
