// The instruction mix as scripts read it: by the names of units, in the answers of run, sweep and
// simulate, where it adds up to the totals.
#include <gtest/gtest.h>

#include <sstream>

#include "lab/cli/command_line.h"
#include "lab/json/json.h"
#include "simulator/isa/row.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using lab::Json;
using simulator::Unit;

Json answer(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    lab::command_line(words, out, err);
    return Json::parse(out.str());
}

void expect_sums(const Json& run) {
    std::uint64_t warps = 0, lanes = 0;
    for (const auto& [unit, count] : run["instruction_mix"].items()) {
        EXPECT_GT(count["warp_instructions"], 0) << unit;
        warps += count["warp_instructions"].get<std::uint64_t>();
        lanes += count["lane_instructions"].get<std::uint64_t>();
    }
    EXPECT_GT(warps, 0u);
    EXPECT_EQ(warps, run["counters"]["warp_instructions"].get<std::uint64_t>());
    EXPECT_EQ(lanes, run["counters"]["lane_instructions"].get<std::uint64_t>());
}

TEST(InstructionMix, ItsJsonNamesUnits) {
    const Json json = lab::to_json({{Unit::fma, 3, 70}, {Unit::barrier, 2, 64}});
    EXPECT_EQ(json, Json::parse(R"({
        "fma": {"warp_instructions": 3, "lane_instructions": 70},
        "barrier": {"warp_instructions": 2, "lane_instructions": 64}})"));
}

TEST(InstructionMix, AddsUpInEveryCommand) {
    const Json run = answer({"run", "doubling/guarded", "n=100", "block=64", "--json", "-"});
    expect_sums(run);
    EXPECT_EQ(run["instruction_mix"]["memory"]["lane_instructions"],
              128 * 3 + 100 * 2)  // three parameters; a load and a store
        << run["instruction_mix"].dump();
    const Json runs =
        answer({"sweep", "doubling/guarded", "n=64,100", "block=32,64", "--json", "-"})["runs"];
    ASSERT_EQ(runs.size(), 4u);
    for (const Json& one : runs) expect_sums(one);
    expect_sums(answer({"simulate", WARPLENS_TESTS_DIR "/assets/ptx/doubling.ptx", "--kernel",
                        "doubled", "--grid", "2", "--block", "64", "--arg", "numbers:f32[100]=iota",
                        "--arg", "twice:f32[100]=none", "--arg", "n:i32=100", "--json", "-"}));
}

}  // namespace
