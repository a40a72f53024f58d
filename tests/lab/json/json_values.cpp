// The JSON of a run that is made up, value by value: no two of them are equal.
#include <gtest/gtest.h>

#include "lab/json/json.h"
#include "lab/run.h"
#include "lab/running/faults.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using lab::Json;

Json triple(int x, int y, int z) { return Json::array({x, y, z}); }

lab::Run made_up() {
    lab::Run run;
    run.request.settings = doubling_at("picky");
    run.request.settings.set(doubling_count, 201);
    run.request.settings.set(doubling_pattern, 1);
    run.request.seed = 202;
    run.request.order = simulator::Order::shuffled;
    run.request.order_seed = 203;
    run.device = {"gpu", "a GPU", "driver 204", "2026-02-05"};
    run.ptx_hash = "0123456789abcdef";
    run.launches.push_back({"doubled", {1, 2, 3}, {4, 5, 6}, 7, {}, 8.5});
    run.launches[0].counters.barriers = 9;
    run.transfers.push_back({"numbers", lab::Transfer::Way::to_host, 10, 11.5});
    run.counters.branches = 12;
    run.counters.divergent_branches = 13;
    run.verdict = {false, true,    true, "a reference", "a tolerance", 14.5, 14.75, 15, 16,
                   16,    "twice", 17,   18.5,          19.5};
    run.time = {lab::TimeKind::recorded, 22.5, 21.5, 23.5, {24.5, 25.5}, "conditions", "it", 26.5};
    run.simulated = {27, 28, 29.5};
    run.printed = "words\n";
    return run;
}

TEST(JsonValues, OfARun) {
    const Json json = lab::to_json(made_up());
    EXPECT_EQ(json["lesson"], "doubling");
    EXPECT_EQ(json["rung"], "picky");
    EXPECT_EQ(json["settings"]["n"], 201);
    EXPECT_EQ(json["settings"]["pattern"], "strided");
    EXPECT_EQ(json["seed"], 202);
    EXPECT_EQ(json["order"], "seed:203");
    EXPECT_EQ(json["ptx_hash"], "0123456789abcdef");
    EXPECT_EQ(json["device"]["kind"], "gpu");
    EXPECT_EQ(json["device"]["name"], "a GPU");
    EXPECT_EQ(json["device"]["driver"], "driver 204");
    EXPECT_EQ(json["device"]["when"], "2026-02-05");
    EXPECT_EQ(json["counters"]["branches"], 12);
    EXPECT_EQ(json["counters"]["divergent_branches"], 13);
    EXPECT_EQ(json["simulated"]["lane_instructions"], 27);
    EXPECT_EQ(json["simulated"]["warp_instructions"], 28);
    EXPECT_EQ(json["simulated"]["seconds"], 29.5);
    EXPECT_EQ(json["printed"], "words\n");
}

TEST(JsonValues, OfLaunchesAndTransfers) {
    const Json json = lab::to_json(made_up());
    const Json &launch = json["launches"][0], &transfer = json["transfers"][0];
    EXPECT_EQ(launch["kernel"], "doubled");
    EXPECT_EQ(launch["grid"], triple(1, 2, 3));
    EXPECT_EQ(launch["block"], triple(4, 5, 6));
    EXPECT_EQ(launch["shared_bytes"], 7);
    EXPECT_EQ(launch["ms"], 8.5);
    EXPECT_EQ(launch["counters"]["barriers"], 9);
    EXPECT_EQ(transfer["buffer"], "numbers");
    EXPECT_EQ(transfer["to"], "host");
    EXPECT_EQ(transfer["bytes"], 10);
    EXPECT_EQ(transfer["ms"], 11.5);
}

TEST(JsonValues, OfVerdictAndTime) {
    const Json json = lab::to_json(made_up());
    const Json &verdict = json["verdict"], &time = json["time"];
    EXPECT_EQ(verdict["ok"], false);
    EXPECT_EQ(verdict["checked"], true);
    EXPECT_EQ(verdict["compared_with"], "a reference");
    EXPECT_EQ(verdict["tolerance"], "a tolerance");
    EXPECT_EQ(verdict["worst_error"], 14.5);
    EXPECT_EQ(verdict["worst_of"], 14.75);
    EXPECT_EQ(verdict["wrong"], 15);
    EXPECT_EQ(verdict["compared"], 16);
    EXPECT_EQ(verdict["first_wrong"]["buffer"], "twice");
    EXPECT_EQ(verdict["first_wrong"]["element"], 17);
    EXPECT_EQ(verdict["first_wrong"]["expected"], 18.5);
    EXPECT_EQ(verdict["first_wrong"]["found"], 19.5);
    EXPECT_EQ(time["kind"], "recorded");
    EXPECT_EQ(time["low_ms"], 21.5);
    EXPECT_EQ(time["median_ms"], 22.5);
    EXPECT_EQ(time["high_ms"], 23.5);
    EXPECT_EQ(time["samples"], Json::array({24.5, 25.5}));
    EXPECT_EQ(time["conditions"], "conditions");
    EXPECT_EQ(time["device"], "it");
}

TEST(JsonValues, OfAFaultAndOfALine) {
    simulator::Fault fault;
    fault.kind = simulator::FaultKind::race;
    fault.fatal = false;
    fault.block = {1, 2, 3};
    fault.thread = {4, 5, 6};
    fault.line = 7;
    fault.ptx_line = 8;
    fault.buffer = "part";
    fault.element = 9;
    fault.other_block = {10, 11, 12};
    fault.other_thread = {13, 14, 15};
    fault.other_line = 16;
    fault.repeats = 17;
    const Json json = lab::to_json(fault);
    EXPECT_EQ(json["kind"], "race");
    EXPECT_EQ(json["message"], lab::fault_sentence(fault));
    EXPECT_EQ(json["fatal"], false);
    EXPECT_EQ(json["block"], triple(1, 2, 3));
    EXPECT_EQ(json["thread"], triple(4, 5, 6));
    EXPECT_EQ(json["line"], 7);
    EXPECT_EQ(json["ptx_line"], 8);
    EXPECT_EQ(json["buffer"], "part");
    EXPECT_EQ(json["element"], 9);
    EXPECT_EQ(json["repeats"], 17);
    EXPECT_EQ(json["other"]["block"], triple(10, 11, 12));
    EXPECT_EQ(json["other"]["thread"], triple(13, 14, 15));
    EXPECT_EQ(json["other"]["line"], 16);
    simulator::LineCounters line{.line = 18, .executions = 19, .lanes = 20, .counters = {}};
    line.counters.warp_instructions = 21;
    line.counters.lane_instructions = 22;
    line.counters.shuffles = 23;
    const Json counted = lab::to_json(line);
    EXPECT_EQ(counted["line"], 18);
    EXPECT_EQ(counted["executions"], 19);
    EXPECT_EQ(counted["lanes"], 20);
    EXPECT_EQ(counted["warp_instructions"], 21);
    EXPECT_EQ(counted["lane_instructions"], 22);
    EXPECT_EQ(counted["shuffles"], 23);
    EXPECT_FALSE(counted.contains("votes")) << "what was not counted is left out";
}

TEST(JsonValues, OfARefusal) {
    const lab::Refusal refusal{.title = "title",
                               .why = "why",
                               .limit_name = "name",
                               .limit = 1.5,
                               .asked = 2.5,
                               .knob = "knob",
                               .use = 3,
                               .cuda_error = "error",
                               .shows = "shown"};
    EXPECT_EQ(lab::to_json(refusal),
              Json::parse(R"({"title": "title", "why": "why", "limit_name": "name", "limit": 1.5,
                  "asked": 2.5, "knob": "knob", "use": 3, "cuda_error": "error",
                  "shows": "shown"})"));
}

}  // namespace
