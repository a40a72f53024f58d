// `sweep --devices` on two GPUs that the driver of tests/fake_cuda plays: each row once, with its
// GPU, in the file at once; and when a measured time is enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/fake_cuda/program.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;
using fake::Answer;

// The kernels of the fake driver do nothing, so that results are wrong.
constexpr int swept_all = 1, wrong_words = 2, no_gpus = 3, a_worker_failed = 7;
constexpr auto two_gpus = "devices=Fake_GPU,Other_GPU ";

class SweepOnDevices : public testing::Test {
protected:
    const files::path folder = files::path(tests::scratch_folder()) / "swept";
    const std::string csv = (folder / "rows.csv").string();
    void SetUp() override { files::create_directories(folder); }

    Answer sweep(const std::string& flags, const std::string& misdeeds = two_gpus) const {
        return fake::run("sweep vector_addition/one_each,strided n=2^10,2^11,2^12 " + flags,
                         misdeeds);
    }
    std::vector<std::string> rows() const {
        std::ifstream in(csv);
        std::vector<std::string> all;
        for (std::string line; std::getline(in, line);) all.push_back(line);
        if (!all.empty()) all.erase(all.begin());
        return all;
    }
    static nlohmann::json json_in(const files::path& file) {
        std::ifstream in(file);
        return nlohmann::json::parse(in);
    }
};

// The GPU's number is the last field.
TEST_F(SweepOnDevices, EachRowStandsOnceAndNamesItsGpu) {
    const Answer answer =
        sweep("--devices all --csv " + csv + " --json " + (folder / "runs.json").string());
    EXPECT_EQ(answer.code, swept_all) << answer.text;
    const auto all = rows();
    ASSERT_EQ(all.size(), 6u) << answer.text;
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 6u);
    for (const std::string& row : all) {
        const bool of_second = row.ends_with(",1") || row.ends_with(",1\r");
        EXPECT_NE(row.find(of_second ? "Other GPU" : "Fake GPU"), std::string::npos) << row;
    }
    EXPECT_EQ(std::ranges::count_if(
                  all, [](const auto& row) { return row.find("Other GPU") != row.npos; }),
              3);
    EXPECT_EQ(json_in(folder / "runs.json")["runs"].size(), 6u);
    EXPECT_TRUE(answer.says("measured (Fake GPU)") && answer.says("measured (Other GPU)"))
        << answer.text;
}

TEST_F(SweepOnDevices, GoesOnWhereAWorkerDied) {
    const Answer died =
        sweep("--devices all --resume --csv " + csv, std::string(two_gpus) + "only=1 die=400");
    EXPECT_EQ(died.code, a_worker_failed) << died.text;
    EXPECT_TRUE(died.says("GPU 1: its worker ended by a signal")) << died.text;
    EXPECT_TRUE(died.says("Not all GPUs came to the end")) << died.text;
    const std::size_t before = rows().size();
    EXPECT_GE(before, 3u) << "those of the other GPU";
    EXPECT_LT(before, 6u);
    const Answer rest = sweep("--devices 0 --resume --csv " + csv);
    EXPECT_EQ(rest.code, swept_all) << rest.text;
    EXPECT_TRUE(rest.says("of 6 runs.")) << rest.text;
    EXPECT_EQ(rows().size(), 6u);
}

TEST_F(SweepOnDevices, TheTimeEndsAllOfThem) {
    const Answer late = sweep("--devices all --resume --seconds 1e-9 --csv " + csv);
    EXPECT_EQ(late.code, 0) << late.text;
    EXPECT_TRUE(late.says("The time is over: 0 of 6 runs are done. The same command goes on."))
        << late.text;
}

TEST_F(SweepOnDevices, WhatIsNotThereIsRefused) {
    const auto refused = [&](const std::string& words, int code, const std::string& why,
                             const std::string& misdeeds = two_gpus) {
        const Answer answer = sweep(words, misdeeds);
        EXPECT_EQ(answer.code, code) << answer.text;
        EXPECT_TRUE(answer.says(why)) << answer.text;
    };
    refused("--devices 2", wrong_words, "there is no GPU 2. This machine shows 2");
    refused("--devices 0 --device sim", wrong_words, "--devices measures on GPUs");
    refused("--devices all", no_gpus, "no CUDA-capable device", "fail=cuInit status=100");
}

TEST_F(SweepOnDevices, SamplesAreTakenUntilTheyAreEnough) {
    const auto samples = [&](const std::string& words) {
        const std::string file = (folder / "one.json").string();
        fake::run("sweep vector_addition/one_each n=2^10 --device gpu --json " + file + " " + words,
                  "");
        return json_in(file)["runs"][0]["time"]["samples"].size();
    };
    EXPECT_EQ(samples(""), 10u) << "that are all alike";
    EXPECT_GE(samples("--samples 200"), 200u);
    EXPECT_EQ(samples("--samples 200 --cell-seconds 0.09"), 31u) << "of 3 ms";
    EXPECT_EQ(samples("--noise 0.5%"), 10u);
}

// The layout that NVBench's scripts read.
TEST_F(SweepOnDevices, HasTheLayoutOfNvbench) {
    const files::path file = folder / "nvbench.json";
    sweep("--devices all --nvbench-json " + file.string());
    const nlohmann::json all = json_in(file);
    EXPECT_EQ(all["meta"]["version"]["json"]["string"], "1.0.0");
    ASSERT_EQ(all["devices"].size(), 2u);
    EXPECT_EQ(all["devices"][0]["sm_version"], 900);
    ASSERT_EQ(all["benchmarks"].size(), 2u);
    const nlohmann::json& first = all["benchmarks"][0];
    EXPECT_EQ(first["name"], "vector_addition/one_each");
    EXPECT_EQ(first["devices"], nlohmann::json({0, 1}));
    ASSERT_EQ(first["states"].size(), 3u);
    for (const nlohmann::json& state : first["states"]) {
        EXPECT_EQ(state["is_skipped"], false);
        EXPECT_EQ(state["axis_values"].size(), first["axes"].size());
        const auto summary = std::ranges::find_if(state["summaries"], [](const auto& each) {
            return each["tag"] == "nv/cold/time/gpu/mean";
        });
        ASSERT_NE(summary, state["summaries"].end());
        const double seconds = std::stod((*summary)["data"][0]["value"].get<std::string>());
        EXPECT_NEAR(seconds, .003, 1e-6);
    }
    const auto has_sizes =
        std::ranges::find_if(first["axes"], [](const auto& axis) { return axis["name"] == "n"; });
    ASSERT_NE(has_sizes, first["axes"].end());
    EXPECT_EQ((*has_sizes)["values"].size(), 3u);
}

}  // namespace
