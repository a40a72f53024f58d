// Streams and copies: right however the box is cut, chunks that sweep what they need of their
// neighbours, launches that touch what they say, waits that are missing and those that are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lab/bugs.h"
#include "lab/cli/survey.h"
#include "lab/missing_waits.h"
#include "lab/requests/timed_run.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/time/timeline.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* streams_rungs[] = {"whole", "chunks", "locked", "overlapped", "graph"};

Settings streamed(const std::string& rung, const std::vector<std::string>& values = {}) {
    return asked("streams/" + rung, values);
}

// Chunks that are thicker than the sweeps reach, and thinner.
TEST(Streams, AreRightHoweverTheBoxIsCut) {
    for (const char* rung : {"whole", "overlapped"})
        for (const char* n : {"n=8", "n=17", "n=33"})
            for (const char* sweeps : {"sweeps=1", "sweeps=2", "sweeps=3", "sweeps=6"})
                for (const char* chunks : {"chunks=1", "chunks=2", "chunks=5", "chunks=8"}) {
                    const Settings settings = streamed(rung, {n, sweeps, chunks, "block=96"});
                    expect_right(*run(settings), named(settings));
                }
    for (const char* rung : streams_rungs)
        expect_right(*run(streamed(rung, {"n=16", "sweeps=4", "chunks=3"})), rung);
}

// Of 32 planes in four chunks: three seams, and at each both sides sweep 3 + 2 + 1 more.
TEST(Streams, AChunkSweepsPlanesOfItsNeighbours) {
    const auto rows = [](const char* rung, const char* chunks) {
        return run(streamed(rung, {"n=32", "sweeps=4", chunks}))->counters.global_store_requests;
    };
    EXPECT_EQ(rows("locked", "chunks=4"), 32u * 4 * 32);
    EXPECT_EQ(rows("overlapped", "chunks=4"), 32u * (4 * 32 + 3 * 2 * (3 + 2 + 1)));
    EXPECT_EQ(rows("overlapped", "chunks=1"), rows("locked", "chunks=1"));
}

// As many as were asked for, and at most as much again is swept twice.
TEST(Streams, ThePictureHasAllChunks) {
    for (const char* chunks : {"chunks=1", "chunks=4", "chunks=8", "chunks=16", "chunks=32"}) {
        const Settings asked = streamed("overlapped", {chunks}), drawn = picture_of(asked);
        const Knob& number = *find_knob(*asked.subject, "chunks");
        EXPECT_EQ(drawn[number], asked[number]);
        Settings one = drawn;
        one.set(number, 1);
        EXPECT_LE(cost_of(drawn), 2 * cost_of(one)) << chunks;
    }
}

TEST(Streams, HaveAPlaneForEachChunk) {
    const auto refused = refusal(streamed("overlapped", {"n=16", "chunks=17"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->limit, 16);
    EXPECT_EQ(refused->knob, "chunks");
    EXPECT_FALSE(refusal(streamed("overlapped", {"n=16", "chunks=16"})));
    EXPECT_FALSE(refusal(streamed("whole", {"n=16", "chunks=17"}))) << "it has one piece";
}

// --- what launches touch

using Reach = std::pair<std::uint64_t, std::uint64_t>;  // the first element, and behind the last

// By launch, buffer and whether it writes, of all blocks.
std::map<std::tuple<int, std::string, bool>, Reach> reached(const Run& made) {
    std::map<std::tuple<int, std::string, bool>, Reach> all;
    for (const simulator::Event& event : made.trace->events) {
        if (event.space != simulator::Space::global) continue;
        for (const simulator::Slot& lane : made.trace->lanes_of(event))
            for (const simulator::Array& array : made.trace->arrays) {
                const std::uint64_t element = (lane.address - array.base) / sizeof(float);
                if (lane.address < array.base || element >= array.elements) continue;
                const bool writes = event.kind == simulator::EventKind::store;
                auto [at, fresh] = all.try_emplace({event.launch, array.name, writes},
                                                   Reach{element, element + 1});
                at->second.first = std::min(at->second.first, element);
                at->second.second = std::max(at->second.second, element + 1);
            }
    }
    return all;
}

// What is declared is what happens: all that is written, and no read beyond.
TEST(Streams, LaunchesTouchWhatTheySay) {
    for (const char* chunks : {"chunks=1", "chunks=3", "chunks=8"}) {
        Request request{.settings =
                            streamed("overlapped", {"n=8", "sweeps=3", "block=64", chunks})};
        for (std::uint64_t block = 0; block < 8; ++block) request.watched.push_back(block);
        const auto found = reached(*simulate(request));
        const Plan plan = plan_of(request.settings);
        int launch = 0;
        for (const PlanStep& step : plan.steps) {
            const auto* one = std::get_if<Launch>(&step);
            if (!one) continue;
            ASSERT_EQ(one->touches.size(), 2u);
            for (const Touched& touched : one->touches) {
                const std::string& name = plan.allocations[std::size_t(touched.buffer.id)].name;
                const auto at = found.find({launch, name, touched.writes});
                ASSERT_NE(at, found.end()) << launch << " " << name;
                const Reach said{touched.first, touched.first + touched.count};
                if (touched.writes) {
                    EXPECT_EQ(at->second, said) << launch << " " << name;
                }
                EXPECT_GE(at->second.first, said.first) << launch << " " << name;
                EXPECT_LE(at->second.second, said.second) << launch << " " << name;
            }
            ++launch;
        }
        EXPECT_EQ(found.size(), 2u * std::size_t(launch)) << "nothing else is touched";
    }
}

// --- waits

TEST(Streams, WaitForAllThatTheyRead) {
    for (const char* rung : {"chunks", "overlapped", "graph"})
        for (const char* chunks : {"chunks=1", "chunks=2", "chunks=5", "chunks=16", "chunks=32"})
            for (const char* sweeps : {"sweeps=1", "sweeps=10", "sweeps=20"}) {
                const Settings settings = streamed(rung, {"n=64", chunks, sweeps});
                EXPECT_TRUE(missing_waits(plan_of(settings)).empty()) << named(settings);
            }
}

// Each of them is needed: without any one of them something is missing.
TEST(Streams, WaitForNothingElse) {
    const Plan whole = plan_of(streamed("overlapped", {"n=64", "chunks=5", "sweeps=20"}));
    int waits = 0;
    for (std::size_t step = 0; step < whole.steps.size(); ++step) {
        Plan plan = whole;
        auto& after = std::visit(
            [](auto& any) -> std::vector<std::size_t>& { return any.on.after; }, plan.steps[step]);
        if (after.empty()) continue;
        after.clear();
        EXPECT_FALSE(missing_waits(plan).empty()) << "step " << step;
        ++waits;
    }
    EXPECT_GE(waits, 8);
}

TEST(Streams, WaitsThatAreForgottenAreFound) {
    for (const char* rung : {"chunks", "overlapped", "graph"}) {
        const Settings forgotten =
            streamed(rung, {"n=16", "chunks=2", "sweeps=2", "waits=forgotten"});
        EXPECT_TRUE(is_broken(forgotten));
        EXPECT_FALSE(has_bugs(forgotten)) << "no block has to be looked at for it";
        const auto made = run(forgotten);
        ASSERT_EQ(made->faults.size(), 2u) << rung;
        EXPECT_EQ(made->faults[0].buffer, "swept") << "its steps follow each other";
        const auto& first = made->faults[1];
        EXPECT_EQ(first.kind, simulator::FaultKind::missing_wait);
        EXPECT_EQ(fault_title(first), "Missing wait between streams: u");
        EXPECT_TRUE(has(fault_sentence(first),
                        "In stream 2, launch 1 of sweep_planes reads u, and in stream 1, copy 1 "
                        "of u to the device writes it"))
            << fault_sentence(first);
        EXPECT_TRUE(has(fault_advice(first),
                        "Record an event after copy 2 of u to the device, the last step that it "
                        "needs, and let stream 2 wait"))
            << "both steps have their names";
        EXPECT_TRUE(has(fault_advice(first), "before launch 1 of sweep_planes"));
        EXPECT_TRUE(made->verdict.ok) << "in the order of the calls";
        EXPECT_TRUE(made->has_fault());
    }
    EXPECT_FALSE(is_broken(streamed("whole", {"waits=forgotten"})));
    EXPECT_FALSE(is_broken(streamed("overlapped", {"waits=forgotten", "copies=without"})));
}

TEST(Streams, WhatIsForgottenIsNeitherMeasuredNorRecorded) {
    const TimedRun timed =
        run_measured({.settings = streamed("overlapped", {"waits=forgotten"})}, nullptr);
    EXPECT_FALSE(timed.run);
    EXPECT_TRUE(has(timed.why, "broken on purpose"));
    const auto wanted = survey(rungs_of(*find_lesson("streams")));
    EXPECT_TRUE(std::ranges::none_of(wanted, is_broken));
    EXPECT_GT(wanted.size(), 60u);
}

// One after the other by way of a third stream; and what is only read needs no wait.
TEST(MissingWaits, AreNoneWhereOneStepIsBehindAnother) {
    Plan plan;
    const Buffer x = plan.buffer("x", Type::f32, 8);
    plan.use_stream(1);
    plan.upload(x);
    plan.use_stream(2);
    plan.wait_for(plan.last_step());
    plan.launch("reads", {1, 32}, x);
    plan.touches({{x, 0, 8, false}});
    const std::size_t read = plan.last_step();
    plan.use_stream(3);
    plan.wait_for(read);
    plan.launch("reads_too", {1, 32}, x);
    plan.touches({{x, 0, 8, false}});
    EXPECT_TRUE(missing_waits(plan).empty());
    plan.use_stream(1);
    plan.upload(x);
    const auto missing = missing_waits(plan);
    ASSERT_EQ(missing.size(), 1u);
    EXPECT_EQ(missing[0].before, read);
    EXPECT_EQ(missing[0].behind, 2u) << "the last of those that it does not wait for";
    EXPECT_EQ(missing[0].later, 3u);
    EXPECT_TRUE(missing[0].later_writes && !missing[0].before_writes);
}

TEST(MissingWaits, AreOfElementsThatBothTouch) {
    const auto missing = [](std::uint64_t brought, std::uint64_t taken) {
        Plan plan;
        const Buffer x = plan.buffer("x", Type::f32, 16);
        plan.use_stream(1);
        plan.upload(x, brought, 4);
        plan.use_stream(2);
        plan.download(x, taken, 4);
        return missing_waits(plan).size();
    };
    EXPECT_EQ(missing(0, 3), 1u);
    EXPECT_EQ(missing(0, 4), 0u);
    EXPECT_EQ(missing(4, 1), 1u);
    EXPECT_EQ(missing(4, 0), 0u);
}

TEST(MissingWaits, AreNoneOfWhatIsOnlyRead) {
    Plan plan;
    const Buffer x = plan.input("x", Type::f32, 8, Fill::digits(0, 9));
    for (const int stream : {1, 2}) {
        plan.use_stream(stream);
        plan.download(x);
    }
    EXPECT_TRUE(missing_waits(plan).empty());
    plan.clear(x);
    EXPECT_EQ(missing_waits(plan).size(), 1u);
}

// What stands far apart in a plan is hardly at work at once: a card and a title name the near one.
TEST(MissingWaits, ComeNearestFirst) {
    Plan plan;
    const Buffer far = plan.buffer("far", Type::f32, 8), near = plan.buffer("near", Type::f32, 8);
    plan.use_stream(1);
    plan.upload(far);
    plan.upload(near);
    plan.use_stream(2);
    plan.download(near);
    plan.download(far);
    const auto missing = missing_waits(plan);
    ASSERT_EQ(missing.size(), 2u);
    EXPECT_EQ(missing[0].buffer.id, near.id);
    EXPECT_EQ(missing[1].buffer.id, far.id);
}

// --- times by the formula

double formula(const std::string& rung, const std::vector<std::string>& values) {
    std::vector<std::string> small = values;
    small.emplace_back("n=32");
    const Settings whole = streamed(rung, values), counted = streamed(rung, small);
    const auto timed = modelled(*run(counted), cost_of(whole) / cost_of(counted), &whole);
    EXPECT_EQ(timeline_of(plan_of(whole), timed->spans).empty(), false) << named(whole);
    return timed->time.median_ms;
}

TEST(Streams, ByTheFormulaOnlyLockedMemoryOverlaps) {
    const double whole = formula("whole", {}), chunks = formula("chunks", {}),
                 locked = formula("locked", {}), overlapped = formula("overlapped", {}),
                 one = formula("overlapped", {"chunks=1"});
    EXPECT_GT(chunks, .9 * whole);
    EXPECT_LT(locked, .5 * whole);
    EXPECT_LT(overlapped, .7 * locked);
    EXPECT_NEAR(one, locked, .1 * locked);
}

// Of fewer chunks and sweeps, as the picture has them.
std::shared_ptr<const Run> from_the_picture(const Settings& asked) {
    static std::map<std::string, std::shared_ptr<const Run>> counted;
    const Settings small = picture_of(asked);
    std::shared_ptr<const Run>& made = counted[with_knobs(small)];
    if (!made) made = run(small);
    return modelled(*made, cost_of(asked) / cost_of(small), &asked);
}

// Of each recorded setting, from as little as its picture shows.
TEST(Streams, TheFormulaIsWithinItsFactorOfAllThatIsRecorded) {
    int recorded_ones = 0;
    for (const Settings& settings : survey(rungs_of(*find_lesson("streams")))) {
        const auto old = recorded({settings});
        if (!old) continue;
        const double ratio = from_the_picture(settings)->time.median_ms / old->time.median_ms;
        // What the driver needs to map memory is not in the formula.
        const bool maps = std::ranges::any_of(plan_of(settings).steps, [](const PlanStep& step) {
            return std::holds_alternative<MemoryCall>(step);
        });
        if (!maps) {
            EXPECT_GT(ratio, .5) << with_knobs(settings);
        }
        EXPECT_LT(ratio, 2) << with_knobs(settings);
        ++recorded_ones;
    }
    EXPECT_GT(recorded_ones, 100);
}

// Counted at a smaller size, copies are those of the size that was asked for.
TEST(Streams, CopiesAreAsLongAsThoseAskedFor) {
    const Settings whole = streamed("overlapped"), small = streamed("overlapped", {"n=32"});
    const auto timed = modelled(*run(small), 7, &whole);
    ASSERT_EQ(timed->transfers.size(), 32u);
    EXPECT_EQ(timed->transfers[0].bytes, std::uint64_t{4} << 27 >> 4);
    EXPECT_GT(timed->transfers[0].milliseconds, .5);
}

}  // namespace
