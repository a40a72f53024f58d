// "Paths": the ways of samples against what the run left, how far they are at each step, and what
// the picture draws and says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/series.h"
#include "app/views/paths/walks.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

constexpr Rect whole_stage{0, 0, 1100, 560};

struct WalkedRun {
    lab::Result result;
    Cursor cursor;

    explicit WalkedRun(const std::string& rung, const std::vector<const char*>& knobs = {},
                       std::vector<std::uint64_t> watched = {}) {
        result.request.settings = *lab::settings_named(rung);
        for (const char* knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        drawn.watched = std::move(watched);
        result.picture = lab::simulate(drawn);
        cursor.step = last();
    }
    const lab::Run& run() const { return *result.picture; }
    int last() const { return static_cast<int>(run().steps.size()) - 1; }
    const std::vector<float>& values(const char* name) const {
        return std::ranges::find(run().results, name, &lab::ResultShot::buffer)->values;
    }
    WalkedRun& at(int step) {
        cursor.step = step;
        return *this;
    }
    std::string claim() const { return view_claim("paths", run(), cursor); }
    std::string sentence() const { return view_sentence("paths", run(), cursor); }
    Picture picture(Rect area = whole_stage) const { return {"paths", result, cursor, area}; }
};

TEST(Walks, EndWhereTheRunSaysTheyEnd) {
    for (const char* rung : {"coalesced", "strided", "made", "drawn", "states"}) {
        const WalkedRun walked(std::string("option/") + rung, {"n=1000", "steps=7"}, {3});
        const Walks& all = walks(walked.run());
        ASSERT_EQ(all.all.size(), 128u) << rung;
        EXPECT_EQ(all.steps, 7);
        EXPECT_EQ(all.block, 3u);
        for (const Walk& walk : all.all) {
            EXPECT_EQ(walk.values.front(), 1);
            ASSERT_EQ(walk.steps(), 7);
            EXPECT_EQ(walk.sample / 128, std::int64_t(all.block));
            EXPECT_EQ(walk.sample % 128, walk.warp * 32 + walk.lane);
            EXPECT_EQ(float(walk.values.back()), walked.values("first")[std::size_t(walk.sample)]);
            EXPECT_EQ(walk.worth, walked.values("payoffs")[std::size_t(walk.sample)] != 0);
        }
    }
}

// A value is there from the first instruction behind it on: step by step, no further and no less.
TEST(Walks, GoOnWithTheCursor) {
    const WalkedRun run("option/strided", {"n=1000", "steps=7"});
    const auto none = walked(run.run(), -1);
    EXPECT_EQ(std::ranges::count(none, 0), 128);
    std::vector<std::int64_t> before = none;
    for (int step = 0; step <= run.last(); ++step) {
        const auto now = walked(run.run(), step);
        for (std::size_t i = 0; i < now.size(); ++i) {
            EXPECT_GE(now[i], before[i]);
            EXPECT_LE(now[i], before[i] + 1) << "one of two loads lies in each step";
        }
        before = now;
    }
    EXPECT_EQ(std::ranges::count(before, 7), 128);
    const Walk& walk = walks(run.run()).all[40];
    for (std::int64_t taken = 1; taken <= 7; ++taken) {
        const int step = step_with(run.run(), walk, taken);
        ASSERT_GE(step, 0);
        EXPECT_EQ(walked(run.run(), step)[40], taken);
        EXPECT_EQ(walked(run.run(), step - 1)[40], taken - 1);
    }
}

TEST(Walks, AreThoseOfTheLanesThatAreThere) {
    const WalkedRun run("option/drawn", {"n=45", "steps=3"});
    const Walks& all = walks(run.run());
    EXPECT_EQ(all.all.size(), 45u);
    EXPECT_EQ(all.all.back().sample, 44);
    EXPECT_EQ(all.all.back().lane, 12);
}

TEST(Walks, AreEmptyWhereNobodyNamesTheirLine) {
    const WalkedRun other("reduction/sequential");
    EXPECT_FALSE(walks(other.run()));
    EXPECT_FALSE(find_view("paths")->fits(other.run()));
    EXPECT_TRUE(other.picture().sees("followed")) << "one line, in pieces";
    EXPECT_TRUE(other.picture().notes.marks.empty());
}

TEST(PathsView, OpensWhereTheWaysAreWhole) {
    for (const char* rung : {"option/coalesced", "option/drawn"}) {
        const WalkedRun run(rung);
        const int step = opening_step(find_view("paths"), run.run());
        const auto now = walked(run.run(), step), before = walked(run.run(), step - 1);
        EXPECT_TRUE(std::ranges::all_of(now, [](std::int64_t taken) { return taken == 12; }));
        EXPECT_FALSE(std::ranges::all_of(before, [](std::int64_t taken) { return taken == 12; }));
    }
}

// A line for each step that a path has taken: all of them at the end, none at the beginning.
TEST(PathsView, DrawsEachStepOnce) {
    WalkedRun run("option/strided", {"n=1000", "steps=7"});
    const auto lines = [&](Role role, float width) {
        return those(run.picture().notes.marks,
                     [&](const NotedMark& mark) {
                         return mark.is(MarkKind::line, role) && mark.width == width &&
                                mark.box.x < 820;  // beyond is the key
                     })
            .size();
    };
    const auto taken = [&] {
        const auto all = walked(run.run(), run.cursor.step);
        std::size_t others = 0;
        for (std::size_t i = 32; i < all.size(); ++i) others += std::size_t(all[i]);
        return others;
    };
    EXPECT_EQ(lines(Role::accent, 2.8f), 7u) << "the chosen thread's";
    EXPECT_EQ(lines(Role::accent, 1.5f), 31u * 7) << "its warp's";
    EXPECT_EQ(lines(Role::stroke, 1), 96u * 7) << "those of other warps";
    run.at(run.last() / 2);
    EXPECT_GT(taken(), 0u);
    EXPECT_EQ(lines(Role::stroke, 1), taken());
    run.at(-1);
    EXPECT_EQ(lines(Role::accent, 2.8f) + lines(Role::stroke, 1), 0u);
}

TEST(PathsView, SaysWhatItDraws) {
    WalkedRun run("option/coalesced");
    const Walks& all = walks(run.run());
    const auto inside = std::ranges::count_if(
        all.all, [&](const Walk& walk) { return std::abs(walk.values.back() - 1) < .1; });
    EXPECT_EQ(run.claim(), grouped(inside) + " of 128 paths end between 0.9 and 1.1");
    const auto paying = std::ranges::count_if(all.all, &Walk::worth);
    EXPECT_NE(run.sentence().find("*" + grouped(paying) + " of 128 paths* are worth"),
              std::string::npos)
        << run.sentence();
    EXPECT_TRUE(run.sentence().starts_with("Each thread of block " +
                                           grouped(std::int64_t(all.block)) + " walks"))
        << run.sentence();
    const Picture picture = run.picture();
    for (const char* words : {"The first share, which begins at 1", "Steps of the year",
                              "A path pays if both shares end between 0.9 and 1.1", "lane 0"})
        EXPECT_TRUE(picture.sees(words)) << words;
    run.at(-1);
    EXPECT_EQ(run.claim(), "All 128 paths are at their start");
    EXPECT_NE(run.sentence().find("None has taken a step yet"), std::string::npos);
    run.at(run.last() / 2);
    EXPECT_NE(run.claim().find(" are between "), std::string::npos) << run.claim();
    EXPECT_NE(run.sentence().find("of 12 steps*."), std::string::npos) << run.sentence();
}

TEST(PathsView, SaysWhereNothingIsReadOnTheWay) {
    const std::string words =
        "This kernel reads *no memory between steps*: one click runs all 12 steps of time.";
    for (const char* rung : {"option/drawn", "option/states"}) {
        const WalkedRun run(rung);
        EXPECT_NE(run.sentence().find(words), std::string::npos) << run.sentence();
    }
    EXPECT_EQ(WalkedRun("option/coalesced").sentence().find("no memory between steps"),
              std::string::npos);
}

TEST(PathsView, KeepsTextsApartAndInside) {
    WalkedRun run("option/coalesced");
    const Rect areas[] = {{0, 0, 300, 260},
                          {0, 0, 480, 300},
                          {20, 10, 720, 360},
                          {0, 0, 1082, 500},
                          {0, 0, 2400, 1300}};
    for (const Density density : {Density::laptop, Density::desk, Density::projector})
        for (const Rect& area : areas)
            for (const float longer : {1.f, 1.33f})
                for (const int step : {-1, run.last() / 2, run.last()}) {
                    CanvasNotes notes(app::testing::measuring_painter().fonts(), 1, longer);
                    notes.card("paths", area);
                    run.at(step);
                    const Metrics metrics = metrics_of(density);
                    const Series series;
                    find_view("paths")->draw(notes, {run.result, run.cursor, metrics, series},
                                             area);
                    const auto wrong = misplaced_texts(notes);
                    EXPECT_TRUE(wrong.empty())
                        << area.w << " x " << area.h << ", step " << step << ", longer " << longer
                        << ", " << name_of(density) << ": " << wrong.front();
                }
}

// A point of a path has its exact value, leads to its step, and a click chooses its thread.
TEST(PathsView, PointsAnswer) {
    WalkedRun run("option/coalesced", {"n=45", "steps=4"});
    const View* view = find_view("paths");
    const Picture picture = run.picture();
    const auto heads = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.kind == MarkKind::circle && mark.box.w < 5;
    });
    ASSERT_EQ(heads.size(), 13u) << "of the second warp";
    const Point at{heads[0].box.middle_x(), heads[0].box.middle_y()};
    const Metrics metrics;
    const Series series;
    const DrawContext context{run.result, run.cursor, metrics, series};
    const auto spot = view->pointing.spot(picture.notes, context, whole_stage, at);
    ASSERT_TRUE(spot);
    EXPECT_TRUE(spot->area.contains(at));
    Cursor chosen = run.cursor;
    ASSERT_TRUE(view->pointing.click(context, chosen, whole_stage, at));
    EXPECT_EQ(chosen.warp, 1);
    const Walk& walk = walks(run.run()).all[std::size_t(32 + chosen.lane)];
    for (const std::string& words :
         {"Path " + std::to_string(walk.sample), "lane " + std::to_string(walk.lane) + " of warp 1",
          std::string("After 4 of 4 steps"), shortest(walk.values.back(), 9)})
        EXPECT_NE(spot->words.find(words), std::string::npos) << spot->words;
    EXPECT_EQ(spot->step(), step_with(run.run(), walk, 4));
    EXPECT_FALSE(view->pointing.spot(picture.notes, context, whole_stage, {2, 2}));
}

}  // namespace
