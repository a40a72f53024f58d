// What a run may take: memory, told before any of it is asked for, and time, which an interrupt
// ends and --progress tells of.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <csignal>
#include <fstream>

#include "lab/cli/looker.h"
#include "lab/memory/memory_budget.h"
#include "lab/requests/timed_run.h"
#include "platform/clock.h"
#include "platform/terminal.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using lab::Json;

// A file with the kernel "k", which takes nothing.
std::string file_of_kernel(const std::string& variables, const std::string& body) {
    const std::string file = scratch_folder() + "/k.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                        << variables
                        << "\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
                        << body << "\nret;\n}\n";
    return file;
}

Answer simulate_k(const std::string& file, std::vector<std::string> more,
                  const std::string& block = "32", const std::string& grid = "8") {
    std::vector<std::string> words{"simulate", file, "--kernel", "k",
                                   "--grid",   grid, "--block",  block};
    words.insert(words.end(), more.begin(), more.end());
    return warplens(words);
}

std::string endless_k() {
    return file_of_kernel("", "mov.u32 %r1, 1;\n$L:\nadd.s32 %r1, %r1, 1;\nbra $L;");
}

TEST(MemoryBudget, SizesAreReadAsPeopleWriteThem) {
    EXPECT_EQ(*lab::memory_named("16GiB"), std::uint64_t{16} << 30);
    EXPECT_EQ(*lab::memory_named("500MB"), 500'000'000u);
    EXPECT_EQ(*lab::memory_named("2^33"), std::uint64_t{1} << 33);
    EXPECT_EQ(*lab::memory_named("1e9"), 1'000'000'000u);
    for (const char* bad : {"", "GiB", "0", "-1GiB", "lots", "16 pounds", "9e18GiB"})
        EXPECT_FALSE(lab::memory_named(bad)) << bad;
}

TEST(MemoryBudget, WhatTakesMostIsNamedBeforeItIsAsked) {
    const Answer small = simulate({"--memory", "1000"});
    EXPECT_EQ(small.code, lab::exit_no_memory);
    EXPECT_TRUE(has(small.err, "the simulator may use only 1000 B of this machine's")) << small.err;
    EXPECT_TRUE(has(small.err, "register memory of 2 warps takes")) << small.err;
    EXPECT_TRUE(has(small.err, "--memory SIZE allows more")) << small.err;
    EXPECT_EQ(simulate({"--memory", "1GiB"}).code, lab::exit_right);
    EXPECT_EQ(simulate({"--memory", "lots"}).code, lab::exit_usage);
    EXPECT_EQ(warplens({"run", "doubling", "--memory", "1KB"}).code, lab::exit_no_memory);
    EXPECT_EQ(warplens({"run", "doubling"}).code, lab::exit_right) << "chosen for one command";
    const Answer sweep = warplens({"sweep", "doubling", "n=64,2^20", "--memory", "1MB"});
    EXPECT_EQ(sweep.code, lab::exit_no_memory);
    EXPECT_TRUE(has(sweep.out, "not run")) << sweep.out;
}

// More than any machine has.
TEST(MemoryBudget, AnArrayOfTerabytesIsNamed) {
    for (const char* fill : {"none", "zeros", "iota"}) {
        const Answer answer =
            warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "32",
                      "--arg", std::string("numbers:f32[1e12]=") + fill, "--arg",
                      "twice:f32[1]=none", "--arg", "n:i32=1"});
        EXPECT_EQ(answer.code, lab::exit_no_memory);
        EXPECT_TRUE(has(answer.err, "array numbers takes 3.6 TiB")) << answer.err;
    }
}

// Each below the 2 GB that a variable may have, all of them beyond any machine.
TEST(MemoryBudget, VariablesOfAKernelCount) {
    std::string variables, body;
    for (int i = 0; i < 30; ++i) {
        variables += fmt::format(".global .align 8 .b64 table{}[250000000];\n", i);
        body += fmt::format("mov.u64 %rd1, table{};\nst.global.u32 [%rd1], 1;\n", i);
    }
    const std::string file = file_of_kernel(variables, body);
    const Answer answer = simulate_k(file, {"--memory", "8GiB"});
    EXPECT_EQ(answer.code, lab::exit_no_memory);
    EXPECT_TRUE(has(answer.err, "This run needs 56.1 GiB")) << answer.err;
    EXPECT_TRUE(has(answer.err, "variable table0 takes 1.9 GiB")) << answer.err;
    EXPECT_TRUE(has(answer.err, "and 29 others")) << answer.err;
}

TEST(MemoryBudget, WhatThreadsHaveAtOnceCounts) {
    const std::string file =
        file_of_kernel("", ".local .align 4 .b8 own[524288];\nst.local.u32 [own], 1;");
    const Answer one = simulate_k(file, {"--memory", "100MiB"}, "1024");
    EXPECT_EQ(one.code, lab::exit_no_memory);
    EXPECT_TRUE(has(one.err, "local memory of 1024 threads takes 512 MiB")) << one.err;
    const Answer four = simulate_k(file, {"--memory", "1GiB", "--order", "resident"}, "1024");
    EXPECT_EQ(four.code, lab::exit_no_memory);
    EXPECT_TRUE(has(four.err, "local memory of 4096 threads takes 2 GiB")) << four.err;
}

TEST(MemoryBudget, BlocksThatWaitForOthersAreThereTogether) {
    const std::string file =
        file_of_kernel(".global .u32 flag;\n",
                       ".reg .pred %again; .reg .u32 %seen; .shared .align 4 .b8 own[32768];\n"
                       "st.shared.u32 [own], 1;\n"
                       "look: ld.volatile.global.u32 %seen, [flag];\n"
                       "setp.eq.u32 %again, %seen, 0;\n"
                       "@%again bra look;\n");
    const Answer many = simulate_k(file, {"--memory", "20MiB"}, "32", "5000");
    EXPECT_EQ(many.code, lab::exit_no_memory);
    // 132 multiprocessors of an H200 hold seven such blocks each.
    EXPECT_TRUE(has(many.err, "shared memory of 924 blocks takes 28.9 MiB")) << many.err;
    const Answer few = simulate_k(file, {"--memory", "2MiB"}, "32", "100");
    EXPECT_TRUE(has(few.err, "shared memory of 100 blocks takes 3.1 MiB")) << few.err;
}

TEST(MemoryBudget, SumsDoNotWrap) {
    lab::Plan plan;
    plan.zeros("a", lab::Type::f64, std::int64_t{1} << 60);
    EXPECT_EQ(plan.bytes(), std::uint64_t{1} << 63);
    plan.zeros("b", lab::Type::f64, std::int64_t{1} << 60);
    EXPECT_EQ(plan.bytes(), ~std::uint64_t{0});
    plan.zeros("c", lab::Type::f64, std::int64_t{1} << 61);
    EXPECT_EQ(plan.bytes(), ~std::uint64_t{0});
    EXPECT_EQ(lab::memory_sum({{"a", ~std::uint64_t{0} - 1}, {"b", 2}}), ~std::uint64_t{0});
}

TEST(MemoryBudget, SharesAreInOrder) {
    const auto shares = lab::memory_shares({.settings = doubling_at("guarded")});
    ASSERT_GT(shares.size(), 2u);
    EXPECT_TRUE(std::ranges::is_sorted(shares, std::ranges::greater{}, &lab::MemoryShare::bytes));
    const auto has_share = [&](const std::string& what) {
        return std::ranges::count(shares, what, &lab::MemoryShare::what) == 1;
    };
    EXPECT_TRUE(has_share("array numbers"));
    EXPECT_TRUE(has_share("register memory of 2 warps"));
}

// A byte of its own needs as much as a word.
TEST(MemoryBudget, ChecksOfBytesTakeMost) {
    const auto remembered = [](const char* numbers) {
        const Answer answer = warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1",
                                        "--block", "32", "--arg", numbers, "--arg",
                                        "twice:f32[1]=none", "--arg", "n:i32=1", "--memory", "1"});
        const std::string before = "memory of the checks takes ";
        const auto from = answer.err.find(before), end = answer.err.find("iB", from);
        return from == std::string::npos
                   ? answer.err
                   : answer.err.substr(from + before.size(), end - from - before.size());
    };
    EXPECT_EQ(remembered("numbers:f32[2^24]=none"), "256 M");
    EXPECT_EQ(remembered("numbers:f32[2^20]=none"), "64.0 M");
    EXPECT_EQ(remembered("numbers:u8[2^24]=none"), "1 G");
    EXPECT_EQ(remembered("numbers:i8[2^22]=none"), "256.0 M");
}

TEST(MemoryBudget, SignalsAreRememberedBesideAccesses) {
    const auto says = [](const char* words, const std::string& variable, const std::string& body) {
        const Answer answer = simulate_k(file_of_kernel(variable, body), {"--memory", "1MiB"});
        EXPECT_TRUE(has(answer.err, std::string("memory of the checks takes ") + words))
            << answer.err;
    };
    const std::string four = ".global .u32 table[1048576];\n";
    says("64 MiB", four, "mov.u32 %r1, 1;\nst.global.u32 [table], %r1;");
    says("160 MiB", four, "mov.u32 %r1, 1;\nred.global.add.u32 [table], %r1;");
    says("160 MiB", four, "mov.u32 %r1, 1;\nst.volatile.global.u32 [table], %r1;");
    says("320 MiB", ".global .u32 table[4194304];\n",
         "mov.u32 %r1, 1;\nred.global.add.u32 [table], %r1;");
}

TEST(Progress, SaysHowFarItIsAndWhatIsLeft) {
    const lab::HowFar far{.progress = .25,
                          .launch = 2,
                          .launches = 3,
                          .blocks_done = 1024,
                          .blocks = 40960,
                          .lane_instructions = 5};
    EXPECT_EQ(lab::progress_words(far, 10),
              "launch 2 of 3, 1024 of 40 960 blocks, 25 % after 10 s, about 30 s to go");
    EXPECT_TRUE(has(lab::progress_words(far, 3600), "about 3 hours to go"));
    lab::HowFar none{.launch = 1, .launches = 1, .blocks = 1, .lane_instructions = 12345};
    EXPECT_EQ(lab::progress_words(none, 3), "0 of 1 block, 12 345 lane-instructions after 3 s");
    none.progress = 1e-8;
    EXPECT_TRUE(has(lab::progress_words(none, 86400 * 365), "10 000 years"));
}

TEST(Progress, ComesAfterTwoSecondsAndNowAndThen) {
    platform::ClockByHand clock;
    std::ostringstream err;
    lab::Looker looker(err, {.memory = "", .progress = true});
    const lab::Simulation simulation({.settings = doubling_at("guarded")}, lab::Playing::counted());
    const auto lines = [&](double seconds) {
        clock.advance(seconds);
        EXPECT_TRUE(looker.goes_on(simulation));
        const std::string text = err.str();
        return std::ranges::count(text, '\n');
    };
    EXPECT_EQ(lines(100), 0) << "it has just begun";
    EXPECT_EQ(lines(1.5), 0);
    EXPECT_EQ(lines(1), 1);
    EXPECT_EQ(lines(5), 1);
    EXPECT_EQ(lines(6), 2);
    EXPECT_EQ(err.str().substr(0, 22), "before the first launc");
}

// Whoever waits for a file hears of minutes, and a night leaves a page of lines.
TEST(Progress, IsRareInAFileThatNobodyAskedFor) {
    platform::ClockByHand clock;
    std::ostringstream err;
    lab::Looker looker(err, {});
    const lab::Simulation simulation({.settings = doubling_at("guarded")}, lab::Playing::counted());
    const auto lines = [&](int seconds) {
        for (int i = 0; i < seconds; ++i, clock.advance(1)) looker.goes_on(simulation);
        const std::string text = err.str();
        return std::ranges::count(text, '\n');
    };
    EXPECT_EQ(lines(5), 0);
    EXPECT_EQ(lines(5), 1) << "whoever waits hears of it";
    EXPECT_EQ(lines(25), 3) << "every ten seconds in the first minute";
    EXPECT_LT(lines(8 * 3600), 30);
}

TEST(Interrupts, EndAKernelWithWhatWasCounted) {
    const std::string file = endless_k();
    const platform::HeldInterrupts held;
    std::raise(SIGINT);
    const Answer answer = simulate_k(file, {"--json", "-"});
    EXPECT_EQ(answer.code, lab::exit_interrupted);
    EXPECT_TRUE(has(answer.err, "You stopped it: 0 of 8 blocks, ")) << answer.err;
    EXPECT_FALSE(has(answer.err, "--limit")) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_FALSE(json["finished"]);
    EXPECT_GT(json["counters"]["lane_instructions"], 1000);
    EXPECT_EQ(json["ended"]["by"], "an interrupt");
    EXPECT_EQ(json["ended"]["blocks_done"], 0);
    EXPECT_EQ(json["ended"]["blocks"], 8);
    EXPECT_TRUE(has(simulate_k(file, {}).out, "lane_instructions"));
}

TEST(Interrupts, EndARunAndASweep) {
    const platform::HeldInterrupts held;
    std::raise(SIGINT);
    const Answer run = warplens({"run", "doubling"});
    EXPECT_EQ(run.code, lab::exit_interrupted);
    EXPECT_TRUE(has(run.out, "You stopped it: before the first launch")) << run.out;
    EXPECT_FALSE(has(run.out, "modelled for")) << run.out;
    EXPECT_TRUE(has(run.out, "Result: not compared")) << run.out;
    EXPECT_EQ(Json::parse(warplens({"run", "doubling", "--json", "-"}).out)["ended"]["launch"], 0);
    const Answer file = warplens({"run", endless_k(), "--grid", "8", "--block", "32"});
    EXPECT_EQ(file.code, lab::exit_interrupted) << file.err;
    EXPECT_TRUE(has(file.out, "You stopped it: 0 of 8 blocks")) << file.out;
    EXPECT_FALSE(has(file.out, "Does a loop never end?")) << file.out;
    const Answer sweep = warplens({"sweep", "doubling", "n=64,100"});
    EXPECT_EQ(sweep.code, lab::exit_interrupted);
    EXPECT_TRUE(has(sweep.err, "You stopped it: 0 of 2 runs are done.")) << sweep.err;
}

// What nobody interrupts is as it was.
TEST(Interrupts, LeaveNothingBehind) {
    const Json json = Json::parse(warplens({"run", "doubling", "--json", "-"}).out);
    EXPECT_FALSE(json.contains("ended"));
    EXPECT_TRUE(json["verdict"]["ok"]);
}

}  // namespace
