// When steps of a plan in streams run: as the formula has it, as boxes of a timeline, and what of
// a plan's streams belongs to its hash.
#include "lab/time/timeline.h"

#include <gtest/gtest.h>

#include "lab/time/model.h"

namespace {

using namespace lab;

// Each chunk comes in, is worked on by two launches, and goes out, on a stream of its own.
Plan in_chunks(int chunks) {
    Plan plan;
    const Buffer x = plan.input("x", Type::f32, 1024, Fill::digits(0, 9));
    for (int i = 0; i < chunks; ++i) {
        plan.use_stream(1 + i);
        plan.upload(x, std::uint64_t(i), 1);
        plan.launch("one", {1, 32}, x);
        plan.launch("two", {1, 32}, x);
        plan.download(x, std::uint64_t(i), 1);
    }
    return plan;
}

std::vector<double> milliseconds(int chunks) {
    std::vector<double> all;
    for (int i = 0; i < chunks; ++i) all.insert(all.end(), {4, 1, 1, 3});
    return all;
}

double end_of(const std::vector<StepSpan>& spans) {
    double last = 0;
    for (const StepSpan& span : spans) last = std::max(last, span.end_ms);
    return last;
}

TEST(Timeline, StreamsOverlapAndOneStreamDoesNot) {
    EXPECT_EQ(end_of(modelled_spans(in_chunks(3), milliseconds(3))), 3 * 4 + 2 + 3);
    Plan alone = in_chunks(3);
    for (PlanStep& step : alone.steps) std::visit([](auto& any) { any.on.number = 1; }, step);
    EXPECT_EQ(end_of(modelled_spans(alone, milliseconds(3))), 3 * 9);
}

TEST(Timeline, MemoryThatIsNotLockedHoldsTheHost) {
    Plan plan = in_chunks(3);
    plan.pageable = plan.by_calls = true;
    EXPECT_EQ(end_of(modelled_spans(plan, milliseconds(3))), 3 * 9);
}

// Of short steps the calls take the time, and a graph needs none of them.
TEST(Timeline, CallsTakeTheHostsTime) {
    Plan plan = in_chunks(3);
    EXPECT_EQ(end_of(modelled_spans(plan, milliseconds(3), 10)), 3 * 4 + 2 + 3);
    plan.by_calls = true;
    EXPECT_EQ(end_of(modelled_spans(plan, milliseconds(3), 10)), 12 * 10 + 3);
}

TEST(Timeline, AStepWaitsForThoseOfOtherStreams) {
    Plan plan;
    const Buffer x = plan.input("x", Type::f32, 1024, Fill::digits(0, 9));
    plan.use_stream(1);
    plan.upload(x);
    const std::size_t brought = plan.last_step();
    plan.use_stream(2);
    plan.wait_for(brought);
    plan.launch("one", {1, 32}, x);
    plan.use_stream(3);
    plan.launch("two", {1, 32}, x);
    const auto spans = modelled_spans(plan, {5, 1, 1});
    EXPECT_EQ(spans[1], (StepSpan{5, 6}));
    EXPECT_EQ(on_stream(plan.steps[2]).after.size(), 0u);  // the wait was the second step's
}

// An engine does one thing at a time: a span that began while it was with another began later.
TEST(Timeline, BoxesOfAnEngineStandBesideEachOther) {
    const Plan plan = in_chunks(2);
    const std::vector<StepSpan> spans{{0, 4}, {4, 5}, {5, 6},  {6, 9},
                                      {0, 8}, {8, 9}, {9, 10}, {8.5, 13}};
    const auto boxes = timeline_of(plan, spans);
    ASSERT_EQ(boxes.size(), 6u);
    EXPECT_EQ(boxes[0], (TimelineBox{Engine::copies_in, 1, 0, 4, 4, 0, 1}));
    EXPECT_EQ(boxes[1], (TimelineBox{Engine::kernels, 1, 4, 6, 0, 1, 2}));
    EXPECT_EQ(boxes[3], (TimelineBox{Engine::copies_in, 2, 4, 8, 4, 4, 1}));
    EXPECT_EQ(boxes[5], (TimelineBox{Engine::copies_out, 2, 9, 13, 4, 7, 1}));
    const Busy all = busy(boxes);
    EXPECT_EQ(all.ms, (std::array{8., 4., 7.}));
    EXPECT_EQ(all.whole_ms, 13);
    EXPECT_EQ(all.overlap(), 8. / 13);
}

// A copy of 10 ms in stream 1, and a launch between allocation and free in stream 2; and the same
// once more, without a copy.
Plan with_memory(MemoryCall::By by) {
    Plan plan;
    plan.by_calls = true;
    const Buffer x = plan.input("x", Type::f32, 8, Fill::digits(0, 9)),
                 own = plan.buffer("own", Type::f32, 8);
    plan.use_stream(1);
    plan.upload(x);
    plan.use_stream(2);
    for (int i = 0; i < 2; ++i) {
        plan.allocate(own, by);
        plan.launch("one", {1, 32}, own);
        plan.free(own, by);
    }
    return plan;
}

const std::vector<double> with_memory_ms{10, 0, 2, 0, 0, 2, 0};

// Both launches run beside the copy; after a cudaFree the second one waits for the copy's end.
TEST(Timeline, AFreeOfTheHostWaitsForAllStreams) {
    const auto in_order = modelled_spans(with_memory(MemoryCall::By::stream), with_memory_ms);
    EXPECT_EQ(in_order[3], (StepSpan{2, 2}));
    EXPECT_EQ(in_order[5], (StepSpan{2, 4}));
    const auto by_host = modelled_spans(with_memory(MemoryCall::By::host), with_memory_ms);
    EXPECT_EQ(by_host[3], (StepSpan{2, 10})) << "the host waits for the copy";
    EXPECT_EQ(by_host[5], (StepSpan{10, 12}));
    EXPECT_EQ(by_host[6], (StepSpan{12, 12})) << "nothing is left to wait for";
}

TEST(Timeline, CallsForMemoryAreNoBoxes) {
    const Plan plan = with_memory(MemoryCall::By::stream);
    const auto spans = modelled_spans(plan, with_memory_ms);
    const auto boxes = timeline_of(plan, spans);
    ASSERT_EQ(boxes.size(), 3u) << "launches with a call between them are two boxes";
    EXPECT_EQ(boxes[1], (TimelineBox{Engine::kernels, 2, 0, 2, 0, 2, 1}));
    EXPECT_EQ(boxes[2], (TimelineBox{Engine::kernels, 2, 2, 4, 0, 5, 1}));
    const auto marks = memory_marks(plan, spans);
    ASSERT_EQ(marks.size(), 4u);
    EXPECT_FALSE(marks[0].call.frees);
    EXPECT_TRUE(marks[1].call.frees);
    EXPECT_EQ(marks[1].begin_ms, 2);
    EXPECT_EQ(marks[3].end_ms, 4);
    EXPECT_TRUE(memory_marks(plan, {}).empty());
}

TEST(Timeline, IsEmptyWhereNobodyTookIt) {
    EXPECT_TRUE(timeline_of(in_chunks(2), {}).empty());
    EXPECT_TRUE(timeline_of(in_chunks(2), {{0, 1}}).empty());
    EXPECT_EQ(busy({}).overlap(), 0);
}

TEST(Timeline, OnlyPlansInStreamsHaveOne) {
    Plan plan;
    const Buffer x = plan.input("x", Type::f32, 8, Fill::digits(0, 9));
    plan.upload(x);
    plan.launch("one", {1, 32}, x);
    EXPECT_FALSE(plan.in_streams());
    EXPECT_TRUE(in_chunks(1).in_streams());
    plan.by_calls = true;
    EXPECT_TRUE(plan.in_streams());
}

}  // namespace
