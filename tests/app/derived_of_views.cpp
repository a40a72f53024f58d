// What views make from a run is made once, kept with it and gone with it: two runs that are drawn
// side by side do not undo each other's.
#include <gtest/gtest.h>

#include <set>

#include "app/draw/canvas_notes.h"
#include "app/series.h"
#include "app/session.h"
#include "app/views/bank_passes.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/of_run.h"
#include "app/views/sectors.h"
#include "app/weights.h"
#include "lab/running/simulation.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_runs.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;

std::shared_ptr<const lab::Run> picture_of(const lab::Lesson& lesson, int rung = 0) {
    lab::Request request;
    request.settings = lab::Settings(lesson);
    request.settings.rung = rung;
    request.settings = lab::picture_of(request.settings);
    return lab::simulate(request);
}

// All that a frame asks of a view.
void show(const View& view, const std::shared_ptr<const lab::Run>& run, int step) {
    lab::Result result;
    result.request = run->request;
    result.picture = run;
    Cursor cursor;
    cursor.step = step;
    const Metrics metrics;
    const Series series;
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    const DrawContext context{result, cursor, metrics, series};
    if (!view.fits(*run)) return;
    if (view.words.claim) view.words.claim(context);
    if (view.words.sentence) view.words.sentence(context);
    if (view.words.note) view.words.note(context);
    view.draw(notes, context, {0, 0, 900, 500});
    Cursor moved = cursor;
    if (view.pointing.click) view.pointing.click(context, moved, {0, 0, 900, 500}, {450, 250});
}

TEST(DerivedData, TwoRunsDrawnInTurnsAreEachLaidOutOnce) {
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        if (!tests::in_part(number++, 3)) continue;
        const auto one = picture_of(*lesson), other = picture_of(*lesson);
        const int last = static_cast<int>(one->steps.size()) - 1;
        for (const View* view : views()) {
            for (const int step : {-1, 0, last}) show(*view, one, step), show(*view, other, step);
            const int made = one->kept.made();
            EXPECT_EQ(other->kept.made(), made);
            for (int again = 0; again < 3; ++again)
                for (const int step : {last, -1, 0})
                    show(*view, one, step), show(*view, other, step);
            EXPECT_EQ(one->kept.made(), made) << lesson->id << ", " << view->id;
            EXPECT_EQ(other->kept.made(), made) << lesson->id << ", " << view->id;
        }
    }
}

// The views that make something worth keeping, and how much of it for one step of one launch.
TEST(DerivedData, EachViewKeepsWhatItMakes) {
    const std::pair<const char*, int> kept[] = {
        {"data_flow", 1},   // the layout
        {"signature", 1},   // the rule
        {"source", 1},      // the text in lines
        {"coalescing", 1},  // the sectors of a request
        {"banks", 1},       // the passes of a request
        {"heat_map", 1},    // the requests, by sector
        {"in_flight", 1},   // which loads go together
        {"scheduler", 1},   // the way of a warp, and its cycles
        {"blocks", 2},      // the blocks in step, and where the watched one stands
        {"field", 2},       // the footprint, and the range of the values
    };
    for (const auto& [id, expected] : kept) {
        int most = 0;
        for (const lab::Lesson* lesson : lab::lessons()) {
            const auto run = picture_of(*lesson);
            show(*find_view(id), run, 0);
            most = std::max(most, run->kept.made());
            if (most >= expected) break;
        }
        EXPECT_GE(most, expected) << id;
    }
}

// All blocks run once more for it: not for each answer, whatever is looked at.
TEST(DerivedData, WhatTakesARunOfItsOwnWaitsUntilItIsShown) {
    const tests::OwnRuns own;  // of which nobody made anything before
    Session session(lab::Worker::Mode::pumped);
    session.open(*lab::find_lesson("reduction"));
    session.end_of_frame(false);
    session.complete();
    session.poll();
    ASSERT_TRUE(session.picture());
    const int prepared = session.picture()->kept.made();
    for (const View* view : views()) {
        if (view->interest.late || !view->shows(*session.picture())) continue;
        heaviest_step(*view, *session.picture());
        EXPECT_EQ(session.picture()->kept.made(), prepared)
            << view->id << ": it was weighed before it was shown";
    }
    heaviest_step(*find_view("blocks"), *session.picture());
    EXPECT_GT(session.picture()->kept.made(), prepared);
}

TEST(DerivedData, WhatIsLookedAtIsMadeBeforeItsPictureComes) {
    const tests::OwnRuns own;  // of which nobody made anything before
    const View* blocks = find_view("blocks");
    Session session(lab::Worker::Mode::pumped);
    session.open(*lab::find_lesson("reduction"));
    session.look_at(blocks);
    session.end_of_frame(false);
    session.complete();
    session.poll();
    ASSERT_TRUE(session.picture() && blocks->shows(*session.picture()));
    const int prepared = session.picture()->kept.made();
    heaviest_step(*blocks, *session.picture());
    EXPECT_EQ(session.picture()->kept.made(), prepared);
}

// To offer the view takes no layout of it.
TEST(DerivedData, WhetherValuesFlowIsKnownBeforeTheLayout) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto run = picture_of(*lesson);
        for (int launch = 0; launch < std::ssize(run->launches); ++launch) {
            const bool known = flows(*run, launch);
            const int made = run->kept.made();
            EXPECT_EQ(known, !layout_of(*run, launch).empty()) << lesson->id << " " << launch;
            EXPECT_GT(run->kept.made(), made) << "the layout was there already";
        }
    }
}

// What a run keeps of one request is not another's.
TEST(DerivedData, EachRequestHasItsOwn) {
    const auto run = picture_of(*lab::find_lesson("reduction"), 1);
    std::set<simulator::Address> lines;
    std::set<std::size_t> passes;
    for (const simulator::Event& event : run->trace->events) {
        if (event.space == simulator::Space::global)
            lines.insert(coalescing_of(*run, event).lines.front().base);
        if (event.space == simulator::Space::shared)
            passes.insert(passes_of(*run, event).passes.size());
    }
    EXPECT_GT(lines.size(), 3u);
    EXPECT_GT(passes.size(), 2u);
}

TEST(DerivedData, LayoutsAreThereBeforeTheFirstFrame) {
    const lab::Lesson* lesson = lab::find_lesson("reduction");
    const auto run = picture_of(*lesson);
    find_view("data_flow")->prepare(*run);
    const int made = run->kept.made();
    const FlowLayout* first = nullptr;
    for (int step = -1; step < static_cast<int>(run->steps.size()); ++step) {
        Cursor cursor;
        cursor.step = step;
        const FlowLayout* layout = &flow_layout(*run, cursor);
        if (!first) first = layout;
        const int launch = step < 0 ? 0 : run->steps[static_cast<std::size_t>(step)].launch;
        EXPECT_EQ(layout == first, launch == 0) << step;
    }
    EXPECT_EQ(run->kept.made(), made);
}

}  // namespace
