// The clock of a launch as a knob: the program's lines, the plan, and what follows from a time that
// does not hold the kernel.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/cli/survey.h"
#include "lab/host_code/host_code.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/time/throughput.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Settings clocked(const char* clock, const char* more = "n=4096") {
    return asked("vector_addition/one_each", {clock, more});
}

std::string host_of(const Settings& settings) {
    Request request;
    request.settings = settings;
    const auto text = host_text(request);
    EXPECT_TRUE(text);
    return text ? *text : "";
}

TEST(Clocks, AnEarlyOneNeverSynchronizes) {
    const std::string early = host_of(clocked("clock=host_does_not_wait"));
    EXPECT_FALSE(has(early, "Synchronize"));
    EXPECT_FALSE(has(early, "cudaEvent"));
    EXPECT_TRUE(has(early, "std::chrono::steady_clock::now()"));
    EXPECT_TRUE(has(early, "of the launch alone"));
}

TEST(Clocks, OneThatWaitsSynchronizesBeforeEachReading) {
    const std::string waits = host_of(clocked("clock=host_waits"));
    EXPECT_FALSE(has(waits, "cudaEvent"));
    const auto start = waits.find("const auto start"), stop = waits.find("const auto stop");
    ASSERT_NE(start, waits.npos);
    ASSERT_NE(stop, waits.npos);
    const std::string call = "cudaDeviceSynchronize()";
    EXPECT_LT(waits.find(call), start) << "nothing else runs when the clock starts";
    EXPECT_LT(waits.find(call, start), stop) << "the kernel has ended when it stops";
}

TEST(Clocks, EventsNeedNoClockOfTheHost) {
    const std::string events = host_of(clocked("clock=events"));
    EXPECT_TRUE(has(events, "CHECK(cudaEventRecord(start));"));
    EXPECT_FALSE(has(events, "chrono"));
}

TEST(Clocks, ChangeTheMeasuringAndNothingElse) {
    const Settings events = clocked("clock=events");
    for (const char* clock : {"clock=host_waits", "clock=host_does_not_wait"}) {
        const Settings other = clocked(clock);
        EXPECT_NE(plan_of(events).hash(), plan_of(other).hash()) << "recorded by itself";
        EXPECT_EQ(run(events)->counters, run(other)->counters);
        EXPECT_EQ(modelled(*run(other))->time.kind, TimeKind::none) << "no time is made up";
        EXPECT_FALSE(tells_a_time(other));
    }
    EXPECT_TRUE(tells_a_time(events));
}

// A copy to the host waits by itself, so the knob is off there.
TEST(Clocks, AreIdleWhereCopiesAreTimed) {
    const Settings with = clocked("clock=host_does_not_wait", "copies=with");
    EXPECT_EQ(clock_of(with), Clock::events);
    EXPECT_EQ(plan_of(with).hash(), plan_of(clocked("clock=events", "copies=with")).hash());
}

TEST(Clocks, NoRateFollowsFromALaunchAlone) {
    const Time time{.kind = TimeKind::measured, .median_ms = .004};
    const std::optional<Peak> peak{{4000, "a copy"}};
    const auto early = throughput_of(clocked("clock=host_does_not_wait", "n=2^28"), time, peak);
    EXPECT_EQ(early.gigabytes, 0);
    EXPECT_EQ(early.gigaflops, 0);
    EXPECT_FALSE(early.share);
    for (const char* clock : {"clock=events", "clock=host_waits"})
        EXPECT_GT(throughput_of(clocked(clock), time, peak).gigabytes, 0) << clock;
}

TEST(Clocks, AreRecordedAtEachSize) {
    const std::vector<Settings> wanted = survey({asked("vector_addition/one_each")});
    for (const char* clock : {"clock=host_waits", "clock=host_does_not_wait"})
        for (const char* size : {"n=2^10", "n=2^20", "n=2^28"})
            EXPECT_EQ(std::ranges::count(wanted, clocked(clock, size)), 1) << clock << " " << size;
}

// The first choice of streams is with copies, that of other lessons without them. A knob that
// another one makes idle adds none.
TEST(Clocks, HoldCopiesWhereTheChoiceSaysSo) {
    using lab::times_copies;
    EXPECT_TRUE(times_copies(asked("streams/whole", {"copies=with"})));
    EXPECT_FALSE(times_copies(asked("streams/whole", {"copies=without"})));
    EXPECT_TRUE(times_copies(asked("matrix_product/straight", {"copies=with"})));
    EXPECT_FALSE(times_copies(asked("matrix_product/straight", {"copies=with", "values=ratios"})));
    EXPECT_FALSE(times_copies(asked("reduction/shuffle")));
}

}  // namespace
