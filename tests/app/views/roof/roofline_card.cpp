// The card "Roofline": where dots stand, which lines are drawn above them, what they say and give
// away, and that no two kinds of times meet in it.
#include <gtest/gtest.h>

#include <cmath>

#include "app/format.h"
#include "lab/asked.h"
#include "lab/occupancy/data_sheet.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;
using lab::TimeKind;

const View& roof_card() { return *find_view("roofline"); }

// The kernels of a ladder with times that are made up.
struct Ladder {
    lab::Result result;
    Series series;
    Cursor cursor;
    Metrics metrics;

    explicit Ladder(const char* lesson = "vector_addition") {
        result.request.settings = *lab::settings_named(lesson);
    }
    lab::Result of(int rung, TimeKind kind, double ms) const {
        lab::Result one = result;
        one.request.settings.rung = rung;
        auto run = std::make_shared<lab::Run>();
        run->request = one.request;
        run->time = {.kind = kind,
                     .median_ms = ms,
                     .low_ms = ms * .95,
                     .high_ms = ms * 1.05,
                     .samples = {ms},
                     .conditions = {},
                     .device = "NVIDIA H200",
                     .floor_ms = .0023};
        run->device = {"gpu", "NVIDIA H200", "", "2026-11-20"};
        run->verdict.ok = run->verdict.checked = true;
        one.timed = run;
        return one;
    }
    void add(int rung, TimeKind kind, double ms) {
        const lab::Result one = of(rung, kind, ms);
        series.add(one);
        if (rung == result.request.settings.rung) result.timed = one.timed;
    }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    Picture drawn(Rect area = {0, 0, 600, 300}) const {
        return {"roofline", result, cursor, area, series};
    }
    std::optional<Spot> at(Point mouse, Rect area = {0, 0, 600, 300}) const {
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        return roof_card().pointing.spot(notes, context(), area, mouse);
    }
};

// The dots, the chosen one last.
std::vector<NotedMark> dots_of(const Picture& picture) {
    return those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::circle, Role::text3) || mark.is(MarkKind::circle, Role::accent);
    });
}

TEST(Roofline, ADotIsAsHighAsItsKernelIsFast) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.add(1, TimeKind::recorded, .5);
    ladder.add(2, TimeKind::recorded, .25);
    const auto dots = dots_of(ladder.drawn());
    ASSERT_EQ(dots.size(), 3u);
    const auto y = [&](std::size_t i) { return dots[i].box.middle_y(); };
    EXPECT_TRUE(dots[2].is(MarkKind::circle, Role::accent)) << "the shown kernel";
    EXPECT_NEAR(y(2) - y(0), y(0) - y(1), .1) << "twice as fast is as far up, wherever";
    EXPECT_GT(y(2), y(0));
    EXPECT_NEAR(dots[0].box.middle_x(), dots[1].box.middle_x(), .1) << "the same work";
}

// How far a dot of a kernel that moves so many GB/s stands from the only line of this kind.
float off_the_line(const Ladder& made, double gigabytes, MarkKind kind, Role role) {
    Ladder ladder = made;
    const lab::Settings& settings = ladder.result.request.settings;
    ladder.add(0, TimeKind::recorded, settings.subject->bytes(settings) * 1e-6 / gigabytes);
    const Picture picture = ladder.drawn();
    const auto lines = those(picture.notes.marks, [&](const NotedMark& mark) {
        return mark.is(kind, role) && mark.points.size() == 2 &&
               std::fabs(mark.points[0].x - mark.points[1].x) > 50 &&
               std::fabs(mark.points[0].y - mark.points[1].y) > 50;
    });
    EXPECT_EQ(lines.size(), 1u);
    if (lines.empty()) return 1000;
    const auto& ends = lines[0].points;
    const Rect dot = dots_of(picture).at(0).box;
    const float share = (dot.middle_x() - ends[0].x) / (ends[1].x - ends[0].x);
    return std::fabs(dot.middle_y() - (ends[0].y + share * (ends[1].y - ends[0].y)));
}

// An upper bound is what the data sheet promises; a copy's rate is below it, and kernels pass that.
TEST(Roofline, TheDataSheetIsTheRoofAndACopyADashedLine) {
    const auto peak = lab::recorded_peak("NVIDIA H200");
    ASSERT_TRUE(peak);
    EXPECT_LT(off_the_line(Ladder(), 4800, MarkKind::line, Role::text2), .5f);
    EXPECT_LT(off_the_line(Ladder(), peak->gigabytes, MarkKind::dashed_line, Role::text3), .5f);
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    const Picture picture = ladder.drawn({0, 0, 1200, 500});
    EXPECT_TRUE(picture.sees("memory, by the NVIDIA H200 data sheet, SXM: 4800 GB/s, 100 %"));
    EXPECT_TRUE(picture.sees("copy of 1 GiB reaches 4120 GB/s, 86 %"));
    EXPECT_TRUE(picture.sees("GFLOP/s"));
    EXPECT_TRUE(picture.sees("flop / useful byte"));
    EXPECT_FALSE(picture.sees("o compute roof")) << "it is known, and far above";
}

// With copies in the time, a rate is the program's: the heading says it.
TEST(Roofline, SaysThatTimesHoldCopies) {
    Ladder ladder;
    lab::Settings& settings = ladder.result.request.settings;
    ladder.add(0, TimeKind::recorded, 1);
    const auto note = [&] { return roof_card().words.note(ladder.context()).whole(); };
    EXPECT_EQ(note().find("copies"), std::string::npos) << note();
    ASSERT_FALSE(lab::assign(settings, "copies=with"));
    ladder.add(0, TimeKind::recorded, 3);
    EXPECT_NE(note().find("times with copies"), std::string::npos) << note();
}

// Multiprocessors, boost clock and multiply-adds of a cycle are public, and multiply to the rates.
TEST(Roofline, DataSheetsAreWhatTheirCardsMultiplyTo) {
    struct Card {
        const char* device;
        double multiprocessors, gigahertz, floats, doubles;  // multiply-adds in a cycle
    };
    for (const Card& card :
         {Card{"NVIDIA H200", 132, 1.98, 128, 64},
          Card{"NVIDIA H100 80GB HBM3", 132, 1.98, 128, 64},
          Card{"NVIDIA H100 PCIe", 114, 1.755, 128, 64},
          Card{"NVIDIA A100-SXM4-80GB", 108, 1.41, 64, 32},
          Card{"Tesla V100-SXM2-16GB", 80, 1.53, 64, 32}, Card{"Tesla T4", 40, 1.59, 64, 2},
          Card{"NVIDIA GeForce RTX 4090", 128, 2.52, 128, 2}}) {
        const lab::DataSheet* sheet = lab::data_sheet(card.device);
        ASSERT_TRUE(sheet) << card.device;
        EXPECT_EQ(sheet->megahertz, std::lround(1000 * card.gigahertz)) << card.device;
        const double clock = 2 * card.multiprocessors * card.gigahertz;
        EXPECT_NEAR(sheet->floats, clock * card.floats, .002 * sheet->floats) << card.device;
        EXPECT_NEAR(sheet->doubles, clock * card.doubles, .002 * sheet->doubles) << card.device;
        EXPECT_GT(sheet->tensor, sheet->floats) << card.device;
        EXPECT_GT(sheet->gigabytes, 0) << card.device;
    }
}

// Of a card that nobody knows here only what it measured is drawn.
TEST(Roofline, AnUnknownCardHasNoDataSheet) {
    EXPECT_FALSE(lab::data_sheet("NVIDIA X1"));
    ASSERT_TRUE(lab::data_sheet("NVIDIA H100 80GB HBM3"));
    EXPECT_EQ(lab::data_sheet("NVIDIA H100 80GB HBM3")->gigabytes, 3350);
    EXPECT_FALSE(lab::data_sheet("NVIDIA GeForce RTX 4090 Laptop GPU")) << "a card of its own";
    Ladder ladder;
    lab::Result one = ladder.of(0, TimeKind::recorded, 1);
    auto run = std::make_shared<lab::Run>(*one.timed);
    run->time.device = run->device.name = "NVIDIA X1";
    one.timed = run;
    ladder.series.add(one);
    const Picture picture = ladder.drawn({0, 0, 1200, 500});
    EXPECT_FALSE(picture.sees("data sheet"));
    EXPECT_TRUE(picture.sees("o compute roof")) << "none was measured, none is drawn";
}

// Multiply-adds are no bound of a card with tensor cores: theirs is a third roof, where there is
// room for it.
TEST(Roofline, TensorCoresAreAThirdRoof) {
    Ladder ladder("matrix_product");
    EXPECT_FALSE(lab::assign(ladder.result.request.settings, "n=2048"));
    ladder.add(0, TimeKind::recorded, 5);
    const char* tensor = "tensor cores, 16-bit floats, by the data sheet: 989";
    EXPECT_TRUE(ladder.drawn({0, 0, 1200, 700}).sees(tensor));
    EXPECT_FALSE(ladder.drawn({0, 0, 1200, 260}).sees("tensor cores"));
}

// The names need what is right of the dots; beyond that nothing pushes them to a side, and their
// heights can be read.
TEST(Roofline, DotsStandInTheMiddleAndHaveAScale) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.add(1, TimeKind::recorded, .9);
    const Picture picture = ladder.drawn({0, 0, 1300, 600});
    for (const NotedMark& dot : dots_of(picture)) {
        EXPECT_GT(dot.box.middle_x(), 1300 * .45f);
        EXPECT_LT(dot.box.middle_x(), 1300 * .6f);
    }
    int numbers = 0;
    for (const NotedText& text : picture.notes.texts)
        numbers += text.box.x < 60 && text.box.y > 30 && std::isdigit(text.text.front());
    EXPECT_GE(numbers, 3);
}

// The axis is one of numbers: who computes as much for a byte stands at the same place of it.
// A lesson without a sum has bytes below: megabytes as people write them.
TEST(Roofline, NoLabelIsAPowerOfTen) {
    Ladder transpose("transpose");
    lab::Settings& settings = transpose.result.request.settings;
    settings.set(*lab::find_knob(*settings.subject, "n"), 8192);
    transpose.add(0, TimeKind::measured, .9);
    transpose.add(1, TimeKind::measured, .5);
    const Picture picture = transpose.drawn({0, 0, 560, 420});
    EXPECT_TRUE(picture.sees("useful MB"));
    EXPECT_EQ(std::ranges::count(picture.notes.texts, grouped(2000), &NotedText::text), 2)
        << "gigabytes a second at the left, too";
    EXPECT_FALSE(picture.sees("e+"));
}

TEST(Roofline, DotsDoNotHideEachOther) {
    Ladder ladder;
    for (int rung = 0; rung < 3; ++rung) ladder.add(rung, TimeKind::recorded, 1 + rung * 1e-4);
    const Picture picture = ladder.drawn();
    const auto marks = those(picture.notes.marks, [](const NotedMark& mark) {
        return (mark.kind == MarkKind::circle || mark.kind == MarkKind::ring) &&
               (mark.colour.role == Role::accent || mark.colour.role == Role::text3);
    });
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_EQ(dots_of(picture).size(), 1u) << "rings around it";
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_NEAR(marks[i].box.middle_x(), marks[0].box.middle_x(), .01f);
        EXPECT_GT(marks[i].box.w, marks[i - 1].box.w + 4);
    }
}

TEST(Roofline, DotsOfASecondDeviceStandAtTheSamePlace) {
    Ladder ladder;
    for (int rung = 0; rung < 3; ++rung) {
        ladder.add(rung, TimeKind::recorded, 1 + .5 * rung);
        lab::Result one = ladder.of(rung, TimeKind::recorded, 1 + .5 * rung);
        auto run = std::make_shared<lab::Run>(*one.timed);
        run->device.name = run->time.device = "NVIDIA RTX 9";
        one.elsewhere = {run};
        ladder.series.add(one);
    }
    ladder.series.choice.second = TimeClock{TimeKind::recorded, "NVIDIA RTX 9"};
    const Picture picture = ladder.drawn({0, 0, 900, 400});
    const auto dots = dots_of(picture);
    const auto diamonds = picture.notes.of(MarkKind::polygon);
    ASSERT_EQ(dots.size(), 4u) << "and the key";
    ASSERT_EQ(diamonds.size(), 4u) << "and the key";
    int there = 0;
    for (const NotedMark& mark : diamonds)
        there += std::fabs(mark.box.middle_x() - dots.back().box.middle_x()) < .01f &&
                 mark.box.w > dots.back().box.w + 4;
    EXPECT_EQ(there, 3) << "around the dots that they stand at";
}

// Two devices may copy as fast as each other: both lines keep their names.
TEST(Roofline, TheRoofOfASecondDeviceHasItsName) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.series.add(ladder.of(0, TimeKind::measured, 2));
    ladder.series.choice = {TimeClock{TimeKind::recorded, "NVIDIA H200"},
                            TimeClock{TimeKind::measured, "NVIDIA H200"}};
    const Rect area{0, 0, 900, 400};
    const Picture picture = ladder.drawn(area);
    EXPECT_TRUE(picture.sees(", 100 %")) << "of the first";
    EXPECT_TRUE(picture.sees("a copy on H200: "));
    ladder.series.choice.second.reset();
    EXPECT_FALSE(ladder.drawn(area).sees("a copy on H200: "));
}

// A copy reads and writes; who only reads, or finds all in a cache, can be faster.
TEST(Roofline, SaysWhyAKernelPassesTheRoof) {
    Ladder ladder;
    const lab::Settings& settings = ladder.result.request.settings;
    const double copy =
        settings.subject->bytes(settings) * 1e-6 / lab::recorded_peak("NVIDIA H200")->gigabytes;
    const Rect wide{0, 0, 1200, 400};
    ladder.add(0, TimeKind::recorded, copy * .97);
    EXPECT_FALSE(ladder.drawn(wide).sees("passes the line of a copy")) << "within its interval";
    ladder.add(1, TimeKind::recorded, copy * .8);
    const char* cold =
        "Kernel 2 passes the line of a copy: it reads more than is written, but a copy writes as "
        "much as it reads.";
    EXPECT_TRUE(ladder.drawn(wide).sees(cold));
    const Rect dot = dots_of(ladder.drawn(wide)).at(0).box;
    const auto spot = ladder.at({dot.middle_x(), dot.middle_y()}, wide);
    ASSERT_TRUE(spot);
    EXPECT_NE(spot->words.find("It passes the line of a copy"), std::string::npos);
    Ladder warm;
    lab::Result one = warm.of(1, TimeKind::recorded, copy * .8);
    auto run = std::make_shared<lab::Run>(*one.timed);
    run->time.regime = lab::Regime::warm;
    one.timed = run;
    warm.series.add(one);
    warm.series.choice.regime = lab::Regime::warm;
    EXPECT_TRUE(warm.drawn(wide).sees("which is for cold caches"));
}

// What the lesson `id` takes with these launches at a fifth less than a copy's time, by kernels.
Ladder passing(const char* id, std::vector<int> rungs, std::int64_t sweeps = 1) {
    Ladder ladder(id);
    lab::Settings& set = ladder.result.request.settings;
    if (const lab::Knob* knob = lab::find_knob(*set.subject, "sweeps")) set.set(*knob, sweeps);
    const double copy =
        set.subject->bytes(set) * 1e-6 / lab::recorded_peak("NVIDIA H200")->gigabytes;
    for (const int rung : rungs) ladder.add(rung, TimeKind::recorded, copy * .8);
    return ladder;
}

TEST(Roofline, NamesAllThatPassTheRoofWithTheirCause) {
    const Rect wide{0, 0, 1400, 400};
    EXPECT_TRUE(passing("vector_addition", {0, 1, 2})
                    .drawn(wide)
                    .sees("Kernels 1, 2 and 3 pass the line of a copy: they read more than is "
                          "written, but a copy writes as much as it reads."));
    const Ladder kept = passing("laplace", {0, 1}, 10);
    const auto bytes = lab::plan_of(kept.result.request.settings).bytes();
    ASSERT_LT(bytes, 50u << 20);
    EXPECT_TRUE(kept.drawn(wide).sees("Kernels 1 and 2 pass the line of a copy: their arrays (" +
                                      lab::bytes_worded(bytes) +
                                      ") stay in the L2 cache from launch to launch."));
}

TEST(Roofline, GivesNoCauseThatNoRuleTells) {
    const Rect wide{0, 0, 1400, 400};
    // One launch finds nothing in a cache, and writes as much as it reads.
    EXPECT_TRUE(passing("laplace", {0, 1}, 1)
                    .drawn(wide)
                    .sees("Kernels 1 and 2 pass the line of a copy: the line is the rate of a "
                          "copy, not a limit."));
    Ladder large("laplace");
    lab::Settings& set = large.result.request.settings;
    set.set(*lab::find_knob(*set.subject, "sweeps"), 10);
    for (const char* side : {"nx", "ny", "nz"}) set.set(*lab::find_knob(*set.subject, side), 256);
    ASSERT_GT(lab::plan_of(set).bytes(), 62'914'560u);
    large.add(0, TimeKind::recorded, set.subject->bytes(set) * 1e-6 / 6000);
    EXPECT_TRUE(
        large.drawn(wide).sees("Kernel 1 passes the line of a copy: the line is the rate of a "
                               "copy, not a limit."));
}

TEST(Roofline, NamesWhoHasNoWarmTime) {
    Ladder ladder;
    for (const int rung : {0, 1, 2, 3}) {
        lab::Result one = ladder.of(rung, TimeKind::recorded, 1 + .1 * rung);
        auto run = std::make_shared<lab::Run>(*one.timed);
        if (rung == 2) run->repeated = run->time, run->repeated.regime = lab::Regime::warm;
        one.timed = run;
        ladder.series.add(one);
    }
    EXPECT_FALSE(ladder.drawn({0, 0, 600, 300}).sees("not measured warm"));
    ladder.series.choice.regime = lab::Regime::warm;
    EXPECT_TRUE(ladder.drawn({0, 0, 600, 300}).sees("1, 2 and 4: not measured warm."));
}

TEST(Roofline, NamesHaveTheirRatesBesideThem) {
    Ladder ladder;
    for (const int rung : {0, 1, 2}) ladder.add(rung, TimeKind::recorded, 1 + rung);
    const Picture wide = ladder.drawn({0, 0, 1200, 400});
    int rates = 0, whole = 0;
    for (const NotedText& text : wide.notes.texts) {
        rates += text.text.ends_with(" %") && text.text.find("useful") != std::string::npos;
        whole += text.text.find("100 %") != std::string::npos;
    }
    EXPECT_EQ(rates, 3);
    EXPECT_EQ(whole, 1) << "of what they are shares is said once, at its line";
    EXPECT_FALSE(ladder.drawn({0, 0, 260, 300}).sees("useful,"));
}

// Where nothing is computed all kernels move the same bytes: a place across for each, as long as
// their names have room there.
TEST(Roofline, KernelsOfTheSameBytesStandSideBySide) {
    Ladder transpose("transpose");
    for (const int rung : {0, 1, 2, 3}) transpose.add(rung, TimeKind::recorded, .04 + .02 * rung);
    const Picture wide = transpose.drawn({0, 0, 1300, 420});
    EXPECT_TRUE(wide.sees("GB/s, of 134 useful MB"));
    auto dots = dots_of(wide);
    ASSERT_EQ(dots.size(), 4u);
    std::ranges::sort(dots, {}, [](const NotedMark& dot) { return dot.box.x; });
    const auto names = {"1  Copy", "2  Write columns", "3  Read columns", "4  Shared tile"};
    for (std::size_t i = 0; i < 4; ++i) {
        const Rect name = wide.place(names.begin()[i]);
        EXPECT_NEAR(name.middle_x(), dots[i].box.middle_x(), 1) << names.begin()[i];
        EXPECT_GT(name.y, dots[i].box.bottom());
    }
    EXPECT_GT(dots[1].box.x - dots[0].box.x, 150);
    EXPECT_TRUE(wide.sees("copy of 1 GiB reaches")) << "and it is said where the line is";
    EXPECT_TRUE(wide.sees("data sheet"));
    const auto narrow = dots_of(transpose.drawn({0, 0, 420, 300}));
    for (const NotedMark& dot : narrow)
        EXPECT_NEAR(dot.box.middle_x(), narrow[0].box.middle_x(), .1f) << "names to their right";
    // Where a copy's line would run through a rate, it stands below its dot.
    Ladder fast("transpose");
    const lab::Settings& set = fast.result.request.settings;
    const double copy =
        set.subject->bytes(set) * 1e-6 / lab::recorded_peak("NVIDIA H200")->gigabytes;
    fast.add(1, TimeKind::recorded, copy * 1.06);
    fast.add(2, TimeKind::recorded, copy * 8);
    const Picture near = fast.drawn({0, 0, 1300, 420});
    const auto rate = [&](std::string_view share) {
        for (const NotedText& text : near.notes.texts)
            if (text.text.ends_with(share)) return text.box.middle_y();
        return -1.f;
    };
    const auto two = dots_of(near);
    ASSERT_EQ(two.size(), 2u);
    const auto [high, low] = std::minmax({two[0].box.middle_y(), two[1].box.middle_y()});
    EXPECT_GT(rate(", 81 %"), high);
    EXPECT_LT(rate(", 11 %"), low);
}

TEST(Roofline, ZoomsAsOtherPlotsDo) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.add(1, TimeKind::recorded, .01);
    const Rect area{0, 0, 600, 300};
    const auto dots = [&](const Zoom& zoom) {
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        DrawContext context = ladder.context();
        context.zoom = zoom;
        roof_card().draw(notes, context, area);
        return std::ranges::count_if(notes.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::circle, Role::text3) ||
                   mark.is(MarkKind::circle, Role::accent);
        });
    };
    EXPECT_EQ(dots({}), 2);
    EXPECT_EQ(dots({0, 1, 0, .5}), 1) << "the faster one";
    EXPECT_EQ(dots({0, 1, .5, 1}), 1);
    EXPECT_EQ(dots({.6, 1, 0, 1}), 0);
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    EXPECT_GT(roof_card().pointing.plot(notes, ladder.context(), area).w, 400);
    EXPECT_EQ(roof_card().pointing.plot(notes, Ladder().context(), area).w, 0);
}

TEST(Roofline, TimesOfOneKindOnly) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.add(1, TimeKind::modelled, .5);
    EXPECT_EQ(dots_of(ladder.drawn()).size(), 1u);
    EXPECT_EQ(roof_card().words.badge(ladder.context()), Badge::recorded);
    Ladder formula;
    formula.add(0, TimeKind::modelled, 1);
    EXPECT_EQ(roof_card().words.badge(formula.context()), Badge::modelled);
    const Picture picture = formula.drawn();
    EXPECT_TRUE(dots_of(picture).empty()) << "rings";
    EXPECT_TRUE(picture.sees("by the formula"));
    EXPECT_FALSE(picture.sees("reaches"));
}

TEST(Roofline, SaysWhatIsMissing) {
    const Ladder ladder;
    std::string all;
    for (const NotedText& text : ladder.drawn().notes.texts) all += text.text + " ";
    EXPECT_NE(all.find("No time is known"), std::string::npos) << all;
    EXPECT_EQ(roof_card().words.badge(ladder.context()), Badge::none);
    EXPECT_FALSE(ladder.at({100, 100}));
}

TEST(Roofline, ADotSaysItsRatesAndTakesYouThere) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    ladder.add(1, TimeKind::recorded, .25);
    const Rect dot = dots_of(ladder.drawn()).at(0).box;
    const auto spot = ladder.at({dot.middle_x() + 2, dot.middle_y()});
    ASSERT_TRUE(spot);
    EXPECT_NE(spot->words.find("GFLOP/s"), std::string::npos) << spot->words;
    EXPECT_NE(spot->words.find("Recorded on H200"), std::string::npos) << spot->words;
    ASSERT_TRUE(spot->settings);
    EXPECT_EQ(spot->settings->rung, 1);
    EXPECT_FALSE(ladder.at({dot.middle_x() + 100, dot.middle_y()}));
}

TEST(Roofline, GivesItsNumbersAway) {
    Ladder ladder;
    ladder.add(0, TimeKind::recorded, 1);
    const std::string text = roof_card().numbers(ladder.context());
    EXPECT_TRUE(
        text.starts_with("subject,kernel,title,flop_per_useful_byte,gflop_per_s,useful_gb_per_s,"))
        << text;
    const lab::Settings& set = ladder.result.request.settings;
    const double across = set.subject->flops(set) / set.subject->bytes(set);
    EXPECT_NE(text.find(std::to_string(across).substr(0, 6)), std::string::npos) << text;
    EXPECT_EQ(std::ranges::count(text, '\n'), 2);
}

}  // namespace
