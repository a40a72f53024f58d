// Who answers a load: reuse distances against a cache that is followed key by key, and the levels
// of traces made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>

#include "lab/levels/levels.h"

namespace {

using namespace lab;
using simulator::EventKind;

// --- how far apart

std::vector<std::uint64_t> reuse_of(const std::vector<std::uint64_t>& keys) {
    ReuseDistances reuse;
    std::vector<std::uint64_t> found;
    for (const std::uint64_t key : keys) found.push_back(reuse.ask(key));
    return found;
}

TEST(ReuseDistances, CountOtherKeysSinceTheLastTime) {
    const std::uint64_t no = never;
    EXPECT_EQ(reuse_of({7, 7, 7}), (std::vector<std::uint64_t>{no, 0, 0}));
    EXPECT_EQ(reuse_of({1, 2, 3, 1}), (std::vector<std::uint64_t>{no, no, no, 2}));
    EXPECT_EQ(reuse_of({1, 2, 2, 2, 1}), (std::vector<std::uint64_t>{no, no, 0, 0, 1}));
    EXPECT_EQ(reuse_of({1, 2, 1, 2, 3, 1}), (std::vector<std::uint64_t>{no, no, 1, 1, no, 2}));
}

// A cache that throws out what was asked for longest ago, as a list.
class ListCache {
public:
    explicit ListCache(std::size_t room) : room_(room) {}
    bool has(std::uint64_t key) {
        const auto found = std::ranges::find(kept_, key);
        const bool hit = found != kept_.end();
        if (hit) kept_.erase(found);
        kept_.push_front(key);
        if (kept_.size() > room_) kept_.pop_back();
        return hit;
    }

private:
    std::size_t room_;
    std::list<std::uint64_t> kept_;
};

// With room for as many, or with too little for exactly one, over what the tree begins with.
TEST(ReuseDistances, SayWhatAnyCacheKeeps) {
    for (const std::size_t room : {1, 2, 7, 50, 99, 100, 101}) {
        std::mt19937 random(static_cast<unsigned>(room));
        ReuseDistances reuse;
        ListCache cache(room);
        for (int i = 0; i < 5000; ++i) {
            const std::uint64_t key = random() % (i % 3 ? 100 : 12);
            ASSERT_EQ(reuse.ask(key) < room, cache.has(key)) << room << " " << i;
        }
        EXPECT_EQ(reuse.different(), 100u);
    }
}

// --- traces by hand

struct LoadsMade {
    simulator::Trace trace;

    // One lane an address, in the order in which a block after the other ran.
    void access(EventKind kind, int launch, std::uint64_t block, std::uint32_t warp,
                std::vector<simulator::Address> addresses, simulator::Type type) {
        simulator::Event event;
        event.kind = kind, event.space = simulator::Space::global, event.type = type;
        event.launch = static_cast<std::uint16_t>(launch), event.block = block, event.warp = warp;
        event.first = static_cast<std::uint32_t>(trace.slots.size());
        event.mask = (1u << addresses.size()) - 1;
        for (const simulator::Address address : addresses) trace.slots.push_back({address, 0, 0});
        trace.events.push_back(event);
    }
    void load(std::uint64_t block, std::uint64_t sector, std::uint32_t warp = 0, int launch = 0) {
        access(EventKind::load, launch, block, warp, {sector * 32 + 4}, simulator::Type::f32);
    }
    std::vector<Level> by(std::uint64_t l1, std::uint64_t l2) const {
        std::vector<Level> answers;
        for (const SectorAsked& ask : levels_of(trace, {{l1, l1}, l2}).asks)
            answers.push_back(ask.by);
        return answers;
    }
};

using LoadAnswers = std::vector<Level>;
constexpr Level l1 = Level::l1, l2 = Level::l2, mem = Level::memory;

TEST(Levels, WhatLiesBetweenMustFit) {
    LoadsMade made;
    for (const int sector : {1, 2, 1}) made.load(0, sector);
    EXPECT_EQ(made.by(2, 9), (LoadAnswers{mem, mem, l1}));
    EXPECT_EQ(made.by(1, 9), (LoadAnswers{mem, mem, l2}));
    EXPECT_EQ(made.by(1, 2), (LoadAnswers{mem, mem, l2}));
    EXPECT_EQ(made.by(1, 1), (LoadAnswers{mem, mem, mem}));
}

// What the L1 answers is not asked of the L2, and does not keep it there.
TEST(Levels, TheL2SeesWhatTheL1HasNot) {
    LoadsMade made;
    for (const int sector : {1, 2, 1, 1, 1, 3, 1}) made.load(0, sector);
    EXPECT_EQ(made.by(2, 2), (LoadAnswers{mem, mem, l1, l1, l1, mem, l1}));
    LoadsMade turn;
    for (const int sector : {1, 2, 1, 3, 2}) turn.load(0, sector);
    EXPECT_EQ(turn.by(2, 2),
              (LoadAnswers{mem, mem, l1, mem, l2}));  // 2, 3 went by the L2: 1 did not
}

TEST(Levels, NoL1ServesAnotherBlock) {
    LoadsMade made;
    made.load(0, 1);
    made.load(1, 1);
    EXPECT_EQ(made.by(100, 100), (LoadAnswers{mem, l2}));
    EXPECT_EQ(levels_of(made.trace, {{100}, 100}).asks[1].between, 0u);
}

TEST(Levels, AnL1IsEmptyWhenALaunchBegins) {
    LoadsMade made;
    made.load(0, 1, 0, 0);
    made.load(0, 1, 0, 0);
    made.load(0, 1, 0, 1);
    EXPECT_EQ(made.by(100, 100), (LoadAnswers{mem, l1, l2}));
}

// The trace has a block after the other; the model has them all at once.
TEST(Levels, BlocksTakeTurns) {
    LoadsMade made;
    for (const std::uint64_t block : {0, 1})
        for (const std::uint32_t warp : {0, 1})
            for (const std::uint64_t turn : {0, 1})
                made.load(block, 8 * turn + 2 * warp + block, warp);
    std::vector<std::uint64_t> order;
    const Levels levels = levels_of(made.trace, {});
    for (const SectorAsked& ask : levels.asks) order.push_back(ask.sector);
    EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1, 2, 3, 8, 9, 10, 11}));
    EXPECT_EQ(levels.ends[0], 1u);  // block 0, warp 0, its first
    EXPECT_EQ(levels.ends[1], 5u);  // its second
    EXPECT_EQ(levels.ends[7], 8u);  // the very last
}

TEST(Levels, StoresTakeRoomInTheL2AndAreNoLoads) {
    LoadsMade made;
    made.load(0, 1);
    made.access(EventKind::store, 0, 0, 0, {2 * 32}, simulator::Type::f32);
    made.load(0, 1);
    EXPECT_EQ(made.by(0, 1), (LoadAnswers{mem, mem}));
    EXPECT_EQ(made.by(0, 2), (LoadAnswers{mem, l2}));
    EXPECT_EQ(made.by(1, 1), (LoadAnswers{mem, l1}));  // stores go past the L1
}

// The L2 has what was stored, so memory moves less than there are first asks.
TEST(Levels, WhatWasStoredIsNotMovedAgain) {
    LoadsMade made;
    made.access(EventKind::store, 0, 0, 0, {2 * 32}, simulator::Type::f32);
    made.load(0, 2);
    made.load(0, 1);
    LevelSums sums;
    for (const SectorAsked& ask : levels_of(made.trace, {{8, 8}, 8}).asks) sums.add(ask);
    EXPECT_EQ(sums, (LevelSums{2, 2, {0, 1, 1}, 1}));
    EXPECT_EQ(sums.moved_again(), 0u);
}

// Over a sector's end an element is in two; the same sector of several lanes is one.
TEST(Levels, AsksForEachSectorOnce) {
    LoadsMade made;
    made.access(EventKind::load, 0, 0, 0, {32, 36, 40, 64, 36}, simulator::Type::f32);
    made.access(EventKind::load, 0, 0, 0, {28}, simulator::Type::f64);
    const Levels levels = levels_of(made.trace, {{9}, 9});
    std::vector<std::uint64_t> sectors;
    LevelSums sums;
    for (const SectorAsked& ask : levels.asks) sectors.push_back(ask.sector), sums.add(ask);
    EXPECT_EQ(sectors, (std::vector<std::uint64_t>{1, 2, 0, 1}));
    EXPECT_EQ(sums, (LevelSums{4, 3, {1, 0, 3}, 3}));
    EXPECT_EQ(sums.again(), 1u);
    EXPECT_EQ(sums.moved_again(), 0u);
}

TEST(Levels, CachesAreThoseOfTheCard) {
    const CachesOfCard card = caches_of_card();
    EXPECT_EQ(card.l1, 256u << 10);
    EXPECT_EQ(card.l2, 62'914'560u);
    EXPECT_EQ(cache_room({}, {}).l2, 62'914'560u / 32);  // nothing to compare with: whole
}

}  // namespace
