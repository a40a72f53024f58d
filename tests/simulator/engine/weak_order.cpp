// Order::weak against the memory model: two blocks and two places, all that an execution may give
// and nothing else. A store may be seen late; never across a fence or a release that reaches the
// other block, and never out of the order of its own place.
#include <gtest/gtest.h>

#include <set>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

constexpr int seeds = 60;

// What the second of two blocks saw: p0 and p1 are the places, p2 takes what it found.
using Seen = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// Lane 0 of block 0 runs `first`, lane 0 of block 1 runs `second`, which leaves %r1 and %r2.
std::string litmus_text(const std::string& first, const std::string& second) {
    return text_of(3,
                   "mov.u32 %r9, %ctaid.x;\n"
                   "setp.ne.u32 %p1, %t, 0;\n"
                   "@%p1 bra end;\n"
                   "setp.eq.u32 %p0, %r9, 1;\n"
                   "@%p0 bra other;\n" +
                       first + "bra end;\nother:\n" + second +
                       "st.global.u32 [%a2], %r1;\n"
                       "st.global.u32 [%a2+4], %r2;\n"
                       "end:\n");
}

Seen seen_in(const std::string& first, const std::string& second, Order order = Order::weak) {
    Seen seen;
    for (int seed = 1; seed <= seeds; ++seed) {
        Options options;
        options.order = order;
        options.seed = std::uint64_t(seed);
        Runner runner(litmus_text(first, second), options);
        for (const char* name : {"x", "y", "z"})
            runner.buffer(name, Type::u32, std::vector<std::uint32_t>(64));
        runner.launch("small", {2, 1, 1}, {32, 1, 1});
        const auto found = runner.values<std::uint32_t>("z");
        seen.insert({found[0], found[1]});
        const auto left = runner.values<std::uint32_t>("x");
        EXPECT_EQ(left[0], 7u) << "all that was stored is in place when the launch has ended";
    }
    return seen;
}

const std::string stores_data = "st.global.u32 [%a0], 7;\n";
const std::string looks =
    "wait:\nld.volatile.global.u32 %r1, [%a1];\n"
    "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra wait;\n"
    "ld.global.u32 %r2, [%a0];\n";

TEST(WeakOrder, AVolatileFlagMayComeBeforeItsData) {
    const Seen both{{1, 0}, {1, 7}};
    EXPECT_EQ(seen_in(stores_data + "st.volatile.global.u32 [%a1], 1;\n", looks), both);
    EXPECT_EQ(seen_in(stores_data + "st.global.u32 [%a1], 1;\n", looks), both);
    EXPECT_EQ(seen_in(stores_data + "st.relaxed.gpu.global.u32 [%a1], 1;\n", looks), both);
    EXPECT_EQ(seen_in(stores_data + "atom.global.add.u32 %r0, [%a1], 1;\n", looks), both);
}

TEST(WeakOrder, AFenceOrAReleaseIsNeverPassed) {
    const Seen in_order{{1, 7}};
    for (const char* flag :
         {"membar.gl;\nst.volatile.global.u32 [%a1], 1;\n",
          "membar.sys;\nst.volatile.global.u32 [%a1], 1;\n",
          "fence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%a1], 1;\n",
          "fence.sc.gpu;\nst.relaxed.gpu.global.u32 [%a1], 1;\n",
          "st.release.gpu.global.u32 [%a1], 1;\n", "st.release.sys.global.u32 [%a1], 1;\n",
          "atom.release.gpu.global.add.u32 %r0, [%a1], 1;\n",
          "membar.gl;\natom.global.add.u32 %r0, [%a1], 1;\n"})
        EXPECT_EQ(seen_in(stores_data + flag, looks), in_order) << flag;
}

TEST(WeakOrder, TheScopeOfABlockDoesNotReachAnother) {
    const Seen both{{1, 0}, {1, 7}};
    EXPECT_EQ(seen_in(stores_data + "membar.cta;\nst.volatile.global.u32 [%a1], 1;\n", looks),
              both);
    EXPECT_EQ(seen_in(stores_data + "st.release.cta.global.u32 [%a1], 1;\n", looks), both);
}

// A barrier orders for its own block, and for no other.
TEST(WeakOrder, ABarrierIsNoFenceForOthers) {
    const Seen both{{1, 0}, {1, 7}};
    EXPECT_EQ(seen_in(stores_data + "bar.warp.sync 1;\nst.volatile.global.u32 [%a1], 1;\n", looks),
              both);
}

// Two stores to one place keep their order: who has seen the second never sees the first.
TEST(WeakOrder, OnePlaceKeepsItsOrder) {
    const std::string first =
        "st.volatile.global.u32 [%a0], 3;\nst.volatile.global.u32 [%a0], 7;\n";
    const std::string second =
        "ld.volatile.global.u32 %r1, [%a0];\nld.volatile.global.u32 %r2, [%a0];\n";
    const std::set<std::uint32_t> ranks{0, 3, 7};
    for (const auto& [earlier, later] : seen_in(first, second)) {
        EXPECT_TRUE(ranks.contains(earlier) && ranks.contains(later));
        EXPECT_LE(earlier, later);
    }
}

// A part of a word that was stored later stays above what was stored before.
TEST(WeakOrder, PlacesThatOverlapKeepTheirOrder) {
    for (int seed = 1; seed <= seeds; ++seed) {
        Options options;
        options.order = Order::weak;
        options.seed = std::uint64_t(seed);
        Runner runner(text_of(1,
                              "setp.ne.u32 %p1, %t, 0;\n@%p1 bra end;\n"
                              "st.global.u32 [%a0], 0;\nst.global.u8 [%a0+1], 5;\n"
                              "st.global.u32 [%a0+4], 9;\nend:\n"),
                      options);
        runner.buffer("x", Type::u32, std::vector<std::uint32_t>{1, 1});
        runner.launch("small", {1, 1, 1}, {32, 1, 1});
        EXPECT_EQ(runner.values<std::uint32_t>("x"), (std::vector<std::uint32_t>{0x500, 9}));
    }
}

// Its own threads see a store at once: through memory, from lane to lane and from warp to warp.
TEST(WeakOrder, ABlockSeesWhatItStored) {
    for (int seed = 1; seed <= seeds; ++seed) {
        Options options;
        options.order = Order::weak;
        options.seed = std::uint64_t(seed);
        Runner runner(text_of(2,
                              "add.u32 %r1, %t, 1;\nst.global.u32 [%own0], %r1;\n"
                              "bar.sync 0;\n"
                              "xor.b32 %r2, %t, 32;\nmad.wide.u32 %d0, %r2, 4, %a0;\n"
                              "ld.global.u32 %r3, [%d0];\nst.global.u32 [%own1], %r3;\n"),
                      options);
        runner.buffer("x", Type::u32, std::vector<std::uint32_t>(64));
        runner.buffer("y", Type::u32, std::vector<std::uint32_t>(64));
        runner.launch("small", {1, 1, 1}, {64, 1, 1});
        const auto found = runner.values<std::uint32_t>("y");
        for (std::uint32_t t = 0; t < 64; ++t) ASSERT_EQ(found[t], (t ^ 32) + 1) << seed;
    }
}

// An atomic works on what its block stored there before.
TEST(WeakOrder, AnAtomicSeesItsBlocksStore) {
    const Seen seen = seen_in("st.global.u32 [%a0], 3;\natom.global.add.u32 %r0, [%a0], 4;\n",
                              "ld.volatile.global.u32 %r1, [%a0];\nmov.u32 %r2, 0;\n");
    for (const auto& [value, rest] : seen) EXPECT_TRUE(value == 0 || value == 3 || value == 7);
}

// Store buffering: both may miss the other's store; with a fence on both sides one sees it.
TEST(WeakOrder, TwoThatStoreAndLookMayMissEachOther) {
    const auto both = [](const std::string& fence) {
        Seen seen;
        for (int seed = 1; seed <= seeds; ++seed) {
            Options options;
            options.order = Order::weak;
            options.seed = std::uint64_t(seed);
            Runner runner(litmus_text("st.volatile.global.u32 [%a0], 7;\n" + fence +
                                          "ld.volatile.global.u32 %r1, [%a1];\n"
                                          "st.global.u32 [%a2+8], %r1;\n",
                                      "st.volatile.global.u32 [%a1], 1;\n" + fence +
                                          "ld.volatile.global.u32 %r1, [%a0];\nmov.u32 %r2, 0;\n"),
                          options);
            for (const char* name : {"x", "y", "z"})
                runner.buffer(name, Type::u32, std::vector<std::uint32_t>(64));
            runner.launch("small", {2, 1, 1}, {32, 1, 1});
            const auto found = runner.values<std::uint32_t>("z");
            seen.insert({found[2], found[0]});
        }
        return seen;
    };
    EXPECT_TRUE(both("").contains({0, 0}));
    EXPECT_FALSE(both("membar.gl;\n").contains({0, 0}));
}

TEST(WeakOrder, TheSameSeedGivesTheSame) {
    const auto hash = [](std::uint64_t seed) {
        Options options;
        options.order = Order::weak;
        options.seed = seed;
        Runner runner(litmus_text(stores_data + "st.volatile.global.u32 [%a1], 1;\n", looks),
                      options);
        for (const char* name : {"x", "y", "z"})
            runner.buffer(name, Type::u32, std::vector<std::uint32_t>(64));
        runner.launch("small", {2, 1, 1}, {32, 1, 1});
        return runner.machine().hash();
    };
    for (std::uint64_t seed : {1, 2, 3}) EXPECT_EQ(hash(seed), hash(seed));
}

// ---- What the checks know of scopes.

// The first warp writes x and `tells` at y, the second, of the same block or of another, `waits`
// there and reads x.
std::size_t races(const std::string& tells, const std::string& waits, std::uint32_t blocks) {
    Options options;
    options.check_all = true;
    const std::string other = blocks == 2 ? "mov.u32 %r9, %ctaid.x;\n" : "shr.u32 %r9, %t, 5;\n";
    Runner runner(
        text_of(2, other +
                       "and.b32 %r5, %t, 31;\n"
                       "setp.ne.u32 %p1, %r5, 0;\n"
                       "@%p1 bra end;\n"
                       "setp.eq.u32 %p0, %r9, 1;\n"
                       "@%p0 bra second;\n"
                       "st.global.u32 [%a0], 5;\n" +
                       tells + "bra end;\nsecond:\n" + waits + "ld.global.u32 %r2, [%a0];\nend:\n"),
        options);
    runner.buffer("x", Type::u32, std::vector<std::uint32_t>(64));
    runner.buffer("y", Type::u32, std::vector<std::uint32_t>(64));
    runner.launch("small", {blocks, 1, 1}, {blocks == 2 ? 32u : 64u, 1, 1});
    return runner.machine().faults().size();
}

TEST(Scopes, OfABlockOrderWithinItAlone) {
    const std::string release = "st.release.cta.global.u32 [%a1], 1;\n",
                      acquire = "ld.acquire.cta.global.u32 %r1, [%a1];\n";
    EXPECT_EQ(races(release, acquire, 1), 0u);
    EXPECT_EQ(races(release, acquire, 2), 2u) << "the data, and the flag itself";
    const std::string sets = "atom.global.add.u32 %r0, [%a1], 1;\n",
                      sees = "atom.global.add.u32 %r1, [%a1], 0;\n", of_block = "membar.cta;\n",
                      of_device = "membar.gl;\n";
    EXPECT_EQ(races(of_block + sets, sees + of_block, 1), 0u);
    EXPECT_EQ(races(of_block + sets, sees + of_device, 2), 1u);
    EXPECT_EQ(races(of_device + sets, sees + of_block, 2), 1u);
    EXPECT_EQ(races(of_device + sets, sees + of_device, 2), 0u);
}

TEST(Scopes, OfTheDeviceOrderEverywhere) {
    const std::string release = "st.release.gpu.global.u32 [%a1], 1;\n",
                      acquire = "ld.acquire.gpu.global.u32 %r1, [%a1];\n";
    EXPECT_EQ(races(release, acquire, 1), 0u);
    EXPECT_EQ(races(release, acquire, 2), 0u);
    EXPECT_EQ(races("st.relaxed.gpu.global.u32 [%a1], 1;\n", acquire, 2), 1u);
}

// A flag that one block has set and that is not yet in memory is the same flag to another.
TEST(Scopes, OneFlagOfTwoBlocksIsNoRaceWhileItIsOnItsWay) {
    for (const char* value : {"1", "%r9"})
        for (int seed = 1; seed <= 20; ++seed) {
            Options options;
            options.check_all = true;
            options.order = Order::weak;
            options.seed = std::uint64_t(seed);
            Runner runner(text_of(1, std::string("mov.u32 %r9, %ctaid.x;\nadd.u32 %r9, %r9, 1;\n"
                                                 "setp.ne.u32 %p0, %t, 0;\n@%p0 bra end;\n"
                                                 "st.volatile.global.u32 [%a0], ") +
                                         value + ";\nend:\n"),
                          options);
            runner.buffer("x", Type::u32, std::vector<std::uint32_t>(64));
            runner.launch("small", {2, 1, 1}, {32, 1, 1});
            EXPECT_EQ(runner.machine().faults().empty(), value[0] == '1') << seed;
        }
}

// ---- What a trace says of fences and signals.

TEST(TracedFences, StandBeforeWhatTheyComeBefore) {
    Runner runner(text_of(2,
                          "st.global.u32 [%own0], 5;\nmembar.gl;\n"
                          "st.volatile.global.u32 [%own1], 1;\nfence.acq_rel.cta;\n"
                          "ld.global.u32 %r1, [%own0];\nst.release.cta.global.u32 [%own1], 2;\n"));
    for (const char* name : {"x", "y"})
        runner.buffer(name, Type::u32, std::vector<std::uint32_t>(32));
    runner.launch("small", {1, 1, 1}, {32, 1, 1});
    const auto trace = runner.trace();
    ASSERT_EQ(trace->events.size(), 4u);
    EXPECT_EQ(trace->events[0].fence, FenceScope::none);
    EXPECT_EQ(trace->events[1].fence, FenceScope::device);
    EXPECT_EQ(trace->events[1].signals, std::uint32_t{is_volatile});
    EXPECT_EQ(trace->events[2].fence, FenceScope::block);
    EXPECT_EQ(trace->events[2].signals, 0u);
    EXPECT_EQ(trace->events[3].fence, FenceScope::none);
    EXPECT_EQ(trace->events[3].signals, std::uint32_t{releases} | block_scope);
}

}  // namespace
