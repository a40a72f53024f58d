// At which size the ledger counts what is too much to count as it was asked for, and what it says
// of a column that it does not count.
#include <gtest/gtest.h>

#include "app/sentences/counted_runs.h"
#include "app/session.h"
#include "app/views/ledger/ledger_size.h"
#include "lab/asked.h"
#include "lab/requests/job.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/views/cards/card_spots.h"

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

lab::Settings drawn_at(int rung, std::int64_t size) {
    lab::Settings settings(costly_lesson());
    settings.rung = rung;
    settings.set(size_knob, size);
    return settings;
}

lab::Result counted(int rung, std::int64_t size) {
    return result_of(drawn_at(rung, size), lab::TimeKind::none, 0);
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

// The kernel of a costly ladder that costs little itself.
lab::Settings cheap_one() {
    static const lab::Lesson uneven = [] {
        lab::Lesson value = costly_lesson();
        value.id = "uneven_size";
        value.rungs[2].cost = [](const lab::Settings&) { return 1.; };
        return value;
    }();
    lab::Settings cheap(uneven);
    cheap.rung = 2;
    cheap.set(size_knob, 1 << 26);
    return cheap;
}

// What a kernel alone may be counted at is not yet the size of those beside it.
TEST(CountedForCards, OneThatCostsLittleGivesWayToItsLadder) {
    EXPECT_EQ(counted_for_cards(cheap_one())[size_knob], 1 << 22);
}

// The kernel that is too much may be out of the ledger's sight: nothing is counted as asked for all
// the same, and columns that wait for it stay empty.
TEST(LedgerSizeOf, OneThatCostsLittleIsThatOfItsLadder) {
    const lab::Result now = result_of(cheap_one(), lab::TimeKind::none, 0);
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
        const CountPoint in_ledger{.settings = drawn_at(0, size)};
        return bool(counted_runs(before, now, false, &in_ledger));
    };
    EXPECT_FALSE(counted_runs(before, now, false, nullptr)) << "pictures of two sizes";
    EXPECT_FALSE(found(1 << 10));
    EXPECT_TRUE(found(1 << 11));
}

// Kernel 2 of this lesson is counted up to 2^18 numbers.
const lab::Lesson& with_a_costly_kernel() {
    static const lab::Lesson made = [] {
        lab::Lesson value = lesson();
        value.id = "costly_test";
        value.rungs[1].cost = [](const lab::Settings& set) {
            return 1000 * double(set[size_knob]);
        };
        return value;
    }();
    return made;
}

// Kernels 1 and 3 are counted at this size.
Filled beside_a_costly_kernel(std::int64_t size) {
    Filled from;
    for (const int rung : {0, 2}) {
        lab::Settings at(with_a_costly_kernel());
        at.rung = rung;
        at.set(size_knob, size);
        from.shown = result_of(at, lab::TimeKind::none, 0);
        from.series.add(from.shown);
    }
    return from;
}

CanvasNotes figure_of_three_kernels(const Filled& from) {
    const Metrics metrics;
    CanvasNotes figure{app::testing::measuring_painter().fonts()};
    const std::vector<int> columns{0, 1, 2};
    DrawContext chosen{from.shown, {}, metrics, from.series};
    chosen.columns = columns;
    find_view("ledger")->draw(figure, chosen, {0, 0, 1236, 650});
    return figure;
}

// What takes longer than cards may, and no longer than somebody waits who asks for it.
TEST(LedgerPicture, WhatIsCountedOnceItIsChosenIsNotTooMuchToCount) {
    const Filled from = beside_a_costly_kernel(1 << 21);
    const CanvasNotes figure = figure_of_three_kernels(from);
    std::string words;
    for (const NotedText& text : figure.texts) words += text.text + " ";
    EXPECT_FALSE(figure.find("too much to count")) << words;
    EXPECT_TRUE(figure.find("counted when you choose it")) << words;
    EXPECT_NE(words.find("choose"), words.npos) << words;
    EXPECT_EQ(words.find("2¹⁸"), words.npos) << "it is counted at this size, too";
}

TEST(LedgerPicture, WhatIsTooMuchToCountSaysSoAndAtWhichSizeItIsNot) {
    const Filled from = beside_a_costly_kernel(1 << 22);
    const CanvasNotes figure = figure_of_three_kernels(from);
    EXPECT_TRUE(figure.find("too much to count")) << "somebody asked for that column";
    EXPECT_TRUE(std::ranges::any_of(figure.texts, [](const NotedText& text) {
        return text.text.find("2¹⁸") != text.text.npos;
    }));
    EXPECT_TRUE(figure.find("vs kernel 1")) << "of kernel 3: the next that is counted";
    const Picture card("ledger", from.shown, {}, {0, 0, 330, 150}, from.series);
    EXPECT_FALSE(card.sees("Kernel 2")) << "no room for an empty column";
    EXPECT_TRUE(card.sees("Kernel 3"));
}

// What the rows of a ledger say under the mouse whose shown kernel is the second, of 2^26 numbers,
// as drawn and of 2^22 numbers; drawn it issues so many instructions, and the one before 2^20.
std::string said_of_instructions(std::uint64_t drawn) {
    Filled from;
    from.shown = counted(1, 1 << 26);
    for (const int rung : {0, 1, 2})
        for (const std::int64_t size : {1 << 10, 1 << 22}) {
            lab::Result result = counted(rung, size);
            auto run = std::make_shared<lab::Run>(*result.counted);
            if (rung == 1 && size == 1 << 10) run->counters.warp_instructions = drawn;
            result.picture = result.counted = run;
            from.series.add(result);
        }
    const Rect area{0, 0, 900, 650};
    const Picture picture("ledger", from.shown, {}, area, from.series);
    const Rect row = picture.place("Warp instructions");
    return spot_at("ledger", from, area, {row.middle_x(), row.middle_y()}).words;
}

// A ratio is of the size that is counted, and of another one where that depends on the size.
TEST(LedgerPicture, ARatioOfASmallerSizeSaysWhetherAnotherHasAnother) {
    const std::string same = said_of_instructions(1 << 19), other = said_of_instructions(1 << 18);
    EXPECT_NE(same.find("*/2* was counted for 2²² numbers, not for 2²⁶ numbers. For 2¹⁰ numbers it "
                        "is the same."),
              same.npos)
        << same;
    EXPECT_NE(other.find("For 2¹⁰ numbers it is */4*: it depends on the size."), other.npos)
        << other;
}

// Pictures of two kernels may be of different sizes; columns beside each other never are.
TEST(LedgerSizeOf, KernelsBesideTheShownOneIsItsOwn) {
    const lab::Settings now = *lab::settings_named("occupancy/one");
    lab::Settings two = now;
    two.rung = 1;
    const lab::Knob& size = *now.subject->size;
    ASSERT_NE(lab::picture_of(now)[size], lab::picture_of(two)[size]);
    const auto as_drawn = [](const lab::Settings& shown, const lab::Settings& of) {
        return alike(lab::picture_of(shown), shown, of);
    };
    EXPECT_EQ(as_drawn(now, two)[size], lab::picture_of(now)[size]);
    EXPECT_EQ(as_drawn(now, now), lab::picture_of(now));
    const lab::Settings sum = *lab::settings_named("reduction/strided");
    EXPECT_EQ(as_drawn(*lab::settings_named("reduction/sequential"), sum), lab::picture_of(sum));
}

// Each shape of a block has a picture of its own size: what was before is counted at that of now.
TEST(LedgerOfBefore, IsCountedAtTheSizeThatIsDrawnNow) {
    Session session(lab::Worker::Mode::pumped);
    whole(session, "laplace/blocks sweeps=20 block_x=32 block_y=8");
    const lab::Result now = whole(session, "laplace/blocks sweeps=20 block_x=8 block_y=32");
    ASSERT_TRUE(session.before());
    const lab::Settings drawn = lab::picture_of(now.request.settings);
    const auto asked = ledger_of_before(now.request.settings, session.before()->request.settings);
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[1][*now.request.settings.subject->size],
              counted_for_cards(now.request.settings)[*now.request.settings.subject->size]);
    for (const lab::Knob* knob : drawn.subject->knobs) {
        const bool side = knob->id == "block_x" || knob->id == "block_y";
        EXPECT_EQ(asked[0][*knob] == drawn[*knob], !side) << knob->id;
    }
    session.complete(usual_card_cost, 1);
    EXPECT_TRUE(session.series().counts(asked[0]));
}

}  // namespace
}  // namespace app
