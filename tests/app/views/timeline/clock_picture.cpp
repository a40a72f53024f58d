// The timeline of one launch by each clock, and the sentence on a turned clock.
#include <gtest/gtest.h>

#include <memory>

#include "app/sentences/because.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

lab::Result timed_by(const char* clock, double ms) {
    lab::Result result = drawn_rung("vector_addition/one_each", {"n=1024", clock});
    auto timed = std::make_shared<lab::Run>(*result.picture);
    timed->request = result.request;
    timed->time = {.kind = lab::TimeKind::measured, .median_ms = ms, .low_ms = ms, .high_ms = ms};
    timed->time.device = "A card";
    result.timed = timed;
    result.complete = true;
    return result;
}

void expect_no_kernel_faster(const char* before, double first, const char* now, double second) {
    const lab::Result one = timed_by(before, first), other = timed_by(now, second);
    const auto forms = because({one, other});
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("The kernel stays the same"), std::string::npos) << forms.front();
    for (const std::string& words : forms)
        for (const char* claim : {"faster", "slower", "fast", "slow", "%"})
            EXPECT_EQ(words.find(claim), std::string::npos) << words;
}

TEST(ClockTurned, MakesNoKernelFaster) {
    const char* const all[] = {"clock=events", "clock=host_waits", "clock=host_does_not_wait"};
    for (const char* before : all)
        for (const char* now : all)
            if (before != now) expect_no_kernel_faster(before, 8.7e-3, now, 3.1e-3);
}

TEST(ClockTurned, SaysThatItStopsBeforeTheKernelEnds) {
    const lab::Result events = timed_by("clock=events", .87),
                      early = timed_by("clock=host_does_not_wait", 3.1e-3);
    const std::string words = because({events, early}).front();
    EXPECT_NE(words.find("before the kernel ends"), std::string::npos) << words;
    EXPECT_NE(words.find("870 µs"), std::string::npos) << words;
    EXPECT_NE(words.find("3.1 µs"), std::string::npos) << words;
}

// Two kernels by an early clock: their counts are compared, and no times.
TEST(ClockTurned, AnEarlyClockComparesNoKernels) {
    lab::Result one = timed_by("clock=host_does_not_wait", 8.7e-3), other = one;
    other.request.settings.rung = 2;
    other.picture = lab::simulate({lab::picture_of(other.request.settings)});
    auto timed = std::make_shared<lab::Run>(*other.picture);
    timed->request = other.request, timed->time = one.timed->time;
    timed->time.median_ms = timed->time.low_ms = timed->time.high_ms = 3.1e-3;
    other.timed = timed;
    const auto forms = because({one, other});
    ASSERT_FALSE(forms.empty());
    for (const std::string& words : forms)
        EXPECT_EQ(words.find("faster"), std::string::npos) << words;
    EXPECT_NE(forms.front().find("This clock stops before kernels end"), std::string::npos)
        << forms.front();
}

TEST(ClockPicture, HasNoLengthsWithoutTimes) {
    const lab::Result result =
        drawn_rung("vector_addition/one_each", {"n=1000", "clock=host_does_not_wait"});
    const Cursor cursor;
    const Picture picture{"timeline", result, cursor, {0, 0, 1100, 420}};
    EXPECT_TRUE(picture.sees("A model: lengths are no times"));
    EXPECT_TRUE(picture.sees("no time yet"));
    EXPECT_FALSE(picture.sees(" µs"));
}

// The kernel's time by events is a recorded one of the same device.
TEST(ClockPicture, HasLengthsOfOneDevice) {
    lab::Result result = timed_by("clock=host_does_not_wait", 3.1e-3);
    result.request.settings =
        settings_of("vector_addition/one_each", {"n=2^20", "clock=host_does_not_wait"});
    auto timed = std::make_shared<lab::Run>(*result.timed);
    timed->time.device = "NVIDIA H200";
    result.timed = timed;
    const Cursor cursor;
    const Picture known{"timeline", result, cursor, {0, 0, 1100, 420}};
    EXPECT_TRUE(known.sees("host, no wait: 3.1 µs")) << known.words();
    EXPECT_TRUE(known.sees("events: ")) << known.words();
    EXPECT_TRUE(known.sees("Where the kernel begins is an estimate") ||
                known.sees("that is drawn by estimate"))
        << known.words();
    timed->time.device = "Another card";
    const Picture unknown{"timeline", result, cursor, {0, 0, 1100, 420}};
    EXPECT_TRUE(unknown.sees("A model: lengths are no times")) << unknown.words();
}

TEST(ClockPicture, CardsOfAnEarlyClockClaimNoRateAndNoWinner) {
    Opened early("vector_addition/one_each n=2^20 clock=host_does_not_wait --view timeline");
    EXPECT_TRUE(early.says("The clock stops when the launch has returned"));
    EXPECT_FALSE(early.says("times as fast as"));
    EXPECT_FALSE(early.says("GB/s"));
}

}  // namespace
