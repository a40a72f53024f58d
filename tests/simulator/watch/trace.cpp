// The trace of watched blocks: events with what every lane moved, steps in an order that keeps each
// warp's own, requests that add up to the counters, a limit that is kept.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simulator/watch/lane_rules.h"
#include "tests/helpers/flow_runner.h"

namespace {

using namespace flow_test;

Runner reduction(int threads, Options options = Runner::watching_first()) {
    Runner runner(ptx_file("reduce"), options);
    runner.floats("input", threads).floats("sums", 1, 1);
    runner.launch("reduce_sequential", {}, {static_cast<std::uint32_t>(threads), 1, 1},
                  threads * 4);
    return runner;
}

int count(const Trace& trace, EventKind kind, Space space) {
    return static_cast<int>(std::ranges::count_if(trace.events, [&](const Event& event) {
        return event.kind == kind && event.space == space;
    }));
}

}  // namespace

TEST(Trace, HasTheEventsOfAReduction) {
    Runner runner = reduction(64);
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    EXPECT_EQ(count(trace, EventKind::load, Space::global), 2);
    EXPECT_EQ(count(trace, EventKind::store, Space::shared), 2 + 6);
    EXPECT_EQ(count(trace, EventKind::load, Space::shared), 2 * 6 + 1);
    EXPECT_EQ(count(trace, EventKind::store, Space::global), 1);
    EXPECT_EQ(count(trace, EventKind::barrier, Space::none), 2 * 7);
    ASSERT_EQ(trace.launches.size(), 1u);
    EXPECT_EQ(trace.launches[0].kernel, "reduce_sequential");
    EXPECT_EQ(trace.launches[0].block.x, 64u);
    EXPECT_EQ(trace.launches[0].shared_bytes, 256u);
    EXPECT_FALSE(trace.full);
}

TEST(Trace, KnowsWhatEveryLaneMoved) {
    Runner runner = reduction(8);
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    double sum = 0;
    for (int i = 0; i < 8; ++i) sum += number(i);
    const Event& last = trace.events.back();
    ASSERT_EQ(last.kind, EventKind::store);
    ASSERT_EQ(last.mask, 1u);
    EXPECT_EQ(last.type, Type::f32);
    EXPECT_EQ(std::bit_cast<float>(std::uint32_t(trace.slot(last, 0)->value)), float(sum));
    EXPECT_EQ(trace.slot(last, 1), nullptr);
    std::int64_t element = -1;
    const int array = trace.array_of(last, trace.slot(last, 0)->address, &element);
    ASSERT_GE(array, 0);
    EXPECT_EQ(trace.arrays[array].name, "sums");
    EXPECT_EQ(element, 0);
}

TEST(Trace, NamesSharedArraysAsTheSourceDoes) {
    Runner runner = reduction(8);
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    const auto part = std::ranges::find(trace.arrays, "part", &Array::name);
    ASSERT_NE(part, trace.arrays.end());
    EXPECT_EQ(part->type, Type::f32);
    EXPECT_EQ(part->elements, 8u);
    EXPECT_EQ(part->space, Space::shared);
}

TEST(Trace, StepsGroupTheWarpsOfAnIntervalAndKeepTheirOrder) {
    Runner runner = reduction(128);
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    const auto steps = steps_of(trace, 0);
    std::map<std::uint32_t, std::uint32_t> last;
    std::size_t events = 0;
    for (const Step& step : steps) {
        events += step.events.size();
        std::uint32_t lanes = 0;
        for (std::uint32_t index : step.events) {
            const Event& event = trace.events[index];
            EXPECT_EQ(event.interval, step.interval);
            EXPECT_EQ(event.line, step.line);
            EXPECT_EQ(event.kind, step.kind);
            EXPECT_TRUE(!last.contains(event.warp) || last[event.warp] < event.index);
            last[event.warp] = event.index;
            lanes += std::popcount(event.mask);
        }
        EXPECT_EQ(lanes, step.lanes);
    }
    EXPECT_EQ(events, trace.events.size());
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps[0].kind, EventKind::load);
    EXPECT_EQ(steps[0].events.size(), 4u);
    EXPECT_EQ(steps[0].lanes, 128u);
    // load, store, barrier; then two loads, a store and a barrier a round; at last a load and a
    // store
    EXPECT_EQ(steps.size(), 3u + 7 * 4 + 2);
}

// The second warp has something to do before the store, at a later line: the first warp's store is
// not shown ahead of it.
TEST(Trace, AStepIsTakenWhenAllItsWarpsHaveComeToIt) {
    Runner runner(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<4>;
	.reg .pred %p<2>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.u64 %rd3, %rd1, %rd2;
	setp.lt.u32 %p1, %r1, 32;
	@%p1 bra $store;
	.loc 1 9 1
	ld.global.u32 %r2, [%rd3];
$store:
	.loc 1 5 1
	st.global.u32 [%rd3], %r1;
	ret;
}
.file 1 "k.cu"
)");
    runner.ints("numbers", 64, 10).launch("k", {1, 1, 1}, {64, 1, 1});
    const auto steps = steps_of(*runner.trace(), 0);
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].kind, EventKind::load);
    EXPECT_EQ(steps[1].kind, EventKind::store);
    EXPECT_EQ(steps[1].events.size(), 2u);
}

TEST(Trace, IsTheSameByteForByteAtAnyBudget) {
    const auto trace_with = [](std::uint64_t budget) {
        auto module = Module::read(ptx_file("scan"));
        Machine machine(Runner::watching_first());
        const Address in = machine.memory().allocate("input", Type::f32, 64);
        const Address out = machine.memory().allocate("output", Type::f32, 64);
        auto program = (*module)->kernel("scan_hillis");
        std::vector<std::byte> arguments((*program)->parameter_bytes);
        std::memcpy(arguments.data(), &in, 8);
        std::memcpy(arguments.data() + 8, &out, 8);
        EXPECT_FALSE(machine.launch(*program, {}, {64, 1, 1}, 256, arguments));
        while (machine.advance(budget) == Machine::State::running) {
        }
        return machine.trace();
    };
    const auto a = trace_with(1), b = trace_with(1u << 30);
    ASSERT_EQ(a->events.size(), b->events.size());
    ASSERT_EQ(a->slots.size(), b->slots.size());
    for (std::size_t i = 0; i < a->events.size(); ++i) {
        const Event &x = a->events[i], &y = b->events[i];
        EXPECT_TRUE(x.kind == y.kind && x.warp == y.warp && x.index == y.index &&
                    x.mask == y.mask && x.interval == y.interval && x.first == y.first &&
                    x.line == y.line);
    }
    for (std::size_t i = 0; i < a->slots.size(); ++i)
        EXPECT_TRUE(a->slots[i].address == b->slots[i].address &&
                    a->slots[i].value == b->slots[i].value &&
                    a->slots[i].before == b->slots[i].before);
}

TEST(Trace, RequestsAddUpToTheCounters) {
    for (const char* kernel : {"reduce_interleaved", "reduce_strided", "reduce_sequential"}) {
        Runner runner(ptx_file("reduce"));
        runner.floats("input", 256).floats("sums", 1, 1);
        runner.launch(kernel, {}, {256, 1, 1}, 1024);
        const Counters counters = runner.machine().counters();
        std::uint64_t sectors = 0, loads = 0, stores = 0;
        const auto trace = runner.trace();
        for (const Event& event : trace->events) {
            if (event.space == Space::global && event.kind == EventKind::load)
                sectors += event.sectors;
            if (event.space == Space::shared && event.kind == EventKind::load)
                loads += event.wavefronts;
            if (event.space == Space::shared && event.kind == EventKind::store)
                stores += event.wavefronts;
        }
        EXPECT_EQ(sectors, counters.global_load_sectors) << kernel;
        EXPECT_EQ(loads, counters.shared_load_wavefronts) << kernel;
        EXPECT_EQ(stores, counters.shared_store_wavefronts) << kernel;
    }
}

TEST(Trace, WhatWasGivenStaysAsItWas) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 256).floats("sums", 1, 1);
    runner.launch("reduce_sequential", {}, {256, 1, 1}, 1024);
    const auto first = runner.trace();
    const std::size_t events = first->events.size(), slots = first->slots.size();
    runner.launch("reduce_sequential", {}, {256, 1, 1}, 1024);
    EXPECT_EQ(first->launches.size(), 1u);
    EXPECT_EQ(first->events.size(), events);
    EXPECT_EQ(first->slots.size(), slots);
    const auto second = runner.trace();
    EXPECT_EQ(second->launches.size(), 2u);
    EXPECT_EQ(second->events.size(), 2 * events);
}

TEST(Trace, StopsAtItsLimitAndSaysSo) {
    Options small = Runner::watching_first();
    small.trace_bytes = 4096;
    Runner runner = reduction(256, small);
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    EXPECT_TRUE(trace.full);
    EXPECT_LE(trace.events.size() * sizeof(Event) + trace.slots.size() * sizeof(Slot), 4096u);
    EXPECT_FALSE(trace.events.empty());
}

TEST(Trace, ShufflesTellWhoGaveWhat) {
    Runner runner(ptx_file("shuffle"));
    runner.floats("input", 32).floats("sums", 1, 1).launch("shuffle_down", {}, {32, 1, 1});
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    const auto first = std::ranges::find(trace.events, EventKind::shuffle, &Event::kind);
    ASSERT_NE(first, trace.events.end());
    EXPECT_EQ(first->type, Type::f32);
    for (int lane = 0; lane < 32; ++lane) {
        const int from = lane < 16 ? lane + 16 : lane;
        EXPECT_EQ(trace.slot(*first, lane)->address, Address(from)) << lane;
        EXPECT_EQ(trace.slot(*first, lane)->value, trace.slot(*first, from)->before) << lane;
    }
}

TEST(Trace, AtomicsTellWhatTheyFoundAndLeft) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 32).floats("total", 1, 1).launch("atomic_sum", {}, {32, 1, 1});
    const auto kept = runner.trace();
    const Trace& trace = *kept;
    const auto event = std::ranges::find(trace.events, EventKind::atomic, &Event::kind);
    ASSERT_NE(event, trace.events.end());
    float sum = 0;
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(std::bit_cast<float>(std::uint32_t(trace.slot(*event, lane)->before)), sum);
        sum += float(number(lane));
        EXPECT_EQ(std::bit_cast<float>(std::uint32_t(trace.slot(*event, lane)->value)), sum);
    }
    EXPECT_EQ(runner.values<float>("total")[0], sum);
}

TEST(LaneRules, ShufflesClampAsTheManualSays) {
    alignas(64) std::array<std::uint32_t, 64> file{};
    Warp warp;
    warp.registers = reinterpret_cast<std::byte*>(file.data());
    const auto sources = [&](std::string_view mode, std::uint32_t reach, std::uint32_t clamp) {
        std::fill_n(file.begin(), 32, reach);
        std::fill_n(file.begin() + 32, 32, clamp);
        Code code;
        code.row = find_row("shfl.sync." + std::string(mode) + ".b32").row;
        code.b = 0;
        code.c = 128;
        return shuffle_sources(warp, code);
    };
    EXPECT_EQ(sources("down", 8, 0x181f)[7], 7);  // width 8: its segment ends
    EXPECT_EQ(sources("down", 1, 0x181f)[6], 7);
    EXPECT_EQ(sources("up", 1, 0x1800)[8], 8);
    EXPECT_EQ(sources("up", 1, 0)[8], 7);
    EXPECT_EQ(sources("bfly", 16, 31)[3], 19);
    EXPECT_EQ(sources("idx", 5, 31)[30], 5);
    EXPECT_EQ(sources("idx", 5, 0x181f)[30], 29);
}

TEST(LaneRules, WideSharedAccessesGoByHalvesAndQuarters) {
    std::array<Address, 32> packed{}, same{};
    for (int lane = 0; lane < 32; ++lane) packed[lane] = lane * 8;
    EXPECT_EQ(request_of(Space::shared, packed, ~0u, 8, true).wavefronts, 2u);
    EXPECT_EQ(request_of(Space::shared, packed, ~0u, 8, true).ideal, 2u);
    EXPECT_EQ(request_of(Space::shared, same, ~0u, 8, true).wavefronts, 1u);
    EXPECT_EQ(request_of(Space::shared, same, ~0u, 8, false).wavefronts, 2u);
    for (int lane = 0; lane < 32; ++lane) packed[lane] = lane * 16;
    EXPECT_EQ(request_of(Space::shared, packed, ~0u, 16, true).wavefronts, 4u);
    EXPECT_EQ(request_of(Space::global, packed, ~0u, 16, true).sectors, 16u);
}

namespace {

// Two loads: one is copied, and the copy is added behind four instructions more; the other's value
// nobody needs.
constexpr const char* loads_and_uses = R"(
.version 7.8
.target sm_75
.address_size 64
.visible .entry later(.param .u64 numbers) {
  .reg .u64 %rd<3>;
  .reg .f32 %f<6>;
  ld.param.u64 %rd1, [numbers];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.f32 %f1, [%rd2];
  ld.global.f32 %f2, [%rd2+4];
  mov.f32 %f3, %f1;
  add.f32 %f4, 0f3F800000, 0f40000000;
  add.f32 %f4, %f4, %f4;
  add.f32 %f5, %f3, %f4;
  add.f32 %f5, %f1, %f5;
  st.global.f32 [%rd2+8], %f5;
  ret;
}
)";

}  // namespace

TEST(Trace, KnowsWhichInstructionFirstNeedsAValue) {
    Runner runner(loads_and_uses, Runner::watching_first());
    runner.floats("numbers", 8);
    runner.launch("later", {}, {32, 1, 1});
    const auto kept = runner.trace();
    ASSERT_EQ(kept->events.size(), 3u);
    EXPECT_EQ(kept->events[0].used, kept->events[0].index + 5) << "the copy is no use";
    EXPECT_EQ(kept->events[1].used, 0u);
    EXPECT_EQ(kept->events[2].used, 0u) << "a store brings nothing";
}
