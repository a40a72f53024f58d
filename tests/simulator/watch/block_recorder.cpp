// What blocks do at which step: tiny kernels whose phases can be counted by hand, chains, waves,
// and that nothing else changes when it is written down.
#include "simulator/blocks.h"

#include "tests/simulator/engine_runner.h"
#include "tests/simulator/small_kernel.h"

namespace engine_test {
namespace {

// A machine that runs `small` kernels; every buffer has 4096 zeros.
class Small {
public:
    explicit Small(Limits limits = {}, bool blocks = true, Order order = Order::in_step)
        : machine(options(blocks, order), limits) {}

    void run(int pointers, const std::string& body, std::uint32_t grid, std::uint32_t threads) {
        const auto module = Module::read(small_kernel::text_of(pointers, body));
        ASSERT_TRUE(module) << module.problem().message;
        const auto program = (*module)->kernel("small");
        ASSERT_TRUE(program) << program.problem().message;
        while (static_cast<int>(buffers.size()) < pointers)
            buffers.push_back(machine.memory().allocate("b", Type::s32, 4096, true));
        std::vector<std::byte> parameters(8 * static_cast<std::size_t>(pointers));
        for (int i = 0; i < pointers; ++i)
            std::memcpy(parameters.data() + 8 * i, &buffers[static_cast<std::size_t>(i)], 8);
        ASSERT_FALSE(machine.launch(*program, {grid}, {threads}, 0, parameters));
        while (machine.advance(budget) == Machine::State::running) {
        }
    }

    Machine machine;
    std::vector<Address> buffers;
    std::uint64_t budget = 1 << 20;

private:
    static Options options(bool blocks, Order order) {
        Options made;
        made.order = order;
        made.blocks = blocks;
        made.trace = made.origins = made.races = false;
        made.watched = {1};
        return made;
    }
};

const std::string load_add_store =
    "ld.global.u32 %r1, [%own0];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%own0+1024], %r1;\n";

// Each block waits until the one before it has said its number.
const std::string chain = R"(mov.u32 %r0, %ctaid.x;
setp.ne.u32 %p0, %t, 0;
@%p0 bra told;
ask:
ld.volatile.global.u32 %r1, [%a0];
setp.lt.u32 %p1, %r1, %r0;
@%p1 bra ask;
add.u32 %r2, %r0, 1;
st.volatile.global.u32 [%a0], %r2;
told:
bar.sync 0;
)";

using Stretches = std::vector<Stretch>;

TEST(Blocks, StepsOfAStraightKernelAreItsInstructions) {
    Small small;
    small.run(1, load_add_store, 2, 64);
    const auto times = small.machine.blocks();
    ASSERT_EQ(times->launches.size(), 1u);
    const LaunchTimes& launch = times->launches[0];
    EXPECT_EQ(launch.kernel, "small");
    EXPECT_EQ(launch.waves, 1u);
    EXPECT_EQ(launch.places, 4u * 32);
    ASSERT_EQ(launch.kept.size(), 2u);
    for (const BlockTimes& block : launch.kept) {
        // parameter, its address and the thread's number come first, the same for all warps
        const std::uint32_t first = block.stretches.at(0).to;
        const Stretches expected{{Phase::computes, 0, first},
                                 {Phase::loads, first, first + 1},
                                 {Phase::computes, first + 1, first + 2},
                                 {Phase::stores, first + 2, first + 3}};
        EXPECT_EQ(block.stretches, expected);
        EXPECT_EQ(block.to, first + 3);
        EXPECT_EQ(block.multiprocessor, block.block);
        EXPECT_TRUE(block.ended);
        EXPECT_FALSE(block.cut);
    }
}

TEST(Blocks, AChainIsAStaircase) {
    Small small;
    small.run(1, chain, 4, 64);
    const LaunchTimes launch = small.machine.blocks()->launches.at(0);
    ASSERT_EQ(launch.kept.size(), 4u);
    std::uint32_t before = 0;
    for (const BlockTimes& block : launch.kept) {
        EXPECT_EQ(block.from, 0u) << "all are there from the beginning";
        EXPECT_GT(block.to, before) << "each ends behind the one before it";
        before = block.to;
        Stretches waits;
        for (const Stretch& one : block.stretches)
            if (one.phase == Phase::waits) waits.push_back(one);
        if (block.block == 0) {
            EXPECT_TRUE(waits.empty());
            continue;
        }
        ASSERT_EQ(waits.size(), 1u) << block.block;
        EXPECT_EQ(waits[0].awaited, static_cast<std::int64_t>(block.block) - 1);
        // It goes on after the store of the block before it, and not before.
        const BlockTimes& other = launch.kept[block.block - 1];
        const auto store = std::ranges::find(other.stretches, Phase::stores, &Stretch::phase);
        ASSERT_NE(store, other.stretches.end());
        EXPECT_GT(waits[0].to, store->from);
        EXPECT_LE(waits[0].to, store->to + 3) << "a round of polling later at the latest";
    }
}

// What was read where a block waits: who asked, at which step, and the word as it stood then.
TEST(Blocks, WhatOneAsksIsKept) {
    Small small;
    small.run(1, chain, 4, 64);
    const LaunchTimes launch = small.machine.blocks()->launches.at(0);
    ASSERT_EQ(launch.asked_buffers, std::vector<std::string>{"b"});
    ASSERT_FALSE(launch.asked.empty());
    std::vector<std::uint64_t> last(4);
    std::uint32_t before = 0;
    for (const Asked& one : launch.asked) {
        EXPECT_EQ(one.buffer, 0u);
        EXPECT_EQ(one.element, 0u);
        EXPECT_EQ(one.thread, 0u);
        EXPECT_GE(one.step, before) << "in order of steps";
        before = one.step;
        last.at(one.block) = one.bits;
        // A word that is there was stored before.
        if (one.bits == 0) continue;
        const BlockTimes& writer = launch.kept.at(one.bits - 1);
        const auto store = std::ranges::find(writer.stretches, Phase::stores, &Stretch::phase);
        ASSERT_NE(store, writer.stretches.end());
        EXPECT_GT(one.step, store->from);
    }
    EXPECT_EQ(last, (std::vector<std::uint64_t>{0, 1, 2, 3})) << "each goes on with what it needs";
}

TEST(Blocks, MoreThanFitComeInWaves) {
    Limits limits;
    limits.multiprocessors = 2;
    limits.blocks_on_each = 1;
    Small small(limits);
    small.run(1, load_add_store, 5, 32);
    const LaunchTimes launch = small.machine.blocks()->launches.at(0);
    EXPECT_EQ(launch.places, 2u);
    EXPECT_EQ(launch.waves, 3u);
    const std::uint32_t long_is = launch.kept.at(0).to;
    for (const BlockTimes& block : launch.kept) {
        EXPECT_EQ(block.wave, block.block / 2);
        EXPECT_EQ(block.multiprocessor, block.block % 2);
        EXPECT_EQ(block.from, block.wave * long_is);
        EXPECT_EQ(block.to, (block.wave + 1) * long_is);
    }
    EXPECT_EQ(launch.steps, 3 * long_is);
}

TEST(Blocks, WhatFitsIsLimitedByWarpsPlacesAndSharedMemory) {
    const Limits limits;
    EXPECT_EQ(places_on_each(limits, 1, 0), 32u);
    EXPECT_EQ(places_on_each(limits, 256, 0), 8u);
    EXPECT_EQ(places_on_each(limits, 1000, 0), 2u);
    EXPECT_EQ(places_on_each(limits, 64, 100 * 1024), 2u);
    EXPECT_EQ(places_on_each(limits, 64, 300 * 1024), 1u);
}

TEST(Blocks, WarpsThatCameEarlyStandAtTheBarrier) {
    Small small;
    // the second warp has four instructions more before the barrier
    small.run(1,
              "setp.lt.u32 %p0, %t, 32;\n@%p0 bra meet;\n"
              "add.u32 %r1, %t, 1;\nadd.u32 %r1, %r1, 1;\nadd.u32 %r1, %r1, 1;\n"
              "add.u32 %r1, %r1, 1;\nmeet:\nbar.sync 0;\nst.global.u32 [%own0], %r1;\n",
              1, 64);
    const BlockTimes block = small.machine.blocks()->launches.at(0).kept.at(0);
    const auto phase = [&](std::size_t i) { return block.stretches.at(i).phase; };
    ASSERT_EQ(block.stretches.size(), 3u);
    EXPECT_EQ(phase(0), Phase::computes) << "one warp computes while the other waits";
    EXPECT_EQ(phase(1), Phase::at_barrier);
    EXPECT_EQ(block.stretches[1].to - block.stretches[1].from, 1u);
    EXPECT_EQ(phase(2), Phase::stores) << "both go on together";
    EXPECT_EQ(block.stretches[2].to - block.stretches[2].from, 1u);
}

TEST(Blocks, EachLaunchHasItsOwnSteps) {
    Small small;
    small.run(1, load_add_store, 3, 32);
    small.run(1, "st.global.u32 [%own0], %t;\n", 1, 32);
    const auto times = small.machine.blocks();
    EXPECT_EQ(times->launches_run, 2);
    ASSERT_EQ(times->launches.size(), 2u);
    EXPECT_EQ(times->launches[0].kept.size(), 3u);
    ASSERT_EQ(times->launches[1].kept.size(), 1u);
    EXPECT_EQ(times->launches[1].kept[0].from, 0u);
    EXPECT_LT(times->launches[1].steps, times->launches[0].steps);
}

TEST(Blocks, OfManyTheFirstAndTheLastAreKept) {
    Small small;
    small.run(1, "st.global.u32 [%a0], %t;\n", 1000, 32);
    const LaunchTimes launch = small.machine.blocks()->launches.at(0);
    EXPECT_EQ(launch.blocks, 1000u);
    EXPECT_EQ(launch.waves, 8u) << "128 places";
    ASSERT_EQ(launch.kept.size(), first_blocks_kept + last_blocks_kept);
    EXPECT_EQ(launch.kept[first_blocks_kept - 1].block, 95u);
    EXPECT_EQ(launch.kept[first_blocks_kept].block, 968u);
}

TEST(Blocks, AWatchedInstructionHasItsStep) {
    Small small;
    small.run(1, chain, 3, 32);
    const auto times = small.machine.blocks();
    const BlockTimes& block = times->launches.at(0).kept.at(1);
    ASSERT_FALSE(times->watched.empty());
    for (const WatchedStep& one : times->watched) {
        EXPECT_EQ(one.block, 1u);
        EXPECT_GE(one.step, block.from);
        EXPECT_LT(one.step, block.to);
        EXPECT_EQ(std::ranges::count(times->watched, one.instruction, &WatchedStep::instruction), 1)
            << "each ran once, polls count as one";
    }
}

TEST(Blocks, WritingItDownChangesNoCount) {
    for (const std::string& body : {load_add_store, chain}) {
        Small with, without({}, false), alone({}, false, Order::sequential);
        for (Small* small : {&with, &without, &alone}) small->run(1, body, 6, 96);
        EXPECT_EQ(with.machine.hash(), without.machine.hash());
        EXPECT_TRUE(with.machine.counters() == without.machine.counters());
        EXPECT_EQ(without.machine.blocks(), nullptr);
        EXPECT_EQ(with.machine.memory().hash(), alone.machine.memory().hash());
        if (body == load_add_store) {
            EXPECT_TRUE(with.machine.counters() == alone.machine.counters());
        }
    }
}

TEST(Blocks, DoNotDependOnBudgets) {
    Small whole, slices;
    slices.budget = 7;
    for (Small* small : {&whole, &slices}) small->run(1, chain, 5, 64);
    EXPECT_EQ(whole.machine.hash(), slices.machine.hash());
    const auto one = whole.machine.blocks(), other = slices.machine.blocks();
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_EQ(one->launches[0].kept[i].stretches, other->launches[0].kept[i].stretches);
}

}  // namespace
}  // namespace engine_test
