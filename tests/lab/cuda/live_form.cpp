// How arrays are shown while a GPU computes them, and in which turns a plan is played.
#include "lab/cuda/live_form.h"

#include <gtest/gtest.h>

#include "lab/plan.h"

namespace {

using namespace lab;
using namespace lab::cuda;

TEST(LiveForm, FewElementsAreBarsAndManyAreCells) {
    EXPECT_EQ(live_form(256, {0, 0, 0}), (LiveForm{256, 256, true, 1}));
    EXPECT_EQ(live_form(1024, {1024, 1, 1}), (LiveForm{1024, 256, true, 1}));
    EXPECT_EQ(live_form(1025, {0, 0, 0}), (LiveForm{64, 17, false, 1}));
    EXPECT_EQ(live_form(1 << 22, {0, 0, 0}), (LiveForm{2048, 2048, false, 1}));
}

TEST(LiveForm, AMatrixKeepsItsRowsAndPlanesStandBelowEachOther) {
    EXPECT_EQ(live_form(64 * 32, {64, 32, 1}), (LiveForm{64, 32, false, 1}));
    EXPECT_EQ(live_form(8 * 4 * 3, {8, 4, 3}), (LiveForm{8, 12, false, 1}));
    EXPECT_EQ(live_form(100, {8, 4, 3}), (LiveForm{100, 256, true, 1})) << "not its shape";
}

TEST(LiveForm, EveryElementIsInSomeCell) {
    for (const std::uint64_t count : {1ull, 1000ull, 5000ull, (1ull << 22) + 1, 1ull << 28}) {
        const LiveForm form = live_form(count, {0, 0, 0});
        const std::uint64_t places =
            std::uint64_t(form.columns) * (form.bars ? 1 : std::uint64_t(form.rows));
        EXPECT_GE(places * form.each, count);
        EXPECT_LE(std::uint64_t(form.columns) * std::uint64_t(form.rows), 2048u * 2048u);
    }
}

TEST(LiveType, HasAKernelOrNone) {
    EXPECT_EQ(live_type(Type::f32), "f32");
    EXPECT_EQ(live_type(Type::b32), "u32");
    EXPECT_EQ(live_type(Type::f16), "");
}

TEST(LiveTurns, RestAfterTheLastLaunchAndBeginAgain) {
    using Turn = LiveTurns::Turn;
    LiveTurns turns(2);
    std::vector<Turn> seen;
    std::vector<std::size_t> played;
    for (int i = 0; i < 6; ++i) seen.push_back(turns.next()), played.push_back(turns.played());
    EXPECT_EQ(seen, (std::vector{Turn::launch, Turn::launch, Turn::rest, Turn::rest, Turn::reset,
                                 Turn::launch}));
    EXPECT_EQ(played, (std::vector<std::size_t>{1, 2, 2, 2, 0, 1}));
}

// Each launch is a turn with the timed steps before it; steps after the last launch belong to it.
TEST(LiveSteps, HoldEveryTimedStepOnce) {
    Plan plan;
    const Buffer bins = plan.zeros("bins", Type::u32, 16),
                 copy = plan.buffer("copy", Type::u32, 16);
    plan.launch("prepares", LaunchSize{1, 32}, bins);
    plan.timed([&] {
        plan.clear(bins);
        plan.launch("counts", LaunchSize{1, 32}, bins);
        plan.launch("adds", LaunchSize{1, 32}, bins);
        plan.copy(copy, bins);
    });
    // The kernel that prepares is no turn: it was played before.
    const std::size_t first = plan.steps.size() - 4;
    EXPECT_EQ(live_steps(plan),
              (std::vector<std::vector<std::size_t>>{{first, first + 1}, {first + 2, first + 3}}));
}

}  // namespace
