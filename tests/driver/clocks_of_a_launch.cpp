// The time of a launch by each clock of the knob, with a driver whose calls take as long as the
// test says: what the clock sees, and what it does not.
#include <gtest/gtest.h>

#include <string>

#include "tests/fake_cuda/program.h"

namespace {

// The time in ms of `call` taking 2 ms more; the fake driver's events say 3 ms.
double time_by(const std::string& clock, const std::string& call) {
    const fake::Answer answer =
        fake::run("run vector_addition/one_each n=4096 clock=" + clock + " --device gpu --json -",
                  "slow=" + call + " slow_ms=2");
    const std::string time = "\"time\":", median = "\"median_ms\":";
    const auto at = answer.text.find(median, answer.text.find(time));
    if (at == answer.text.npos) {
        ADD_FAILURE() << answer.text;
        return 0;
    }
    return std::stod(answer.text.substr(at + median.size()));
}

TEST(ClocksOfALaunch, EventsSeeTheDeviceAlone) {
    EXPECT_NEAR(time_by("events", "cuGraphLaunch"), 3, .1);
}

TEST(ClocksOfALaunch, AHostThatWaitsSeesItsWait) {
    EXPECT_GE(time_by("host_waits", "cuCtxSynchronize"), 2);
    EXPECT_GE(time_by("host_waits", "cuLaunchKernel"), 2);
}

TEST(ClocksOfALaunch, AHostThatDoesNotWaitSeesTheLaunchAlone) {
    EXPECT_LT(time_by("host_does_not_wait", "cuCtxSynchronize"), 1);
    EXPECT_GE(time_by("host_does_not_wait", "cuLaunchKernel"), 2);
}

}  // namespace
