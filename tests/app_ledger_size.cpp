// At which size the ledger counts what is too much to count as it was asked for.
#include <gtest/gtest.h>

#include "app/sentences/counted_runs.h"
#include "app/views/ledger/ledger_size.h"
#include "app_series_maker.h"
#include "lab/asked.h"
#include "lab/requests/job.h"

namespace app {
namespace {

using namespace test;

// Counted for cards up to 2^22 numbers, and drawn of 2^10.
const lab::Lesson& costly_lesson() {
    static const lab::Lesson made = [] {
        lab::Lesson value = lesson();
        value.id = "costly_size";
        value.picture = [](lab::Settings at) {
            at.set(size_knob, 1 << 10);
            return at;
        };
        value.cost = [](const lab::Settings& set) { return double(set[size_knob]) * 100; };
        return value;
    }();
    return made;
}

lab::Settings at(int rung, std::int64_t size) {
    lab::Settings settings(costly_lesson());
    settings.rung = rung;
    settings.set(size_knob, size);
    return settings;
}

lab::Result counted(int rung, std::int64_t size) {
    return result_of(at(rung, size), lab::TimeKind::none, 0);
}

struct LedgerSize : ::testing::Test {
    Series series;
    Metrics metrics;
    lab::Result before = counted(0, 1 << 26), now = counted(1, 1 << 26);
    std::int64_t shown(bool changed) const {
        DrawContext context{now, {}, metrics, series};
        if (changed) context.before = &before;
        return ledger_size(context)[size_knob];
    }
};

TEST_F(LedgerSize, IsThePicturesUntilAllColumnsAreCounted) {
    EXPECT_EQ(shown(false), 1 << 10);
    series.add(counted(1, 1 << 22));
    EXPECT_EQ(shown(false), 1 << 10) << "only one of three";
    series.add(counted(0, 1 << 22));
    EXPECT_EQ(shown(true), 1 << 22) << "both sides of the change";
    EXPECT_EQ(shown(false), 1 << 10);
    series.add(counted(2, 1 << 22));
    EXPECT_EQ(shown(false), 1 << 22);
}

TEST_F(LedgerSize, IsThatAskedForWhereBothSidesAreCountedSo) {
    series.add(counted(1, 1 << 22)), series.add(counted(0, 1 << 22));
    series.add(now);
    EXPECT_EQ(shown(true), 1 << 22);
    series.add(before);
    EXPECT_EQ(shown(true), 1 << 26);
}

// One size for all of a ladder, which cards count unasked.
TEST(CountedForCards, EveryKernelOfALadderIsCounted) {
    for (const char* name : {"matrix_product/ahead", "dot_product/tree", "laplace/blocks"}) {
        const lab::Settings asked = *lab::settings_named(name);
        const lab::Settings less = lab::countable(asked, {4e9});
        for (lab::Settings each = less; each.rung < static_cast<int>(each.subject->rungs.size());
             ++each.rung)
            if (!lab::refusal(each)) {
                EXPECT_LE(cost_for_cards(each), usual_card_cost) << name;
            }
        EXPECT_EQ(counted_for_cards(asked), less) << name;
    }
}

// Of a size that nobody asked for the others are counted unasked, however long one may be waited
// for.
TEST(CountedForCards, WhatIsSmallerIsCountedUnasked) {
    lab::Lesson slow = costly_lesson();
    slow.id = "slow_size";
    slow.cost = [](const lab::Settings& set) { return double(set[size_knob]) * 1000; };
    lab::Settings asked(slow);
    asked.set(size_knob, 1 << 26);
    EXPECT_EQ(lab::countable(asked, {5e9})[size_knob], 1 << 18) << "2^22 cost 4e9";
}

// What a kernel alone may be counted at is not yet the size of those beside it.
TEST(CountedForCards, OneThatCostsLittleGivesWayToItsLadder) {
    lab::Lesson uneven = costly_lesson();
    uneven.id = "uneven_size";
    uneven.rungs[2].cost = [](const lab::Settings&) { return 1.; };
    lab::Settings cheap(uneven);
    cheap.rung = 2;
    cheap.set(size_knob, 1 << 26);
    EXPECT_EQ(counted_for_cards(cheap)[size_knob], 1 << 22);
}

// The kernel that is too much may be out of the ledger's sight: nothing is counted as asked for all
// the same, and columns that wait for it stay empty.
TEST(LedgerSizeOf, OneThatCostsLittleIsThatOfItsLadder) {
    lab::Lesson uneven = costly_lesson();
    uneven.id = "uneven_ledger";
    uneven.rungs[2].cost = [](const lab::Settings&) { return 1.; };
    lab::Settings cheap(uneven);
    cheap.rung = 2;
    cheap.set(size_knob, 1 << 26);
    const lab::Result now = result_of(cheap, lab::TimeKind::none, 0);
    const Series series;
    const Metrics metrics;
    const std::vector<int> alone{2};
    DrawContext context{now, {}, metrics, series};
    context.columns = alone;
    EXPECT_EQ(ledger_size(context)[size_knob], 1 << 10);
}

TEST(CountedRunsOf, WhatTheLedgerCountsStandsForItsOwnSizeAlone) {
    lab::Result before = counted(0, 1 << 12), now = counted(1, 1 << 11);
    for (lab::Result* result : {&before, &now}) {
        result->counted = nullptr;
        result->request.settings.set(size_knob, 1 << 26);
    }
    const auto found = [&](std::int64_t size) {
        const CountPoint in_ledger{.settings = at(0, size)};
        return bool(counted_runs(before, now, false, &in_ledger));
    };
    EXPECT_FALSE(counted_runs(before, now, false, nullptr)) << "pictures of two sizes";
    EXPECT_FALSE(found(1 << 10));
    EXPECT_TRUE(found(1 << 11));
}

}  // namespace
}  // namespace app
