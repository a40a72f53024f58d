// The memory of a chunk in the lesson on streams: allocated once, by the host for each chunk, or in
// the order of a stream. What is used without memory, and what is freed without a wait, is found.
#include <gtest/gtest.h>

#include "lab/bugs.h"
#include "lab/host_code/host_code.h"
#include "lab/missing_waits.h"
#include "lab/running/faults.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;
using By = MemoryCall::By;

Settings with_scratch(const std::string& rung, const std::string& scratch,
                      std::vector<std::string> values = {"n=16", "sweeps=3", "chunks=3"}) {
    values.push_back("scratch=" + scratch);
    return asked("streams/" + rung, values);
}

TEST(StreamsMemory, EveryWayIsRight) {
    for (const char* rung : {"chunks", "overlapped"})
        for (const char* scratch : {"once", "each", "stream_ordered", "kept"})
            for (const char* sweeps : {"sweeps=1", "sweeps=2", "sweeps=5"}) {
                const Settings set = with_scratch(rung, scratch, {"n=16", "chunks=3", sweeps});
                expect_right(*run(set), named(set));
            }
    expect_right(*run(with_scratch("graph", "stream_ordered")), "graph");
}

TEST(StreamsMemory, AGraphRecordsOnlyCallsInAStream) {
    EXPECT_FALSE(refusal(with_scratch("graph", "stream_ordered")));
    const auto by_host = refusal(with_scratch("graph", "each"));
    ASSERT_TRUE(by_host);
    EXPECT_EQ(by_host->knob, "scratch");
    EXPECT_EQ(by_host->use, 2) << "in stream order";
    EXPECT_TRUE(refusal(with_scratch("graph", "kept")));
    EXPECT_FALSE(refusal(with_scratch("overlapped", "each")));
}

// Each chunk allocates both arrays before its first sweep, and frees them behind its last one.
TEST(StreamsMemory, AChunkHasItsOwn) {
    const Plan plan = plan_of(with_scratch("overlapped", "stream_ordered"));
    int allocated = 0, freed = 0;
    for (const PlanStep& step : plan.steps)
        if (const auto* call = std::get_if<MemoryCall>(&step)) {
            EXPECT_EQ(call->by, By::stream);
            EXPECT_EQ(call->on.number, 2) << "the stream of the sweeps";
            ++(call->frees ? freed : allocated);
        }
    EXPECT_EQ(allocated, 3 * 2);
    EXPECT_EQ(freed, 3 * 2);
    EXPECT_TRUE(missing_waits(plan).empty());
    EXPECT_TRUE(uses_without_memory(plan).empty());
    EXPECT_TRUE(plan_of(with_scratch("overlapped", "each")).by_calls);
    EXPECT_NE(plan.hash(), plan_of(with_scratch("overlapped", "kept")).hash());
}

TEST(StreamsMemory, WhatIsFreedTooEarlyIsFound) {
    for (const char* rung : {"chunks", "overlapped", "graph"}) {
        const Settings early = with_scratch(rung, "early");
        EXPECT_TRUE(is_broken(early));
        const auto made = run(early);
        ASSERT_EQ(made->faults.size(), 2u) << rung;
        const auto &of_kernel = made->faults[0], &of_host = made->faults[1];
        EXPECT_EQ(of_kernel.kind, simulator::FaultKind::freed);
        EXPECT_EQ(of_kernel.buffer, "b") << "the third sweep reads it";
        EXPECT_EQ(of_host.kind, simulator::FaultKind::without_memory);
        EXPECT_EQ(fault_title(of_host), "Used while it has no memory: b");
        EXPECT_TRUE(
            has(fault_sentence(of_host), "launch 3 of sweep_planes reads b after free 1 of b"))
            << fault_sentence(of_host);
        EXPECT_TRUE(has(fault_advice(of_host), "behind launch 3 of sweep_planes"));
    }
    EXPECT_FALSE(is_broken(with_scratch("overlapped", "early", {"sweeps=1"}))) << "it has none";
    EXPECT_FALSE(is_broken(with_scratch("whole", "early")));
}

// --- the rules, by plans of a few steps

struct Few {
    Plan plan;
    Buffer own = plan.buffer("own", Type::f32, 8);
    void used_in(int stream) {
        plan.use_stream(stream);
        plan.launch("uses", {1, 32}, own);
    }
    std::size_t missing() const { return missing_waits(plan).size(); }
    std::size_t without_memory() const { return uses_without_memory(plan).size(); }
};

TEST(MemoryCalls, AnotherStreamWaitsForTheAllocationByAnEvent) {
    for (const bool waits : {false, true}) {
        Few few;
        few.plan.use_stream(1);
        few.plan.allocate(few.own, By::stream);
        if (waits) few.plan.wait_for(few.plan.last_step());
        few.used_in(2);
        EXPECT_EQ(few.missing(), waits ? 0u : 1u);
        EXPECT_EQ(few.without_memory(), 0u);
    }
}

TEST(MemoryCalls, AFreeWaitsForTheUseInAnotherStream) {
    for (const bool waits : {false, true}) {
        Few few;
        few.plan.use_stream(1);
        few.plan.allocate(few.own, By::stream);
        few.used_in(1);
        few.plan.use_stream(2);
        if (waits) few.plan.wait_for(few.plan.last_step());
        few.plan.free(few.own, By::stream);
        EXPECT_EQ(few.missing(), waits ? 0u : 1u);
    }
}

// An allocation of the host has returned before any later call, and cudaFree waits for all.
TEST(MemoryCalls, CallsOfTheHostNeedNoEvent) {
    Few few;
    few.plan.use_stream(1);
    few.plan.allocate(few.own, By::host);
    few.used_in(2);
    few.plan.use_stream(3);
    few.plan.free(few.own, By::host);
    EXPECT_EQ(few.missing(), 0u);
    EXPECT_TRUE(few.plan.by_calls);
}

// cudaFree of one array orders the steps of all streams before it; cudaMalloc orders none.
TEST(MemoryCalls, OnlyAFreeOfTheHostPutsStreamsInOrder) {
    for (const bool frees : {false, true}) {
        Few few;
        const Buffer x = few.plan.buffer("x", Type::f32, 8);
        few.plan.allocate(few.own, By::host);
        few.plan.use_stream(1);
        few.plan.upload(x);
        if (frees)
            few.plan.free(few.own, By::host);
        else
            few.plan.allocate(few.plan.buffer("more", Type::f32, 8), By::host);
        few.plan.use_stream(2);
        few.plan.download(x);
        EXPECT_EQ(few.missing(), frees ? 0u : 1u);
    }
}

TEST(MemoryCalls, AUseWithoutMemoryIsFound) {
    Few before;
    before.used_in(1);
    before.plan.allocate(before.own, By::stream);
    ASSERT_EQ(before.without_memory(), 1u);
    EXPECT_FALSE(uses_without_memory(before.plan)[0].freed) << "not allocated yet";

    Few after;
    after.plan.use_stream(1);
    after.plan.allocate(after.own, By::stream);
    after.plan.free(after.own, By::stream);
    after.used_in(1);
    EXPECT_EQ(after.missing(), 0u) << "they are in order, and the order is wrong";
    ASSERT_EQ(after.without_memory(), 1u);
    EXPECT_EQ(uses_without_memory(after.plan)[0].freed, 1u);

    Few again;
    again.plan.allocate(again.own, By::stream);
    again.plan.free(again.own, By::stream);
    again.plan.allocate(again.own, By::stream);
    again.used_in(0);
    EXPECT_EQ(again.without_memory(), 0u);

    Few twice;
    twice.plan.allocate(twice.own, By::stream);
    twice.plan.free(twice.own, By::stream);
    twice.plan.free(twice.own, By::stream);
    ASSERT_EQ(twice.without_memory(), 1u);
    EXPECT_TRUE(uses_without_memory(twice.plan)[0].frees);
}

// --- host code

int times_in(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(StreamsMemory, HostCodeMakesTheCallsOfItsPlan) {
    const auto text = [](const char* rung, const char* scratch) {
        const auto host = host_text({.settings = with_scratch(rung, scratch)});
        EXPECT_TRUE(host) << scratch;
        return host ? *host : "";
    };
    const std::string once = text("overlapped", "once"), each = text("overlapped", "each"),
                      in_order = text("overlapped", "stream_ordered"),
                      kept = text("overlapped", "kept"), graph = text("graph", "stream_ordered");
    EXPECT_EQ(times_in(once, "cudaMalloc("), 4);
    EXPECT_EQ(times_in(each, "cudaMalloc("), 2 + 3 * 2);
    EXPECT_EQ(times_in(each, "cudaFree("), 2 + 3 * 2);
    for (const std::string& one : {in_order, kept, graph}) {
        EXPECT_EQ(times_in(one, "cudaMalloc("), 2) << one;
        EXPECT_EQ(times_in(one, "cudaMallocAsync(&"), 3 * 2) << one;
        EXPECT_EQ(times_in(one, "cudaFreeAsync("), 3 * 2) << one;
        EXPECT_EQ(times_in(one, "cudaDevAttrMemoryPoolsSupported"), 1) << one;
    }
    EXPECT_TRUE(has(in_order, "cudaFreeAsync(d_a, stream[1])")) << in_order;
    EXPECT_TRUE(has(kept, "cudaMemPoolAttrReleaseThreshold"));
    EXPECT_FALSE(has(in_order, "cudaMemPoolAttrReleaseThreshold"));
    EXPECT_LT(graph.find("cudaStreamBeginCapture"), graph.find("cudaMallocAsync(&"));
    EXPECT_LT(graph.rfind("cudaFreeAsync"), graph.find("cudaStreamEndCapture"));
}

// --- times by the formula

TEST(StreamsMemory, ByTheFormulaCudaFreeEndsTheOverlap) {
    const auto formula = [](const std::string& scratch) {
        const Settings whole = with_scratch("overlapped", scratch, {}),
                       counted = with_scratch("overlapped", scratch, {"n=32"});
        const auto timed = modelled(*run(counted), cost_of(whole) / cost_of(counted), &whole);
        EXPECT_EQ(has(timed->time.conditions, "cudaFree also waits"), scratch != "once");
        return timed->time.median_ms;
    };
    const double once = formula("once");
    EXPECT_GT(formula("each"), 1.2 * once);
    EXPECT_LT(formula("stream_ordered"), 1.1 * once);
}

}  // namespace
