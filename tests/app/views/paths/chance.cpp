// "Chance": samples against what the run left, the mean and its band against their formulas; what
// the picture draws and says. Points that are thrown, against those in memory and the hits counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/series.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/paths/darts.h"
#include "app/views/paths/outcomes.h"
#include "app/views/paths/walks.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/json/json.h"
#include "lab/running/simulation.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

struct SamplesDrawn {
    lab::Result result;
    Cursor cursor;

    explicit SamplesDrawn(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {}
    const lab::Run& run() const { return *result.picture; }
    const std::vector<float>& values(const char* name) const {
        return std::ranges::find(run().results, name, &lab::ResultShot::buffer)->values;
    }
    std::string claim() const { return view_claim("chance", run(), cursor); }
    std::string sentence() const { return view_sentence("chance", run(), cursor); }
    Picture picture(Rect area = {0, 0, 1100, 560}) const {
        return {"chance", result, cursor, area};
    }
};

TEST(Outcomes, AreThoseThatTheRunLeft) {
    const SamplesDrawn drawn("option/drawn", {"n=700", "steps=10"});
    const Outcomes& made = outcomes(drawn.run());
    const auto& payoffs = drawn.values("payoffs");
    ASSERT_EQ(made.samples(), 700);
    EXPECT_EQ(made.worth, std::ranges::count_if(payoffs, [](float value) { return value > 0; }));
    EXPECT_NEAR(made.means.back().mean, std::accumulate(payoffs.begin(), payoffs.end(), 0.) / 700,
                1e-12);
    EXPECT_NEAR(made.means[2].mean, (double(payoffs[0]) + payoffs[1] + payoffs[2]) / 3, 1e-12);
    // of values that are 0 or v, the spread follows from how many are v
    const double share = double(made.worth) / 700, v = .951229425f;
    EXPECT_NEAR(made.means.back().half, 1.96 * v * std::sqrt(share * (1 - share) * 700 / 699 / 700),
                1e-9);
    EXPECT_EQ(made.means[0].half, 0) << "one sample tells of no spread";
}

TEST(Outcomes, BarsHoldEverySampleOnce) {
    const SamplesDrawn drawn("option/states", {"n=700", "steps=10"});
    const Outcomes& made = outcomes(drawn.run());
    const auto& ends = drawn.values("first");
    std::int64_t samples = 0, worth = 0;
    for (const OutcomeBar& bar : made.bars) {
        EXPECT_EQ(bar.samples,
                  std::ranges::count_if(ends,
                                        [&](float end) {
                                            return std::floor(end / made.bar_width) ==
                                                   std::round(bar.low / made.bar_width);
                                        }))
            << bar.low;
        EXPECT_LE(bar.worth, bar.samples);
        const bool inside = bar.low > .9 - 1e-9 && bar.low + made.bar_width < 1.1 + 1e-9;
        if (!inside) {
            EXPECT_EQ(bar.worth, 0) << "ends that far away are worth nothing";
        }
        samples += bar.samples, worth += bar.worth;
    }
    EXPECT_EQ(samples, 700);
    EXPECT_EQ(worth, made.worth);
    EXPECT_EQ(made.bar_width, .02);
    EXPECT_GT(made.bars.front().samples, 0);
    EXPECT_GT(made.bars.back().samples, 0);
}

TEST(Outcomes, TheBandClosesAsOneOverTheRoot) {
    const SamplesDrawn drawn("option/drawn", {"n=1024"});
    const Outcomes& made = outcomes(drawn.run());
    for (const std::size_t n : {64u, 128u, 256u})
        EXPECT_NEAR(made.means[n - 1].half / made.means[4 * n - 1].half, 2, .15) << n;
}

TEST(Outcomes, AreEmptyWhereNothingIsLeftToChance) {
    const SamplesDrawn other("reduction/sequential");
    EXPECT_FALSE(outcomes(other.run()));
    EXPECT_FALSE(find_view("chance")->fits(other.run()));
    SamplesDrawn alike("option/drawn", {"n=64"});
    auto nothing_paid = std::make_shared<lab::Run>(alike.run());
    std::ranges::find(nothing_paid->results, "payoffs", &lab::ResultShot::buffer)
        ->values.assign(64, 0);
    alike.result.picture = nothing_paid;
    EXPECT_EQ(outcomes(alike.run()).samples(), 64);
    EXPECT_TRUE(alike.picture().sees("all equal so far"));
    EXPECT_NE(alike.claim().find(" from 64 paths, all equal"), std::string::npos) << alike.claim();
}

TEST(Outcomes, StepsAreRound) {
    EXPECT_EQ(round_step(10, 10), 1);
    EXPECT_EQ(round_step(10.1, 10), 2);
    EXPECT_EQ(round_step(40, 10), 5);
    EXPECT_EQ(round_step(60, 10), 10);
    EXPECT_NEAR(round_step(.6, 40), .02, 1e-15);
}

// The picture has 1024 paths; who asked for more has their mean beside it, and who ran them.
TEST(ChanceView, MorePathsSayMore) {
    SamplesDrawn drawn("option/drawn", {"n=4096", "steps=5"});
    EXPECT_FALSE(drawn.picture().sees("from " + grouped(4096)));
    const auto counted = lab::simulate(drawn.result.request);
    const lab::SampleMean& mean = counted->sample_mean;
    ASSERT_EQ(mean.samples, 4096u);
    EXPECT_LT(mean.half, .55 * drawn.run().sample_mean.half) << "four times as many, half as wide";
    drawn.result.counted = counted;
    const Picture picture = drawn.picture();
    EXPECT_TRUE(picture.sees("from " + grouped(4096) + " paths"));
    EXPECT_TRUE(picture.sees(fixed(mean.mean, 3))) << mean.mean;
    EXPECT_TRUE(picture.sees("± " + fixed(mean.half, 3) + ", simulator")) << mean.half;
}

TEST(Outcomes, OfAllSamplesARunSaysTheMean) {
    const SamplesDrawn drawn("option/drawn", {"n=700", "steps=10"});
    const lab::SampleMean& all = drawn.run().sample_mean;
    const lab::SampleMean& last = outcomes(drawn.run()).means.back();
    EXPECT_EQ(all.samples, 700u);
    EXPECT_EQ(all.mean, last.mean);
    EXPECT_EQ(all.half, last.half);
    EXPECT_EQ(lab::to_json(drawn.run())["sample_mean"]["mean"], all.mean);
    const SamplesDrawn other("reduction/sequential");
    EXPECT_EQ(other.run().sample_mean.samples, 0u);
    EXPECT_FALSE(lab::to_json(other.run()).contains("sample_mean"));
}

TEST(ChanceView, SaysWhatItDraws) {
    const SamplesDrawn drawn("option/drawn");
    ASSERT_TRUE(find_view("chance")->fits(drawn.run()));
    const Outcomes& made = outcomes(drawn.run());
    EXPECT_EQ(made.samples(), 1024);
    EXPECT_NEAR(made.means.back().mean, .4179, made.means.back().half * 1.6);
    EXPECT_EQ(drawn.claim().rfind("Worth 0.4", 0), 0u) << drawn.claim();
    EXPECT_NE(drawn.claim().find(" ± 0.02"), std::string::npos) << drawn.claim();
    EXPECT_EQ(
        drawn.sentence().rfind("*" + grouped(made.worth) + " of " + grouped(1024) + " paths*", 0),
        0u)
        << drawn.sentence();
    const Picture picture = drawn.picture();
    for (const char* words : {"The first share after a year", "95 % band", "19 times in 20"})
        EXPECT_TRUE(picture.sees(words)) << words;
    EXPECT_FALSE(drawn.picture({0, 0, 300, 300}).sees("The first share"))
        << "one of the two has room";
    EXPECT_FALSE(drawn.picture({0, 0, 300, 80}).sees("on average")) << "none of them has";
}

// What pays is read off the picture: the condition, its bounds, and how many paths the bars are.
TEST(ChanceView, SaysWhatPays) {
    const SamplesDrawn drawn("option/coalesced");
    const Picture picture = drawn.picture();
    EXPECT_TRUE(picture.sees("A path pays if both shares end between 0.9 and 1.1"));
    const Outcomes& made = outcomes(drawn.run());
    EXPECT_NEAR(made.worth_from, .9, 1e-6);
    EXPECT_NEAR(made.worth_to, 1.1, 1e-6);
    const auto most = std::ranges::max(made.bars, {}, &OutcomeBar::samples).samples;
    EXPECT_TRUE(picture.sees(plural(most, "path")));
    const auto bounds = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::line, Role::text3) && mark.box.h > 200;
    });
    ASSERT_EQ(bounds.size(), 2u);
    for (const OutcomeBar& bar : made.bars)
        if (bar.worth > 0) {
            EXPECT_GT(bar.low + made.bar_width, made.worth_from);
        }
}

TEST(ChanceView, OnePathHasNoSpread) {
    const SamplesDrawn one("option/drawn", {"n=1", "steps=1"});
    EXPECT_TRUE(one.picture().sees("spread"));
    EXPECT_TRUE(one.picture().sees("of one path"));
    EXPECT_EQ(one.claim().rfind(", from one path alone"), 11u) << one.claim();
    EXPECT_FALSE(one.picture().sees("The first share"));
    EXPECT_TRUE(one.picture().sees(" of 1 path"));
    EXPECT_FALSE(one.picture().sees("1 paths"));
    EXPECT_EQ(one.sentence().rfind("One path has *no spread*", 0), 0u) << one.sentence();
    EXPECT_EQ(lab::size_words(one.run().request.settings, grouped), "1 path");
    for (const auto& knobs : {std::vector{"n=64", "steps=5"}, {"n=2", "steps=1"}, {"n=3"}}) {
        const Picture few = SamplesDrawn("option/drawn", knobs).picture();
        EXPECT_TRUE(std::ranges::none_of(few.notes.texts, [](const NotedText& text) {
            return text.text == "-0" || text.text == "\u22120";
        })) << knobs[0];
    }
}

// The stage says all that its picture made smaller.
TEST(ChanceView, ThePictureHasFewerStepsToo) {
    app::testing::Driver driver;
    driver.shell.restore("option/strided");
    driver.settle();
    EXPECT_TRUE(driver.sees("drawn: " + grouped(1024) + " paths, 12 steps"));
    driver.shell.restore("option/strided steps=10");
    driver.settle();
    EXPECT_TRUE(driver.sees("drawn: " + grouped(1024) + " paths"));
    EXPECT_FALSE(driver.sees("10 steps"));
}

TEST(DrawnWords, SayAllThatIsSmaller) {
    const auto of = [](const std::vector<const char*>& knobs) {
        lab::Settings asked = *lab::settings_named("option/strided");
        for (const char* knob : knobs) EXPECT_FALSE(lab::assign(asked, knob)) << knob;
        return drawn_words(lab::picture_of(asked), asked, grouped);
    };
    EXPECT_EQ(of({}), "drawn: " + grouped(1024) + " paths, 12 steps");
    EXPECT_EQ(of({"steps=10"}), "drawn: " + grouped(1024) + " paths");
    EXPECT_EQ(of({"n=1024"}), "drawn: 12 steps");
    EXPECT_EQ(of({"n=700", "steps=5"}), "");
    const lab::Settings pieces = *lab::settings_named("who_answers/pieces");
    EXPECT_EQ(drawn_words(lab::picture_of(pieces), pieces, grouped),
              "drawn: " + grouped(8192) + " floats, floats of a piece: 512");
    const lab::Settings asked = *lab::settings_named("option/strided");
    EXPECT_EQ(drawn_words(*lab::settings_named("pattern_matching/word"), asked, grouped), "")
        << "another lesson's";
}

// The same words on three cards: of what is drawn or counted, or else the size.
TEST(DrawnWords, OrElseTheSize) {
    const lab::Settings asked = *lab::settings_named("option/strided");
    lab::Settings small = asked, counted = asked;
    EXPECT_FALSE(lab::assign(small, "n=700") || lab::assign(small, "steps=5"));
    EXPECT_FALSE(lab::assign(counted, "n=2048"));
    EXPECT_EQ(counted_note(lab::picture_of(asked), asked).whole(),
              drawn_words(lab::picture_of(asked), asked, power_or_grouped));
    EXPECT_EQ(counted_note(counted, asked).whole(), "counted: 2¹¹ paths");
    EXPECT_EQ(counted_note(lab::picture_of(small), small).whole(), "700 paths");
    EXPECT_EQ(counted_suffix(lab::picture_of(asked), asked), " (in the picture)");
    EXPECT_EQ(counted_suffix(counted, asked), " (counts for 2¹¹ paths)");
    EXPECT_EQ(counted_suffix(asked, asked), "");
}

TEST(DrawnWords, AreTheLedgersToo) {
    const SamplesDrawn drawn("option/strided");
    const Series none;
    const Metrics metrics;
    EXPECT_EQ(find_view("ledger")->words.note({drawn.result, drawn.cursor, metrics, none}).whole(),
              "drawn: " + power_or_grouped(1024) + " paths, 12 steps");
}

// What a path pays, and what that is worth today; what is counted along the axis.
TEST(ChancePicture, NamesPaymentDiscountAndAxis) {
    const SamplesDrawn drawn("option/drawn", {"n=1024"});
    const Picture wide = drawn.picture();
    EXPECT_TRUE(wide.notes.find("pays 1 in a year: 0.951 today"));
    ASSERT_TRUE(wide.notes.find("paths"));
    const Rect name = wide.place("paths");
    for (const NotedText& text : wide.notes.texts)
        EXPECT_TRUE(text.text == "paths" || !text.box.meets(name)) << text.text;
    const Picture narrow = drawn.picture({0, 0, 600, 560});
    EXPECT_TRUE(narrow.notes.find("pays") || narrow.notes.find("pays 1 in a year: 0.951 today"));
}

// A fifth of the plot was left empty above the highest band.
TEST(ChancePicture, TheBandReachesFromTopToBottom) {
    const SamplesDrawn drawn("option/drawn", {"n=1024"});
    const Picture wide = drawn.picture();
    float top = 1e9f, bottom = 0;
    for (const NotedMark& mark : wide.notes.of(MarkKind::polygon))
        top = std::min(top, mark.box.y), bottom = std::max(bottom, mark.box.bottom());
    const Rect title = wide.place("Mean by number of paths, with its 95 % band");
    EXPECT_LT(top, title.bottom() + 40);
    EXPECT_GT(bottom, 480);
}

// ---- Points that are thrown: "Dart board" and "Error".

struct ThrownRun {
    lab::Result result;
    Cursor cursor;

    explicit ThrownRun(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        cursor.step = static_cast<int>(run().steps.size()) - 1;
    }
    const lab::Run& run() const { return *result.picture; }
    std::int64_t hits() const {
        return std::llround(
            std::ranges::find(run().results, "hits", &lab::ResultShot::buffer)->values.at(0));
    }
    std::string claim(const char* view) const { return view_claim(view, run(), cursor); }
    std::string sentence(const char* view) const { return view_sentence(view, run(), cursor); }
    Picture picture(const char* view) const {
        return {view, result, cursor, Rect{0, 0, 1100, 560}};
    }
};

// Every point of every thread, each once, and as many hits as the kernel counted.
TEST(Darts, AreThePointsThatWereCounted) {
    for (const char* rung : {"host", "made", "drawn", "shared", "ballot", "barrier"}) {
        const ThrownRun thrown(std::string("pi/") + rung, {"n=700", "block=128"});
        const Darts& all = darts(thrown.run());
        ASSERT_EQ(all.all.size(), 320u) << rung << ": two blocks and a half";
        std::map<std::int64_t, int> threads;
        for (const Dart& dart : all.all) ++threads[dart.thread];
        EXPECT_EQ(threads.size(), 320u) << rung;
        const OnBoard now = on_board(all, thrown.cursor.step);
        EXPECT_EQ(now.points, 320) << rung;
        EXPECT_EQ(now.hits, thrown.hits()) << rung;
        EXPECT_EQ(all.blocks, 3u) << rung;
        EXPECT_EQ(all.places, 320) << rung;
    }
    for (const char* rung : {"many", "state", "word"}) {
        const ThrownRun thrown(std::string("pi/") + rung, {"block=64"});
        const Darts& all = darts(thrown.run());
        ASSERT_EQ(all.all.size(), 1024u) << rung << ": eight for each of 128 threads";
        EXPECT_EQ(on_board(all, thrown.cursor.step).hits, thrown.hits()) << rung;
        EXPECT_EQ(all.all.back().number, 7) << rung;
    }
}

// Who made them in memory threw those that somebody else makes in registers.
TEST(Darts, AreTheSameWhereverTheyAre) {
    const ThrownRun made("pi/made", {"n=300"}), drawn("pi/drawn", {"n=300"});
    const Darts &some = darts(made.run()), &others = darts(drawn.run());
    ASSERT_EQ(some.all.size(), others.all.size());
    for (std::size_t i = 0; i < some.all.size(); ++i) {
        EXPECT_EQ(some.all[i].thread, others.all[i].thread);
        EXPECT_EQ(some.all[i].x, others.all[i].x);
        EXPECT_EQ(some.all[i].y, others.all[i].y);
    }
}

// A whole number stands for the middle of its part: as far to the right of 0 as left of 1.
TEST(Darts, OfWholeNumbersAreInTheMiddleOfTheirParts) {
    const ThrownRun thrown("pi/word", {"block=64"});
    const Darts& points = darts(thrown.run());
    ASSERT_TRUE(points);
    for (const Dart& dart : points.all)
        for (const double at : {dart.x * 65536, dart.y * 65536}) {
            EXPECT_EQ(at - std::floor(at), .5);
            EXPECT_TRUE(at > 0 && at < 65536) << at;
        }
}

TEST(Darts, OfTheHostAreItsNumbers) {
    const ThrownRun thrown("pi/host", {"n=300"});
    const lab::Plan plan = lab::plan_of(thrown.run().request.settings);
    const lab::Inputs inputs(plan, thrown.run().request.seed);
    const Darts& points = darts(thrown.run());
    ASSERT_TRUE(points);
    for (const Dart& dart : points.all) {
        EXPECT_EQ(dart.x, inputs("x", std::uint64_t(dart.thread)));
        EXPECT_EQ(dart.y, inputs("y", std::uint64_t(dart.thread)));
    }
}

TEST(Darts, OfOneSeedFallOnThePlacesOfOneThread) {
    const ThrownRun one("pi/drawn", {"n=300", "seeds=same"});
    EXPECT_EQ(darts(one.run()).places, 1);
    // Which is what such a run is about, whichever picture the kernel opens with else.
    const ThrownRun made("pi/ballot", {"seeds=same"}), apart("pi/ballot", {});
    ASSERT_TRUE(view_about(made.run()));
    EXPECT_EQ(view_about(made.run())->id, "dart_board");
    EXPECT_NE(view_about(apart.run()), view_about(made.run()));
    const ThrownRun eight("pi/many", {"seeds=same", "block=64"});
    EXPECT_EQ(darts(eight.run()).places, 8);
    EXPECT_EQ(eight.claim("dart_board"), grouped(1024) + " points fall on 8 places");
    EXPECT_TRUE(eight.sentence("dart_board").find("8 points") != std::string::npos);
    // Points, places and how far from pi is usual are of those that lie there at a step.
    ThrownRun early("pi/many", {"seeds=same", "block=64"});
    early.cursor.step = 0;
    const std::int64_t thrown = on_board(darts(early.run()), 0).points;
    ASSERT_GT(thrown, 8);
    ASSERT_LT(thrown, 1024);
    EXPECT_EQ(early.claim("dart_board"), grouped(thrown) + " points fall on 8 places");
    EXPECT_EQ(eight.claim("error"), grouped(1024) + " points come no nearer than 8 points do");
}

// Of the shown block they come warp by warp; those of other blocks are there.
TEST(Darts, ComeWithTheCursor) {
    const ThrownRun thrown("pi/host", {"n=640", "block=256"});
    const Darts& all = darts(thrown.run());
    EXPECT_EQ(on_board(all, -1).points, 384) << "of other blocks";
    std::int64_t before = 384;
    for (int step = 0; step <= thrown.cursor.step; ++step) {
        const std::int64_t now = on_board(all, step).points;
        EXPECT_GE(now, before);
        before = now;
    }
    EXPECT_EQ(before, 640);
    const int opens = opening_step(find_view("dart_board"), thrown.run());
    EXPECT_EQ(on_board(all, opens).points, 640);
    EXPECT_LT(on_board(all, opens - 1).points, 640);
}

// The same points, and counted otherwise: pictures of such kernels are told apart by it.
TEST(Darts, SayHowTheyAreAddedUp) {
    const auto said = [](const char* rung) {
        return ThrownRun(rung, {"n=640", "block=256"}).sentence("dart_board");
    };
    for (const auto& [rung, requests] :
         {std::pair{"pi/drawn", "20"}, {"pi/shared", "23"}, {"pi/ballot", "27"}})
        EXPECT_TRUE(said(rung).starts_with(fmt::format(
            "Atomics add up the hits: *{0} requests* in *{0}* passes, all of a warp at once. ",
            requests)))
            << said(rung);
}

TEST(Darts, AreNoneWhereNobodyThrows) {
    for (const char* rung : {"reduction/sequential", "option/drawn"}) {
        const ThrownRun other(rung);
        EXPECT_FALSE(darts(other.run())) << rung;
        EXPECT_FALSE(find_view("dart_board")->fits(other.run())) << rung;
        EXPECT_FALSE(find_view("error")->fits(other.run())) << rung;
        EXPECT_TRUE(other.picture("dart_board").sees("thrown")) << rung;
    }
    const ThrownRun thrown("pi/drawn");
    EXPECT_FALSE(walks(thrown.run())) << "points are no ways";
    EXPECT_FALSE(outcomes(thrown.run()));
}

// A full dot for each hit and a ring for each miss, so that grey tells them apart.
TEST(DartBoard, DrawsHitsFullAndMissesAsRings) {
    const ThrownRun thrown("pi/drawn", {"n=256", "block=256"});
    const auto drawn = thrown.picture("dart_board").notes.marks;
    const auto on_square = [&](MarkKind kind) {
        return std::ranges::count_if(drawn, [&](const NotedMark& mark) {
            return mark.kind == kind && mark.box.w > 0 && mark.box.w < 9 && mark.box.x < 760;
        });
    };
    EXPECT_EQ(on_square(MarkKind::circle), thrown.hits());
    EXPECT_EQ(on_square(MarkKind::ring), 256 - thrown.hits());
    const Picture picture = thrown.picture("dart_board");
    EXPECT_TRUE(picture.sees("a miss"));
    EXPECT_TRUE(picture.sees("of 256 points"));
}

TEST(DartBoard, SaysThePointUnderTheMouse) {
    const ThrownRun thrown("pi/drawn", {"n=256", "block=256"});
    const View& view = *find_view("dart_board");
    const Picture picture = thrown.picture("dart_board");
    const Metrics metrics;
    const Series series;
    const DrawContext context{thrown.result, thrown.cursor, metrics, series};
    const Rect area{0, 0, 1100, 560};
    int found = 0, moved = 0;
    for (float x = 20; x < 700; x += 6)
        for (float y = 20; y < 540; y += 6) {
            const auto spot = view.pointing.spot(picture.notes, context, area, {x, y});
            if (!spot) continue;
            ++found;
            EXPECT_EQ(spot->words.find("*Thread "), 0u) << spot->words;
            Cursor cursor = thrown.cursor;
            moved += view.pointing.click(context, cursor, area, {x, y}) &&
                     cursor.warp * 32 + cursor.lane ==
                         std::stoi(spot->words.substr(std::strlen("*Thread ")));
        }
    EXPECT_GT(found, 200);
    EXPECT_EQ(moved, found) << "a click chooses the thread that it tells of";
}

TEST(ErrorView, HasTheLineOfWhatIsUsual) {
    EXPECT_NEAR(usual_error(1), 4 * std::sqrt(.7854 * .2146), 1e-4);
    EXPECT_NEAR(usual_error(100) / usual_error(10'000), 10, 1e-9);
    ThrownRun thrown("pi/many");
    EXPECT_TRUE(thrown.picture("error").sees("from pi, with 2¹² points"));
    EXPECT_EQ(thrown.claim("error"), "100 times the points give one more digit");
    lab::Request more = thrown.result.request;
    EXPECT_FALSE(lab::assign(more.settings, "n=2^16"));
    thrown.result.counted = lab::simulate(more);
    EXPECT_TRUE(thrown.picture("error").sees("from pi, with 2¹⁶ points"));
    EXPECT_TRUE(thrown.picture("error").sees("from a larger run"));
}

// Of points that are the same the usual error is that of those that differ, and a larger run has
// more of them.
TEST(ErrorView, SaysHowManyPointsDiffer) {
    ThrownRun thrown("pi/many", {"seeds=same"});
    EXPECT_TRUE(thrown.picture("error").sees("8 different: 0.58 is usual"));
    EXPECT_NE(thrown.sentence("error").find("*the same 8 points*"), std::string::npos);
    lab::Request more = thrown.result.request;
    EXPECT_FALSE(lab::assign(more.settings, "n=2^20"));
    thrown.result.counted = lab::simulate(more);
    EXPECT_TRUE(thrown.picture("error").sees("2 different: 1.2 is usual"));
}

}  // namespace
