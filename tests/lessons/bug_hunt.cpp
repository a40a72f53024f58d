// The bug hunt: each bug is found in every order and at sizes that programs get wrong, its cure is
// clean in all of them, and checks that look at everything find nothing in any other lesson.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/bugs.h"
#include "lab/cli/survey.h"
#include "lab/features/watching.h"
#include "lab/host_side.h"
#include "lab/requests/timed_run.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "tests/helpers/part.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;
using simulator::FaultKind;

const std::vector<std::vector<std::string>> hunted_orders{
    {"order=in_turn"},           {"order=together"},          {"order=by_seed", "seed=1"},
    {"order=by_seed", "seed=2"}, {"order=by_seed", "seed=3"}, {"order=by_seed", "seed=4"},
    {"order=by_seed", "seed=5"}, {"order=by_seed", "seed=6"}, {"order=by_seed", "seed=7"},
    {"order=by_seed", "seed=8"}};

Settings hunt(const std::string& rung, std::vector<std::string> values = {}) {
    return asked("bug_hunt/" + rung, values);
}

Settings in_order(const std::string& rung, const std::vector<std::string>& order,
                  const std::vector<std::string>& more = {}) {
    std::vector<std::string> values = order;
    values.insert(values.end(), more.begin(), more.end());
    return hunt(rung, values);
}

bool finds(const Run& made, FaultKind kind) {
    return std::ranges::count(made.faults, kind, &simulator::Fault::kind) > 0;
}

TEST(BugHunt, ThirteenAreBrokenAndTheirCuresAreNot) {
    const Lesson& lesson = *find_lesson("bug_hunt");
    EXPECT_EQ(lesson.rungs.size(), 13u);
    for (const Rung& rung : lesson.rungs) {
        EXPECT_TRUE(is_broken(hunt(rung.id))) << rung.id;
        EXPECT_FALSE(is_broken(hunt(rung.id, {"version=cured"}))) << rung.id;
        EXPECT_TRUE(has_bugs(hunt(rung.id, {"version=cured"})));
    }
    EXPECT_FALSE(is_broken(asked("reduction/interleaved")));
}

// Who hunts has to know what a program should give; that tells nothing of what is wrong in it.
TEST(BugHunt, EachSaysWhatItIsMeantToGive) {
    for (const Rung& rung : find_lesson("bug_hunt")->rungs) {
        EXPECT_TRUE(rung.meant.ends_with(".")) << rung.id;
        EXPECT_EQ(words_about(rung), rung.meant + " " + rung.idea);
        for (const char* tells : {"barrier", "read", "return", "lane", "warp", "wait", "zero",
                                  "launch", "copie", "past", "before it is", "round", "shuffle"})
            EXPECT_FALSE(has(rung.meant, tells)) << rung.id << ": " << tells;
    }
    const Rung& other = rung_of(asked("reduction/interleaved"));
    EXPECT_EQ(words_about(other), other.idea);
}

// Each is about one program: whoever opens the lesson is asked about the first ones first.
TEST(BugHunt, QuestionsComeInTheOrderOfThePrograms) {
    const Lesson& lesson = *find_lesson("bug_hunt");
    std::vector<std::ptrdiff_t> programs;
    for (const Prediction& asked : lesson.predictions) {
        const auto about = std::ranges::find_if(lesson.rungs, [&](const Rung& rung) {
            return asked.answer.starts_with("bug_hunt/" + rung.id + " ");
        });
        ASSERT_NE(about, lesson.rungs.end()) << asked.answer;
        programs.push_back(about - lesson.rungs.begin());
    }
    EXPECT_TRUE(std::ranges::is_sorted(programs)) << ::testing::PrintToString(programs);
}

// Whoever comes first: the check asks what orders two accesses.
TEST(BugHunt, EachIsFoundInEveryOrderAndItsCureIsClean) {
    for (const Rung& rung : find_lesson("bug_hunt")->rungs)
        for (const auto& order : hunted_orders) {
            const Settings broken = in_order(rung.id, order);
            const auto made = run(broken);
            EXPECT_TRUE(finds(*made, bug_of(broken)->kinds.front())) << named(broken);
            expect_right(*made, named(broken));
            const Settings cured = in_order(rung.id, order, {"version=cured"});
            expect_right(*run(cured), named(cured));
            if (HasFailure()) return;
        }
}

// Awkward sizes, in every order that a knob gives: a wrong result is never without a finding.
TEST(BugHunt, NothingElseIsFoundAtAwkwardSizes) {
    int right = 0;
    for (const Rung& rung : find_lesson("bug_hunt")->rungs)
        for (const char* n : {"n=1", "n=2", "n=31", "n=33", "n=192", "n=1000", "n=1024"})
            for (const char* block : {"block=1", "block=16", "block=32", "block=96", "block=1000"})
                for (const auto& order : {hunted_orders[0], hunted_orders[2]})
                    for (const char* version : {"version=broken", "version=cured"}) {
                        const Settings settings = in_order(rung.id, order, {n, block, version});
                        if (refusal(settings)) continue;
                        expect_right(*run(settings), named(settings));
                        if (HasFailure()) return;
                        ++right;
                    }
    EXPECT_GT(right, 300);
}

int wrong_in(const std::string& rung, const std::vector<std::string>& order) {
    return int(run(in_order(rung, order))->verdict.wrong);
}

// The same program and the same numbers.
TEST(BugHunt, SomeAreRightInOneOrderAndWrongInAnother) {
    EXPECT_EQ(wrong_in("running_sum", {"order=in_turn"}), 0);
    EXPECT_GT(wrong_in("running_sum", {"order=by_seed", "seed=1"}), 0);
    EXPECT_GT(wrong_in("left_lane", {"order=in_turn"}), 0);
    EXPECT_EQ(wrong_in("left_lane", {"order=together"}), 0);
    EXPECT_NE(wrong_in("two_slots", {"order=in_turn"}), wrong_in("two_slots", {"order=together"}));
    EXPECT_NE(wrong_in("in_place", {"order=in_turn"}), wrong_in("in_place", {"order=by_seed"}));
}

// Rows of a warp are right by lockstep, which is told; wider ones race.
TEST(BugHunt, ATileWithoutABarrierIsRightWhileARowIsAWarp) {
    for (const char* block : {"block=16", "block=32"}) {
        const auto made = run(hunt("no_barrier", {block}));
        EXPECT_TRUE(made->verdict.ok) << block;
        EXPECT_TRUE(finds(*made, FaultKind::missing_warp_sync)) << block;
        EXPECT_FALSE(finds(*made, FaultKind::race)) << block;
    }
    const auto wide = run(hunt("no_barrier", {"n=256"}));
    EXPECT_EQ(wide->verdict.wrong, 128u) << "those that the first of two warps reads";
    EXPECT_TRUE(finds(*wide, FaultKind::race));
}

// 138 steps are less than 2^31, and 139 are not: an int that they do not fit is below 0, and so is
// what is left of it.
TEST(BugHunt, AProductThatDoesNotFitIsAnIndexBelowZero) {
    EXPECT_TRUE(run(hunt("int_product", {"n=139"}))->faults.empty());
    EXPECT_TRUE(run(hunt("int_product", {"n=139"}))->verdict.ok);
    const auto made = run(hunt("int_product", {"n=140"}));
    ASSERT_EQ(made->faults.size(), 1u);
    const simulator::Fault& fault = made->faults.front();
    EXPECT_EQ(fault.element, std::int32_t(std::uint32_t(139 * 15485863u)) % 140);
    EXPECT_LT(fault.element, 0);
    EXPECT_TRUE(has(fault_sentence(fault), "the largest int")) << fault_sentence(fault);
    EXPECT_TRUE(run(hunt("int_product", {"n=1024", "version=cured"}))->verdict.ok);
}

TEST(BugHunt, AReturnBeforeABarrierIsAWarningAndABarrierInAnIfIsNot) {
    EXPECT_FALSE(run(hunt("early_return"))->has_fault());
    EXPECT_TRUE(run(hunt("early_return", {"n=192"}))->faults.empty()) << "nobody returns";
    EXPECT_TRUE(run(hunt("barrier_in_if"))->has_fault());
}

// The second launch adds to what the first one left.
// Many lanes take what nobody gives. It is a fault where one uses it: lane 0 writes the sum.
TEST(BugHunt, WhatNobodyGaveIsAFaultWhereItIsUsed) {
    const auto taken = [](const char* n) {
        const auto made = run(hunt("left_lane", {n}));
        return made->faults.empty() ? 0 : made->faults.front().repeats;
    };
    EXPECT_EQ(taken("n=200"), 1u);
    EXPECT_EQ(taken("n=193"), 1u);
    EXPECT_EQ(taken("n=192"), 0u) << "no lane has left";
}

TEST(BugHunt, SumsThatWereNeverZeroedAreTwiceAsMuch) {
    const auto made = run(hunt("never_zeroed"));
    EXPECT_EQ(made->verdict.wrong, 8u);
    EXPECT_EQ(made->verdict.found, 2 * made->verdict.expected);
}

const simulator::Fault& only_fault(const Run& made) {
    EXPECT_EQ(made.faults.size(), 1u);
    return made.faults.front();
}

TEST(BugHunt, WhatTheHostDoesWrongIsToldWithoutAThread) {
    const auto early = run(hunt("copied_early"));
    EXPECT_EQ(early->verdict.wrong, 200u) << "the host has what lay there, and not the results";
    const std::string copied = fault_title(only_fault(*early));
    EXPECT_EQ(copied, "Copied before it was written: doubled");
    EXPECT_TRUE(has(fault_sentence(only_fault(*early)), "The host copies doubled before any"));
    const auto large = run(hunt("over_limit"));
    EXPECT_TRUE(large->launches.empty());
    EXPECT_TRUE(large->faulted());
    EXPECT_EQ(large->verdict.found, 0) << "as it was before";
    EXPECT_TRUE(has(fault_sentence(only_fault(*large)), "invalid configuration argument"));
    EXPECT_FALSE(has(fault_title(only_fault(*large)), "thread"));
    EXPECT_TRUE(is_of_host(FaultKind::launch_failed) && !is_of_host(FaultKind::call_depth));
}

TEST(BugHunt, ABlockOfAsManyWarpsFitsWhereTheyAreFew) {
    const Settings few = hunt("over_limit", {"block=32"});
    EXPECT_FALSE(is_broken(few));
    EXPECT_TRUE(run(few)->verdict.ok);
}

// A copy behind anything that may write the array is none of this, nor one of an input.
TEST(BugHunt, CopiesBehindALaunchAreNotEarly) {
    Plan plan;
    const Buffer in = plan.zeros("in", Type::s32, 4), out = plan.buffer("out", Type::s32, 4);
    plan.download(in);
    plan.download(out);
    plan.launch("kernel", {1, 4}, in, out);
    plan.download(out);
    EXPECT_FALSE(copies_unwritten(plan, 0));
    EXPECT_TRUE(copies_unwritten(plan, 1));
    EXPECT_FALSE(copies_unwritten(plan, 2));
    EXPECT_FALSE(copies_unwritten(plan, 3));
    Plan cleared;
    const Buffer sums = cleared.buffer("sums", Type::s32, 4);
    cleared.clear(sums);
    cleared.download(sums);
    EXPECT_FALSE(copies_unwritten(cleared, 1));
}

TEST(BugHunt, WhatIsBrokenIsNeitherMeasuredNorRecorded) {
    const TimedRun timed = run_measured({.settings = hunt("barrier_in_if")}, nullptr);
    EXPECT_FALSE(timed.run);
    EXPECT_TRUE(has(timed.why, "broken on purpose"));
    const auto wanted = survey(rungs_of(*find_lesson("bug_hunt")));
    EXPECT_GT(wanted.size(), 20u);
    EXPECT_TRUE(std::ranges::none_of(wanted, is_broken));
}

// A request's own order comes before that of the knobs.
TEST(BugHunt, KnobsSayTheOrderWhereNobodyElseDoes) {
    Request request{.settings = hunt("running_sum", {"order=by_seed", "seed=3"})};
    EXPECT_EQ(order_of(request), (std::pair{simulator::Order::shuffled, std::uint64_t{3}}));
    request.settings = hunt("running_sum", {"order=together", "seed=3"});
    EXPECT_EQ(order_of(request), (std::pair{simulator::Order::resident, std::uint64_t{0}}));
    request.order = simulator::Order::weak, request.order_seed = 9;
    EXPECT_EQ(order_of(request), (std::pair{simulator::Order::weak, std::uint64_t{9}}));
}

// Every rung of every lesson, all its blocks looked at, in other orders than the usual one.
class NoFalseReport : public testing::TestWithParam<const Lesson*> {};

TEST_P(NoFalseReport, OfARightKernelInAnyOrder) {
    using simulator::Order;
    Playing everywhere = Playing::checked();
    everywhere.check = Playing::Check::everywhere;
    std::size_t rung = 0;  // without --all one in two, so that each has two orders
    for (const Settings& presets : rungs_of(*GetParam())) {
        Request request{.settings = picture_of(presets)};
        if (is_broken(request.settings)) continue;
        std::size_t turn = rung++;
        for (const auto& [order, seed] : {std::pair{Order::sequential, 0},
                                          {Order::resident, 0},
                                          {Order::shuffled, 1},
                                          {Order::weak, 1}}) {
            if (!tests::in_part(turn++, 2)) continue;
            request.order = order, request.order_seed = std::uint64_t(seed);
            expect_right(*simulate(request, everywhere),
                         named(request.settings) + " in order " + std::to_string(int(order)));
        }
    }
    // Of that lesson every kernel opens with its bug.
    EXPECT_EQ(rung == 0, GetParam()->id == "bug_hunt") << rung << " kernels were looked at";
}

INSTANTIATE_TEST_SUITE_P(Lessons, NoFalseReport, testing::ValuesIn(every_lesson()), lesson_name);

}  // namespace
