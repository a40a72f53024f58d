// What `trace` writes: each timed step once, on the line of its stream, as long as it took.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "tests/helpers/commands.h"

namespace {

using namespace tests;
using Json = nlohmann::json;

Json trace_of(std::vector<std::string> words) {
    words.insert(words.begin(), "trace");
    const tests::Answer answer = tests::warplens(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return Json::parse(answer.out, nullptr, false);
}

Json run_of(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--json", "-"});
    return Json::parse(tests::warplens(words).out, nullptr, false);
}

std::vector<Json> slices_of(const Json& trace) {
    std::vector<Json> slices;
    for (const Json& event : trace.at("traceEvents"))
        if (event.at("ph") == "X") slices.push_back(event);
    return slices;
}

TEST(Traces, HaveEachLaunchWithItsTimeAndCounts) {
    const std::vector<std::string> words{"reduction/two_passes", "n=70000", "block=96"};
    const Json trace = trace_of(words), run = run_of(words);
    const auto slices = slices_of(trace);
    ASSERT_EQ(slices.size(), run.at("launches").size());
    ASSERT_EQ(run.at("time").at("kind"), "modelled") << "a size that is not recorded";
    EXPECT_EQ(trace.at("otherData").at("time"), "modelled");
    double end = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const Json& launch = run.at("launches")[i];
        EXPECT_NEAR(slices[i].at("dur").get<double>(), launch.at("ms").get<double>() * 1000, 1e-9);
        EXPECT_EQ(slices[i].at("name"), launch.at("kernel"));
        EXPECT_EQ(slices[i].at("args").at("warp_instructions"),
                  launch.at("counters").at("warp_instructions"));
        EXPECT_GE(slices[i].at("ts").get<double>(), end - 1e-9) << "one after the other";
        end = slices[i].at("ts").get<double>() + slices[i].at("dur").get<double>();
    }
}

TEST(Traces, PutStreamsOnLinesOfTheirOwn) {
    const std::vector<std::string> words{"streams/overlapped", "n=64", "sweeps=2", "chunks=4"};
    const Json trace = trace_of(words);
    std::map<int, double> ends;
    std::set<std::string> names;
    bool together = false;
    for (const Json& slice : slices_of(trace)) {
        const double begin = slice.at("ts"), end = begin + slice.at("dur").get<double>();
        double& last = ends[slice.at("tid")];
        EXPECT_GE(begin, last - 1e-6) << "a stream does one thing after the other";
        for (const auto& [stream, other] : ends)
            together |= stream != slice.at("tid") && begin < other;
        last = end;
        names.insert(slice.at("name"));
    }
    EXPECT_EQ(ends.size(), 3u);
    EXPECT_TRUE(together) << "copies beside kernels";
    EXPECT_TRUE(names.contains("copy u to the device"));
    std::set<std::string> lines;
    for (const Json& event : trace.at("traceEvents"))
        if (event.at("ph") == "M") lines.insert(event.at("args").at("name"));
    EXPECT_EQ(lines.size(), 4u) << "a device and three streams";
}

TEST(Traces, AreNotMadeOfARefusedLaunch) {
    const tests::Answer answer = tests::warplens({"trace", "reduction/shuffle", "block=2048"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_NE(answer.err.find("2048"), std::string::npos) << answer.err;
    EXPECT_EQ(answer.out, "");
}

}  // namespace
