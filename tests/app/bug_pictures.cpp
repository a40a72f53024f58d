// What the bug hunt opens with: each bug where it shows, its cure in the same picture, and no
// program compared with another.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sentences/because.h"
#include "app/views/array/written.h"
#include "app/views/cell_names.h"
#include "app/views/ledger/ledger_columns.h"
#include "app/views/moment.h"
#include "app/views/order/words.h"
#include "app/views/rungs.h"
#include "app/weights.h"
#include "lab/bugs.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// A program of the lesson, where its picture opens.
struct Hunt {
    lab::Result result;
    const View* view = nullptr;
    Playback playback;

    explicit Hunt(const std::string& rung, const std::vector<const char*>& knobs = {},
                  const char* shown = nullptr)
        : result(drawn_rung("bug_hunt/" + rung, knobs)) {
        view = shown ? find_view(shown) : view_about(run());
        playback.load(&run(), false);
        open_where_it_tells(playback, view, run());
    }
    const lab::Run& run() const { return *result.picture; }
    const Cursor& cursor() const { return playback.cursor; }
    std::string opens() const { return view ? view->id : ""; }
    test::Picture picture(Rect area = {0, 0, 1000, 520}) const {
        return {view->id, result, cursor(), area};
    }
    std::string claim() const { return view_claim(view->id, run(), cursor()); }
    std::string sentence() const { return view_sentence(view->id, run(), cursor()); }
};

TEST(BugPictures, OpenWithWhatShowsTheBugAndItsCureLikewise) {
    const std::pair<const char*, const char*> pictures[] = {
        {"past_the_end", "array"},     {"early_return", "lanes"}, {"barrier_in_if", "lanes"},
        {"never_zeroed", "data_flow"}, {"left_lane", "lanes"},    {"copied_early", "array"},
        {"over_limit", "array"}};
    for (const auto& [rung, id] : pictures) {
        EXPECT_EQ(Hunt(rung).opens(), id) << rung;
        EXPECT_EQ(Hunt(rung, {"version=cured"}).opens(), id) << rung;
    }
    for (const char* race : {"no_barrier", "two_slots"})
        EXPECT_EQ(Hunt(race).opens(), "") << "the lesson's first, which shows races";
}

// What is cured is that all come to where some did not, and not how few are needed behind it.
TEST(BugPictures, OfACureOpenWhereAllLanesCome) {
    for (const char* rung : {"early_return", "barrier_in_if", "left_lane"}) {
        const Hunt cured(rung, {"version=cured"});
        EXPECT_TRUE(cured.claim().starts_with("All 64 threads")) << rung << ": " << cured.claim();
        EXPECT_GT(cured.cursor().step, 0) << rung;
    }
}

// The same two threads, in order now: another pair would not tell what the cure did.
TEST(BugPictures, OfACureShowThePairThatRaced) {
    const Hunt broken("running_sum", {}, "happens_before"),
        cured("running_sum", {"version=cured"}, "happens_before");
    Cursor beside = broken.cursor();
    beside.step = step_beside(broken.view, broken.run(), beside.step, cured.run());
    const Meeting* raced = meeting_shown(broken.run(), broken.cursor());
    const Meeting* ordered = meeting_shown(cured.run(), beside);
    ASSERT_TRUE(raced && ordered);
    EXPECT_EQ(raced->how, Ordering::nothing);
    EXPECT_EQ(ordered->how, Ordering::barrier);
    EXPECT_EQ(std::pair(ordered->first.thread, ordered->last.thread),
              std::pair(raced->first.thread, raced->last.thread));
}

// From Broken to Cured nobody is led elsewhere.
TEST(BugPictures, OfACureOpenWhereItsBugDid) {
    for (const char* rung : {"running_sum", "past_the_end"}) {
        app::testing::Driver driver(1366, 768);
        driver.shell.restore(std::string("bug_hunt/") + rung);
        driver.settle();
        const int broken = driver.shell.playback.cursor.step;
        lab::Settings& settings = driver.shell.session.settings();
        settings = *lab::other_version(settings);
        driver.settle();
        EXPECT_GT(broken, 30) << rung;
        EXPECT_NEAR(driver.shell.playback.cursor.step, broken, 1) << rung;
    }
}

TEST(BugPictures, OpenAtTheThreadThatWasFound) {
    const Hunt end("past_the_end", {"n=200"});
    EXPECT_EQ(end.cursor().warp, 199 / 32);
    EXPECT_EQ(end.cursor().lane, 199 % 32);
    EXPECT_NE(end.sentence().find("Thread *199* of *block 0* wrote none of them."),
              std::string::npos)
        << end.sentence();
}

// The block is drawn in which the first product does not fit: 139 of 64 a block.
TEST(BugPictures, OfAProductThatIsTooLargeShowTheBlockThatReadsIt) {
    const Hunt product("int_product");
    EXPECT_EQ(product.opens(), "array");
    EXPECT_EQ(product.cursor().warp * 32 + product.cursor().lane, 139 % 64);
    EXPECT_EQ(shown_block(product.run()), 2u);
    EXPECT_EQ(Hunt("int_product", {"n=100"}).run().faults.size(), 0u);
}

// One element behind the last, where there are too many for lines.
TEST(BugPictures, WhatIsNotThereStandsBehindTheArray) {
    const test::Picture many = Hunt("past_the_end", {"n=200"}).picture();
    EXPECT_TRUE(many.sees("sums[200] does not exist"));
    EXPECT_TRUE(Hunt("past_the_end", {"n=200"})
                    .picture({0, 0, 1400, 700})
                    .sees("24 had none, 1 was stopped"));
    EXPECT_FALSE(Hunt("past_the_end", {"n=200", "version=cured"}).picture().sees("does not exist"));
}

// The lens, too, names it by its array, and not by 15 digits; what is near no array is hexadecimal.
TEST(BugPictures, AnAddressPastTheEndHasItsArraysName) {
    const Hunt end("past_the_end", {"n=200"});
    const auto* event = event_in(end.run(), end.cursor().step, end.cursor());
    ASSERT_TRUE(event);
    const auto* slot = end.run().trace->slot(*event, end.cursor().lane);
    ASSERT_TRUE(slot);
    EXPECT_EQ(cell_name(end.run(), *event, slot->address), "sums[200], past the end");
    EXPECT_EQ(cell_name(end.run(), *event, 0x10), "address 0x10 of global memory");
}

TEST(BugPictures, AnArrayThatAtomicsAddUpIsNoThreads) {
    const View& array = *find_view("array");
    EXPECT_FALSE(array.fits(Hunt("never_zeroed").run()));
    EXPECT_TRUE(array.fits(Hunt("past_the_end").run()));
}

TEST(BugPictures, WhatTheHostHasIsWhatLayThere) {
    const Hunt early("copied_early");
    EXPECT_EQ(early.claim(), "The host copies before the array is written");
    EXPECT_NE(early.sentence().find("the host has *whatever was there before*"), std::string::npos);
    const Hunt cured("copied_early", {"version=cured"});
    EXPECT_EQ(cured.claim(), "Each element has a thread of its own");
}

TEST(BugPictures, ABarrierThatThreadsPassByDoesNotHaveThemAll) {
    const auto words = [](const char* rung, std::vector<const char*> knobs) {
        const Hunt hunt(rung, knobs, "happens_before");
        const Meeting* meeting = meeting_shown(hunt.run(), hunt.cursor());
        return meeting ? both_words(*meeting) : "";
    };
    const std::string lacks = "A barrier that not all threads of the block reach";
    EXPECT_NE(words("barrier_in_if", {}), lacks) << "the first barrier is one that all come to";
    EXPECT_EQ(words("early_return", {"n=100"}), lacks);
    EXPECT_NE(words("barrier_in_if", {"version=cured"}), lacks);
    EXPECT_NE(words("early_return", {"n=200"}), lacks) << "it is of the last block alone";
}

// Of two that nothing orders neither comes first.
TEST(BugPictures, TheMissingEdgeHasNoHead) {
    const auto heads = [](const char* version) {
        const test::Picture picture = Hunt("no_barrier", {version}, "happens_before").picture();
        return std::ranges::count_if(picture.notes.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::polygon, Role::bad);
        });
    };
    EXPECT_EQ(heads("version=broken"), 0);
    EXPECT_TRUE(Hunt("no_barrier", {}, "happens_before").picture().sees("the missing edge"));
}

TEST(BugPictures, NoProgramIsComparedWithAnother) {
    const Hunt one("neighbour"), other("in_place");
    EXPECT_FALSE(on_a_ladder(one.result.request.settings));
    EXPECT_FALSE(find_view("rungs_compared")->fits(one.run()));
    EXPECT_EQ(compared_rung(other.result.request.settings), other.result.request.settings.rung);
    EXPECT_TRUE(because({one.result, other.result}).empty());
    EXPECT_TRUE(on_a_ladder(*lab::settings_named("reduction/interleaved")));
}

// What is broken beside its cure, whichever is shown.
TEST(BugPictures, TheLedgerHasBothVersions) {
    for (const char* version : {"version=broken", "version=cured"}) {
        const Hunt hunt("neighbour", {version});
        const Series series;
        const Metrics metrics;
        const auto columns = ledger_columns({hunt.result, hunt.cursor(), metrics, series}, 5);
        ASSERT_EQ(columns.size(), 2u);
        EXPECT_EQ(columns[0].title, "Broken");
        EXPECT_EQ(columns[1].title, "Cured");
        EXPECT_EQ(columns[0].shown, version == std::string("version=broken"));
        EXPECT_NE(columns[0].shown, columns[1].shown);
        EXPECT_NE(columns[0].settings.values(), columns[1].settings.values());
        const auto needs = find_view("ledger")->needs.settings(hunt.result.request.settings);
        EXPECT_EQ(needs.size(), 2u);
    }
}

TEST(BugPictures, WhatNobodyWroteIsMarkedWhereItIsRead) {
    const Hunt never("never_zeroed");
    EXPECT_EQ(never.claim(), "The kernel reads what nobody wrote");
    EXPECT_NE(never.sentence().find("Nobody wrote *sums* before: "), std::string::npos);
    EXPECT_TRUE(never.picture().sees("never written"));
    const Hunt cured("never_zeroed", {"version=cured"});
    EXPECT_NE(cured.claim(), never.claim());
    EXPECT_FALSE(cured.picture().sees("never written"));
}

// What a finding names by its line is found in the pane of code, where there is room for numbers.
TEST(BugPictures, LinesOfTheSourceHaveTheirNumbers) {
    const Hunt end("past_the_end");
    const std::string line = std::to_string(end.run().faults.front().line);
    const test::Picture wide("source", end.result, end.cursor(), {0, 0, 420, 500});
    EXPECT_NE(wide.notes.find(line), nullptr) << line;
    const test::Picture narrow("source", end.result, end.cursor(), {0, 0, 230, 500});
    EXPECT_EQ(narrow.notes.find(line), nullptr);
}

// A kernel that was never launched is shown all the same, not the file's first lines.
TEST(BugPictures, ThePaneOfCodeHasTheKernelThatDidNotBegin) {
    const Hunt limit("over_limit");
    ASSERT_TRUE(limit.run().launches.empty());
    const test::Picture code("source", limit.result, limit.cursor(), {0, 0, 420, 500});
    EXPECT_TRUE(code.sees("twice"));
    EXPECT_FALSE(code.sees("Bug hunt"));
}

// Long names leave little room: then of a change its triangle alone, and both versions all the
// same.
TEST(BugPictures, TheLedgerHasBothVersionsInLittleRoom) {
    Series series;
    lab::Result shown;
    for (const char* version : {"version=cured", "version=broken"}) {
        shown = Hunt("in_place", {version}).result;
        shown.counted = shown.picture;
        series.add(shown);
    }
    const auto columns = [&](float width) {
        const test::Picture card("ledger", shown, Cursor{}, {0, 0, width, 150}, series);
        return card.sees("Broken") + card.sees("Cured");
    };
    EXPECT_EQ(columns(400), 2);
    EXPECT_EQ(columns(305), 2);
    EXPECT_EQ(columns(150), 1);
}

// What goes well on this card wears no sign of an error.
TEST(BugPictures, AWarningHasASignOfItsOwn) {
    const auto signs = [](const char* rung, Role colour) {
        const Hunt hunt(rung, {"n=200"});
        const test::Picture code("source", hunt.result, hunt.cursor(), {0, 0, 420, 500});
        return std::ranges::count_if(code.notes.marks, [&](const NotedMark& mark) {
            return mark.is(MarkKind::polygon, colour) && mark.box.x < 12;
        });
    };
    EXPECT_EQ(signs("early_return", Role::bad), 0);
    EXPECT_GT(signs("early_return", Role::waste), 0);
    EXPECT_GT(signs("past_the_end", Role::bad), 0);
}

TEST(BugPictures, ATitleSaysWhatAShuffleLacks) {
    EXPECT_EQ(Hunt("left_lane", {"n=200"}).claim(), "A shuffle reads lanes that do not take part");
    EXPECT_EQ(Hunt("left_lane", {"n=200", "version=cured"}).claim().find("do not take part"),
              std::string::npos);
}

// Of a run that a fault ended no card of times stands before those that have something.
TEST(BugPictures, EmptyCardsStandLast) {
    for (const char* rung : {"bug_hunt/past_the_end", "bug_hunt/over_limit"}) {
        app::testing::Driver driver;
        driver.shell.restore(rung);
        driver.settle();
        const auto cards = driver.shell.cards();
        ASSERT_GT(cards.size(), 2u);
        EXPECT_NE(cards.front()->id, "timings") << rung;
        EXPECT_EQ(cards.front()->id, "ledger") << rung;
        const bool began = std::string_view(rung) != "bug_hunt/over_limit";
        EXPECT_EQ(driver.sees("fault ended"), began) << rung;
    }
    const Hunt limit("over_limit");
    const test::Picture nsight("nsight_compute", limit.result, {}, {0, 0, 400, 200});
    EXPECT_TRUE(nsight.sees("thread") && nsight.sees("ran,")) << "no thread ran";
}

}  // namespace
