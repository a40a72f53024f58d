// The sentence after a change tells the times that the cards show: with cold caches, or with warm
// ones where those are chosen. Below: blocks that wait for each other, where the size alone
// changed, and blocks that are more, where all that is drawn is alike.
#include <gtest/gtest.h>

#include "app/format.h"
#include "app/sentences/because.h"
#include "lab/asked.h"
#include "tests/app/sentences/because_sides.h"

namespace {

using namespace app;
using namespace test;

// Timed with cold caches, and many times in a row with warm ones.
lab::Result in_both(const Side& side, double warm_us) {
    lab::Result result = made(side);
    auto copy = std::make_shared<lab::Run>(*result.timed);
    copy->repeated = copy->time;
    copy->repeated.regime = lab::Regime::warm;
    copy->repeated.median_ms = warm_us / 1000;
    copy->repeated.low_ms = .99 * warm_us / 1000, copy->repeated.high_ms = 1.01 * warm_us / 1000;
    result.timed = copy;
    return result;
}

std::string said(const lab::Result& before, const lab::Result& now, lab::Regime caches) {
    const auto forms = because({.before = before, .now = now, .caches = caches});
    return forms.empty() ? "" : forms.front();
}

const Side slow{.rung = 1, .wavefronts = 141, .kind = lab::TimeKind::recorded, .us = 10.5};
const Side fast{.rung = 2, .wavefronts = 36, .kind = lab::TimeKind::recorded, .us = 8.7};

TEST(BecauseCaches, TheSentenceHasTheTimesThatCardsShow) {
    const lab::Result before = in_both(slow, 6), now = in_both(fast, 3);
    const std::string cold = said(before, now, lab::Regime::cold),
                      warm = said(before, now, lab::Regime::warm);
    EXPECT_NE(cold.find("faster, 10.5 → 8.7 µs (−17 %)"), cold.npos) << cold;
    EXPECT_EQ(cold.find("caches"), cold.npos) << "they are the usual ones: " << cold;
    EXPECT_NE(warm.find("twice as fast, 6.0 → 3.0 µs with warm caches"), warm.npos) << warm;
}

TEST(BecauseCaches, TimesThatWereTakenWarmAreSaidToBe) {
    Side before = slow, now = fast;
    before.warm = now.warm = true;
    const std::string words = said(made(before), made(now), lab::Regime::cold);
    EXPECT_NE(words.find("faster, 10.5 → 8.7 µs with warm caches (−17 %)"), words.npos) << words;
}

TEST(BecauseCaches, WhereOneHasNoWarmTimeBothAreColdAndSaidToBe) {
    const std::string words = said(in_both(slow, 6), made(fast), lab::Regime::warm);
    EXPECT_NE(words.find("faster, 10.5 → 8.7 µs with cold caches (−17 %)"), words.npos) << words;
}

// Timed in turns each begins with cold caches: that ratio is none of two warm times.
TEST(BecauseCaches, ARatioInTurnsIsNoneOfWarmTimes) {
    const auto forms = because({.before = in_both(slow, 6),
                                .now = in_both(fast, 3),
                                .turns = lab::Interval{.83, .82, .84},
                                .caches = lab::Regime::warm});
    ASSERT_FALSE(forms.empty());
    EXPECT_EQ(forms.front().find("alternating"), std::string::npos) << forms.front();
}

// The same of a chain of blocks: how many depend on others follows from its launch.
lab::Result chained(lab::Result result, std::int64_t size) {
    lab::Settings chain = *lab::settings_named("scan/chain");
    chain.set(*chain.subject->size, size);
    for (auto* run : {&result.picture, &result.counted, &result.timed}) {
        if (!*run) continue;
        auto copy = std::make_shared<lab::Run>(**run);
        copy->request.settings = chain;
        *run = copy;
    }
    result.request.settings = chain;
    return result;
}

// Four times as many numbers: four times as much of all.
std::string said_of_growth(double us_before, double us_now) {
    const Side before{
        .size = 1 << 18, .waiting = 512, .kind = lab::TimeKind::recorded, .us = us_before},
        now{.size = 1 << 20,
            .wavefronts = 400,
            .requests = 800,
            .instructions = 4000,
            .waiting = 2048,
            .kind = lab::TimeKind::recorded,
            .us = us_now};
    const auto forms = because({chained(made(before), 1 << 18), chained(made(now), 1 << 20)});
    return forms.empty() ? "" : forms.front();
}

TEST(BecauseOfWaits, RoundsOfAChainAreToldInAll) {
    EXPECT_EQ(said_of_growth(429, 1700),
              "Only the size changed, 2¹⁸ → 2²⁰ numbers: time 429 µs → 1.7 ms (×4), blocks "
              "that depend on others 511 → " +
                  grouped(2047) + ". Counts per element are the same.");
}

// One after the other they would take 1.7 ms: blocks that look back wait beside each other.
TEST(BecauseOfWaits, RoundsBesideEachOtherAreNot) {
    EXPECT_EQ(said_of_growth(20, 80),
              "Only the size changed, 2¹⁸ → 2²⁰ numbers: time 20.0 → 80.0 µs (×4). Counts per "
              "element are the same.");
}

// One block of the picture is followed: it does the same, and there are four times as many.
TEST(BecauseOfBlocks, AreToldWithoutATimeToo) {
    const auto shaped = [](const char* knob) {
        lab::Result result;
        result.request.settings = *lab::settings_named("laplace/blocks");
        EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        auto run = std::make_shared<lab::Run>();
        run->request = result.request;
        run->counters.warp_instructions = 1000;
        result.picture = result.counted = run;
        result.complete = true;
        return result;
    };
    const auto forms = because({shaped("block_y=8"), shaped("block_y=2")});
    ASSERT_FALSE(forms.empty());
    EXPECT_EQ(forms.front(), "Block 32 × 8 × 2 → 32 × 2 × 2: blocks launched " + grouped(4096) +
                                 " → " + grouped(16384) + ". No other counter changed.");
}

}  // namespace
