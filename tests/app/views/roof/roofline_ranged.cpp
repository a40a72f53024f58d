// The card "Roofline" where kernels differ in their work: where their dots stand, both roofs, and
// the path of a dot over its terms.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/views/roof/roofline_axes.h"
#include "app/views/roof/roofline_chart.h"
#include "app/views/roof/roofline_words.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;
using lab::TimeKind;

// The roofline's lesson with times that are made up.
struct Ranged {
    lab::Result result;
    Series series;
    Cursor cursor;
    Metrics metrics;

    explicit Ranged(const std::string& rung) {
        result.request.settings = *lab::settings_named("roofline/" + rung);
    }
    void add(const std::string& rung, double ms, const std::string& knob = "") {
        add_other("roofline/" + rung, ms, knob.empty() ? Knobs{} : Knobs{knob});
    }
    using Knobs = std::vector<std::string>;
    // Recorded on a day of its own.
    void add_other(const std::string& rung, double ms, const Knobs& knobs,
                   const std::string& device = "NVIDIA H200") {
        lab::Result one = result;
        one.request.settings = *lab::settings_named(rung);
        for (const std::string& knob : knobs)
            EXPECT_FALSE(lab::assign(one.request.settings, knob)) << knob;
        auto run = std::make_shared<lab::Run>();
        run->request = one.request;
        run->time = {.kind = TimeKind::recorded,
                     .median_ms = ms,
                     .low_ms = ms,
                     .high_ms = ms,
                     .samples = {ms},
                     .conditions = {},
                     .device = device,
                     .floor_ms = .0023};
        run->device = {"gpu", device, "",
                       rung.starts_with("roofline") ? "2026-11-20" : "2026-11-21"};
        run->verdict.ok = run->verdict.checked = true;
        one.timed = run;
        series.add(one);
        if (one.request.settings == result.request.settings) result.timed = run;
    }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    RooflineChart chart() const { return roofline_chart(context()); }
    Picture drawn(Rect area = {0, 0, 900, 420}) const {
        return {"roofline", result, cursor, area, series};
    }
};

Ranged all_kernels(const std::string& shown) {
    Ranged all(shown);
    for (const char* rung : {"add", "sweep", "polynomial", "unrolled", "four", "double"})
        all.add(rung, .2);
    return all;
}

TEST(RooflineRanged, DotsStandAtTheirOwnOperationsAByte) {
    const Ranged all = all_kernels("polynomial");
    const RooflineChart chart = all.chart();
    ASSERT_TRUE(chart.ranged);
    ASSERT_EQ(chart.dots.size(), 6u);
    EXPECT_NEAR(chart.dots[0].across, 1 / 12., 1e-9);
    EXPECT_NEAR(chart.dots[1].across, .75, 1e-9);
    EXPECT_NEAR(chart.dots[2].across, 4, 1e-9);
    EXPECT_NEAR(chart.dots[5].across, 2, 1e-9);
    EXPECT_NEAR(chart.dots[0].high, double(1 << 26) * 1e-9 / .2e-3, 1e-6) << "of its own work";
    EXPECT_NEAR(chart.dots[1].high / chart.dots[0].high, 6, 1e-9);
    EXPECT_TRUE(chart.dots[5].doubles);
    EXPECT_FALSE(chart.dots[4].doubles);
}

TEST(RooflineRanged, TheFlatRoofIsTheCardsByItsClock) {
    const RooflineChart chart = all_kernels("polynomial").chart();
    EXPECT_NEAR(chart.flat, 132 * 128 * 2 * 1.98, 1);
    EXPECT_NEAR(chart.flat_doubles, chart.flat / 2, 1);
    const Picture picture = all_kernels("polynomial").drawn();
    EXPECT_TRUE(picture.sees("multiply-adds of floats"));
    EXPECT_TRUE(picture.sees("multiply-adds of doubles"));
    EXPECT_TRUE(picture.sees("A polynomial"));
    EXPECT_FALSE(picture.sees("o compute roof"));
}

TEST(RooflineRanged, OneWorkForAllHasNoRange) {
    Ranged other("add");
    other.result.request.settings = *lab::settings_named("vector_addition");
    const RooflineChart chart = other.chart();
    EXPECT_FALSE(chart.ranged);
    EXPECT_EQ(chart.flat, 0);
}

TEST(RooflineRanged, ThePathGoesRightAsTermsGrow) {
    Ranged all = all_kernels("four");
    for (const char* terms : {"terms=1", "terms=64", "terms=1024"}) all.add("four", .3, terms);
    const RooflineChart chart = all.chart();
    ASSERT_EQ(chart.path.size(), 4u) << "with the preset";
    for (std::size_t i = 1; i < chart.path.size(); ++i)
        EXPECT_GT(chart.path[i].across, chart.path[i - 1].across);
    EXPECT_NEAR(chart.path.back().across, 256, 1e-9);
    EXPECT_TRUE(all.drawn().sees("1 term"));
    EXPECT_FALSE(all.drawn().sees("1 terms"));
    EXPECT_TRUE(all.drawn().sees("1 024") || all.drawn().sees("1\u2009024"));
    EXPECT_TRUE(all_kernels("add").chart().path.empty()) << "it has no terms";
}

float away_from(Point from, const Rect& box) {
    return std::hypot(std::max({box.x - from.x, 0.f, from.x - box.right()}),
                      std::max({box.y - from.y, 0.f, from.y - box.bottom()}));
}

// Whether a line leads from its mark to a name further away.
bool has_a_line(const Picture& picture, const RooflineAxes& axes, const RooflineDot& dot) {
    const Point at = axes.at(dot);
    const float radius = axes.radii.at(&dot) + 1.5f;
    return std::ranges::any_of(picture.notes.marks, [&](const NotedMark& mark) {
        return mark.is(MarkKind::line, Role::text3) &&
               std::fabs(distance(mark.box, at) - radius) < 2;
    });
}

// Dots that stand above each other, in little room: a name that had to go further would stand at
// another kernel's.
TEST(RooflineRanged, ANameIsNearestToItsOwnDot) {
    Ranged crowd("polynomial");
    for (const auto& [rung, milliseconds] :
         {std::pair{"polynomial", .5}, {"unrolled", .4}, {"four", .3}, {"double", .2}})
        crowd.add(rung, milliseconds);
    const Rect area{0, 0, 560, 260};
    const Picture picture = crowd.drawn(area);
    const RooflineChart chart = crowd.chart();
    const RooflineAxes axes = axes_of(picture.notes, chart, crowd.metrics, area, {});
    int named = 0;
    for (const NotedText& text : picture.notes.texts)
        for (const RooflineDot& own : chart.dots) {
            if (has_a_line(picture, axes, own)) continue;
            if (!text.text.starts_with(rung_number(own.rung) + "  ")) continue;
            ++named;
            for (const RooflineDot& other : chart.dots)
                EXPECT_LE(away_from(axes.at(own), text.box), away_from(axes.at(other), text.box))
                    << text.text << " beside " << other.rung;
        }
    EXPECT_GT(named, 0);
}

// Dots in little room: those that a name beside would mislead have one at the end of a line.
TEST(RooflineRanged, EveryDotHasItsName) {
    const std::vector<std::pair<const char*, double>> times{{"add", .234},      {"sweep", .22},
                                                            {"polynomial", .3}, {"unrolled", .25},
                                                            {"four", .131},     {"double", .26}};
    for (const char* shown : {"add", "polynomial", "unrolled", "four"})
        for (const Rect area : {Rect{0, 0, 720, 310}, Rect{0, 0, 560, 260}, Rect{0, 0, 420, 300}}) {
            Ranged crowd(shown);
            for (const auto& [rung, milliseconds] : times) crowd.add(rung, milliseconds);
            const Picture picture = crowd.drawn(area);
            for (int rung = 0; rung < 6; ++rung) {
                const auto is_of = [&](const NotedText& text) {
                    return text.text == rung_number(rung) ||
                           text.text.starts_with(rung_number(rung) + "  ");
                };
                EXPECT_TRUE(std::ranges::any_of(picture.notes.texts, is_of))
                    << rung + 1 << " has no name at " << area.w << ", " << shown << " is shown";
            }
        }
}

// Not a roof holds such a dot down: what is said has the time of an empty launch, and its device.
TEST(RooflineRanged, TheLaunchIsNamedWhereItTakesTheTime) {
    Ranged small("add");
    for (const char* rung : {"add", "sweep"}) small.add(rung, .0031);
    small.add("four", .2);
    EXPECT_TRUE(near_floor(small.chart().dots[0]));
    EXPECT_FALSE(near_floor(small.chart().dots[2]));
    EXPECT_TRUE(
        small.drawn().sees("Kernels 1 and 2: half of their time or more is the time of an empty "
                           "launch, 2.3 µs, recorded on H200."));
    Ranged all("add");
    for (const char* rung : {"add", "sweep"}) all.add(rung, .0031);
    EXPECT_TRUE(all.drawn().sees("All kernels: half of their time or more"));
    const View& roof = *find_view("roof");
    EXPECT_EQ(roof.words.sentence(small.context()),
              "It took *3.1 µs, of which an empty launch takes 2.3 µs, recorded on H200*. The "
              "launch limits this dot, not a roof.");
    EXPECT_TRUE(
        roof.words.sentence(all_kernels("add").context()).starts_with("Each dot is a kernel"));
    EXPECT_FALSE(all_kernels("add").drawn().sees("empty launch"));
}

// Far right of where the roofs meet the rising one would be far above anything.
TEST(RooflineRanged, TheFlatRoofIsTheTop) {
    Ranged all("four");
    EXPECT_FALSE(lab::assign(all.result.request.settings, "terms=1024"));
    all.add("four", 2.3, "terms=1024");
    const Picture picture = all.drawn();
    EXPECT_TRUE(picture.sees("multiply-adds of floats"));
    for (const char* beyond : {"1 000 000", "1\u2009000\u2009000"})
        EXPECT_FALSE(picture.sees(beyond));
}

// Two of the vectors', which take as long as each other, and a Laplace kernel.
Ranged with_others() {
    Ranged all = all_kernels("polynomial");
    all.add_other("vector_addition/one_each", .8, {"n=2^26"});
    all.add_other("vector_addition/four_wide", .4, {"n=2^26"});
    all.add_other("laplace/blocks", .7, {"nx=256", "ny=256", "nz=256"});
    return all;
}

TEST(RooflineRanged, OtherLessonsStandUnderTheRoofsToo) {
    const Ranged all = with_others();
    const RooflineChart chart = all.chart();
    ASSERT_EQ(chart.dots.size(), 6u);
    ASSERT_EQ(chart.others.size(), 3u);
    EXPECT_NEAR(chart.others[0].across, 1 / 12., 1e-9);
    EXPECT_NEAR(chart.others[0].high, double(1 << 26) * 1e-9 / .8e-3, 1e-6);
    EXPECT_NEAR(chart.others[1].high, 2 * chart.others[0].high, 1e-6);
    EXPECT_NEAR(chart.others[2].across, .75, .02) << "points of the boundary stay";
    const Picture picture = all.drawn({0, 0, 1200, 700});
    EXPECT_TRUE(picture.sees("Adding two vectors, 2 of 5 kernels"));
    EXPECT_TRUE(picture.sees("Laplace's equation in 3D, 1 of 7 kernels"));
    // Those of one lesson hang together, so that the one without a name is not a stray dot.
    const auto stems = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::line, Role::stroke) && mark.points.size() == 2 &&
               std::fabs(mark.points[0].x - mark.points[1].x) < 1 &&
               std::fabs(mark.width - 1.2f) < .01f;
    });
    EXPECT_EQ(stems.size(), 1u) << "of two vectors' two kernels";
    for (const RooflineDot& dot : chart.others) EXPECT_LT(dot.high, chart.roof(dot.across));
}

TEST(RooflineRanged, OtherLessonsHaveAsManyElements) {
    Ranged all = with_others();
    all.add_other("reduction/wide", .1, {"n=2^20"});
    EXPECT_EQ(all.chart().others.size(), 3u) << "of other elements";
    all.add_other("reduction/wide", .1, {"n=2^26"}, "NVIDIA A100");
    EXPECT_EQ(all.chart().others.size(), 3u) << "by another clock";
    all.add_other("reduction/any_operation", .1, {"n=2^26"});
    EXPECT_EQ(all.chart().others.size(), 3u) << "operations on integers have no place here";
    std::set<std::int64_t> sides;
    for (const lab::Settings& one : roofline_needs(all.result.request.settings))
        for (const lab::Knob* side : one.subject->sides) sides.insert(one[*side]);
    EXPECT_EQ(sides, std::set<std::int64_t>{256}) << "2^24 points are the most below 2^26";
}

TEST(RooflineRanged, ADotOfAnotherLessonTakesYouThere) {
    const Ranged all = with_others();
    const DrawContext context = all.context();
    const RooflineChart chart = all.chart();
    const CanvasNotes canvas{app::testing::measuring_painter().fonts()};
    const Rect area{0, 0, 1200, 700};
    Rect plot = area;
    plot.cut_top(all.metrics.micro * 1.5f);  // its head
    const RooflineAxes axes = axes_of(canvas, chart, all.metrics, plot, {});
    std::set<std::string> told;
    for (const RooflineDot& dot : chart.others) {
        const auto spot = find_view("roofline")->pointing.spot(canvas, context, area, axes.at(dot));
        ASSERT_TRUE(spot && spot->settings);
        EXPECT_EQ(*spot->settings, dot.point->settings);
        EXPECT_NE(spot->words.find(dot.point->settings.subject->title), std::string::npos);
        EXPECT_NE(spot->words.find("GB/s"), std::string::npos) << spot->words;
        EXPECT_NE(spot->words.find("2026-11-21"), std::string::npos) << spot->words;
        told.insert(spot->words);
    }
    EXPECT_EQ(told.size(), 3u) << "each tells of itself";
    EXPECT_FALSE(find_view("roofline")->pointing.spot(canvas, context, area, {1190, 600}));
}

// An addition of two vectors is this lesson's first kernel too.
TEST(RooflineRanged, ItsOwnKernelIsBeforeAnothersAtTheSamePlace) {
    Ranged all = all_kernels("add");
    all.add_other("vector_addition/one_each", .2, {"n=2^26"});
    const RooflineChart chart = all.chart();
    ASSERT_EQ(chart.others.size(), 1u);
    const CanvasNotes canvas{app::testing::measuring_painter().fonts()};
    const Rect area{0, 0, 1200, 700};
    Rect plot = area;
    plot.cut_top(all.metrics.micro * 1.5f);
    const RooflineAxes axes = axes_of(canvas, chart, all.metrics, plot, {});
    const Point at = axes.at(chart.others[0]);
    const auto spot = find_view("roofline")->pointing.spot(canvas, all.context(), area, at);
    ASSERT_TRUE(spot);
    EXPECT_EQ(spot->settings->subject->id, "roofline") << spot->words;
    const Picture picture = all.drawn(area);
    int rings = 0;
    for (const NotedMark& mark : picture.notes.of(MarkKind::ring, Role::text3))
        rings += std::fabs(mark.box.middle_x() - at.x) < 1 && mark.box.w > 12;
    EXPECT_EQ(rings, 1) << "the other is seen around it";
}

TEST(RooflineRanged, NumbersNameTheLesson) {
    const Ranged all = with_others();
    const std::string text = find_view("roofline")->numbers(all.context());
    EXPECT_NE(text.find("\nAdding two vectors,3,"), std::string::npos) << text;
    EXPECT_NE(text.find("\nRoofline and the profiler,3,"), std::string::npos) << text;
}

TEST(RooflineRanged, NeedsThePathOfTheShownKernelAlone) {
    const auto needs = [](const char* rung) {
        return find_view("roofline")->needs.settings(*lab::settings_named(rung)).size();
    };
    const std::size_t others = 5 + 11 + 7;  // kernels of the lessons that stand there too
    EXPECT_GE(needs("roofline/four"), 6u + 10 + others);
    EXPECT_EQ(needs("roofline/add"), 6u + others);
    EXPECT_EQ(needs("occupancy/one"), 6u) << "one work for all kernels";
}

using RoofOfMatrices = Lecture;

// Matrices are bound by multiply-adds: a share of a copy says nothing of them.
TEST_F(RoofOfMatrices, IsThatOfMultiplyAdds) {
    const lab::Result shown = whole(session(), "matrix_product/wide");
    const Picture picture("roofline", shown, {}, {0, 0, 900, 600}, session().series());
    EXPECT_TRUE(picture.sees("a multiply-add of floats in each cycle: "));
    EXPECT_TRUE(picture.sees("GFLOP/s, 61 %") || picture.sees("GFLOP/s, 6"));
    EXPECT_FALSE(picture.sees("No compute roof") || picture.sees("useful, "));
    const lab::Result sum = whole(session(), "reduction/wide");
    const Picture other("roofline", sum, {}, {0, 0, 900, 600}, session().series());
    EXPECT_FALSE(other.sees("multiply-add"));
}

}  // namespace
