// The sentence after a change tells the times that the cards show: with cold caches, or with warm
// ones where those are chosen.
#include <gtest/gtest.h>

#include "app/sentences/because.h"
#include "app_because_sides.h"
#include "lab/time/alternating.h"

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
    const auto forms = because(before, now, nullptr, {}, caches);
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
    EXPECT_NE(warm.find("faster, 6.0 → 3.0 µs with warm caches (/2)"), warm.npos) << warm;
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
    lab::Alternation turns;
    turns.ratio = {.83, .82, .84};
    const auto forms = because(in_both(slow, 6), in_both(fast, 3), &turns, {}, lab::Regime::warm);
    ASSERT_FALSE(forms.empty());
    EXPECT_EQ(forms.front().find("alternating"), std::string::npos) << forms.front();
}

}  // namespace
