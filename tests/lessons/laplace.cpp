// Two sweeps of Laplace's equation by two planes in shared memory: right in boxes that end
// anywhere, one barrier a plane, each point asked for once a block.
#include <gtest/gtest.h>

#include "lab/features/setups.h"
#include "lab/requests/timed_run.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Settings two_planes(const std::vector<std::string>& values) {
    return asked("laplace/two_planes", values);
}

std::shared_ptr<const Run> swept_in_any_order(const Settings& settings) {
    Request request;
    request.settings = settings;
    request.order = simulator::Order::shuffled;
    request.order_seed = 1;
    Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
    while (!simulation.advance(1 << 26)) {
    }
    return simulation.finish();
}

// Rows of one, two and four points a load; boxes that end in the middle of a block, and marches
// that end in the middle of a box.
TEST(LaplaceInTwoPlanes, IsRightInAnyBox) {
    for (const char* nx : {"nx=3", "nx=29", "nx=58", "nx=64", "nx=122", "nx=124"})
        for (const char* ny : {"ny=3", "ny=7", "ny=18"})
            for (const char* march : {"planes=2", "planes=5", "planes=64"})
                for (const char* block : {"block_y=5", "block_y=8"}) {
                    const Settings settings =
                        two_planes({nx, ny, "nz=12", "sweeps=3", march, block});
                    expect_right(*swept_in_any_order(settings), named(settings));
                }
}

// 120 points of a row are kept, in 4 of 8 rows; two planes more than it keeps are marched through.
TEST(LaplaceInTwoPlanes, ABarrierAPlaneIsEnough) {
    const auto barriers = [](const char* rung) {
        const auto made = run(asked(rung, {"nx=120", "ny=10", "nz=10", "sweeps=2", "planes=8"}));
        return made->counters.barriers;
    };
    EXPECT_EQ(barriers("laplace/two_planes"), 2u * 8 * 10);
    EXPECT_EQ(barriers("laplace/two_sweeps"), 2 * 2u * 8 * 10);
}

// Ten planes of a block of ten rows hold ten rows and no more: 10 x 10 loads of 30 lanes.
TEST(LaplaceInTwoPlanes, ABlockAsksForEachPointOnce) {
    const auto made =
        run(two_planes({"nx=120", "ny=10", "nz=10", "sweeps=2", "planes=8", "block_y=12"}));
    EXPECT_EQ(made->counters.global_load_requests, 10u * 10);
    EXPECT_EQ(made->counters.global_store_requests, 8u * 8);
}

TEST(LaplaceHere, TheProcessorsLoopIsRight) {
    const TimedRun done = run_measured({asked("laplace/cpu", {"nx=19", "ny=9", "nz=12"})});
    ASSERT_TRUE(done.run) << done.why;
    EXPECT_TRUE(done.run->verdict.ok);
    EXPECT_TRUE(refusal(asked("laplace/cpu", {"nx=512", "ny=512", "nz=512"})));
    EXPECT_FALSE(refusal(asked("laplace/cpu", {"nx=256", "ny=256", "nz=256"})));
}

TEST(LaplaceInTwoPlanes, FiveRowsAreTheLeast) {
    EXPECT_EQ(refusal(two_planes({"block_y=4"}))->limit, 5);
    EXPECT_FALSE(refusal(two_planes({"block_y=5"})));
    for (const lab::Setup& setup : setups_of(two_planes({})))
        EXPECT_FALSE(refusal(with_setup(two_planes({}), setup))) << setup.title;
}

}  // namespace
