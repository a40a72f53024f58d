// The lanes below a timeline: which array has memory when, and what waits for the calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/views/timeline/places.h"
#include "lab/time/bench.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

const View& timeline_with_lanes() { return *find_view("timeline"); }

// Two chunks of three sweeps, with times as the formula has them.
struct WithScratch {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit WithScratch(const char* scratch)
        : result(drawn_rung("streams/overlapped", {"n=32", "chunks=2", "sweeps=3", scratch})) {
        result.timed = lab::modelled(*lab::simulate(result.request, lab::Playing::counted()), 1);
    }
    const EngineTimes& times() const { return engine_times(result); }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    std::string sentence() const { return timeline_with_lanes().words.sentence(context()); }
    const EngineTimes::Box& kernels(int chunk) const {
        return *std::ranges::find_if(times().boxes, [&](const EngineTimes::Box& box) {
            return box.engine == lab::Engine::kernels && box.chunk == chunk;
        });
    }
};

// Two arrays of two chunks each: they have memory while their chunk is swept.
TEST(MemoryLanes, AreOneForEachArrayThatStepsAllocate) {
    const WithScratch timed("scratch=stream_ordered");
    EXPECT_EQ(timed.times().memory_lanes, 2);
    ASSERT_EQ(timed.times().memory.size(), 4u);
    for (const EngineTimes::Memory& one : timed.times().memory) {
        EXPECT_LE(one.allocated.end_ms, timed.kernels(one.chunk).begin_ms) << one.array;
        EXPECT_GE(one.freed.begin_ms, timed.kernels(one.chunk).end_ms) << one.array;
    }
    EXPECT_TRUE(WithScratch("scratch=once").times().memory.empty());
    EXPECT_NE(timed.sentence().find("the host waits for nothing"), std::string::npos);
}

TEST(MemoryLanes, SayWhatWaitsForCudaFree) {
    const WithScratch timed("scratch=each");
    EXPECT_NE(timed.sentence().find("for cudaFree"), std::string::npos) << timed.sentence();
    constexpr Rect area{0, 0, 1100, 420};
    const TimelinePlaces places = timeline_places(timed.metrics, area, axis_ms(timed.context()), 2);
    const EngineTimes::Memory& first = timed.times().memory.front();
    const float x = (places.at(first.allocated.end_ms) + places.at(first.freed.begin_ms)) / 2;
    const CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const auto spot = timeline_with_lanes().pointing.spot(canvas, timed.context(), area,
                                                          {x, places.lane(first.lane).middle_y()});
    ASSERT_TRUE(spot);
    EXPECT_NE(spot->words.find("Memory of a, time 1"), std::string::npos) << spot->words;
    EXPECT_NE(spot->words.find("until the device has nothing left to do"), std::string::npos);
    EXPECT_GT(places.lane(0).y, places.track(lab::Engine::copies_out).bottom());
}

}  // namespace
